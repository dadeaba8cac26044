import { fileURLToPath } from 'node:url';
import { READ_CONCURRENCY, ReadConcurrency } from '../../../src/api/http/read-concurrency.js';
import { READ_LIMITS, ReadLimits } from '../../../src/api/http/read-limits.js';
import { RenderingThread } from '../../../src/api/pages/rendering-thread.js';
import { DEADLINES } from '../../../src/kernel/deadlines.js';
import { useOwnApp } from '../../support/app.js';
import { expires } from '../../support/expires.js';
import { gate } from '../../support/gate.js';
import { usePerson } from '../../support/people.js';
import { publishPost, rate } from '../../support/posts.js';
import { settled } from '../../support/settled.js';
import { waited } from '../../support/waits.js';

const DOUBLE = fileURLToPath(new URL('../../support/rendering-double.js', import.meta.url));
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
const EMPTY = '<div id="root"></div>';

describe('a page that would have to be rendered', () => {
  const env = { RATE_LIMITS: 'on', TRUSTED_PROXIES: '1', ALLOW_SANDBOX: 'yes' };
  const app = useOwnApp('moves the clock, and renders with a double', { env, pageEntry: DOUBLE });
  const ann = usePerson(app, 'ann');
  const thread = () => app.server.get(RenderingThread, { strict: false });
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
  /** Whether a page is whole whose thread hangs, when the time of its page or of its thread is over. */
  const isWholeAfter = async (limit: 'rendered page' | 'hanging renderer', name: string) => {
    const whole = isWhole(`/login?next=/hangs/${name}`);
    await app.timer.begun('hanging renderer');
    await app.timer.advance(DEADLINES[limit].ms);
    return whole;
  };
  // The limits of a minute are over, and the thread runs again.
  afterEach(() => app.timer.advance(60_000));

  it.each([
    [false, READ_LIMITS.reads, '/login'],
    [true, READ_LIMITS.searches, '/leaderboard?search=a'],
  ])('counts as a read of its network (a search: %s); one too many is refused', async (is, most, first) => {
    const limits = app.server.get(ReadLimits, { strict: false });
    for (let read = 1; read < most; read += 1) limits.takeFor(['address', '192.0.2.1'], is);
    expect(await isWhole(first)).toBe(true);
    const second = `${first}${is ? 'b' : '?next=/'}`;
    expect([await isRefused(second), await isRefused(`/register?next=/${is}`)]).toEqual([true, !is]);
    expect(await isWhole(second, '192.0.2.2')).toBe(true);
    // Those that are kept cost nothing.
    expect([await isWhole(first), await isWhole(second)]).toEqual([true, true]);
    app.clock.advance(60_000);
    expect(await isWhole(`${first}${is ? 'c' : '?next=/c'}`)).toBe(true);
  });

  it('counts again when it is rendered again', async () => {
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

  expires('rendered page', async () => {
    const render = thread().render.bind(thread());
    const late = gate();
    const rendering = jest
      .spyOn(thread(), 'render')
      .mockImplementation((...task) => render(...task).finally(late.open));
    const turns = app.server.get(ReadConcurrency, { strict: false });
    const running = await Promise.all(
      Array.from({ length: READ_CONCURRENCY.visitors.atOnce }, () => turns.enterAsVisitor('198.51.100.1')),
    );
    // It takes its turn among the reads of visitors.
    const whole = isWhole('/register?next=/turn');
    await app.timer.begun('rendered page');
    await app.timer.advance(DEADLINES['rendered page'].ms);
    expect(await whole).toBe(false);
    running.forEach((leave) => leave?.());
    // Nobody waits for this one any more.
    await waited('the turn of the page', late.opened);
    rendering.mockRestore();
    expect(await isWhole('/register?next=/turn')).toBe(true);
  });

  it('is sent without content at once if too many visitors wait', async () => {
    const turns = app.server.get(ReadConcurrency, { strict: false });
    const { atOnce, ofCaller } = READ_CONCURRENCY.visitors;
    const entered = Array.from({ length: atOnce + ofCaller }, () => turns.enterAsVisitor('192.0.2.1'));
    expect(await isWhole('/register?next=/crowd')).toBe(false);
    for (const turn of entered) (await turn)?.();
    expect(await isWhole('/register?next=/crowd')).toBe(true);
  });

  it('has no content after its thread fails, and again after a pause', async () => {
    expect(await isWhole('/termsofservice')).toBe(true);
    expect(await isWhole('/login?next=/throws')).toBe(false);
    expect(await isWhole('/login?next=/ends')).toBe(false);
    expect(await isWhole('/privacypolicy')).toBe(false);
    // What is kept does not need it.
    expect(await isWhole('/termsofservice')).toBe(true);
    await app.timer.advance(5000);
    expect([thread().isOpen, await isWhole('/privacypolicy')]).toEqual([true, true]);
    expect(await isWholeAfter('hanging renderer', 'thread')).toBe(false);
    expect(thread().isOpen).toBe(false);
  });

  it('does not keep anyone waiting, nor any write, while another one is rendered', async () => {
    await settled(app);
    expect(await isWhole('/termsofservice')).toBe(true);
    expect(await isWholeAfter('rendered page', 'page')).toBe(false);
    expect(thread().isOpen).toBe(true);
    const postId = await publishPost(app, ann.id, 7);
    expect((await ann.like(postId)).status).toBe(200);
    const next = isWhole('/register?next=/behind');
    await app.timer.begun('rendered page');
    await app.timer.advance(DEADLINES['rendered page'].ms);
    expect([await next, await isWhole('/termsofservice')]).toEqual([false, true]);
  });
});

describe('pages', () => {
  const app = useOwnApp('has another renderer', { per: 'start' });
  const isWhole = async () => {
    const { status, body } = await app.browser().get<string>('/');
    expect([status, body]).toEqual([200, expect.stringContaining('<title')]);
    return !body.includes(EMPTY);
  };

  it('have no content where the build cannot render', async () => {
    await app.start({ pageEntry: '/none/entry-server.js' });
    expect(await isWhole()).toBe(false);
  });

  it('are rendered each time without a space for answers', async () => {
    await app.start({ pageEntry: DOUBLE, env: { ANSWER_CACHE_MB: '0' } });
    expect([await isWhole(), await isWhole()]).toEqual([true, true]);
  });
});
