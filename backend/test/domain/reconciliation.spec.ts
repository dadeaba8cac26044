import {
  type Difference,
  MOST_DIFFERENCES,
  ReconciliationRecord,
} from '../../src/domain/payment/reconciliation.js';
import { reconciliations } from '../../src/projections/payments/reconciliations.js';
import { folding, given } from '../support/given.js';

const at = '2026-11-21T12:00:00.000Z';
const difference: Difference = {
  kind: 'not in the log',
  object: 'charge',
  objectId: 'ch_1',
  reference: 'r1',
  provider: { amount: { amount: 199, currency: 'usd' }, state: 'paid' },
  log: null,
  createdAt: at,
  repair: null,
};
const run = {
  runId: 'run1',
  since: at,
  at,
  mode: 'test',
  compared: { charge: 1, refund: 0, dispute: 0, event: 0 },
  differences: 1,
  listed: [difference],
  pending: 0,
  foreign: 0,
  settled: 0,
  totals: {},
  balance: {},
} as const;
const recorded = { type: 'ReconciliationRun', data: run } as const;

describe('a comparison with the payment provider', () => {
  it('is recorded once', () => {
    given(ReconciliationRecord).when(ReconciliationRecord.RecordReconciliation(run)).then(recorded);
    given(ReconciliationRecord, recorded).when(ReconciliationRecord.RecordReconciliation(run)).thenNothing();
  });

  it('keeps the first differences, and the number of all', () => {
    const listed = Array.from({ length: MOST_DIFFERENCES + 1 }, () => difference);
    const many = { ...run, differences: listed.length, listed };
    given(ReconciliationRecord)
      .when(ReconciliationRecord.RecordReconciliation(many))
      .then({ type: 'ReconciliationRun', data: { ...many, listed: listed.slice(1) } });
  });

  it('is shown as it was', () => {
    const { runId, ...shown } = run;
    folding(reconciliations, recorded).gives({ [runId]: shown });
  });
});
