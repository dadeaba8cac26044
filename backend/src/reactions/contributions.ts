import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import { DeleteComment } from '../domain/comment/comment.commands.js';
import { DeletePhoto } from '../domain/photo/photo.commands.js';
import { DeletePost } from '../domain/post/post.commands.js';
import { comments } from '../projections/comments/comments.projection.js';
import { FindCommentsOf } from '../projections/comments/comments.queries.js';
import { leaderboard } from '../projections/leaderboard/leaderboard.projection.js';
import type { OwnPost } from '../projections/profiles/own-post.js';
import { FindOwnPosts, type PageOf } from '../projections/profiles/profiles.queries.js';
import { photos } from '../projections/photos/photos.projection.js';
import { FindUnpublishedPhotosOf } from '../projections/photos/photos.queries.js';

/** Where commands and queries go. */
export interface Buses {
  readonly commands: Pick<CommandBus, 'execute'>;
  readonly queries: Pick<QueryBus, 'execute'>;
}

/** What tells which contributions a person has made. */
export const CONTRIBUTION_VIEWS = [leaderboard, comments, photos];

const PAGE = 100;

/** Deletes the posts and comments of a person whose account is gone, and photos of theirs that nobody has seen yet. */
export async function removeContributions(buses: Buses, accountId: string): Promise<void> {
  await removePosts(buses, accountId);
  await removeComments(buses, accountId);
  await removePhotos(buses, accountId);
}

async function removePosts({ commands, queries }: Buses, ownerId: string): Promise<void> {
  let place: FindOwnPosts['after'] = null;
  do {
    const page: PageOf<OwnPost> = await queries.execute(new FindOwnPosts(ownerId, PAGE, place));
    for (const { id: postId } of page.posts) {
      await commands.execute(new DeletePost({ postId, ownerId, because: 'account deleted' }));
    }
    place = page.next;
  } while (place);
}

async function removeComments({ commands, queries }: Buses, by: string): Promise<void> {
  for (const { _id: commentId } of await queries.execute(new FindCommentsOf(by))) {
    await commands.execute(new DeleteComment({ commentId, by, because: 'account deleted' }));
  }
}

/** A thousand at most; whatever is left expires within a day. */
async function removePhotos({ commands, queries }: Buses, accountId: string): Promise<void> {
  for (const { _id: photoId, claimedBy } of await queries.execute(new FindUnpublishedPhotosOf(accountId))) {
    await commands.execute(new DeletePhoto({ photoId, claimedBy }));
  }
}
