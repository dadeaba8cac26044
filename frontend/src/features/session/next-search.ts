import * as v from 'valibot';
import { ownPath } from '../../lib/own-path.ts';

/** What the addresses of the forms for visitors say: where to go on afterwards, within this site. */
export const nextSearch = v.object({
  next: v.optional(v.pipe(v.unknown(), v.transform(ownPath))),
});
