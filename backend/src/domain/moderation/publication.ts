import { type TypeOf, named, oneOf } from '../../kernel/field.js';
import type { TrustLevel } from './trust-level.js';

/** What the photo check and the comparison with other photos say of a photo. */
export type CheckVerdict = 'pass' | 'review' | 'refuse';

/**
 * What happens to a photo that a person publishes: it is public, with a review afterwards or without one, or it is held
 * until a review, or it is refused.
 */
export type Publication = 'public' | 'public with review' | 'held' | 'refused';

/** The one table that decides it: verdict × standing of the owner. */
export const PUBLICATIONS = {
  pass: {
    new: 'public with review',
    known: 'public',
    trusted: 'public',
    'under strikes': 'held',
  },
  review: {
    new: 'held',
    known: 'held',
    trusted: 'held',
    'under strikes': 'held',
  },
  refuse: {
    new: 'refused',
    known: 'refused',
    trusted: 'refused',
    'under strikes': 'refused',
  },
} as const satisfies Readonly<Record<CheckVerdict, Readonly<Record<TrustLevel, Publication>>>>;

/** When admins review a post: before it is public, afterwards, or only if a person reports it. */
export const Review = named('Review', oneOf('before', 'after', 'none'));
export type Review = TypeOf<typeof Review>;
