import { type Lease, LeaseHeldError, LeaseLostError } from '../../src/kernel/lease.js';

/** A lease under test, for any holder, and a way to let the time of one pass. */
export interface LeaseUnderTest {
  /** What a process of this holder has. */
  of(holder: string): Lease;
  /** As if nothing had been heard of the present holder for so long that the lease has expired. */
  expire(): Promise<void>;
  destroy(): Promise<void>;
}

/** What every lease promises. */
export function leaseContract(name: string, make: () => Promise<LeaseUnderTest>): void {
  describe(`the lease in ${name}`, () => {
    let under: LeaseUnderTest;
    beforeEach(async () => {
      under = await make();
    });
    afterEach(() => under.destroy());

    it('is had by one holder at a time', async () => {
      await under.of('one').acquire();
      await expect(under.of('two').acquire()).rejects.toBeInstanceOf(LeaseHeldError);
      await expect(under.of('two').acquire()).rejects.toThrow('of the place of one');
    });

    it('is had by one of two that want it at once', async () => {
      const results = await Promise.allSettled([under.of('one').acquire(), under.of('two').acquire()]);
      expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    });

    it('is free when it was given back', async () => {
      const first = under.of('one');
      await first.acquire();
      await first.release();
      await under.of('two').acquire();
    });

    it('is free when nothing was heard of its holder, who then has lost it', async () => {
      const first = under.of('one');
      await first.acquire();
      await under.expire();
      await under.of('two').acquire();
      await expect(first.renew()).rejects.toBeInstanceOf(LeaseLostError);
    });

    it('stays while it is renewed', async () => {
      const first = under.of('one');
      await first.acquire();
      await under.expire();
      await first.renew();
      await expect(under.of('two').acquire()).rejects.toBeInstanceOf(LeaseHeldError);
    });

    it('goes at once to the next process of the same holder, whose earlier one has lost it', async () => {
      const killed = under.of('one');
      await killed.acquire();
      const restarted = under.of('one');
      await restarted.acquire();
      await expect(killed.renew()).rejects.toBeInstanceOf(LeaseLostError);
      await restarted.renew();
    });

    it('is not given back by one who has lost it', async () => {
      const late = under.of('one');
      await late.acquire();
      await under.expire();
      await under.of('two').acquire();
      await late.release();
      await expect(under.of('three').acquire()).rejects.toBeInstanceOf(LeaseHeldError);
    });

    it('has a greater number each time', async () => {
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
