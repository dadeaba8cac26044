import { type ExpiringLease, LeaseHeldError, LeaseLostError } from '../../src/kernel/lease.js';

/** A lease under test, for any holder, and a way to let it expire. */
export interface LeaseUnderTest {
  /** The lease as a process of this holder sees it. */
  of(holder: string): ExpiringLease;
  /** Lets the lease expire, as if the current holder had not renewed it. */
  expire(): Promise<void>;
}

/** The contract of every lease that expires. */
export function leaseContract(name: string, under: LeaseUnderTest): void {
  describe(`the lease in ${name}`, () => {
    it('has one holder at a time', async () => {
      await under.of('one').acquire();
      await expect(under.of('two').acquire()).rejects.toBeInstanceOf(LeaseHeldError);
      await expect(under.of('two').acquire()).rejects.toThrow('of the location of one');
    });

    it('goes to one of two concurrent holders', async () => {
      const results = await Promise.allSettled([under.of('one').acquire(), under.of('two').acquire()]);
      expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    });

    it('is free after its release', async () => {
      const first = under.of('one');
      await first.acquire();
      await first.release();
      await under.of('two').acquire();
    });

    it('is free after it expired, and its holder has lost it', async () => {
      const first = under.of('one');
      await first.acquire();
      await under.expire();
      await under.of('two').acquire();
      await expect(first.renew()).rejects.toBeInstanceOf(LeaseLostError);
    });

    it('is lost by its holder after another process has ended it, which it can only once it has expired', async () => {
      const first = under.of('one');
      await under.of('two').endExpired();
      await first.acquire();
      await expect(under.of('two').endExpired()).rejects.toBeInstanceOf(LeaseHeldError);
      await first.renew();
      await under.expire();
      await under.of('two').endExpired();
      await expect(first.renew()).rejects.toBeInstanceOf(LeaseLostError);
      await under.of('three').acquire();
    });

    it('is kept while it is renewed', async () => {
      const first = under.of('one');
      await first.acquire();
      await under.expire();
      await first.renew();
      await expect(under.of('two').acquire()).rejects.toBeInstanceOf(LeaseHeldError);
    });

    it('goes at once to the next process of the same holder, and the earlier process loses it', async () => {
      const killed = under.of('one');
      await killed.acquire();
      const restarted = under.of('one');
      await restarted.acquire();
      await expect(killed.renew()).rejects.toBeInstanceOf(LeaseLostError);
      await restarted.renew();
    });

    it('is not released by a process that has lost it', async () => {
      const late = under.of('one');
      await late.acquire();
      await under.expire();
      await under.of('two').acquire();
      await late.release();
      await expect(under.of('three').acquire()).rejects.toBeInstanceOf(LeaseHeldError);
    });

    it('has a higher fencing number each time', async () => {
      const numbers: number[] = [];
      for (const holder of ['one', 'two', 'two', 'one']) {
        const lease = under.of(holder);
        numbers.push(await lease.acquire());
        await lease.release();
      }
      expect(numbers).toEqual([...new Set(numbers)].toSorted((one, other) => one - other));
    });
  });
}
