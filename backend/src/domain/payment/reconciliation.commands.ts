import type { ReconciliationEvents } from './reconciliation.events.js';

/** Record that the payment provider and the log were compared. Idempotent by the run. */
export type RecordReconciliation = ReconciliationEvents['ReconciliationRun'];
