import { Breaker, notNow } from '../../src/infrastructure/circuit-breaker/breaker.js';
import { TestTimer } from '../support/timer.js';

const BREAK_AFTER_MS = 1000;
const GONE = new Error('connection refused');

/** A breaker of a server that the test switches on and off. */
function breakerOf(breakAfterMs = BREAK_AFTER_MS) {
  const calls: string[] = [];
  const timer = new TestTimer();
  const server = { isThere: false };
  const breaker = new Breaker(
    { breakAfterMs, probePauseMs: 250 },
    {
      probe: async () => {
        calls.push('probe');
        if (!server.isThere) throw new Error(`still away at ${timer.elapsed()}`);
      },
      onOpened: (reason) => calls.push(`opened: ${(reason as Error).message}`),
      onClosed: () => calls.push('closed'),
      timer,
    },
  );
  return { breaker, server, calls, timer };
}

describe('a breaker', () => {
  it('opens when nothing but failures came for its time, and gives the reason', async () => {
    const { breaker, calls, timer } = breakerOf();
    breaker.failed(new Error('first'));
    await timer.advance(999);
    breaker.failed(new Error('second'));
    expect(breaker.away).toBeNull();
    await timer.advance(1);
    breaker.failed(GONE);
    expect(breaker.away).toEqual({ reason: GONE });
    expect(calls).toEqual(['opened: connection refused', 'probe']);
  });

  it('starts to count from zero after each success', async () => {
    const { breaker, timer } = breakerOf();
    breaker.failed(GONE);
    await timer.advance(900);
    breaker.succeeded();
    await timer.advance(600);
    breaker.failed(GONE);
    await timer.advance(900);
    breaker.failed(GONE);
    expect(breaker.away).toBeNull();
    await timer.advance(100);
    breaker.failed(GONE);
    expect(breaker.away).not.toBeNull();
  });

  it('opens at the first call that was not answered for its time', () => {
    const { breaker } = breakerOf();
    breaker.failed(GONE, 5000);
    expect(breaker.away).not.toBeNull();
  });

  it('does not open when one call is not answered while others are', async () => {
    const { breaker, timer } = breakerOf();
    await timer.advance(6500);
    breaker.succeeded();
    await timer.advance(500);
    breaker.failed(GONE, 5000);
    expect(breaker.away).toBeNull();
    await timer.advance(500);
    breaker.failed(GONE, 5000);
    expect(breaker.away).not.toBeNull();
  });

  it('probes until the server serves, and closes', async () => {
    const { breaker, server, calls, timer } = breakerOf(0);
    breaker.failed(GONE);
    await timer.advance(250);
    expect(breaker.away).toEqual({ reason: new Error('still away at 250') });
    server.isThere = true;
    await timer.advance(250);
    expect(breaker.away).toBeNull();
    expect(calls).toEqual(['opened: connection refused', 'probe', 'probe', 'probe', 'closed']);
  });

  it('ignores late outcomes of calls while it is open: only a probe closes it', async () => {
    const { breaker, calls, timer } = breakerOf(0);
    breaker.failed(GONE);
    await timer.advance(0);
    breaker.failed(new Error('late'));
    breaker.succeeded();
    expect(breaker.away).not.toBeNull();
    expect(calls).toEqual(['opened: connection refused', 'probe']);
  });

  it('ends its probes when it is shut, and does not open any more', async () => {
    const { breaker, server, calls, timer } = breakerOf(0);
    breaker.failed(GONE);
    await timer.advance(0);
    breaker.shut();
    server.isThere = true;
    await timer.advance(250);
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
    const { breaker } = breakerOf(Number.POSITIVE_INFINITY);
    breaker.failed(GONE, 3_600_000);
    expect(breaker.away).toBeNull();
  });
});
