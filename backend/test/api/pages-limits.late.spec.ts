import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { RenderingThread } from '../../src/api/pages/rendering-thread.js';
import { READ_LIMITS, ReadLimits } from '../../src/api/http/read-limits.js';
import { READ_TURNS, ReadTurns } from '../../src/api/http/read-turns.js';
import { useApp } from '../support/app.js';
import { gate } from '../support/gate.js';
import { usePerson } from '../support/people.js';
import { publishPost, rate } from '../support/posts.js';
import { settled } from '../support/settled.js';
import { waited } from '../support/waits.js';

const DOUBLE = fileURLToPath(new URL('../support/rendering-double.js', import.meta.url));
/** Of a thread that has nothing to do with the time of a test. */
const PATIENT = { patienceMs: 60_000, longestMs: 60_000, pauseMs: 0 };
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
const EMPTY = '<div id="root"></div>';

describe('a page that would have to be rendered', () => {
  const env = { RATE_LIMITS: 'on', TRUSTED_PROXIES: '1', ALLOW_SANDBOX: 'yes' };
  const app = useApp({ env, pageEntry: DOUBLE, per: 'start' });
  const get = (address: string, network = '192.0.2.1') =>
    app.browser().request<string>('GET', address, { headers: { 'x-forwarded-for': network } });
  const isWhole = async (address: string, network?: string) => {
    const { status, body } = await get(address, network);
    expect([status, body]).toEqual([200, expect.stringContaining('<title')]);
    return !body.includes(EMPTY);
  };
  /** Whether it answers that its network has asked for too much, with the empty page. */
  const isRefused = async (address: string) => {
    const { status, body, headers } = await get(address);
    if (status === 200) return false;
    expect([status, headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^(?:59|60)$/)]);
    expect(body).toContain(EMPTY);
    return true;
  };

  it.each([
    [false, READ_LIMITS.reads, '/login'],
    [true, READ_LIMITS.searches, '/leaderboard?search=a'],
  ])('counts as a read of its network (a search: %s); one too many is refused', async (is, most, first) => {
    await app.start();
    const limits = app.server.get(ReadLimits, { strict: false });
    for (let read = 1; read < most; read += 1) limits.takeFor(['address', '192.0.2.1'], is);
    expect(await isWhole(first)).toBe(true);
    const second = `${first}${is ? 'b' : '?next=/'}`;
    expect([await isRefused(second), await isRefused('/register')]).toEqual([true, !is]);
    expect(await isWhole(second, '192.0.2.2')).toBe(true);
    // Those that are kept cost nothing.
    expect([await isWhole(first), await isWhole(second)]).toEqual([true, true]);
    app.clock.advance(60_000);
    expect(await isWhole(`${first}${is ? 'c' : '?next=/c'}`)).toBe(true);
  });

  it('counts again when it is rendered again', async () => {
    await app.start();
    const postId = await publishPost(app, UNKNOWN_ID, 7);
    await settled(app);
    expect(await isWhole('/leaderboard')).toBe(true);
    const limits = app.server.get(ReadLimits, { strict: false });
    while (limits.takeFor(['address', '192.0.2.1'], false) === null);
    await rate(app, postId, UNKNOWN_ID, 9);
    expect(await isWhole('/leaderboard')).toBe(true);
    app.clock.advance(1000);
    expect(await isRefused('/leaderboard')).toBe(true);
  });

  it('takes its turn among the reads of visitors, and is sent without content if it has to wait', async () => {
    const limits = { ...PATIENT, patienceMs: 50 };
    await app.start({ renderLimits: limits });
    const thread = app.server.get(RenderingThread, { strict: false });
    const render = thread.render.bind(thread);
    const late = gate();
    thread.render = (...task) => render(...task).finally(late.open);
    const turns = app.server.get(ReadTurns, { strict: false });
    const running = await Promise.all(
      Array.from({ length: READ_TURNS.visitors.atOnce }, () => turns.enterAsVisitor('198.51.100.1')),
    );
    expect(await isWhole('/leaderboard')).toBe(false);
    running.forEach((leave) => leave?.());
    // Nobody waits for this one any more.
    await waited('the turn of the page', late.opened);
    limits.patienceMs = PATIENT.patienceMs;
    expect(await isWhole('/leaderboard')).toBe(true);
  });

  it('is sent without content at once if too many visitors wait', async () => {
    await app.start({ renderLimits: PATIENT });
    const turns = app.server.get(ReadTurns, { strict: false });
    const { atOnce, ofCaller } = READ_TURNS.visitors;
    const entered = Array.from({ length: atOnce + ofCaller }, () => turns.enterAsVisitor('192.0.2.1'));
    expect(await isWhole('/leaderboard')).toBe(false);
    for (const turn of entered) (await turn)?.();
    expect(await isWhole('/leaderboard')).toBe(true);
  });
});

describe('the pages', () => {
  const app = useApp({ pageEntry: DOUBLE, per: 'start' });
  const ann = usePerson(app, 'ann@example.org');
  const isWhole = async (address: string) => {
    const { status, body } = await app.browser().get<string>(address);
    expect([status, body]).toEqual([200, expect.stringContaining('<title')]);
    return !body.includes(EMPTY);
  };
  const thread = () => app.server.get(RenderingThread, { strict: false });

  it.each([
    ['ends', PATIENT.longestMs],
    ['hangs', 50],
  ])('have no content after their thread %s, and again after a pause', async (what, longestMs) => {
    const limits = { ...PATIENT };
    await app.start({ renderLimits: limits });
    expect(await isWhole('/')).toBe(true);
    limits.longestMs = longestMs;
    expect(await isWhole(`/login?next=/${what}`)).toBe(false);
    limits.longestMs = PATIENT.longestMs;
    // The pause has begun before the answer, so it ends before this one of the same length.
    await setTimeout(PATIENT.pauseMs);
    expect([thread().isOpen, await isWhole('/register')]).toEqual([true, true]);
    // What is kept does not need it.
    limits.longestMs = longestMs;
    expect(await isWhole(`/login?next=/${what}`)).toBe(false);
    expect(await isWhole('/')).toBe(true);
  });

  it('have no content where the app fails, or where the build cannot render', async () => {
    await app.start();
    expect([await isWhole('/login?next=/throws'), await isWhole('/login')]).toEqual([false, true]);
    await app.stop();
    await app.start({ pageEntry: '/none/entry-server.js' });
    expect(await isWhole('/')).toBe(false);
  });

  it('do not keep anyone waiting, nor any write, while one is rendered', async () => {
    const limits = { ...PATIENT };
    await app.start({ renderLimits: limits });
    await settled(app);
    expect(await isWhole('/termsofservice')).toBe(true);
    limits.patienceMs = 1000;
    expect(await isWhole('/login?next=/hangs')).toBe(false);
    const postId = await publishPost(app, ann.id, 7);
    expect((await ann.like(postId)).status).toBe(200);
    expect([await isWhole('/register'), await isWhole('/termsofservice')]).toEqual([false, true]);
  });

  it('are rendered each time without a space for answers', async () => {
    await app.start({ env: { ANSWER_CACHE_MB: '0' } });
    for (let turn = 0; turn < 2; turn += 1) expect(await isWhole('/')).toBe(true);
  });
});
