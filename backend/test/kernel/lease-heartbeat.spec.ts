import { DocumentStoreUnavailableError } from '../../src/kernel/document-store.js';
import { Lease, LeaseHeldError, LeaseLostError } from '../../src/kernel/lease.js';
import { LeaseHeartbeat } from '../../src/kernel/leases/lease-heartbeat.js';
import { TestTimer } from '../support/timer.js';

/** A lease that records every call, and fails as the test says. */
class NotedLease extends Lease {
  readonly lifeMs = 15_000;
  readonly calls: string[] = [];
  failure: Error | null = null;
  onCall: () => void = () => undefined;

  async acquire(): Promise<number> {
    this.note('acquire');
    return 1;
  }

  async renew(): Promise<void> {
    this.note('renew');
  }

  async release(): Promise<void> {
    this.note('release');
  }

  private note(call: string): void {
    this.calls.push(call);
    this.onCall();
    if (this.failure) throw this.failure;
  }
}

describe('the keeper of a lease', () => {
  let lease: NotedLease;
  let lost: Error[];
  let messages: string[];
  let keeper: LeaseHeartbeat;
  /** On the stopwatch of the process, beside its intervals. */
  let now: number;
  let timer: TestTimer;
  beforeEach(() => {
    lease = new NotedLease();
    lost = [];
    messages = [];
    const logger = { info: () => undefined, error: (_: unknown, message: string) => messages.push(message) };
    now = 0;
    timer = Object.assign(new TestTimer(), { elapsed: () => now });
    keeper = new LeaseHeartbeat(lease, logger, (error) => lost.push(error), timer);
  });

  it('takes it once, and releases it once', async () => {
    await keeper.acquire();
    await keeper.acquire();
    await keeper.release();
    await keeper.release();
    expect(lease.calls).toEqual(['acquire', 'release']);
  });

  it('renews it every five seconds, until it is released', async () => {
    await keeper.acquire();
    await timer.advance(4999);
    expect(lease.calls).toEqual(['acquire']);
    await timer.advance(5001);
    await keeper.release();
    await timer.advance(5000);
    expect(lease.calls).toEqual(['acquire', 'renew', 'renew', 'release']);
  });

  it('reports that it could not be released, and still lets the program end', async () => {
    await keeper.acquire();
    lease.failure = new DocumentStoreUnavailableError('away');
    await keeper.release();
    expect(messages).toEqual(['the lease on the store could not be released; it will expire']);
  });

  it('does not release a lease that another process holds', async () => {
    lease.failure = new LeaseHeldError('another', 1, 14);
    await expect(keeper.acquire()).rejects.toBe(lease.failure);
    await keeper.release();
    expect(lease.calls).toEqual(['acquire']);
  });

  it('ends the work when the lease is lost, and only then', async () => {
    await keeper.acquire();
    lease.failure = new DocumentStoreUnavailableError('away');
    await keeper.renew();
    expect(lost).toEqual([]);
    expect(messages).toHaveLength(1);
    lease.failure = new LeaseLostError();
    await keeper.renew();
    expect(lost).toEqual([lease.failure]);
    await keeper.release();
  });

  it('counts on it until a second before it expires, from when it was asked for', async () => {
    expect(keeper.isHeld).toBe(false);
    lease.onCall = () => {
      now += 3000;
    };
    await keeper.acquire();
    now = 13_999;
    expect(keeper.isHeld).toBe(true);
    now = 14_000;
    expect(keeper.isHeld).toBe(false);
    await keeper.renew();
    now = 27_999;
    expect(keeper.isHeld).toBe(true);
    now = 28_000;
    expect(keeper.isHeld).toBe(false);
  });

  it.each([
    ['it was lost', new LeaseLostError()],
    ['it could not be renewed', new DocumentStoreUnavailableError('away')],
  ])('does not count on it once it has run out and %s', async (_, failure) => {
    await keeper.acquire();
    lease.failure = failure;
    now = 14_000;
    await keeper.renew();
    expect(keeper.isHeld).toBe(false);
    await expect(keeper.confirm()).rejects.toBe(failure);
    lease.failure = null;
    await keeper.release();
  });

  it('does not count on it once it is lost, or released, also by an answer that is late', async () => {
    await keeper.acquire();
    lease.onCall = () => void keeper.release();
    await keeper.renew();
    expect(keeper.isHeld).toBe(false);
    lease.onCall = () => undefined;
    await keeper.acquire();
    lease.failure = new LeaseLostError();
    await keeper.renew();
    expect(keeper.isHeld).toBe(false);
    await keeper.release();
  });

  it('confirms it by renewing it, only when it has run out, until the answer is in time', async () => {
    expect(keeper.confirm()).toBeNull();
    await keeper.acquire();
    expect(keeper.confirm()).toBeNull();
    now = 14_000;
    let calls = 0;
    lease.onCall = () => {
      calls += 1;
      if (calls === 1) now += 14_000;
    };
    await Promise.all([keeper.confirm(), keeper.confirm()]);
    expect(lease.calls).toEqual(['acquire', 'renew', 'renew']);
    expect(keeper.isHeld).toBe(true);
    await keeper.release();
  });

  it('counts on the lock on the data folder until it is released', async () => {
    const logger = { info: () => undefined, error: () => undefined };
    const locked = new LeaseHeartbeat(null, logger, () => undefined, timer);
    expect(locked.isHeld).toBe(false);
    await locked.acquire();
    now = 1e9;
    expect([locked.isHeld, locked.confirm()]).toEqual([true, null]);
    await locked.release();
    expect(locked.isHeld).toBe(false);
  });

  it('does nothing when the data folder is locked', async () => {
    const logger = { info: () => undefined, error: (_: unknown, message: string) => messages.push(message) };
    const withoutLease = new LeaseHeartbeat(null, logger, (error) => lost.push(error), timer);
    await withoutLease.acquire();
    await withoutLease.renew();
    await withoutLease.release();
    expect([...messages, ...lost]).toEqual([]);
  });
});
