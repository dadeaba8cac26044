import type { BoardSummary } from '../../../src/api/leaderboard/leaderboard.controller.js';
import { Account } from '../../../src/domain/account/account.js';
import type { BoostType } from '../../../src/domain/boosts/boost-facts.js';
import { Boosts } from '../../../src/domain/boosts/boosts.js';
import { Post } from '../../../src/domain/post/post.js';
import type { BoardPost } from '../../../src/projections/leaderboard/shown-posts.js';
import { type PostRank, RankReader } from '../../../src/projections/weekly/rank.reader.js';
import { useOwnApp } from '../../support/app.js';
import { buyBoost, newestPayment } from '../../support/payments.js';
import { usePerson } from '../../support/people.js';
import { decider, given } from '../../support/post-acts.js';
import { publishPost, rate, send } from '../../support/posts.js';

const DAY = 86_400_000;
const idsOf = (posts: readonly { id: string }[]) => posts.map(({ id }) => id);

describe('the boards', () => {
  const app = useOwnApp('orders the whole board');
  const ann = usePerson(app, 'ann@example.org');
  const bob = usePerson(app, 'bob@example.org');
  const list = (query = '') => app.browser().get<BoardPost[]>(`/api/posts${query}`);
  const summary = async () => {
    const { body } = await app.browser().get<BoardSummary>('/api/leaderboard/summary');
    return { ...body, podium: body.podium.map(({ rank, id }) => [rank, id]) };
  };
  /** All posts of a list, and the sizes of its pages. */
  const pagesOf = async (start: string) => {
    const posts: BoardPost[] = [];
    const sizes: number[] = [];
    for (let next: string | undefined = start; next;) {
      const page: { body: BoardPost[]; headers: Headers } = await app.browser().get<BoardPost[]>(next);
      posts.push(...page.body);
      sizes.push(page.body.length);
      next = /^<([^>]+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1];
    }
    return { posts, sizes };
  };
  /** Four posts, the best one first; the last two have the same score. */
  const publishFour = async () => {
    const ids: string[] = [];
    for (const [owner, score] of [
      [ann, 9],
      [bob, 7],
      [ann, 5],
      [bob, 5],
    ] as const) {
      app.clock.advance(1000);
      ids.push(await publishPost(app, owner.id, score));
    }
    return ids as [string, string, string, string];
  };
  const removeAll = async () => {
    for (const { id, userId = '' } of (await list()).body) {
      await send(app, Post.DeletePost({ postId: id, ownerId: userId, because: 'owner' }));
    }
  };
  afterEach(removeAll);

  it('come newest or best first, page by page by the Link header, with ranks where rating alone decides', async () => {
    const [best, good, fair, later] = await publishFour();
    const recent = await pagesOf('/api/posts?limit=3');
    expect(recent.sizes).toEqual([3, 1]);
    expect(idsOf(recent.posts)).toEqual([later, fair, good, best]);
    for (const post of [...recent.posts, ...(await list('?sort=top&search=a')).body]) {
      expect(post).not.toHaveProperty('rank');
    }
    const top = await pagesOf('/api/posts?sort=top&limit=3');
    expect(top.posts.map(({ id, rank }) => [id, rank])).toEqual([
      [best, 1],
      [good, 2],
      [fair, 3],
      [later, 4],
    ]);
    expect((await app.browser().viewPost(best)).body).not.toHaveProperty('rank');
    expect((await list('?limit=4')).headers.get('link')).toBeNull();
  });

  it('find names by any part, ignoring case and accents, in pages', async () => {
    const [, first, , second] = await publishFour();
    const bobs = [second, first];
    await send(app, Account.ChangeProfile({ accountId: bob.id, displayUsername: 'Zoë Straßer' }));
    for (const text of ['zoe', 'OË', 'STRASS', ' sser ']) {
      expect(idsOf((await list(`?search=${encodeURIComponent(text)}`)).body)).toEqual(bobs);
    }
    const pages = await pagesOf('/api/posts?search=asser&sort=top&limit=1');
    expect(idsOf(pages.posts)).toEqual([first, second]);
    await send(app, Account.ChangeProfile({ accountId: bob.id, displayUsername: null }));
    expect((await list('?search=zoe')).body).toEqual([]);
  });

  it.each([
    ['a NUL', 'search=%00', 0],
    ['bytes that are no text', 'search=%FF%FE', 0],
    ['an accent without a letter', 'search=%CC%81', 0],
    ['an unfinished escape', 'search=%E0%A4%A', 0],
    ['wildcards', 'search=%25_*', 0],
    ['fifty emoji', `search=${encodeURIComponent('👣'.repeat(50))}`, 0],
    ['spaces only', 'search=%20%20', 4],
    ['an operator of a database', 'search[$ne]=a', 4],
  ])('answer a search for %s', async (_, query, count) => {
    await publishFour();
    const { status, body } = await list(`?${query}`);
    expect([status, body.length]).toEqual([200, count]);
  });

  it.each([
    ['limit=0', 'limit', 'A page has 1 to 100 posts'],
    ['limit=101', 'limit', 'A page has 1 to 100 posts'],
    ['limit=many', 'limit', 'A page has 1 to 100 posts'],
    ['sort=random', 'sort', 'Posts sort by "recent" or "top"'],
    ['search=a&search=b', 'search', 'A search has at most 50 characters'],
    [`search=${encodeURIComponent('👣'.repeat(51))}`, 'search', 'A search has at most 50 characters'],
  ])('reject %s', async (query, field, message) => {
    for (const address of ['/api/posts', '/api/leaderboard/weekly']) {
      expect(await app.browser().get(`${address}?${query}`)).toMatchObject({
        status: 400,
        body: { errors: { [field]: [message] } },
      });
    }
  });

  it('have a summary: their totals, and the first three of the running week that have a score', async () => {
    expect(await summary()).toEqual({ posts: 0, ratings: 0, podium: [] });
    const unrated = await publishPost(app, ann.id, null);
    expect(await summary()).toEqual({ posts: 1, ratings: 0, podium: [] });
    const best = await publishPost(app, ann.id, 9);
    await rate(app, unrated, ann.id, 7);
    const last = [2, unrated];
    expect(await summary()).toEqual({ posts: 2, ratings: 1, podium: [[1, best], last] });
    const others = [await publishPost(app, ann.id, 8), await publishPost(app, ann.id, 7.5)] as const;
    const podium = [best, ...others].map((id, index) => [index + 1, id]);
    expect(await summary()).toEqual({ posts: 4, ratings: 1, podium });
    await send(app, Post.HidePost({ postId: best, actId: crypto.randomUUID(), decider, ...given }));
    const after = [...others, unrated].map((id, index) => [index + 1, id]);
    expect(await summary()).toMatchObject({ posts: 3, podium: after });
    app.clock.advance(7 * DAY);
    expect(await summary()).toEqual({ posts: 3, ratings: 1, podium: [] });
  });

  describe('with boosts', () => {
    /** Buys a boost and applies it as the server does, with the ranks that the board gives. */
    const boost = async (postId: string, boostType: BoostType) => {
      const now = app.clock.now();
      const about = { userId: ann.id, boostId: crypto.randomUUID(), now: now.toISOString() };
      const price = { amount: 199, currency: 'usd' };
      await send(app, Boosts.GrantBoost({ ...about, boostType, price, target: null }));
      const rank = await app.server.get(RankReader).rankChange(postId, boostType, now);
      const post = { postId, ownerId: ann.id, isPublic: true };
      await send(app, Boosts.ApplyBoost({ ...about, post, rank }));
      return rank;
    };
    const rankOf = async (id: string) => (await app.browser().get<PostRank>(`/api/posts/${id}/rank`)).body;

    it('show why a post is above those that are rated better, until its boost ends', async () => {
      await publishFour();
      const weak = await publishPost(app, ann.id, 3);
      expect(await boost(weak, 'regular')).toEqual({ before: 5, after: 1 });
      const boostEndsAt = new Date(app.clock.now().getTime() + DAY).toISOString();
      const byRating = { allTime: { place: 5, of: 5 }, week: { place: 5, of: 5 } };
      app.clock.advance(DAY - 1);
      expect(await rankOf(weak)).toMatchObject({
        boost: 'regular',
        boostEndsAt,
        board: { place: 1, of: 5 },
        ...byRating,
      });
      expect((await list('?sort=top')).body.map(({ rank }) => rank)).toEqual([undefined, 1, 2, 3, 4]);
      app.clock.advance(1);
      const over = { boost: null, boostEndsAt: null, board: { place: 5, of: 5 }, ...byRating };
      expect(await rankOf(weak)).toMatchObject(over);
      expect((await list('?sort=top')).body.at(-1)).toMatchObject({ id: weak, boostType: null, rank: 5 });
    });

    it('record the ranks that a boost brings, bought for a post or applied later', async () => {
      await publishFour();
      const [first, second] = [await publishPost(app, ann.id, 2), await publishPost(app, ann.id, 1)];
      await buyBoost(app, ann, 'regular', first);
      expect((await newestPayment(ann)).brought).toMatchObject({ rankBefore: 5, rankDuring: 1 });
      app.clock.advance(1);
      await buyBoost(app, ann, 'mega');
      await ann.post(`/api/posts/${second}/apply-boost`);
      expect((await newestPayment(ann)).brought).toMatchObject({ rankBefore: 6, rankDuring: 1 });
    });
  });

  it('show a post that is not public, and its rank, to its owner; other ids are not found', async () => {
    const hidden = await publishPost(app, ann.id, 10, { moderationFlags: ['may show a face'] });
    const rank = `/api/posts/${hidden}/rank`;
    expect((await ann.viewPost(hidden)).body).toMatchObject({ isPublic: false });
    expect((await ann.get(rank)).body).toMatchObject({ allTime: { place: null }, week: { place: null } });
    const notFound = { status: 404, body: { message: 'Post not found', code: 'not_found' } };
    const unknown = ['00000000-0000-4000-8000-000000000000', 'first', '%00', "';%20DROP%20TABLE%20documents"];
    for (const id of [hidden, ...unknown]) {
      expect(await bob.viewPost(id)).toMatchObject(notFound);
      expect(await app.browser().get(`/api/posts/${id}/rank`)).toMatchObject(notFound);
    }
  });
});
