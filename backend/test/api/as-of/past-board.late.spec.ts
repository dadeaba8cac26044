import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PastBoardAnswer, PastBoardLine } from '../../../src/api/as-of/as-of.contract.js';
import { PastBoardBuilds } from '../../../src/api/as-of/past-board.service.js';
import { PastBoards } from '../../../src/projections/past-board.js';
import { WeekClosing } from '../../../src/reactions/timers/week-closing.js';
import { signedInAdmin, useAdmin } from '../../support/admins.js';
import { unique, useOwnApp } from '../../support/app.js';
import { ADMIN_PASSWORD, DESK } from '../../support/desk.js';
import { deleteDue, erased, leave } from '../../support/erasure.js';
import { joining } from '../../support/people.js';
import { publishPost, rate } from '../../support/posts.js';
import { Noted } from '../../support/waits.js';

const BOARD = `${DESK}/as-of/board`;
const DAY = 86_400_000;

const linesIn = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as PastBoardLine);

describe('the board of a moment', () => {
  const app = useOwnApp('closes weeks');
  const names = { moderator: unique('moe'), owner: unique('olga') };
  const moderator = useAdmin(app, names.moderator);
  const owner = useAdmin(app, names.owner, 'owner');
  const join = joining(app, 'person');
  const posted = async () => {
    const author = await join();
    return { author, postId: await publishPost(app, author.user.id, 7) };
  };
  const signInAgain = async () => {
    await signedInAdmin(app, names.moderator, ADMIN_PASSWORD, moderator);
    await signedInAdmin(app, names.owner, ADMIN_PASSWORD, owner);
  };

  const read = async (at?: string | number, by = owner) => {
    const { status, headers, body } = await by.get<string>(at === undefined ? BOARD : `${BOARD}?at=${at}`);
    expect([status, headers.get('content-type'), headers.get('x-accel-buffering')]).toEqual([
      200,
      'application/x-ndjson; charset=utf-8',
      'no',
    ]);
    return linesIn(body);
  };
  const boardAt = async (at?: string | number, by = owner) =>
    (await read(at, by)).at(-1)?.board as PastBoardAnswer;
  const idsOf = ({ posts }: PastBoardAnswer) => posts.map(({ id }) => id);
  const head = () => app.adapters.storage.log.head();

  it('comes with its progress, is the live board for now, and is compared with the archive of the week', async () => {
    const [one, other] = [await posted(), await posted()];
    await rate(app, one.postId, one.author.user.id, 10);
    const rated = await head();
    await rate(app, other.postId, other.author.user.id, 10);
    await rate(app, other.postId, other.author.user.id, 10);

    const lines = await read();
    const live = await app.browser().get<{ id: string }[]>('/api/posts?sort=top');
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

    app.clock.advance(7 * DAY);
    await app.server.get(WeekClosing).close();
    await signInAgain();
    const closed = await head();
    expect((await boardAt(closed)).comparison).toEqual({
      week: '2026-W47',
      ranks: 2,
      posts: 2,
      differences: 0,
      listed: [],
    });
    await rate(app, one.postId, one.author.user.id, 1);
    const later = await boardAt();
    expect(later.comparison).toMatchObject({ differences: 1, ranks: 2 });
    expect(later.comparison?.listed[0]).toMatchObject({
      postId: one.postId,
      recorded: { rank: 2, scoreTenths: 170, scoreCount: 2 },
      counted: { rank: 2, scoreTenths: 180, scoreCount: 3 },
    });
    expect(later.posts.filter(({ isDifferent }) => isDifferent).map(({ id }) => id)).toEqual([one.postId]);
  });

  it('keeps the post of a person who was erased since, without a name', async () => {
    const { author, postId } = await posted();
    const before = await head();
    await author.browser.login(author.user.email);
    await leave(app, author.browser);
    await deleteDue(app);
    await erased(app, author.user.id);
    await signInAgain();
    const { posts } = await boardAt(before);
    expect(posts.find(({ id }) => id === postId)).toMatchObject({
      ownerId: author.user.id,
      username: null,
      displayUsername: null,
    });
    expect(idsOf(await boardAt())).not.toContain(postId);
  });

  it('shows moderators nothing of a legal hold', async () => {
    const { postId } = await posted();
    const { body: hold } = await moderator.escalate(postId, { reason: 'minor', note: 'Reported.' });
    const held = await head();
    expect(idsOf(await boardAt(held))).not.toContain(postId);
    expect(idsOf(await boardAt(held, moderator))).not.toContain(postId);
    expect((await owner.undo(hold.actId)).status).toBe(200);
    expect(idsOf(await boardAt(held))).not.toContain(postId);
    expect(idsOf(await boardAt(held, moderator))).toContain(postId);
  });

  it('rejects what is no moment', async () => {
    expect((await owner.get(`${BOARD}?at=yesterday`)).status).toBe(400);
    expect((await owner.get(`${BOARD}?at=${crypto.randomUUID()}`)).status).toBe(404);
    expect(app.server.get(PastBoardBuilds).isRunning).toBe(false);
  });

  describe('while one is built', () => {
    const boards = () => app.server.get(PastBoards);
    const builds = () => app.server.get(PastBoardBuilds);
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
      const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await fetch(new URL(BOARD, app.url), {
        headers: { cookie },
        signal: leaving.signal,
      });
      return { leaving, response };
    };

    it('refuses another one, and is cancelled when its reader leaves', async () => {
      const { leaving, response } = await open();
      expect(response.status).toBe(200);
      expect(await moderator.get(BOARD)).toMatchObject({
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
});
