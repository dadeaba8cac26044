import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import type { Stored, ViewReader } from '../../kernel/document-store.js';
import type { Scalar } from '../../kernel/query.js';
import { PublicPeople } from '../accounts/people.queries.js';
import { FilterByName, SearchAuthors } from '../names/names.queries.js';
import { PublicViews } from '../../kernel/projection.js';
import { type LeaderboardDocument, leaderboard } from './leaderboard.projection.js';
import { Post } from './post.js';
import { type Order, postsOfPeople } from './posts-of-people.js';
import { type Sifted, siftedPosts } from './sifted-posts.js';

/** The order of a list of posts. */
export type PostOrder = 'recent' | 'top';

/** A page of posts, and where the next begins; null at the end. A search may answer with fewer than there are to come. */
export interface PostPage {
  readonly posts: readonly Post[];
  readonly next: readonly Scalar[] | null;
}

interface Wanted {
  readonly limit: number;
  readonly after: readonly Scalar[] | null;
}

const ORDERS: Readonly<Record<PostOrder, Order>> = {
  recent: { sort: { publishedAt: -1 }, direction: -1, key: ({ publishedAt }) => publishedAt },
  top: { sort: { rank: 1 }, direction: 1, key: ({ rank }) => rank },
};

/** How many values a place in a list of posts has: the key it is sorted by, and the id. */
export const PLACE_LENGTH = 2;

/** Public posts in order, of everybody or of those who have `search` in one of their names. */
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
    @Inject(PublicViews) views: PublicViews,
    @Inject(QueryBus) private readonly queries: QueryBus,
  ) {
    this.board = views.of(leaderboard);
  }

  async execute({ order, limit, search, after }: FindPosts): Promise<PostPage> {
    const wanted = { limit, after };
    const { rows, next } = await (search
      ? this.search(search, ORDERS[order], wanted)
      : this.page(ORDERS[order], wanted));
    return { posts: await withAuthors(this.queries, rows), next };
  }

  private async page(order: Order, { limit, after }: Wanted): Promise<Sifted> {
    const { sort } = order;
    const where = { isPublic: true };
    const found = await this.board.find({ where, sort, limit: limit + 1, ...(after && { after }) });
    return cut(found, limit, order);
  }

  /** A text that few names hold leads to their posts; for one that many hold, it's the posts that are looked through. */
  private async search(text: string, order: Order, { limit, after }: Wanted): Promise<Sifted> {
    const authors = await this.queries.execute(new SearchAuthors(text));
    if (authors) {
      return cut(await postsOfPeople(this.board, authors, order, { limit: limit + 1, after }), limit, order);
    }
    return siftedPosts(this.board, order, { limit, after }, (people) =>
      this.queries.execute(new FilterByName(text, people)),
    );
  }
}

/** A page of what was found, of which one more than fits in tells that there is another. */
function cut(found: readonly Stored<LeaderboardDocument>[], limit: number, { key }: Order): Sifted {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next: found.length > limit && last ? [key(last), last._id] : null };
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
    @Inject(PublicViews) views: PublicViews,
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
