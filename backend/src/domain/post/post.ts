import { type Aggregate, type EventOf, Rejected } from '../../kernel/aggregate.js';
import * as commands from './post.commands.js';
import type { PostEvents } from './post.events.js';

/** A picture on the board. */
export interface Post {
  readonly ownerId: string | null;
  readonly imageHash: string;
  /** Whether all visitors may see it. */
  readonly isPublic: boolean;
  readonly deleted: boolean;
}

const publishPost = (command: commands.PublishPost['data'], post: Post): EventOf<PostEvents>[] => {
  // A retry, for example after the first answer was lost.
  if (post.ownerId === command.ownerId && !post.deleted) return [];
  if (post.ownerId !== null) throw new Rejected('conflict', 'You have already published this photo.');
  return [{ type: 'PostPublished', data: { ...command, isPublic: command.moderationFlags.length === 0 } }];
};

const deletePost = (command: commands.DeletePost['data'], post: Post): EventOf<PostEvents>[] => {
  if (post.ownerId !== command.ownerId) throw new Rejected('notFound', 'Post not found');
  return post.deleted ? [] : [{ type: 'PostDeleted', data: { ...command, imageHash: post.imageHash } }];
};

export const post: Aggregate<Post, PostEvents, typeof commands> = {
  category: 'post',
  id: ({ postId }) => postId,
  initial: { ownerId: null, imageHash: '', isPublic: false, deleted: false },
  commands,
  decide: { PublishPost: publishPost, DeletePost: deletePost },
  evolve: {
    PostPublished: (state, { ownerId, picture, isPublic }) => ({
      ...state,
      ownerId,
      imageHash: picture.imageHash,
      isPublic,
    }),
    PostDeleted: (state) => ({ ...state, deleted: true }),
  },
};
