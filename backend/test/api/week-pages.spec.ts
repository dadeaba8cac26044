import type { WeeklyBoard } from '../../src/api/leaderboard/leaderboard.controller.js';
import type { PostRank } from '../../src/projections/weekly/rank.reader.js';
import { WeekClosing } from '../../src/reactions/timers/week-closing.js';
import { useOwnApp } from '../support/app.js';
import { verified } from '../support/people.js';
import { publishPost } from '../support/posts.js';

const DAY = 86_400_000;
const POSTS = 115;

describe('the board of a week with more than 100 posts', () => {
  const app = useOwnApp('not shared yet');
  let ann: { id: string; anonymousUsername: string };
  /** In the order of publication; the last one is Ann's. All have the same score, so the oldest ranks first. */
  const ids: string[] = [];

  beforeAll(async () => {
    ann = (await verified(app, 'ann@example.org')).user;
    const other = (await verified(app, 'bob@example.org')).user.id;
    for (let count = 1; count <= POSTS; count += 1) {
      ids.push(await publishPost(app, count === POSTS ? ann.id : other, 7));
      app.clock.advance(1000);
    }
  });
  const read = (address: string) => app.browser().get<WeeklyBoard>(address);
  const board = (query = '') => read(`/api/leaderboard/weekly?week=2026-W47${query}`);
  const nextOf = (headers: Headers) => /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1] ?? null;

  /** All posts of a list with their ranks, and the lengths of its pages. */
  async function whole(query: string): Promise<{ posts: [number, number][]; pages: number[] }> {
    const posts: [number, number][] = [];
    const pages: number[] = [];
    for (let next: string | null = `/api/leaderboard/weekly?week=2026-W47${query}`; next !== null;) {
      const { body, headers }: { body: WeeklyBoard; headers: Headers } = await read(next);
      posts.push(...body.posts.map(({ id, rank }): [number, number] => [ids.indexOf(id) + 1, rank]));
      pages.push(body.posts.length);
      next = nextOf(headers);
    }
    return { posts, pages };
  }
  const everyRank = Array.from({ length: POSTS }, (_, index) => [index + 1, index + 1]);

  describe.each(['runs', 'is closed'])('while it %s', (state) => {
    let cursor = 'cursor=rubbish';
    beforeAll(async () => {
      if (state === 'runs') return;
      cursor =
        nextOf((await board('&limit=5')).headers)
          ?.split('&')
          .at(-1) ?? '';
      app.clock.advance(7 * DAY);
      await app.server.get(WeekClosing).close();
    });

    it('has every post on its pages, best first', async () => {
      expect((await board()).body).toMatchObject({ isClosed: state === 'is closed' });
      expect(await whole('&limit=50')).toEqual({ posts: everyRank, pages: [50, 50, 15] });
      expect((await board()).body.posts).toHaveLength(100);
    });

    it('has them newest first, with the same ranks', async () => {
      expect(await whole('&limit=60&sort=recent')).toEqual({
        posts: everyRank.toReversed(),
        pages: [60, 55],
      });
    });

    it('finds a post by part of a name, whatever its rank', async () => {
      const name = ann.anonymousUsername.slice(0, 9).toLowerCase();
      expect((await whole(`&search=${name}`)).posts).toEqual([[POSTS, POSTS]]);
      expect((await whole(`&search=${name}&sort=recent`)).posts).toEqual([[POSTS, POSTS]]);
      expect((await whole('&search=nobody-at-all')).posts).toEqual([]);
      expect((await whole('&search=%CC%81')).posts).toEqual([]);
    });

    it('gives the same rank on the page of the post', async () => {
      const { body } = await app.browser().get<PostRank>(`/api/posts/${ids.at(-1)}/rank`);
      expect(body.week).toMatchObject({ place: POSTS, of: POSTS });
    });

    it('rejects the cursor of another list, and one from before the week was closed', async () => {
      const next = nextOf((await board('&limit=5')).headers) ?? '';
      for (const changed of [next.replace('sort=top', 'sort=recent'), next.replace('W47', 'W48')]) {
        expect((await read(changed)).status).toBe(400);
      }
      expect((await board(`&limit=5&${cursor}`)).status).toBe(400);
    });

    it.each(['limit=0', 'limit=101', 'sort=best', `search=${'a'.repeat(51)}`])(
      'rejects %s',
      async (query) => {
        expect((await board(`&${query}`)).status).toBe(400);
      },
    );
  });

  it('is open with all its posts after its closing was undone, and can be closed again', async () => {
    const closing = app.server.get(WeekClosing);
    await closing.undo('2026-W47', { kind: 'admin', id: 'ann' });
    expect((await board()).body).toMatchObject({ isClosed: false });
    expect((await whole('')).posts).toEqual(everyRank);
    const events = await app.adapters.storage.log.readStream('week-2026-W47');
    expect(events.at(-1)).toMatchObject({
      type: 'WeekReopened',
      metadata: { actor: { kind: 'admin', id: 'ann' } },
    });
    await expect(closing.undo('2026-W47', { kind: 'admin', id: 'ann' })).rejects.toThrow('is not closed');
    expect(await closing.close()).toEqual(['2026-W47']);
    expect((await board()).body).toMatchObject({ isClosed: true });
    expect((await whole('')).posts).toEqual(everyRank);
  });

  it('is undone after the weeks that were closed later', async () => {
    const { log } = app.adapters.storage;
    const [first] = await log.readStream('week-2026-W47');
    const week = { week: '2026-W45', closing: 'c1' };
    const standings = [{ rank: 1, postId: ids[0], ownerId: ann.id, scoreTenths: 70, scoreCount: 1 }];
    const bounds = { startsAt: '2026-11-02T00:00:00.000Z', endsAt: '2026-11-09T00:00:00.000Z' };
    const metadata = first?.metadata as object;
    await log.append('week-2026-W45', 'noStream', [
      { id: crypto.randomUUID(), type: 'WeekRanked', data: { ...week, standings }, metadata },
      { id: crypto.randomUUID(), type: 'WeekClosed', data: { ...week, ...bounds, ranks: 1 }, metadata },
    ]);
    // The write waits for the views.
    await publishPost(app, ann.id, 5);
    const { body } = await read('/api/leaderboard/weekly?week=2026-W45');
    expect(body).toMatchObject({ isClosed: true, ...bounds, posts: [{ rank: 1, id: ids[0] }] });
    const undo = app.server.get(WeekClosing).undo('2026-W45', { kind: 'admin', id: 'ann' });
    await expect(undo).rejects.toThrow('The week 2026-W47 is closed, too: undo it first.');
  });
});
