import { waysOut } from '../../src/domain/payment/stripe-observed.js';
import type { ReconciliationReport } from '../../src/reactions/reconciliation/report.js';
import { reportLines } from '../../src/tools/reconcile-text.js';

const AT = '2026-11-21T12:00:00.000Z';
const none = { count: 0, listed: [] };
const sums = { provider: 0, log: 0 };
const empty: ReconciliationReport = {
  since: '2026-11-01T00:00:00.000Z',
  at: AT,
  mode: 'test',
  compared: { charge: 2, refund: 1, dispute: 0, event: 3 },
  differences: [],
  pending: none,
  foreign: none,
  settled: none,
  totals: {},
  balance: { ...none, totals: {} },
};
const charge = {
  object: 'charge' as const,
  objectId: 'ch_1',
  reference: 'r1',
  provider: { amount: { amount: 250, currency: 'usd' }, state: 'paid' },
  log: { amount: { amount: 290, currency: 'jpy' }, state: 'paid' },
  createdAt: AT,
};

describe('the report of a reconciliation', () => {
  it('says that nothing differs', () => {
    expect(reportLines(empty)).toEqual([
      'Reconciliation from 2026-11-01T00:00:00.000Z to 2026-11-21T12:00:00.000Z (test mode)',
      'The provider lists 2 charges, 1 refunds, 0 disputes and 3 events.',
      'No differences.',
    ]);
  });

  it('lists differences with ids, both amounts and what was done', () => {
    const missing = { ...charge, reference: null, provider: null, createdAt: null };
    const lines = reportLines({
      ...empty,
      differences: [
        { ...charge, kind: 'state differs', repair: 'observation appended' },
        { ...missing, kind: 'not at the provider', repair: null },
      ],
    });
    expect(lines.slice(2)).toEqual([
      'state differs: charge ch_1, payment r1, created 2026-11-21T12:00:00.000Z; provider: paid USD 2.50; log: paid JPY 290; observation appended',
      `  ${waysOut({ kind: 'state differs', object: 'charge', log: null }).says}`,
      'not at the provider: charge ch_1; provider: nothing; log: paid JPY 290',
      `  ${waysOut({ kind: 'not at the provider', object: 'charge', log: null }).says}`,
      'Differences: 2',
    ]);
  });

  it('lists what is no difference apart, and says when it lists a part', () => {
    const lines = reportLines({
      ...empty,
      foreign: { count: 1001, listed: [{ ...charge, reference: null, log: null }] },
      pending: { count: 1, listed: [{ ...charge, log: null }] },
    });
    expect(lines.slice(2)).toEqual([
      'Not ours (other programs made them, nothing to do): 1001',
      '  charge ch_1, created 2026-11-21T12:00:00.000Z; provider: paid USD 2.50; log: nothing',
      '  and 1000 more',
      'Pending: younger than an hour: 1',
      '  charge ch_1, payment r1, created 2026-11-21T12:00:00.000Z; provider: paid USD 2.50; log: nothing',
      'No differences.',
    ]);
  });

  it('lists fee, net and exchange rate in the settlement currency, and totals per currency', () => {
    const money = { amount: 230, fee: 37, net: 193 };
    const line = { id: 'txn_1', objectId: 'ch_1', type: 'charge', currency: 'eur', ...money, createdAt: AT };
    const lines = reportLines({
      ...empty,
      totals: { jpy: { charged: { provider: 290, log: 580 }, refunded: sums, disputed: sums } },
      balance: {
        count: 1,
        listed: [{ ...line, exchangeRate: 0.92 }],
        totals: { eur: { lines: 1, ...money } },
      },
    });
    expect(lines.slice(2)).toEqual([
      'Balance lines, in the settlement currency: 1',
      '  txn_1 charge ch_1: amount EUR 2.30, fee EUR 0.37, net EUR 1.93, exchange rate 0.92',
      'Balance in EUR: 1 lines, amount EUR 2.30, fee EUR 0.37, net EUR 1.93',
      'Total charged: provider JPY 290, log JPY 580',
      'Total refunded: provider JPY 0, log JPY 0',
      'Total disputed: provider JPY 0, log JPY 0',
      'No differences.',
    ]);
  });
});
