import { type EventsOf, event } from '../../kernel/event.js';
import { flag, id, number, text, personal } from '../../kernel/field.js';

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
  Rated: event(
    {
      postId: id,
      ownerId: id,
      userId: id,
      score: number,
    },
    '{actor} rated {postId} with {score} of 10.',
    about,
  ),
  /**
   * The rating no longer counts. `counted` is false if another act had excluded it before. `note` is the admin's reason;
   * null if all ratings of the person were excluded, or once the person's key has been destroyed.
   */
  RatingExcluded: event(
    {
      ...excluded,
      counted: flag,
      note: personal('userId', text),
    },
    '{actor} excluded the rating of {score} that {userId} gave {postId}{counted?:, which another act had excluded before}.',
    { ...about, actId: 'act' },
  ),
  /** An exclusion was undone. `counts` is false while another act still excludes the rating. `because` is why, as `note` above. */
  RatingIncluded: event(
    {
      ...excluded,
      counts: flag,
      because: personal('userId', text),
    },
    '{actor} included the rating of {score} that {userId} gave {postId}{counts?:, which another act still excluded}.',
    { ...about, actId: 'act' },
  ),
};

export type RatingEvents = EventsOf<typeof ratingEvents>;
