import { DocumentStoreUnavailableError } from '../../src/kernel/document-store.js';
import { Lease, LeaseHeldError, LeaseLostError } from '../../src/kernel/lease.js';
import { LeaseKeeper } from '../../src/kernel/leases/lease-keeper.js';

/** A lease whose every call is noted, and fails as the test says. */
class NotedLease extends Lease {
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
  let said: string[];
  let keeper: LeaseKeeper;
  beforeEach(() => {
    lease = new NotedLease();
    lost = [];
    said = [];
    const logger = { info: () => undefined, error: (_: unknown, message: string) => said.push(message) };
    keeper = new LeaseKeeper(lease, logger, (error) => lost.push(error));
  });

  it('takes it once, and gives it back once', async () => {
    await keeper.acquire();
    await keeper.acquire();
    await keeper.release();
    await keeper.release();
    expect(lease.calls).toEqual(['acquire', 'release']);
  });

  it('gives back nothing that another process has', async () => {
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
    expect(said).toHaveLength(1);
    lease.failure = new LeaseLostError();
    await keeper.renew();
    expect(lost).toEqual([lease.failure]);
    await keeper.release();
  });

  it('has nothing to do where the data folder is locked', async () => {
    const none = new LeaseKeeper(null, { info: () => undefined, error: () => undefined }, () => undefined);
    await expect(none.acquire()).resolves.toBeUndefined();
    await expect(none.renew()).resolves.toBeUndefined();
    await expect(none.release()).resolves.toBeUndefined();
  });
});
