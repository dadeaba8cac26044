import { type EventsOf, event } from '../../kernel/event.js';
import { id } from '../../kernel/field.js';

export const likeEvents = {
  /** A user liked a post. */
  Liked: event(
    {
      postId: id,
      userId: id,
    },
    '{actor} liked {postId}.',
    { postId: 'post', userId: 'person' },
  ),
  /** A user removed their like. */
  Unliked: event(
    {
      postId: id,
      userId: id,
    },
    '{actor} took back a like of {postId}.',
    { postId: 'post', userId: 'person' },
  ),
};

export type LikeEvents = EventsOf<typeof likeEvents>;
