import { useCallback } from 'react';
import type { RatingResult, User } from './generated/schema.d.ts';
import { shownTo } from './user-storage.ts';
import {
  exchanged,
  nothingUnposted,
  type UnpostedRatings,
  unpostedRatings,
  withoutPicture,
  withShown,
} from './draft-storage.ts';
import { useStore } from '../lib/create-store.ts';

/** The ratings of this tab that this person has not posted, and how to show another one. */
export function useUnposted(user: User | null) {
  const accountId = user?.id ?? null;
  const { shown, earlier } = shownTo(useStore(unpostedRatings), accountId) ?? nothingUnposted;
  const change = useCallback(
    (next: (ratings: UnpostedRatings) => UnpostedRatings): void => {
      const ratings = shownTo(unpostedRatings.read(), accountId) ?? nothingUnposted;
      unpostedRatings.keep(next(ratings), accountId);
    },
    [accountId],
  );
  return {
    shown,
    earlier,
    /** Shows a new rating, or (null) nothing. */
    show: (rating: RatingResult | null): void => change((ratings) => withShown(ratings, rating)),
    exchange: (): void => change(exchanged),
    /** Removes the rating of a picture that was posted. */
    remove: (imageHash: string): void => change((ratings) => withoutPicture(ratings, imageHash)),
  };
}
