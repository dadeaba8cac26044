import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Comment } from '../../domain/comment/comment.js';
import type { DomainEvents } from '../../domain/events.js';
import { forEachSettled } from '../../kernel/settle-all.js';
import { ViewProgress } from '../../kernel/view-progress.js';
import { people, PeopleReader } from '../../projections/accounts/people.js';
import { comments, CommentsReader } from '../../projections/comments/comments.js';
import { leaderboard } from '../../projections/leaderboard/leaderboard.js';
import { LeaderboardReader } from '../../projections/leaderboard/leaderboard.reader.js';
import type { Reaction } from '../reaction.js';
import { haveSeen } from '../seen-views.js';

/**
 * Deletes the replies to a deleted comment and the comments on a deleted post. Each deletion triggers the next, so all
 * levels are covered, and so are comments that were being written meanwhile, also by people whose accounts are deleted
 * since. Readers never see these comments in between.
 */
@Injectable()
export class CommentReplies implements Reaction {
  constructor(
    private readonly commands: CommandBus,
    private readonly views: ViewProgress,
    private readonly peopleReader: PeopleReader,
    private readonly postsReader: LeaderboardReader,
    private readonly commentsReader: CommentsReader,
  ) {}

  readonly name = 'comment-replies';
  readonly on: Reaction['on'] = {
    CommentDeleted: async ({ data: { commentId, authorId }, position }) => {
      await haveSeen(this.views, [comments], position);
      await this.remove(await this.commentsReader.repliesTo([commentId]), authorId);
    },
    PostDeleted: async ({ data: { postId, ownerId }, position }) => {
      await haveSeen(this.views, [comments], position);
      await this.remove(await this.commentsReader.idsOn(postId), ownerId);
    },
    CommentPosted: async ({ data: { commentId, postId, authorId, parent }, position }) => {
      await haveSeen(this.views, [leaderboard, comments, people], position);
      const isPostThere = (await this.postsReader.facts(postId)) !== null;
      const isParentThere = parent === null || (await this.commentsReader.facts(parent.commentId)) !== null;
      if (!isPostThere || !isParentThere) return this.remove([commentId], authorId);
      const found = await this.peopleReader.byIds([authorId]);
      if (!found.has(authorId)) await this.remove([commentId], authorId, 'account deleted');
    },
  };

  private async remove(
    commentIds: readonly string[],
    by: string,
    because: DomainEvents['CommentDeleted']['because'] = 'parent deleted',
  ): Promise<void> {
    await forEachSettled(commentIds, (commentId) =>
      this.commands.execute(Comment.DeleteComment({ commentId, by, because })),
    );
  }
}
