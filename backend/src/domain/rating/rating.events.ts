import { type EventsOf, event } from '../../kernel/event.js';
import { flag, id, nullable, number, text } from '../../kernel/field.js';

/** A rating that an admin excluded or included, and the act that did it. */
const excluded = {
  postId: id,
  ownerId: id,
  userId: id,
  score: number,
  /** The act on this rating, or on all ratings of the person. */
  actId: id,
};

const about = { postId: 'post', ownerId: 'person', userId: 'person' } as const;

export const ratingEvents = {
  /** A user rated another user's post. The score is a whole number from 0 to 10. */
  Rated: event({
    version: 1,
    data: {
      postId: id,
      ownerId: id,
      userId: id,
      score: number,
    },
    trail: { says: '{actor} rated {postId} with {score} of 10.', about },
  }),
  /**
   * The rating no longer counts. `counted` is false if another act had excluded it before. `note` is the admin's reason;
   * null if all ratings of the person were excluded, or once the person's key has been destroyed.
   */
  RatingExcluded: event({
    version: 1,
    data: {
      ...excluded,
      counted: flag,
      note: nullable(text),
    },
    personal: { subject: 'userId', fields: ['note'] },
    trail: {
      says: '{actor} excluded the rating of {score} that {userId} gave {postId}{counted?:, which another act had excluded before}.',
      about: { ...about, actId: 'act' },
    },
  }),
  /** An exclusion was undone. `counts` is false while another act still excludes the rating. `because` is why, as `note` above. */
  RatingIncluded: event({
    version: 1,
    data: {
      ...excluded,
      counts: flag,
      because: nullable(text),
    },
    personal: { subject: 'userId', fields: ['because'] },
    trail: {
      says: '{actor} included the rating of {score} that {userId} gave {postId}{counts?:, which another act still excluded}.',
      about: { ...about, actId: 'act' },
    },
  }),
};

export type RatingEvents = EventsOf<typeof ratingEvents>;
