import type { CommandBus } from '@nestjs/cqrs';
import { DeleteComment } from '../../domain/comment/comment.commands.js';
import { DeletePhoto } from '../../domain/photo/photo.commands.js';
import { DeletePost } from '../../domain/post/post.commands.js';
import { comments } from '../../projections/comments/comments.projection.js';
import type { CommentsReader } from '../../projections/comments/comments.reader.js';
import { leaderboard } from '../../projections/leaderboard/leaderboard.projection.js';
import type { LeaderboardReader } from '../../projections/leaderboard/leaderboard.reader.js';
import { photos } from '../../projections/photos/photos.projection.js';
import type { PhotosReader } from '../../projections/photos/photos.reader.js';

/** What the deletion of contributions needs. */
export interface ContributionParts {
  readonly commands: Pick<CommandBus, 'execute'>;
  readonly readers: {
    readonly posts: Pick<LeaderboardReader, 'postIdsOf'>;
    readonly comments: Pick<CommentsReader, 'by'>;
    readonly photos: Pick<PhotosReader, 'unpublishedOf'>;
  };
}

/** The readers that find a person's contributions. */
export const CONTRIBUTION_VIEWS = [leaderboard, comments, photos];

/** Deletes the posts and comments of a deleted account, and its unpublished photos. */
export async function removeContributions(parts: ContributionParts, accountId: string): Promise<void> {
  await removePosts(parts, accountId);
  await removeComments(parts, accountId);
  await removePhotos(parts, accountId);
}

async function removePosts({ commands, readers }: ContributionParts, ownerId: string): Promise<void> {
  for (const postId of await readers.posts.postIdsOf(ownerId)) {
    await commands.execute(new DeletePost({ postId, ownerId, because: 'account deleted' }));
  }
}

async function removeComments({ commands, readers }: ContributionParts, by: string): Promise<void> {
  for (const { _id: commentId } of await readers.comments.by(by)) {
    await commands.execute(new DeleteComment({ commentId, by, because: 'account deleted' }));
  }
}

/** Deletes 1,000 at most; the rest expire within a day. */
async function removePhotos({ commands, readers }: ContributionParts, accountId: string): Promise<void> {
  for (const { _id: photoId, claimedBy } of await readers.photos.unpublishedOf(accountId)) {
    await commands.execute(new DeletePhoto({ photoId, claimedBy }));
  }
}
