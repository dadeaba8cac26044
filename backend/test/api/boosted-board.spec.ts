import { LiveFeed } from '../../src/api/live/live-feed.service.js';
import type { LiveMessage } from '../../src/api/live/live-connection.js';
import { Boosts } from '../../src/domain/boosts/boosts.js';
import type { BoostType } from '../../src/domain/boosts/boost-facts.js';
import type { BoardPost, Post } from '../../src/projections/leaderboard/shown-posts.js';
import { type PostRank, RankReader } from '../../src/projections/weekly/rank.reader.js';
import { useOwnApp } from '../support/app.js';
import type { Answer } from '../support/browser.js';
import { EventStream } from '../support/event-stream.js';
import { buyBoost, newestPayment } from '../support/payments.js';
import { verified } from '../support/people.js';
import { publishPost, send } from '../support/posts.js';

const DAY = 86_400_000;

describe('the board of all posts with boosts', () => {
  const app = useOwnApp('not shared yet', { per: 'test' });
  let posts: { readonly good: string; readonly middling: string; readonly weak: string };
  beforeEach(async () => {
    posts = {
      good: await publishPost(app, 'ann', 9),
      middling: await publishPost(app, 'ann', 6),
      weak: await publishPost(app, 'ann', 3),
    };
  });
  /** Buys a boost and applies it as the server does, with the ranks that the board gives. */
  const boost = async (postId: string, boostType: BoostType) => {
    const now = app.clock.now();
    const boostId = crypto.randomUUID();
    const price = { amount: 199, currency: 'usd' };
    await send(
      app,
      Boosts.GrantBoost({ userId: 'ann', boostId, boostType, price, now: now.toISOString(), target: null }),
    );
    const rank = await app.server.get(RankReader).rankChange(postId, boostType, now);
    const post = { postId, ownerId: 'ann', isPublic: true };
    await send(app, Boosts.ApplyBoost({ userId: 'ann', boostId, post, rank, now: now.toISOString() }));
    return rank;
  };
  const board = async (query = 'sort=top') => {
    const { body } = await app.browser().get<Post[]>(`/api/posts?${query}`);
    return body.map(({ id, boostType }) => [id, boostType]);
  };
  const rankOf = async (id: string) => (await app.browser().get<PostRank>(`/api/posts/${id}/rank`)).body;

  it('moves a boosted post up at once, and back at the second when the boost ends', async () => {
    const { good, middling, weak } = posts;
    expect(await boost(weak, 'regular')).toEqual({ before: 3, after: 1 });
    expect(await board()).toEqual([
      [weak, 'regular'],
      [good, null],
      [middling, null],
    ]);
    expect(await boost(middling, 'mega')).toEqual({ before: 3, after: 1 });
    const boosted = [
      [middling, 'mega'],
      [weak, 'regular'],
      [good, null],
    ];
    expect(await board()).toEqual(boosted);
    expect(await board('sort=recent')).toEqual(boosted);
    app.clock.advance(DAY - 1);
    expect(await board()).toEqual(boosted);
    app.clock.advance(1);
    expect(await board()).toEqual([
      [middling, 'mega'],
      [good, null],
      [weak, null],
    ]);
  });

  it('numbers the posts without a boost by rating alone, best first and without a search only', async () => {
    const { good, middling, weak } = posts;
    // As good as another, and later.
    app.clock.advance(1);
    const later = await publishPost(app, 'ann', 6);
    await boost(good, 'regular');
    const ranks: (readonly [string, number | undefined])[] = [];
    for (let address: string | undefined = '/api/posts?sort=top&limit=1'; address;) {
      const page: Answer<BoardPost[]> = await app.browser().get(address);
      ranks.push(...page.body.map(({ id, rank }) => [id, rank] as const));
      address = /<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1];
    }
    expect(ranks).toEqual([
      [good, undefined],
      [middling, 2],
      [later, 3],
      [weak, 4],
    ]);
    for (const [id, place = 1] of ranks) expect((await rankOf(id)).allTime).toEqual({ place, of: 4 });
    for (const query of ['sort=recent', 'sort=top&search=a']) {
      const { body } = await app.browser().get<BoardPost[]>(`/api/posts?${query}`);
      for (const post of body) expect(post).not.toHaveProperty('rank');
    }
    expect((await app.browser().viewPost(good)).body).not.toHaveProperty('rank');
  });

  it('explains the boost in the rank of a post, next to the rank by rating alone', async () => {
    const { weak } = posts;
    await boost(weak, 'regular');
    const boostEndsAt = new Date(app.clock.now().getTime() + DAY).toISOString();
    const all = { allTime: { place: 3, of: 3 }, week: { place: 3, of: 3 } };
    expect(await rankOf(weak)).toMatchObject({
      boost: 'regular',
      boostEndsAt,
      board: { place: 1, of: 3 },
      ...all,
    });
    app.clock.advance(DAY);
    expect(await rankOf(weak)).toMatchObject({
      boost: null,
      boostEndsAt: null,
      board: { place: 3, of: 3 },
      ...all,
    });
  });

  it('records the ranks that a boost brings, bought for a post or applied later', async () => {
    const { browser, user } = await verified(app, 'buyer@example.org');
    const [first, second] = [await publishPost(app, user.id, 2), await publishPost(app, user.id, 1)];
    await buyBoost(app, browser, 'regular', first);
    expect((await newestPayment(browser)).brought).toMatchObject({ rankBefore: 4, rankDuring: 1 });
    app.clock.advance(1);
    await buyBoost(app, browser, 'mega');
    await browser.post(`/api/posts/${second}/apply-boost`);
    expect((await newestPayment(browser)).brought).toMatchObject({ rankBefore: 5, rankDuring: 1 });
  });

  it('tells live readers when a boost begins, and when its time is over', async () => {
    const { weak } = posts;
    const stream = await EventStream.open(`${app.url}/api/live`, {});
    await stream.next();
    const nextMessage = async () => JSON.parse((await stream.next())?.data ?? '{}') as LiveMessage;
    await boost(weak, 'mega');
    expect(await nextMessage()).toMatchObject({
      posts: [{ id: weak, isBoosted: true, boostType: 'mega' }],
      boosted: [weak],
      published: [],
    });
    app.clock.advance(7 * DAY);
    await app.server.get(LiveFeed).tellEndedBoosts();
    expect(await nextMessage()).toMatchObject({
      posts: [{ id: weak, isBoosted: false, boostType: null }],
      boosted: [weak],
    });
    stream.close();
  });
});
