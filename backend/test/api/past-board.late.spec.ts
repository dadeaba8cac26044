import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PastBoardAnswer, PastBoardLine } from '../../src/api/as-of/as-of.contract.js';
import { PastBoardBuilds } from '../../src/api/as-of/past-board.service.js';
import { buildProcess } from '../../src/kernel/views/build-process.js';
import { PastBoards, type PastBoardNews } from '../../src/projections/past-board.js';
import { WeekClosing } from '../../src/reactions/timers/week-closing.js';
import { DESK } from '../support/desk.js';
import { deleteDue, erased, leave } from '../support/erasure.js';
import { HoldDesk } from '../support/legal-hold.js';
import { rate } from '../support/posts.js';
import { Noted } from '../support/waits.js';

const BOARD = `${DESK}/as-of/board`;
const DAY = 86_400_000;

const linesIn = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as PastBoardLine);

describe('the board of a moment', () => {
  let desk: HoldDesk;
  beforeAll(async () => {
    desk = await HoldDesk.open();
  });
  afterAll(() => desk.app.stop());

  const read = async (at?: string | number, by = desk.owner) => {
    const { status, headers, body } = await by.get<string>(at === undefined ? BOARD : `${BOARD}?at=${at}`);
    expect([status, headers.get('content-type'), headers.get('x-accel-buffering')]).toEqual([
      200,
      'application/x-ndjson; charset=utf-8',
      'no',
    ]);
    return linesIn(body);
  };
  const boardAt = async (at?: string | number, by = desk.owner) =>
    (await read(at, by)).at(-1)?.board as PastBoardAnswer;
  const idsOf = ({ posts }: PastBoardAnswer) => posts.map(({ id }) => id);
  const head = () => desk.app.adapters.storage.log.head();

  it('comes with its progress, is the live board for now, and is compared with the archive of the week', async () => {
    const [one, other] = [await desk.posted(), await desk.posted()];
    await rate(desk.app, one.postId, one.author.user.id, 10);
    const rated = await head();
    await rate(desk.app, other.postId, other.author.user.id, 10);
    await rate(desk.app, other.postId, other.author.user.id, 10);

    const lines = await read();
    const live = await desk.app.browser().get<{ id: string }[]>('/api/posts?sort=top');
    const now = lines.at(-1)?.board as PastBoardAnswer;
    expect(idsOf(now)).toEqual(live.body.map(({ id }) => id));
    expect(now).toMatchObject({ position: await head(), count: 2, comparison: null, isIncomplete: false });
    expect(now.posts[0]).toMatchObject({
      rank: 1,
      id: other.postId,
      ownerId: other.author.user.id,
      username: other.author.user.anonymousUsername,
      votes: 2,
      isDifferent: false,
    });
    expect(lines.slice(0, -1).map(({ progress }) => progress)).toEqual([
      { position: 0, end: now.position, events: 0 },
      { position: now.position, end: now.position, events: now.events },
    ]);

    const then = await boardAt(rated);
    expect(idsOf(then)).toEqual([one.postId, other.postId]);
    expect(then.posts.map(({ votes }) => votes)).toEqual([1, 0]);

    desk.app.clock.advance(7 * DAY);
    await desk.app.server.get(WeekClosing).close();
    await desk.signIn();
    const closed = await head();
    expect((await boardAt(closed)).comparison).toEqual({
      week: '2026-W47',
      ranks: 2,
      posts: 2,
      differences: 0,
      listed: [],
    });
    await rate(desk.app, one.postId, one.author.user.id, 1);
    const later = await boardAt();
    expect(later.comparison).toMatchObject({ differences: 1, ranks: 2 });
    expect(later.comparison?.listed[0]).toMatchObject({
      postId: one.postId,
      recorded: { rank: 2, scoreTenths: 100, scoreCount: 1 },
      counted: { rank: 2, scoreTenths: 110, scoreCount: 2 },
    });
    expect(later.posts.filter(({ isDifferent }) => isDifferent).map(({ id }) => id)).toEqual([one.postId]);
  });

  it('keeps the post of a person who was erased since, without a name', async () => {
    const { author, postId } = await desk.posted();
    const before = await head();
    await author.browser.login(author.user.email);
    await leave(desk.app, author.browser);
    await deleteDue(desk.app);
    await erased(desk.app, author.user.id);
    await desk.signIn();
    const { posts } = await boardAt(before);
    expect(posts.find(({ id }) => id === postId)).toMatchObject({
      ownerId: author.user.id,
      username: null,
      displayUsername: null,
    });
    expect(idsOf(await boardAt())).not.toContain(postId);
  });

  it('shows moderators nothing of a legal hold', async () => {
    const { postId, actId } = await desk.held();
    const held = await head();
    expect(idsOf(await boardAt(held))).not.toContain(postId);
    expect(idsOf(await boardAt(held, desk.moderator))).not.toContain(postId);
    expect((await desk.lift(actId)).status).toBe(200);
    expect(idsOf(await boardAt(held))).not.toContain(postId);
    expect(idsOf(await boardAt(held, desk.moderator))).toContain(postId);
  });

  it('rejects what is no moment', async () => {
    expect((await desk.owner.get(`${BOARD}?at=yesterday`)).status).toBe(400);
    expect((await desk.owner.get(`${BOARD}?at=${crypto.randomUUID()}`)).status).toBe(404);
    expect(desk.app.server.get(PastBoardBuilds).isRunning).toBe(false);
  });

  describe('while one is built', () => {
    const boards = () => desk.app.server.get(PastBoards);
    const builds = () => desk.app.server.get(PastBoardBuilds);
    /** Builds that last until they are stopped or fail. */
    let fail: (reason: Error) => void = () => undefined;
    let stops: Noted<unknown>;
    beforeEach(() => {
      stops = new Noted();
      boards().fold = (_, onNews, signal) =>
        new Promise((_resolve, reject) => {
          fail = reject;
          onNews({ progress: { position: 0, end: 9, events: 0 } });
          signal.addEventListener('abort', () => {
            reject(signal.reason as Error);
            stops.push(signal.reason);
          });
        });
    });
    afterEach(() => {
      // The method of its class shows again.
      delete (boards() as Partial<PastBoards>).fold;
    });
    const stopped = async (count: number) => {
      await stops.atLeast(count, `the end of build ${count}`);
      // What follows from it happens in the same turn.
      await nextTurn();
      expect(builds().isRunning).toBe(false);
    };
    const open = async () => {
      const leaving = new AbortController();
      const cookie = [...desk.owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await fetch(new URL(BOARD, desk.app.url), {
        headers: { cookie },
        signal: leaving.signal,
      });
      return { leaving, response };
    };

    it('refuses another one, and is cancelled when its reader leaves', async () => {
      const { leaving, response } = await open();
      expect(response.status).toBe(200);
      expect(await desk.moderator.get(BOARD)).toMatchObject({
        status: 409,
        body: { message: 'Another board is being built. There is one at a time.' },
      });
      expect(stops).toHaveLength(0);
      leaving.abort();
      await stopped(1);
      const next = await open();
      expect(next.response.status).toBe(200);
      next.leaving.abort();
      await stopped(2);
    });

    it('says that it failed', async () => {
      const { response } = await open();
      fail(new Error('the build process ended with exit code 1: secret'));
      const lines = linesIn(await response.text());
      expect(lines.at(-1)).toEqual({
        progress: null,
        board: null,
        problem: 'The board could not be built. Please try again later.',
      });
      expect(builds().isRunning).toBe(false);
    });
  });

  it('is built by a process that ends with its order', async () => {
    const { dataDir } = desk.app;
    const leaving = new AbortController();
    let pid = 0;
    const script = new URL('../../src/composition/past-board.process.js', import.meta.url);
    const settings = { dataDir, eventstoreUrl: null, mongodbUrl: null, rebuildPriority: 'normal' };
    const order = { position: null, at: null, seesHolds: true, hidden: [], timeZone: 'UTC' };
    const built = buildProcess<PastBoardNews>(
      script,
      { settings, order },
      (_, id) => {
        pid = id;
        leaving.abort(new Error('left'));
      },
      leaving.signal,
    );
    await expect(built).rejects.toThrow('left');
    expect(pid).toBeGreaterThan(0);
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });
});
