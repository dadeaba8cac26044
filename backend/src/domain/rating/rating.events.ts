import type { Catalogue } from '../../kernel/event.js';

/** A rating that an admin excluded or included, and the act that did it. */
interface Excluded {
  readonly postId: string;
  readonly ownerId: string;
  readonly userId: string;
  readonly score: number;
  /** The act on this rating, or on all ratings of the person. */
  readonly actId: string;
}

export interface RatingEvents {
  /** A user rated another user's post. The score is a whole number from 0 to 10. */
  Rated: { postId: string; ownerId: string; userId: string; score: number };
  /**
   * The rating no longer counts. `counted` is false if another act had excluded it before. `note` is the admin's reason;
   * null if all ratings of the person were excluded, or once the person's key has been destroyed.
   */
  RatingExcluded: Excluded & { readonly counted: boolean; readonly note: string | null };
  /** An exclusion was undone. `counts` is false while another act still excludes the rating. `because` is why, as `note` above. */
  RatingIncluded: Excluded & { readonly counts: boolean; readonly because: string | null };
}

const about = { postId: 'post', ownerId: 'person', userId: 'person' } as const;

export const ratingEvents: Catalogue<RatingEvents> = {
  Rated: { version: 1, trail: { says: '{actor} rated {postId} with {score} of 10.', about } },
  RatingExcluded: {
    version: 1,
    personal: { subject: 'userId', fields: ['note'] },
    trail: {
      says: '{actor} excluded the rating of {score} that {userId} gave {postId}{counted?:, which another act had excluded before}.',
      about: { ...about, actId: 'act' },
    },
  },
  RatingIncluded: {
    version: 1,
    personal: { subject: 'userId', fields: ['because'] },
    trail: {
      says: '{actor} included the rating of {score} that {userId} gave {postId}{counts?:, which another act still excluded}.',
      about: { ...about, actId: 'act' },
    },
  },
};
