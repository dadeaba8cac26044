import { type Aggregate, type EventOf, Rejected } from '../aggregate.js';
import * as commands from './post.commands.js';
import type { PostEvents } from './post.events.js';

/** A picture on the board. */
export interface Post {
  readonly ownerId: string | null;
}

const publishPost = (wish: commands.PublishPost['data'], post: Post): EventOf<PostEvents>[] => {
  if (post.ownerId !== null) throw new Rejected('conflict', 'You have already published this photo.');
  return [{ type: 'PostPublished', data: { ...wish, isPublic: wish.moderationFlags.length === 0 } }];
};

export const post: Aggregate<Post, PostEvents, typeof commands> = {
  category: 'post',
  id: ({ postId }) => postId,
  initial: { ownerId: null },
  commands,
  decide: { PublishPost: publishPost },
  evolve: { PostPublished: (_, { ownerId }) => ({ ownerId }) },
};
