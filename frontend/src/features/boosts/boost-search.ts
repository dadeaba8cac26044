import * as v from 'valibot';
import { afterSearch } from '../../lib/addresses.ts';

/** The router parses digits as a number, and true and false as booleans. */
const text = v.optional(
  v.fallback(
    v.pipe(v.union([v.string(), v.number(), v.boolean()]), v.transform(String), v.minLength(1)),
    'unreadable',
  ),
);

/** The search parameters with which a checkout leads back to the boost page. */
export const boostSearch = v.object({
  session_id: text,
  type: v.optional(v.fallback(v.picklist(['boost', 'donation']), 'boost')),
  cancelled: text,
});

export type BoostSearch = v.InferOutput<typeof boostSearch>;

/** The search parameters of the page of a post: those with which a checkout leads back, and where its comments start. */
export const postSearch = v.object({
  after: afterSearch,
  boost: v.fallback(v.optional(v.picklist(['success', 'cancelled'])), undefined),
  session_id: text,
});

export type PostBoostSearch = Omit<v.InferOutput<typeof postSearch>, 'after'>;
