import { mock } from 'node:test';
import { DocumentStoreUnavailableError } from '../../src/kernel/document-store.js';
import { Lease, LeaseHeldError, LeaseLostError } from '../../src/kernel/lease.js';
import { LeaseKeeper } from '../../src/kernel/leases/lease-keeper.js';

/** A lease that records every call, and fails as the test says. */
class NotedLease extends Lease {
  readonly lifeMs = 15_000;
  readonly calls: string[] = [];
  failure: Error | null = null;

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
    if (this.failure) throw this.failure;
  }
}

describe('the keeper of a lease', () => {
  let lease: NotedLease;
  let lost: Error[];
  let messages: string[];
  let keeper: LeaseKeeper;
  beforeEach(() => {
    lease = new NotedLease();
    lost = [];
    messages = [];
    const logger = { info: () => undefined, error: (_: unknown, message: string) => messages.push(message) };
    keeper = new LeaseKeeper(lease, logger, (error) => lost.push(error));
  });

  afterEach(() => mock.timers.reset());

  it('takes it once, and releases it once', async () => {
    await keeper.acquire();
    await keeper.acquire();
    await keeper.release();
    await keeper.release();
    expect(lease.calls).toEqual(['acquire', 'release']);
  });

  it('renews it every five seconds, until it is released', async () => {
    mock.timers.enable({ apis: ['setInterval'] });
    await keeper.acquire();
    mock.timers.tick(4999);
    expect(lease.calls).toEqual(['acquire']);
    mock.timers.tick(1);
    mock.timers.tick(5000);
    await keeper.release();
    mock.timers.tick(5000);
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

  it('does nothing when the data folder is locked', async () => {
    const logger = { info: () => undefined, error: (_: unknown, message: string) => messages.push(message) };
    const withoutLease = new LeaseKeeper(null, logger, (error) => lost.push(error));
    await withoutLease.acquire();
    await withoutLease.renew();
    await withoutLease.release();
    expect([...messages, ...lost]).toEqual([]);
  });
});
