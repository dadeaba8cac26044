import * as v from 'valibot';

/** What the address of a mailed link says: its token. One of digits alone is read from the address as a number. */
export const tokenSearch = v.object({
  token: v.optional(v.fallback(v.pipe(v.union([v.string(), v.number()]), v.transform(String)), '')),
});
