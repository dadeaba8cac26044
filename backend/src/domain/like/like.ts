import { aggregate } from '../../kernel/aggregate.js';
import { event } from '../../kernel/event.js';
import { id } from '../../kernel/field.js';
import { type PostFacts, requireVisible } from '../post/post-facts.js';

interface OfLike {
  readonly post: PostFacts;
  readonly userId: string;
}

const fields = { postId: id, userId: id };
const about = { postId: 'post', userId: 'person' } as const;

/** Whether one person likes one post. */
export const Like = aggregate('like', {
  id: ({ post, userId }: OfLike) => `${post.postId}-${userId}`,
  initial: { given: false },
  lastEventIsState: true,
  events: {
    /** A user liked a post. */
    Liked: event(fields, '{actor} liked {postId}.', about),
    /** A user removed their like. */
    Unliked: event(fields, '{actor} took back a like of {postId}.', about),
  },
}).rules({
  evolve: { Liked: () => ({ given: true }), Unliked: () => ({ given: false }) },
  decide: {
    /** Like a post. Repeating it changes nothing. */
    LikePost({ post, userId }: OfLike, { given }) {
      requireVisible(post, userId);
      return given ? [] : [{ type: 'Liked', data: { postId: post.postId, userId } }];
    },
    /** Remove the like. Repeating it changes nothing. */
    UnlikePost: ({ post, userId }: OfLike, { given }) =>
      given ? [{ type: 'Unliked', data: { postId: post.postId, userId } }] : [],
  },
});
