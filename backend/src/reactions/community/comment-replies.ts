import type { CommandBus } from '@nestjs/cqrs';
import { DeleteComment } from '../../domain/comment/comment.commands.js';
import type { CommentEvents } from '../../domain/comment/comment.events.js';
import type { ViewProgress } from '../../kernel/view-progress.js';
import { people } from '../../projections/accounts/people.projection.js';
import type { PeopleReader } from '../../projections/accounts/people.reader.js';
import { comments } from '../../projections/comments/comments.projection.js';
import type { CommentsReader } from '../../projections/comments/comments.reader.js';
import { leaderboard } from '../../projections/leaderboard/leaderboard.projection.js';
import type { LeaderboardReader } from '../../projections/leaderboard/leaderboard.reader.js';
import type { Reaction } from '../reaction.js';
import { haveSeen } from '../seen-views.js';

/** What the reaction works with. */
export interface CommentRepliesParts {
  readonly commands: Pick<CommandBus, 'execute'>;
  readonly views: Pick<ViewProgress, 'seen'>;
  readonly readers: {
    readonly people: Pick<PeopleReader, 'byIds'>;
    readonly posts: Pick<LeaderboardReader, 'facts'>;
    readonly comments: Pick<CommentsReader, 'facts' | 'repliesTo' | 'idsOn'>;
  };
}

/**
 * Deletes the replies to a deleted comment and the comments on a deleted post. Each deletion triggers the next, so all
 * levels are covered, and so are comments that were being written meanwhile, also by people whose accounts are deleted
 * since. Readers never see these comments in between.
 */
export function commentReplies({ commands, views, readers }: CommentRepliesParts): Reaction {
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
        await remove(await readers.comments.repliesTo([commentId]), authorId);
      },
      PostDeleted: async ({ data: { postId, ownerId }, position }) => {
        await haveSeen(views, [comments], position);
        await remove(await readers.comments.idsOn(postId), ownerId);
      },
      CommentPosted: async ({ data: { commentId, postId, authorId, parent }, position }) => {
        await haveSeen(views, [leaderboard, comments, people], position);
        const isPostThere = (await readers.posts.facts(postId)) !== null;
        const isParentThere = parent === null || (await readers.comments.facts(parent.commentId)) !== null;
        if (!isPostThere || !isParentThere) return remove([commentId], authorId);
        const found = await readers.people.byIds([authorId]);
        if (!found.has(authorId)) await remove([commentId], authorId, 'account deleted');
      },
    },
  };
}
