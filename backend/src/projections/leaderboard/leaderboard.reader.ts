import { Inject, Injectable } from '@nestjs/common';
import type { PostFacts } from '../../domain/post/post-facts.js';
import type { Stored, ViewReader } from '../../kernel/document-store.js';
import { PublicViews, Views } from '../../kernel/projection.js';
import type { Scalar } from '../../kernel/query.js';
import { PeopleReader } from '../accounts/people.reader.js';
import { NamesReader } from '../names/names.reader.js';
import { type LeaderboardDocument, leaderboard } from './leaderboard.projection.js';
import { type Found, type Order, type Part, postsOfPeople, siftedPosts } from './post-search.js';
import { averageTenths } from './scores.js';
import { LivePost, OwnPost, Post, ProfilePost } from './shown-posts.js';

/** The order of a list of posts. */
export type PostOrder = 'recent' | 'top';

/** A page of posts, and the cursor of the next page; null on the last page. */
export interface PageOf<Item> {
  readonly posts: readonly Item[];
  readonly next: readonly Scalar[] | null;
}

/** The figures of a public post that achievements depend on. */
export interface PostFigures {
  readonly ownerId: string;
  /** The average, in tenths. */
  readonly tenths: number;
  /** The number of people who rated it. */
  readonly ratings: number;
}

/** How many values the cursor of a list of posts has: the sort key and the id. */
export const CURSOR_LENGTH = 2;

const ORDERS: Readonly<Record<PostOrder, Order>> = {
  recent: { sort: { publishedAt: -1 }, direction: -1, key: ({ publishedAt }) => publishedAt },
  top: { sort: { rank: 1 }, direction: 1, key: ({ rank }) => rank },
};

/** Reads posts, one or many. Names and pictures of people are joined with one look-up per page. */
@Injectable()
export class LeaderboardReader {
  /** Posts as the public sees them. */
  private readonly shown: ViewReader<LeaderboardDocument>;
  /** All posts, for their owners and for reactions. */
  private readonly all: ViewReader<LeaderboardDocument>;

  constructor(
    @Inject(PublicViews) publicViews: PublicViews,
    @Inject(Views) views: Views,
    @Inject(PeopleReader) private readonly people: PeopleReader,
    @Inject(NamesReader) private readonly names: NamesReader,
  ) {
    this.shown = publicViews.of(leaderboard);
    this.all = views.of(leaderboard);
  }

  /**
   * Public posts in order, of all people or of those with `search` in one of their names. A page of a search may be
   * shorter than its limit and still have a next page.
   */
  async page(order: PostOrder, search: string | null, part: Part): Promise<PageOf<Post>> {
    const found = await (search ? this.search(search, ORDERS[order], part) : this.list(ORDERS[order], part));
    return { posts: await this.withAuthors(found.rows), next: found.next };
  }

  /** A post as `viewerId` may see it; null if it does not exist, or is hidden and not the viewer's own. */
  async post(postId: string, viewerId: string | null): Promise<Post | null> {
    const post = await this.shown.get(postId);
    if (!post || (!post.isPublic && post.ownerId !== viewerId)) return null;
    const [shown] = await this.withAuthors([post]);
    return shown ?? null;
  }

  /** Those of `ids` that are public posts now, with their counters, in one look-up. */
  async live(ids: readonly string[]): Promise<readonly LivePost[]> {
    const found = await this.shown.getMany(ids);
    return ids.flatMap((id) => {
      const post = found.get(id);
      return post?.isPublic ? [new LivePost(post)] : [];
    });
  }

  /** The public posts of a person, newest first, and their total count. */
  async publicPostsOf(
    ownerId: string,
    { limit, after }: Part,
  ): Promise<PageOf<ProfilePost> & { readonly count: number }> {
    const where = { ownerId, isPublic: true };
    const [count, found] = await Promise.all([
      this.shown.count(where),
      this.shown.find({ where, sort: ORDERS.recent.sort, limit: limit + 1, ...(after && { after }) }),
    ]);
    const { rows, next } = cut(found, limit, ORDERS.recent);
    return { count, posts: rows.map((post) => new ProfilePost(post)), next };
  }

  /** A person's own posts, hidden ones included, newest first. */
  async ownPostsOf(ownerId: string, { limit, after }: Part): Promise<PageOf<OwnPost>> {
    const { sort } = ORDERS.recent;
    const found = await this.all.find({
      where: { ownerId },
      sort,
      limit: limit + 1,
      ...(after && { after }),
    });
    const { rows, next } = cut(found, limit, ORDERS.recent);
    return { posts: rows.map((post) => new OwnPost(post)), next };
  }

  /** The facts that commands need about a post; null if it does not exist. */
  async facts(postId: string): Promise<PostFacts | null> {
    const post = await this.all.get(postId);
    return post && { postId, ownerId: post.ownerId, isPublic: post.isPublic };
  }

  /** The figures of a public post; null if it is hidden or does not exist. */
  async figures(postId: string): Promise<PostFigures | null> {
    const post = await this.all.get(postId);
    if (!post?.isPublic) return null;
    return { ownerId: post.ownerId, tenths: averageTenths(post), ratings: post.voteCount };
  }

  private async list(order: Order, { limit, after }: Part): Promise<Found> {
    const { sort } = order;
    const where = { isPublic: true };
    const found = await this.shown.find({ where, sort, limit: limit + 1, ...(after && { after }) });
    return cut(found, limit, order);
  }

  /** For a rare text, reads the posts of the matching people; for a common one, scans the posts. */
  private async search(text: string, order: Order, { limit, after }: Part): Promise<Found> {
    const authors = await this.names.authorsWith(text);
    if (authors) {
      return cut(await postsOfPeople(this.shown, authors, order, { limit: limit + 1, after }), limit, order);
    }
    return siftedPosts(this.shown, order, { limit, after }, (people) => this.names.matching(text, people));
  }

  private async withAuthors(posts: readonly Stored<LeaderboardDocument>[]): Promise<Post[]> {
    const people = await this.people.byIds(posts.map(({ ownerId }) => ownerId));
    return posts.map((post) => new Post(post, people.get(post.ownerId)));
  }
}

/** A page of the results: one more post than fits means that there is a next page. */
function cut(found: readonly Stored<LeaderboardDocument>[], limit: number, { key }: Order): Found {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next: found.length > limit && last ? [key(last), last._id] : null };
}
