import type { Stored, ViewReader } from '../../src/kernel/document-store.js';
import { Views } from '../../src/kernel/projection.js';
import type { Query } from '../../src/kernel/query.js';
import type { PaymentDocument } from '../../src/projections/payments/payments.js';
import { PaymentsReader } from '../../src/projections/payments/payments.reader.js';

/** A view with so many payments, each of an unused boost. */
class UnusedBoosts extends Views {
  constructor(private readonly size: number) {
    super();
  }

  of<Document extends object>(): ViewReader<Document> {
    const row = (index: number): Stored<PaymentDocument> =>
      ({ _id: `r${index}`, boostType: 'regular', boost: { is: 'unclaimed' } }) as Stored<PaymentDocument>;
    const find = async ({ limit }: Query) =>
      Array.from({ length: Math.min(limit, this.size) }, (_, index) => row(index));
    return { find, count: async () => this.size } as unknown as ViewReader<Document>;
  }
}

describe('the unused boosts of a person', () => {
  it.each([
    [0, 0],
    [99, 99],
    [100, 100],
    [137, 100],
  ])('are all counted, and listed up to a hundred: %d', async (size, listed) => {
    const { count, boosts } = await new PaymentsReader(new UnusedBoosts(size)).unclaimed('ann', new Date(0));
    expect({ count, listed: boosts.length }).toEqual({ count: size, listed });
  });
});
