import { aggregate, type EventOf } from '../../kernel/aggregate.js';
import type * as commands from './reconciliation.commands.js';
import { MOST_DIFFERENCES, reconciliationEvents } from './reconciliation.events.js';

const record = (
  { listed, ...run }: commands.RecordReconciliation,
  { recorded }: { readonly recorded: boolean },
): EventOf<typeof reconciliationEvents>[] => {
  if (recorded) return [];
  return [{ type: 'ReconciliationRun', data: { ...run, listed: listed.slice(0, MOST_DIFFERENCES) } }];
};

type Key = commands.RecordReconciliation;

const initial: { readonly recorded: boolean } = { recorded: false };

/** One comparison of the payment provider with the log. */
export const ReconciliationRecord = aggregate('reconciliation', {
  id: ({ runId }: Key) => runId,
  initial,
  events: reconciliationEvents,
}).rules({
  evolve: { ReconciliationRun: () => ({ recorded: true }) },
  decide: { RecordReconciliation: record },
});
