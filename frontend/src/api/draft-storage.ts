import * as v from 'valibot';
import type { RatingResult } from './generated/schema.d.ts';
import { createUserStorage, noteSignOut } from './user-storage.ts';

export const text = v.pipe(v.string(), v.nonEmpty());

const pendingSchema = v.object({
  imageUrl: text,
  imageHash: text,
  averageRating: text,
  toeAlignment: text,
  toeNails: text,
  footShape: text,
  aesthetic: text,
  aiComment: v.string(),
});

/** A rating that its owner wants to publish: the eight fields that the call needs. */
export type PendingRating = v.InferOutput<typeof pendingSchema>;

/** Picks the eight fields. */
export function toPendingRating(rating: PendingRating): PendingRating {
  return v.parse(pendingSchema, rating);
}

/** The time of the last change of the rating that waits, in any tab. */
export const replacedRatingKey = 'pendingRatingReplacedAt';

/** The rating that waits to be published: one in the browser, the last one that the person chose. */
export const pendingRating = createUserStorage({
  key: 'pendingRating',
  schema: pendingSchema,
  storage: () => sessionStorage,
  replacedKey: replacedRatingKey,
});

/** A rating as the server answers an upload with it. */
export const ratingSchema = v.object({
  ...pendingSchema.entries,
  thumbhash: v.string(),
  width: v.number(),
  height: v.number(),
  judge: v.picklist(['demo', 'ai']),
});

/** The ratings of this tab that are not posted: the one on the screen, and the one before it. */
export interface UnpostedRatings {
  shown: RatingResult | null;
  earlier: RatingResult | null;
}

export const nothingUnposted: UnpostedRatings = { shown: null, earlier: null };

/** After another photo was rated, or (null) to rate another photo. */
export function withShown({ shown, earlier }: UnpostedRatings, next: RatingResult | null): UnpostedRatings {
  return { shown: next, earlier: shown ?? earlier };
}

/** After the earlier rating was fetched back. */
export function exchanged({ shown, earlier }: UnpostedRatings): UnpostedRatings {
  return { shown: earlier, earlier: shown };
}

/** After the rating of this picture was posted. */
export function withoutPicture({ shown, earlier }: UnpostedRatings, imageHash: string): UnpostedRatings {
  const unless = (rating: RatingResult | null) => (rating?.imageHash === imageHash ? null : rating);
  return { shown: unless(shown), earlier: unless(earlier) };
}

export const unpostedRatings = createUserStorage<UnpostedRatings>({
  key: 'unpostedRatings',
  schema: v.object({ shown: v.nullable(ratingSchema), earlier: v.nullable(ratingSchema) }),
  storage: () => sessionStorage,
});

/** The score that a person chose for a post before they were allowed to rate. The link in the mail opens another tab. */
export const chosenScore = createUserStorage({
  key: 'chosenScore',
  // Where it was chosen; on the page of the post if it does not say.
  schema: v.object({ postId: text, score: v.number(), via: v.optional(v.literal('rate')) }),
  storage: () => localStorage,
});

/** The scores that a person gave on the page for rating, and that the server may not have. */
export const unsentScores = createUserStorage({
  key: 'unsentScores',
  schema: v.array(v.object({ postId: text, score: v.number() })),
  storage: () => localStorage,
});

/** The comments that are being written in this tab, by all its people: each has its author. */
export const commentDrafts = createUserStorage({
  key: 'commentDrafts',
  schema: v.array(
    v.object({
      authorId: text,
      postId: text,
      parent: v.nullable(v.object({ commentId: text, name: v.string() })),
      text: v.string(),
      id: v.nullable(text),
    }),
  ),
  storage: () => sessionStorage,
});

const ofOnePerson = [pendingRating, unpostedRatings, chosenScore, unsentScores];
const keepers = [...ofOnePerson, commentDrafts];

export function assignDrafts(accountId: string): void {
  for (const keeper of ofOnePerson) keeper.assign(accountId);
}

export function rereadDrafts(): void {
  for (const keeper of keepers) keeper.reread();
}

export function dropDrafts(): void {
  for (const keeper of keepers) keeper.drop();
}

/** Removes what waits in all tabs of this browser, because the user has signed out. */
export function endDrafts(): void {
  dropDrafts();
  noteSignOut();
}
