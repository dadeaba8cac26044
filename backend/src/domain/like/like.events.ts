import { type EventsOf, event } from '../../kernel/event.js';
import { id } from '../../kernel/field.js';

export const likeEvents = {
  /** A user liked a post. */
  Liked: event({
    version: 1,
    data: {
      postId: id,
      userId: id,
    },
    trail: { says: '{actor} liked {postId}.', about: { postId: 'post', userId: 'person' } },
  }),
  /** A user removed their like. */
  Unliked: event({
    version: 1,
    data: {
      postId: id,
      userId: id,
    },
    trail: { says: '{actor} took back a like of {postId}.', about: { postId: 'post', userId: 'person' } },
  }),
};

export type LikeEvents = EventsOf<typeof likeEvents>;
