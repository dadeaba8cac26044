import { DeleteComment } from '../domain/comment/comment.commands.js';
import type { CommentEvents } from '../domain/comment/comment.events.js';
import type { ViewProgress } from '../kernel/view-progress.js';
import { people } from '../projections/accounts/people.projection.js';
import { PublicPeople } from '../projections/accounts/people.queries.js';
import {
  FindCommentFacts,
  FindCommentsOn,
  FindRepliesTo,
} from '../projections/comments/comment-facts.queries.js';
import { comments } from '../projections/comments/comments.projection.js';
import { leaderboard } from '../projections/leaderboard/leaderboard.projection.js';
import { FindPostFacts } from '../projections/leaderboard/post-facts.queries.js';
import type { Buses } from './contributions.js';
import type { Reaction } from './reaction.js';
import { haveSeen } from './seen-views.js';

/**
 * Deletes what was said in reply to a comment that is gone, and what was said about a post that is gone: at any depth, as
 * each deletion leads to the next, and also what was on its way meanwhile, from people who are gone by then too. Nobody
 * is shown any of it before that.
 */
export function commentReplies(parts: Buses & { readonly views: Pick<ViewProgress, 'seen'> }): Reaction {
  const { commands, queries, views } = parts;
  const remove = async (
    commentIds: readonly string[],
    by: string,
    because: CommentEvents['CommentDeleted']['because'] = 'parent deleted',
  ) => {
    for (const commentId of commentIds) {
      await commands.execute(new DeleteComment({ commentId, by, because }));
    }
  };
  return {
    name: 'comment-replies',
    on: {
      CommentDeleted: async ({ data: { commentId, authorId }, position }) => {
        await haveSeen(views, [comments], position);
        await remove(await queries.execute(new FindRepliesTo([commentId])), authorId);
      },
      PostDeleted: async ({ data: { postId, ownerId }, position }) => {
        await haveSeen(views, [comments], position);
        await remove(await queries.execute(new FindCommentsOn(postId)), ownerId);
      },
      CommentPosted: async ({ data: { commentId, postId, authorId, parent }, position }) => {
        await haveSeen(views, [leaderboard, comments, people], position);
        const isPostThere = (await queries.execute(new FindPostFacts(postId))) !== null;
        const isParentThere =
          parent === null || (await queries.execute(new FindCommentFacts(parent.commentId))) !== null;
        if (!isPostThere || !isParentThere) return remove([commentId], authorId);
        const found = await queries.execute(new PublicPeople([authorId]));
        if (!found.has(authorId)) await remove([commentId], authorId, 'account deleted');
      },
    },
  };
}
