import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Logger } from '@nestjs/common';
import { NotRenderedError, RenderingThread } from '../../src/api/pages/rendering-thread.js';

const DOUBLE = fileURLToPath(new URL('../support/rendering-double.js', import.meta.url));
const PATIENT = { patienceMs: 60_000, longestMs: 60_000, pauseMs: 0 };
const never = new AbortController().signal;

Logger.overrideLogger(false);

describe('the thread that renders pages', () => {
  const threads: RenderingThread[] = [];
  const threadOf = (entry = DOUBLE, limits = PATIENT) => {
    const thread = new RenderingThread(entry, limits);
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

  it.each([
    ['ends', {}],
    ['hangs', { longestMs: 50 }],
  ])('is replaced after a pause when it %s, and renders nothing meanwhile', async (what, limits) => {
    const thread = threadOf(DOUBLE, { ...PATIENT, ...limits, pauseMs: 60_000 });
    const [lost, behind] = [page(thread, `/${what}`), page(thread, '/behind')];
    await expect(lost).rejects.toThrow(NotRenderedError);
    await expect(behind).rejects.toThrow(NotRenderedError);
    expect(thread.isOpen).toBe(false);
    const other = threadOf(DOUBLE, { ...PATIENT, ...limits });
    await expect(page(other, `/${what}`)).rejects.toThrow(NotRenderedError);
    // After the pause, which began earlier and is as short.
    await setTimeout(1);
    expect(other.isOpen).toBe(true);
    expect(await page(other, '/next')).toContain('/next');
  });

  it('is not there without the build of the app, and fails with a broken one', async () => {
    expect(threadOf('/none/entry-server.js').isOpen).toBe(false);
    const broken = threadOf(fileURLToPath(import.meta.url).replace('.spec.js', '.spec.js.map'), {
      ...PATIENT,
      pauseMs: 60_000,
    });
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
