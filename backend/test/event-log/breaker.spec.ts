import { Breaker, notNow } from '../../src/infrastructure/outages/breaker.js';

const BREAK_AFTER_MS = 1000;
const GONE = new Error('connection refused');

/** A breaker of a server that the test switches on and off, on a clock that only the test moves. */
function breakerOf(breakAfterMs = BREAK_AFTER_MS) {
  const calls: string[] = [];
  const pauses: (() => void)[] = [];
  const server = { now: 0, isThere: false };
  const breaker = new Breaker(
    { breakAfterMs, probePauseMs: 250 },
    {
      probe: async () => {
        calls.push('probe');
        if (!server.isThere) throw new Error(`still away at ${server.now}`);
      },
      onOpened: (reason) => calls.push(`opened: ${(reason as Error).message}`),
      onClosed: () => calls.push('closed'),
      elapsed: () => server.now,
      pause: (milliseconds, signal) =>
        new Promise((resolve) => {
          expect(milliseconds).toBe(250);
          signal.addEventListener('abort', () => resolve());
          pauses.push(resolve);
        }),
    },
  );
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const nextProbe = async () => {
    pauses.shift()?.();
    await settled();
  };
  return { breaker, server, calls, settled, nextProbe };
}

describe('a breaker', () => {
  it('opens when nothing but failures came for its time, and gives the reason', async () => {
    const { breaker, server, calls } = breakerOf();
    breaker.failed(new Error('first'));
    server.now = 999;
    breaker.failed(new Error('second'));
    expect(breaker.away).toBeNull();
    server.now = 1000;
    breaker.failed(GONE);
    expect(breaker.away).toEqual({ reason: GONE });
    expect(calls).toEqual(['opened: connection refused', 'probe']);
  });

  it('starts to count from zero after each success', () => {
    const { breaker, server } = breakerOf();
    breaker.failed(GONE);
    server.now = 900;
    breaker.succeeded();
    server.now = 1500;
    breaker.failed(GONE);
    server.now = 2400;
    breaker.failed(GONE);
    expect(breaker.away).toBeNull();
    server.now = 2500;
    breaker.failed(GONE);
    expect(breaker.away).not.toBeNull();
  });

  it('opens at the first call that was not answered for its time', () => {
    const { breaker, server } = breakerOf();
    server.now = 7000;
    breaker.failed(GONE, 5000);
    expect(breaker.away).not.toBeNull();
  });

  it('does not open when one call is not answered while others are', () => {
    const { breaker, server } = breakerOf();
    server.now = 6500;
    breaker.succeeded();
    server.now = 7000;
    breaker.failed(GONE, 5000);
    expect(breaker.away).toBeNull();
    server.now = 7500;
    breaker.failed(GONE, 5000);
    expect(breaker.away).not.toBeNull();
  });

  it('probes until the server serves, and closes', async () => {
    const { breaker, server, calls, settled, nextProbe } = breakerOf(0);
    breaker.failed(GONE);
    await settled();
    server.now = 250;
    await nextProbe();
    expect(breaker.away).toEqual({ reason: new Error('still away at 250') });
    server.isThere = true;
    await nextProbe();
    expect(breaker.away).toBeNull();
    expect(calls).toEqual(['opened: connection refused', 'probe', 'probe', 'probe', 'closed']);
  });

  it('ignores late outcomes of calls while it is open: only a probe closes it', async () => {
    const { breaker, calls, settled } = breakerOf(0);
    breaker.failed(GONE);
    await settled();
    breaker.failed(new Error('late'));
    breaker.succeeded();
    expect(breaker.away).not.toBeNull();
    expect(calls).toEqual(['opened: connection refused', 'probe']);
  });

  it('ends its probes when it is shut, and does not open any more', async () => {
    const { breaker, server, calls, settled, nextProbe } = breakerOf(0);
    breaker.failed(GONE);
    await settled();
    breaker.shut();
    server.isThere = true;
    await nextProbe();
    expect(calls).toEqual(['opened: connection refused', 'probe']);

    const other = breakerOf(0);
    other.breaker.shut();
    other.breaker.failed(GONE);
    expect(other.calls).toEqual([]);
  });

  it('leaves time for the probe to callers that try again without a pause', async () => {
    let isBack = false;
    setTimeout(() => (isBack = true), 1);
    let rejections = 0;
    while (!isBack) {
      await notNow(GONE);
      rejections += 1;
    }
    expect(rejections).toBeGreaterThan(0);
  });

  it('never opens for a program that waits however long it takes', () => {
    const { breaker, server } = breakerOf(Number.POSITIVE_INFINITY);
    server.now = 3_600_000;
    breaker.failed(GONE, 3_600_000);
    expect(breaker.away).toBeNull();
  });
});
