import type { Aggregate, EventOf } from '../../kernel/aggregate.js';
import { requireVisible } from '../post/post-facts.js';
import * as commands from './like.commands.js';
import type { LikeEvents } from './like.events.js';

/** Whether one person likes one post. */
export interface Like {
  readonly given: boolean;
}

const likePost = ({ post, userId }: commands.LikePost['data'], like: Like): EventOf<LikeEvents>[] => {
  requireVisible(post, userId);
  return like.given ? [] : [{ type: 'Liked', data: { postId: post.postId, userId } }];
};

const unlikePost = ({ post, userId }: commands.UnlikePost['data'], like: Like): EventOf<LikeEvents>[] =>
  like.given ? [{ type: 'Unliked', data: { postId: post.postId, userId } }] : [];

export const like: Aggregate<Like, LikeEvents, typeof commands> = {
  category: 'like',
  id: ({ post, userId }) => `${post.postId}-${userId}`,
  initial: { given: false },
  lastEventIsState: true,
  commands,
  decide: { LikePost: likePost, UnlikePost: unlikePost },
  evolve: { Liked: () => ({ given: true }), Unliked: () => ({ given: false }) },
};
