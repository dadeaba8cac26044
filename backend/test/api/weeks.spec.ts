import { Post } from '../../src/domain/post/post.js';
import type { WeeklyBoard, HallOfFameWeek } from '../../src/api/leaderboard/leaderboard.controller.js';
import { Projector } from '../../src/kernel/views/projector.js';
import { RankReader } from '../../src/projections/weekly/rank.reader.js';
import { weekly } from '../../src/projections/weekly/weekly.js';
import { ServerClocks } from '../../src/reactions/timers/server-clocks.js';
import { WeekClosing } from '../../src/reactions/timers/week-closing.js';
import { useOwnApp } from '../support/app.js';
import { publishPost, rate, send } from '../support/posts.js';
import { usePerson } from '../support/people.js';
import { anotherClosing, bytesOf } from '../support/weeks.js';

const DAY = 86_400_000;

describe('weekly boards', () => {
  const app = useOwnApp('not shared yet');
  const ann = usePerson(app, 'ann@example.org');
  const bob = usePerson(app, 'bob@example.org');
  const posts: string[] = [];

  const board = (week?: string) =>
    app.browser().get<WeeklyBoard>(`/api/leaderboard/weekly${week ? `?week=${week}` : ''}`);
  const fame = (query = '') => app.browser().get<HallOfFameWeek[]>(`/api/leaderboard/weeks${query}`);
  const badgeOf = (postId: string | undefined) => app.server.get(RankReader).weekBadge(postId ?? '');
  const close = () => app.server.get(WeekClosing).close();
  const ranks = ({ posts: shown }: WeeklyBoard) =>
    shown.map((post) => [post.rank, posts.indexOf(post.id), post.averageRating, post.removed]);

  beforeAll(async () => {
    // Saturday of 2026-W47: two posts with the same figures (the older ranks first), one with more votes, one hidden.
    for (const score of [8, 8, 7]) {
      posts.push(await publishPost(app, posts.length === 1 ? bob.id : ann.id, score));
      app.clock.advance(1000);
    }
    await rate(app, posts[2] ?? '', ann.id, 9, bob.id);
    posts.push(await publishPost(app, ann.id, 10, { moderationFlags: ['may show a face'] }));
    posts.push(await publishPost(app, ann.id, null));
  });
  it('depend on the clocks of the log and of the documents', async () => {
    const { log, store } = app.adapters.storage;
    const now = app.clock.now();
    const ahead = new Date(now.getTime() + 2 * 60_000);
    const times = [log, store].map((server) => jest.spyOn(server, 'serverTime').mockResolvedValue(now));
    const disagreement = () => app.server.get(ServerClocks).disagreement();
    expect(await disagreement()).toBeNull();
    times[0]?.mockResolvedValue(ahead);
    expect(await disagreement()).toMatch('the clock of the event log is 120 seconds ahead');
    times[0]?.mockResolvedValue(now);
    times[1]?.mockResolvedValue(ahead);
    expect(await disagreement()).toMatch('the clock of the document store is 120 seconds ahead');
    for (const time of times) time.mockRestore();
  });

  it('rank the running week by average, then vote count, then age', async () => {
    const { body } = await board();
    expect(body).toMatchObject({ week: '2026-W47', isClosed: false });
    expect(ranks(body)).toEqual([
      [1, 2, '8.0', false],
      [2, 0, '8.0', false],
      [3, 1, '8.0', false],
      [4, 4, '0.0', false],
    ]);
    expect((await board('2026-W47')).body).toEqual(body);
  });

  it('have badges for the first five ranks among rated posts', async () => {
    expect(await badgeOf(posts[2])).toEqual({ week: '2026-W47', isClosed: false, rank: 1 });
    expect(await badgeOf(posts[1])).toMatchObject({ rank: 3 });
    expect(await badgeOf(posts[4])).toMatchObject({ rank: null });
  });

  it('stay open while the week runs and for a minute after it', async () => {
    expect(await close()).toEqual([]);
    app.clock.advance(Date.parse('2026-11-23T00:00:59.999Z') - app.clock.now().getTime());
    expect(await close()).toEqual([]);
    expect((await board('2026-W47')).body).toMatchObject({ isClosed: false });
    expect((await board()).body).toMatchObject({ week: '2026-W48', posts: [] });
  });

  it('close after that minute, once, when two calls run at the same time', async () => {
    app.clock.advance(1);
    expect(await Promise.all([close(), close()])).toEqual([['2026-W47'], ['2026-W47']]);
    expect(await close()).toEqual([]);
    const events = await app.adapters.storage.log.readStream('week-2026-W47');
    expect(events.map(({ type }) => type)).toEqual(['WeekRanked', 'WeekClosed']);
    expect((await board('2026-W47')).body).toMatchObject({
      isClosed: true,
      startsAt: '2026-11-16T00:00:00.000Z',
      endsAt: '2026-11-23T00:00:00.000Z',
    });
  });

  it('close once when two instances close the week at the same time', async () => {
    await publishPost(app, bob.id, 5);
    app.clock.advance(7 * DAY);
    const twins = [close(), anotherClosing(app).close()];
    expect(new Set((await Promise.all(twins)).flat())).toEqual(new Set(['2026-W48']));
    const events = await app.adapters.storage.log.readStream('week-2026-W48');
    expect(events.filter(({ type }) => type === 'WeekClosed')).toHaveLength(1);
  });

  it('keep the average, votes and ranks of the closing, whatever happens later', async () => {
    for (let count = 0; count < 3; count += 1) await rate(app, posts[1] ?? '', bob.id, 10);
    const { body } = await board('2026-W47');
    expect(ranks(body)).toEqual([
      [1, 2, '8.0', false],
      [2, 0, '8.0', false],
      [3, 1, '8.0', false],
      [4, 4, '0.0', false],
    ]);
    expect(body.posts[2]).toMatchObject({ ratingsCount: 0, aiScore: '8.0' });
    await rate(app, posts[4] ?? '', bob.id, 10, ann.id);
    expect(await badgeOf(posts[1])).toEqual({ week: '2026-W47', isClosed: true, rank: 3 });
    expect(await badgeOf(posts[4])).toMatchObject({ rank: null });
    const post = await app.browser().viewPost(posts[1]);
    expect(post.body).toMatchObject({ averageRating: '9.5', ratingsCount: 3 });
  });

  it('keep the rank of a removed post, without picture and name', async () => {
    await send(app, Post.DeletePost({ postId: posts[2] ?? '', ownerId: ann.id, because: 'owner' }));
    const { body } = await board('2026-W47');
    expect(body.posts[0]).toEqual({
      rank: 1,
      removed: true,
      id: posts[2],
      averageRating: '8.0',
      ratingsCount: 1,
      aiScore: '7.0',
    });
    expect(ranks(body).map(([rank]) => rank)).toEqual([1, 2, 3, 4]);
    const [, famous] = (await fame()).body;
    expect(famous).toMatchObject({
      week: '2026-W47',
      winners: [
        { rank: 1, removed: true, postId: posts[2], averageRating: '8.0', username: null, imageUrl: null },
        { rank: 2, removed: false, postId: posts[0], username: ann.user.anonymousUsername },
        { rank: 3, removed: false, postId: posts[1], imageUrl: `/images/${posts[1]}/1280.webp` },
      ],
    });
  });

  it('close for every missed week, and empty weeks are left out of the Hall of Fame', async () => {
    app.clock.advance(2 * 7 * DAY);
    await publishPost(app, ann.id, 6);
    app.clock.advance(3 * 7 * DAY);
    expect(await close()).toEqual(['2026-W49', '2026-W50', '2026-W51', '2026-W52', '2026-W53']);
    expect((await board('2026-W50')).body).toMatchObject({ isClosed: true, posts: [] });
    expect((await fame()).body.map(({ week }) => week)).toEqual(['2026-W51', '2026-W48', '2026-W47']);
  });

  it('page the Hall of Fame to its end by the Link header', async () => {
    const seen: string[] = [];
    for (let next: string | null = '?limit=2'; next !== null;) {
      const { body, headers }: { body: HallOfFameWeek[]; headers: Headers } = await fame(next);
      seen.push(...body.map(({ week }) => week));
      next = /^<[^?]+(\?[^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1] ?? null;
    }
    expect(seen).toEqual(['2026-W51', '2026-W48', '2026-W47']);
    expect((await fame('?cursor=rubbish')).status).toBe(400);
    expect((await fame('?limit=53')).status).toBe(400);
  });

  it.each(['2027-W40', '2026-W46', '2025-W53', '0000-W01'])('do not exist for %s', async (week) => {
    expect(await board(week)).toMatchObject({
      status: 404,
      body: { message: 'There is no board for this week.' },
    });
  });

  it.each(['2026-47', 'W47', '2026-W7', '2026-W47&week=2026-W48', '%00'])('reject %s', async (week) => {
    expect(await board(week)).toMatchObject({
      status: 400,
      body: { errors: { week: [expect.any(String)] } },
    });
  });

  it('are rebuilt byte for byte', async () => {
    const before = await bytesOf(app, weekly);
    expect(before.size).toBe(7);
    await app.server.get(Projector).rebuild(['weekly']);
    expect(await app.adapters.storage.store.current('weekly')).toBe('v2-2');
    expect(await bytesOf(app, weekly)).toEqual(before);
    expect((await board('2026-W47')).body.posts).toHaveLength(4);
  });

  it('stay closed when the clock goes back, and a repeated week is not closed again', async () => {
    const before = await bytesOf(app, weekly);
    app.clock.advance(-6 * 7 * DAY);
    expect(await close()).toEqual([]);
    expect(await anotherClosing(app).close()).toEqual([]);
    expect(await bytesOf(app, weekly)).toEqual(before);
  });
});
