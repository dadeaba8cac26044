import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Stored, ViewReader } from '../../kernel/document-store.js';
import type { Scalar } from '../../kernel/query.js';
import { type LeaderboardDocument, leaderboard } from '../leaderboard/leaderboard.projection.js';
import { PublicViews, Views } from '../../kernel/projection.js';
import { OwnPost } from './own-post.js';
import { ProfilePost } from './profile-post.js';

/** A page of one person's posts, newest first, and where the next begins; null at the end. */
export interface PageOf<Item> {
  readonly posts: readonly Item[];
  readonly next: readonly Scalar[] | null;
}

/** How many values a place in such a list has: when a post was published, and its id. */
export const PROFILE_PLACE_LENGTH = 2;

/** The public posts of a person, newest first, after a place in that list; and how many there are altogether. */
export class FindProfilePosts extends Query<PageOf<ProfilePost> & { readonly count: number }> {
  constructor(
    readonly ownerId: string,
    readonly limit: number,
    readonly after: readonly Scalar[] | null,
  ) {
    super();
  }
}

@QueryHandler(FindProfilePosts)
export class FindProfilePostsHandler implements IQueryHandler<FindProfilePosts> {
  private readonly board: ViewReader<LeaderboardDocument>;

  constructor(@Inject(PublicViews) views: PublicViews) {
    this.board = views.of(leaderboard);
  }

  async execute({ ownerId, limit, after }: FindProfilePosts) {
    const where = { ownerId, isPublic: true };
    const [count, found] = await Promise.all([
      this.board.count(where),
      this.board.find({ where, sort: { publishedAt: -1 }, limit: limit + 1, ...(after && { after }) }),
    ]);
    return { count, ...pageOf(found, limit, (post) => new ProfilePost(post)) };
  }
}

/** The posts of a person as they see them, hidden ones too, newest first, after a place in that list. */
export class FindOwnPosts extends Query<PageOf<OwnPost>> {
  constructor(
    readonly ownerId: string,
    readonly limit: number,
    readonly after: readonly Scalar[] | null,
  ) {
    super();
  }
}

@QueryHandler(FindOwnPosts)
export class FindOwnPostsHandler implements IQueryHandler<FindOwnPosts> {
  private readonly board: ViewReader<LeaderboardDocument>;

  constructor(@Inject(Views) views: Views) {
    this.board = views.of(leaderboard);
  }

  async execute({ ownerId, limit, after }: FindOwnPosts) {
    const found = await this.board.find({
      where: { ownerId },
      sort: { publishedAt: -1 },
      limit: limit + 1,
      ...(after && { after }),
    });
    return pageOf(found, limit, (post) => new OwnPost(post));
  }
}

function pageOf<Item>(
  found: readonly Stored<LeaderboardDocument>[],
  limit: number,
  shown: (post: Stored<LeaderboardDocument>) => Item,
): PageOf<Item> {
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const next = found.length > limit && last ? [last.publishedAt, last._id] : null;
  return { posts: page.map(shown), next };
}
