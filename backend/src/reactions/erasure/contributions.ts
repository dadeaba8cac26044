import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Comment } from '../../domain/comment/comment.js';
import { Photo } from '../../domain/photo/photo.js';
import { Post } from '../../domain/post/post.js';
import { comments, CommentsReader } from '../../projections/comments/comments.js';
import { leaderboard } from '../../projections/leaderboard/leaderboard.js';
import { LeaderboardReader } from '../../projections/leaderboard/leaderboard.reader.js';
import { photos, PhotosReader } from '../../projections/photos/photos.js';
import { forEachSettled } from '../../kernel/settle-all.js';

export const CONTRIBUTION_VIEWS = [leaderboard, comments, photos];

/** The posts and comments of a deleted account, and its unpublished photos. */
@Injectable()
export class Contributions {
  constructor(
    private readonly commands: CommandBus,
    private readonly postsReader: LeaderboardReader,
    private readonly commentsReader: CommentsReader,
    private readonly photosReader: PhotosReader,
  ) {}

  /** Deletes 1,000 photos at most; the rest expire within a day. @throws Error if one failed, after all others were tried */
  async remove(accountId: string): Promise<void> {
    const because = 'account deleted';
    const posts = await this.postsReader.postIdsOf(accountId);
    const written = await this.commentsReader.by(accountId);
    const unpublished = await this.photosReader.unpublishedOf(accountId);
    const deletions = [
      ...posts.map((postId) => Post.DeletePost({ postId, ownerId: accountId, because })),
      ...written.map(({ _id: commentId }) => Comment.DeleteComment({ commentId, by: accountId, because })),
      ...unpublished.map(({ _id: photoId, claimedBy }) => Photo.DeletePhoto({ photoId, claimedBy })),
    ];
    await forEachSettled(deletions, (deletion) => this.commands.execute(deletion));
  }
}
