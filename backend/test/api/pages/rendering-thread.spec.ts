import { fileURLToPath } from 'node:url';
import { Logger } from '@nestjs/common';
import { DEADLINES } from '../../../src/kernel/deadlines.js';
import { expires } from '../../support/expires.js';
import { TestTimer } from '../../support/timer.js';
import { NotRenderedError, RenderingThread } from '../../../src/api/pages/rendering-thread.js';

const DOUBLE = fileURLToPath(new URL('../../support/rendering-double.js', import.meta.url));
/** How long no thread is started after one has failed. */
const PAUSE_MS = 5000;
const never = new AbortController().signal;

Logger.overrideLogger(false);

describe('the thread that renders pages', () => {
  const threads: RenderingThread[] = [];
  let timer: TestTimer;
  beforeEach(() => {
    timer = new TestTimer();
  });
  const threadOf = (entry = DOUBLE) => {
    const thread = new RenderingThread(entry, timer);
    threads.push(thread);
    return thread;
  };
  const page = async (
    thread: RenderingThread,
    address: string,
    { network = '192.0.2.1', signal = never } = {},
  ) => {
    const task = { before: '<body>', after: '</body>', request: { address, position: '7', answers: {} } };
    return String(await thread.render(task, network, signal));
  };

  afterEach(async () => {
    for (const thread of threads.splice(0)) await thread.onModuleDestroy();
  });

  it('puts the app and its state into the page, as UTF-8', async () => {
    expect(await page(threadOf(), '/ä')).toBe(
      '<body><div id="root"><p>/ä</p></div><script type="application/json" id="state">{"position":"7"}</script></body>',
    );
  });

  it('renders on after the app has failed', async () => {
    const thread = threadOf();
    await expect(page(thread, '/throws')).rejects.toThrow('the app fails');
    expect(await page(thread, '/next')).toContain('/next');
  });

  it('is replaced after a pause when it ends, and renders nothing meanwhile', async () => {
    const thread = threadOf();
    const [lost, behind] = [page(thread, '/ends'), page(thread, '/behind')];
    await expect(lost).rejects.toThrow(NotRenderedError);
    await expect(behind).rejects.toThrow(NotRenderedError);
    await timer.advance(PAUSE_MS - 1);
    expect(thread.isOpen).toBe(false);
    await timer.advance(1);
    expect(thread.isOpen).toBe(true);
    expect(await page(thread, '/next')).toContain('/next');
  });

  expires('hanging renderer', async () => {
    const thread = threadOf();
    const hangs = async () => {
      await timer.begun('hanging renderer');
      await timer.advance(DEADLINES['hanging renderer'].ms);
    };
    await Promise.all([expect(page(thread, '/hangs')).rejects.toThrow(NotRenderedError), hangs()]);
    expect(thread.isOpen).toBe(false);
    await timer.advance(PAUSE_MS);
    expect(await page(thread, '/next')).toContain('/next');
  });

  it('is not there without the build of the app, and fails with a broken one', async () => {
    expect(threadOf('/none/entry-server.js').isOpen).toBe(false);
    const broken = threadOf(fileURLToPath(import.meta.url).replace('.spec.js', '.spec.js.map'));
    await expect(page(broken, '/')).rejects.toThrow(NotRenderedError);
    expect(broken.isOpen).toBe(false);
  });

  it('lets a few pages wait, fewer of one network, and those of other networks in turn', async () => {
    const thread = threadOf();
    const order: string[] = [];
    const ask = (address: string, network: string) =>
      page(thread, address, { network }).then(() => void order.push(address));
    const asked = ['/1', '/2', '/3', '/4', '/5'].map((address) => ask(address, 'one'));
    await expect(page(thread, '/6', { network: 'one' })).rejects.toThrow(NotRenderedError);
    asked.push(ask('/other', 'two'));
    const others = Array.from({ length: 7 }, (_, index) => ask(`/${index}`, `n${index}`));
    await expect(page(thread, '/late', { network: 'late' })).rejects.toThrow(NotRenderedError);
    await Promise.all([...asked, ...others]);
    expect(order.indexOf('/other')).toBeLessThan(order.indexOf('/3'));
  });

  it('does not render what nobody waits for any more', async () => {
    const thread = threadOf();
    const waits = new AbortController();
    const first = page(thread, '/first');
    const second = page(thread, '/second', { signal: waits.signal });
    waits.abort();
    await first;
    await expect(second).rejects.toThrow(NotRenderedError);
  });
});
