import type { HallOfFameWeek, WeeklyBoard } from '../../../src/api/leaderboard/leaderboard.controller.js';
import { Post } from '../../../src/domain/post/post.js';
import { type PostRank, RankReader } from '../../../src/projections/weekly/rank.reader.js';
import { ServerClocks } from '../../../src/reactions/timers/server-clocks.js';
import { WeekClosing } from '../../../src/reactions/timers/week-closing.js';
import { adminBrowser } from '../../support/admins.js';
import { useOwnApp } from '../../support/app.js';
import { DAY } from '../../support/erasure.js';
import { usePerson } from '../../support/people.js';
import { publishPost, rate, send } from '../../support/posts.js';
import { closeFalsely, placesIn, recountsOf } from '../../support/recounts.js';
import { anotherClosing } from '../../support/weeks.js';

const MOE = { kind: 'admin', id: 'moe' } as const;

describe('weekly boards', () => {
  afterEach(() => jest.restoreAllMocks());
  const app = useOwnApp('closes weeks');
  const ann = usePerson(app, 'ann@example.org');
  const bob = usePerson(app, 'bob@example.org');
  const posts: string[] = [];

  const read = (query = '') => app.browser().get<WeeklyBoard>(`/api/leaderboard/weekly${query}`);
  const board = async (week = '2026-W47') => (await read(`?week=${week}`)).body;
  const fame = (query = '') => app.browser().get<HallOfFameWeek[]>(`/api/leaderboard/weeks${query}`);
  const badgeOf = (postId: string | undefined) => app.server.get(RankReader).weekBadge(postId ?? '');
  const close = () => app.server.get(WeekClosing).close();
  const eventsOf = async (week: string) =>
    (await app.adapters.storage.log.readStream(`week-${week}`)).map(({ type }) => type);
  const ranks = ({ posts: shown }: WeeklyBoard) =>
    shown.map((post) => [post.rank, posts.indexOf(post.id), post.averageRating, post.removed]);
  const nextOf = ({ headers }: { headers: Headers }) =>
    /^<[^?]+(\?[^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
  /** Which posts a list has on which of its pages, each with its rank. */
  const pagesOf = async (query: string) => {
    const pages: number[][][] = [];
    for (let next: string | undefined = query; next;) {
      const page: { body: WeeklyBoard; headers: Headers } = await read(next);
      pages.push(page.body.posts.map(({ id, rank }) => [posts.indexOf(id), rank]));
      next = nextOf(page);
    }
    return pages;
  };
  const ORDER = [
    [1, 2, '8.0', false],
    [2, 0, '8.0', false],
    [3, 1, '8.0', false],
    [4, 4, '0.0', false],
  ];

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

  it('rank the running week by average, then vote count, then age', async () => {
    const { body } = await read();
    const bounds = { startsAt: '2026-11-16T00:00:00.000Z', endsAt: '2026-11-23T00:00:00.000Z' };
    expect(body).toMatchObject({ week: '2026-W47', isClosed: false, ...bounds });
    expect(ranks(body)).toEqual(ORDER);
    expect(await board()).toEqual(body);
    expect(await badgeOf(posts[2])).toEqual({ week: '2026-W47', isClosed: false, rank: 1 });
  });

  /** A cursor of the running week. */
  let open = '';
  const areListed = async () => {
    expect(await pagesOf('?week=2026-W47&limit=3')).toEqual([
      [
        [2, 1],
        [0, 2],
        [1, 3],
      ],
      [[4, 4]],
    ]);
    expect(await pagesOf('?week=2026-W47&limit=3&sort=recent')).toEqual([
      [
        [4, 4],
        [2, 1],
        [1, 3],
      ],
      [[0, 2]],
    ]);
    const name = bob.user.anonymousUsername.slice(0, 9).toLowerCase();
    for (const order of ['top', 'recent']) {
      const found = (await read(`?week=2026-W47&sort=${order}&search=%20${name}%20`)).body;
      expect(ranks(found)).toEqual([[3, 1, '8.0', false]]);
    }
    expect((await read('?week=2026-W47&search=nobody-at-all')).body.posts).toEqual([]);
    const { body } = await app.browser().get<PostRank>(`/api/posts/${posts[1]}/rank`);
    expect(body.week).toMatchObject({ place: 3, of: 4 });
  };

  it('have pages, an order, a search and a rank for each post while they run', async () => {
    await areListed();
    open = nextOf(await read('?week=2026-W47&limit=3')) ?? '';
    expect(open).toContain('cursor=');
  });

  it('stay open while the week runs and for a minute after it', async () => {
    expect(await close()).toEqual([]);
    app.clock.advance(Date.parse('2026-11-23T00:00:59.999Z') - app.clock.now().getTime());
    expect(await close()).toEqual([]);
    expect(await board()).toMatchObject({ isClosed: false });
    expect((await read()).body).toMatchObject({ week: '2026-W48', posts: [] });
  });

  it('close after that minute, once, also when two calls or two instances close at the same time', async () => {
    app.clock.advance(1);
    expect(await Promise.all([close(), close()])).toEqual([['2026-W47'], ['2026-W47']]);
    expect(await close()).toEqual([]);
    expect(await eventsOf('2026-W47')).toEqual(['WeekRanked', 'WeekClosed']);
    const bounds = { startsAt: '2026-11-16T00:00:00.000Z', endsAt: '2026-11-23T00:00:00.000Z' };
    expect(await board()).toMatchObject({ isClosed: true, ...bounds });
    await publishPost(app, bob.id, 5);
    app.clock.advance(7 * DAY);
    const twins = await Promise.all([close(), anotherClosing(app).close()]);
    expect(new Set(twins.flat())).toEqual(new Set(['2026-W48']));
    expect((await eventsOf('2026-W48')).filter((type) => type === 'WeekClosed')).toHaveLength(1);
  });

  it('have the same pages and ranks afterwards; a cursor from before is refused', async () => {
    await areListed();
    expect((await read(open)).status).toBe(400);
  });

  it('keep the average, votes and ranks of the closing, whatever happens later', async () => {
    for (let count = 0; count < 3; count += 1) await rate(app, posts[1] ?? '', bob.id, 10);
    expect(ranks(await board())).toEqual(ORDER);
    expect((await board()).posts[2]).toMatchObject({ ratingsCount: 0, aiScore: '8.0' });
    await rate(app, posts[4] ?? '', bob.id, 10, ann.id);
    expect(await badgeOf(posts[1])).toEqual({ week: '2026-W47', isClosed: true, rank: 3 });
    expect(await badgeOf(posts[4])).toMatchObject({ rank: null });
    expect((await app.browser().viewPost(posts[1])).body).toMatchObject({
      averageRating: '9.5',
      ratingsCount: 3,
    });
  });

  it('keep the rank of a removed post, without picture and name', async () => {
    await send(app, Post.DeletePost({ postId: posts[2] ?? '', ownerId: ann.id, because: 'owner' }));
    const { posts: shown } = await board();
    expect(shown[0]).toEqual({
      rank: 1,
      removed: true,
      id: posts[2],
      averageRating: '8.0',
      ratingsCount: 1,
      aiScore: '7.0',
    });
    expect(shown.map(({ rank }) => rank)).toEqual([1, 2, 3, 4]);
    expect((await fame()).body[1]).toMatchObject({
      week: '2026-W47',
      winners: [
        { rank: 1, removed: true, postId: posts[2], averageRating: '8.0', username: null, imageUrl: null },
        { rank: 2, removed: false, postId: posts[0], username: ann.user.anonymousUsername },
        { rank: 3, removed: false, postId: posts[1], imageUrl: `/images/${posts[1]}/1280.webp` },
      ],
    });
  });

  it('close for every missed week; the Hall of Fame has those with posts, page by page', async () => {
    app.clock.advance(2 * 7 * DAY);
    await publishPost(app, ann.id, 6);
    app.clock.advance(3 * 7 * DAY);
    expect(await close()).toEqual(['2026-W49', '2026-W50', '2026-W51', '2026-W52', '2026-W53']);
    expect(await board('2026-W50')).toMatchObject({ isClosed: true, posts: [] });
    const seen: string[][] = [];
    for (let next: string | undefined = '?limit=2'; next;) {
      const page: { body: HallOfFameWeek[]; headers: Headers } = await fame(next);
      seen.push(page.body.map(({ week }) => week));
      next = nextOf(page);
    }
    expect(seen).toEqual([['2026-W51', '2026-W48'], ['2026-W47']]);
    expect(await fame('?limit=53')).toMatchObject({
      status: 400,
      body: { errors: { limit: ['A page has 1 to 52 weeks'] } },
    });
  });

  it.each(['2027-W40', '2026-W46', '2025-W53', '0000-W01'])('do not exist for %s', async (week) => {
    expect(await read(`?week=${week}`)).toMatchObject({
      status: 404,
      body: { message: 'There is no board for this week.' },
    });
  });

  it.each(['2026-W7', '2026-W47&week=2026-W48', '%00'])('reject %s', async (week) => {
    expect(await read(`?week=${week}`)).toMatchObject({
      status: 400,
      body: { errors: { week: ['A week has the format 2026-W47'] } },
    });
  });

  it('stay closed when the clock goes back', async () => {
    app.clock.advance(-6 * 7 * DAY);
    expect([await close(), await anotherClosing(app).close()]).toEqual([[], []]);
    expect(await eventsOf('2026-W47')).toEqual(['WeekRanked', 'WeekClosed']);
    app.clock.advance(6 * 7 * DAY);
  });

  it('depend on the clocks of the log and of the documents', async () => {
    const { log, store } = app.adapters.storage;
    const now = app.clock.now();
    const ahead = new Date(now.getTime() + 120_000);
    const times = [log, store].map((server) => jest.spyOn(server, 'serverTime').mockResolvedValue(now));
    for (const [index, name] of ['event log', 'document store'].entries()) {
      times[index]?.mockResolvedValueOnce(ahead);
      expect(await app.server.get(ServerClocks).disagreement()).toMatch(
        `the clock of the ${name} is 120 seconds ahead`,
      );
    }
  });

  it('are open again once their closing is undone, that of the last week first', async () => {
    const closing = app.server.get(WeekClosing);
    await expect(closing.undo('2026-W47', MOE)).rejects.toThrow(
      'The week 2026-W53 is closed, too: undo it first.',
    );
    await closing.undo('2026-W53', MOE);
    const { log } = app.adapters.storage;
    expect((await log.readStream('week-2026-W53')).at(-1)).toMatchObject({
      type: 'WeekReopened',
      metadata: { actor: MOE },
    });
    await expect(closing.undo('2026-W53', MOE)).rejects.toThrow('is not closed');
    await closing.undo('2026-W52', MOE);
    await closing.undo('2026-W51', MOE);
    expect(await board('2026-W51')).toMatchObject({ isClosed: false, posts: [{ rank: 1 }] });
    expect(await closing.close()).toEqual(['2026-W51', '2026-W52', '2026-W53']);
    expect(await board('2026-W51')).toMatchObject({ isClosed: true, posts: [{ rank: 1 }] });
  });
});

describe('a recount of a closed week', () => {
  const app = useOwnApp('closes weeks');
  const ann = usePerson(app, 'ann@example.org');

  it('counts what was there at its closing, and closes the week again with a reason', async () => {
    const ownerId = ann.id;
    const first = await publishPost(app, ownerId, 9);
    const second = await publishPost(app, ownerId, 5);
    const gone = await publishPost(app, ownerId, 7);
    app.clock.advance(7 * DAY);
    // Of three posts it knows two, in the wrong order.
    await closeFalsely(app, '2026-W47', [second, first]);
    const later = await publishPost(app, ownerId, 8);
    app.clock.advance(7 * DAY);
    expect(await app.server.get(WeekClosing).close()).toEqual(['2026-W48']);
    // Neither counts: they came after the closing.
    await rate(app, second, ownerId, 10);
    await send(app, Post.DeletePost({ postId: gone, ownerId, because: 'owner' }));

    const desk = recountsOf(app, await adminBrowser(app, 'olga', 'owner'));
    expect((await desk.weeks()).map(({ week }) => week)).toEqual(['2026-W48', '2026-W47']);
    expect(await desk.recount()).toBeNull();
    expect(await desk.begin('2026-W46')).toMatchObject({ status: 404 });
    expect(await desk.begin('2026-W47')).toMatchObject({ status: 202 });
    expect(await desk.begin('2026-W48')).toMatchObject({ status: 409 });
    expect(await desk.ready()).toMatchObject({ week: '2026-W47', closing: 'false', error: null });
    const place = (rank: number, scoreTenths: number) => ({ rank, scoreTenths, scoreCount: 1 });
    expect((await desk.recount())?.comparison).toEqual({
      ranks: 2,
      differences: 3,
      listed: [
        { postId: second, recorded: place(1, 10), counted: place(3, 50) },
        { postId: first, recorded: place(2, 10), counted: place(1, 90) },
        { postId: gone, recorded: null, counted: place(2, 70) },
      ],
    });

    expect(await desk.accept('2026-W47', 'another')).toMatchObject({ status: 409 });
    expect(await desk.accept('2026-W47', 'false')).toMatchObject({ status: 204 });
    expect(await desk.recount()).toBeNull();
    expect(await placesIn(app, '2026-W47')).toEqual([
      [1, first, false],
      [2, gone, true],
      [3, second, false],
    ]);
    expect(await placesIn(app, '2026-W48')).toEqual([[1, later, false]]);
    const { log } = app.adapters.storage;
    expect((await log.readStream('week-2026-W47')).slice(2)).toMatchObject([
      { type: 'WeekReopened', data: { closing: 'false', asOf: 'false', reason: 'A rating was lost.' } },
      { type: 'WeekRanked', metadata: { actor: { kind: 'admin' } } },
      { type: 'WeekClosed', data: { ranks: 3 } },
    ]);

    // The new closing is counted as of the first one, too.
    await desk.begin('2026-W47');
    const again = await desk.ready();
    expect(again?.comparison).toEqual({ ranks: 3, differences: 0, listed: [] });
    expect(await desk.accept('2026-W47', again?.closing ?? '')).toMatchObject({
      status: 409,
      body: { message: 'There is no difference to accept.' },
    });
    expect(await desk.throwAway('2026-W48')).toMatchObject({ status: 409 });
    expect(await desk.throwAway('2026-W47')).toMatchObject({ status: 204 });
    expect(await desk.recount()).toBeNull();
    const asked = (await log.readAll(0, 10_000)).filter(({ type }) => type === 'OperationRequested');
    expect(asked.map(({ data }) => (data as { operation: string }).operation)).toEqual([
      'recountWeek',
      'reopenWeek',
      'recountWeek',
      'throwAwayRecount',
    ]);
  });
});
