import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import type { Stored, ViewReader } from '../../infrastructure/document-store/document-store.port.js';
import type { Scalar } from '../../infrastructure/document-store/query.js';
import { PublicPeople } from '../accounts/people.queries.js';
import { SearchAuthors } from '../names/names.queries.js';
import { Views } from '../projection.js';
import { type LeaderboardDocument, leaderboard } from './leaderboard.projection.js';
import { Post } from './post.js';
import { type Order, postsOfPeople } from './posts-of-people.js';

/** The order of a list of posts. */
export type PostOrder = 'recent' | 'top';

/** A page of posts, and where the next begins; null at the end. */
export interface PostPage {
  readonly posts: readonly Post[];
  readonly next: readonly Scalar[] | null;
}

const ORDERS: Readonly<Record<PostOrder, Order>> = {
  recent: { sort: { publishedAt: -1 }, direction: -1, key: ({ publishedAt }) => publishedAt },
  top: { sort: { rank: 1 }, direction: 1, key: ({ rank }) => rank },
};

/** How many values a place in a list of posts has: the key it is sorted by, and the id. */
export const PLACE_LENGTH = 2;

/** Public posts in order, of everybody or of those whose name has `search` in it (see {@link SearchAuthors}). */
export class FindPosts extends Query<PostPage> {
  constructor(
    readonly order: PostOrder,
    readonly limit: number,
    readonly search: string | null,
    readonly after: readonly Scalar[] | null,
  ) {
    super();
  }
}

@QueryHandler(FindPosts)
export class FindPostsHandler implements IQueryHandler<FindPosts> {
  private readonly board: ViewReader<LeaderboardDocument>;

  constructor(
    @Inject(Views) views: Views,
    @Inject(QueryBus) private readonly queries: QueryBus,
  ) {
    this.board = views.of(leaderboard);
  }

  async execute({ order, limit, search, after }: FindPosts): Promise<PostPage> {
    const found = await this.find(ORDERS[order], search, { limit: limit + 1, after });
    const page = found.slice(0, limit);
    const last = page.at(-1);
    const next = found.length > limit && last ? [ORDERS[order].key(last), last._id] : null;
    return { posts: await withAuthors(this.queries, page), next };
  }

  private async find(
    order: Order,
    search: string | null,
    { limit, after }: { readonly limit: number; readonly after: readonly Scalar[] | null },
  ): Promise<Stored<LeaderboardDocument>[]> {
    if (search) {
      const authors = await this.queries.execute(new SearchAuthors(search));
      return postsOfPeople(this.board, authors, order, { limit, after });
    }
    const { sort } = order;
    return this.board.find({ where: { isPublic: true }, sort, limit, ...(after && { after }) });
  }
}

/**
 * A post as `viewerId` may see it: a hidden one only its owner; null for anybody else and for a post that is
 * not there.
 */
export class FindPost extends Query<Post | null> {
  constructor(
    readonly postId: string,
    readonly viewerId: string | null,
  ) {
    super();
  }
}

@QueryHandler(FindPost)
export class FindPostHandler implements IQueryHandler<FindPost> {
  private readonly board: ViewReader<LeaderboardDocument>;

  constructor(
    @Inject(Views) views: Views,
    @Inject(QueryBus) private readonly queries: QueryBus,
  ) {
    this.board = views.of(leaderboard);
  }

  async execute({ postId, viewerId }: FindPost): Promise<Post | null> {
    const post = await this.board.get(postId);
    if (!post || (!post.isPublic && post.ownerId !== viewerId)) return null;
    const [shown] = await withAuthors(this.queries, [post]);
    return shown ?? null;
  }
}

/** One look-up of people for a whole page. */
async function withAuthors(
  queries: QueryBus,
  posts: readonly Stored<LeaderboardDocument>[],
): Promise<Post[]> {
  const people = await queries.execute(new PublicPeople(posts.map(({ ownerId }) => ownerId)));
  return posts.map((post) => new Post(post, people.get(post.ownerId)));
}
