import type { Aggregate, EventOf } from '../../kernel/aggregate.js';
import * as commands from './reconciliation.commands.js';
import { MOST_DIFFERENCES, type ReconciliationEvents } from './reconciliation.events.js';

const record = (
  { listed, ...run }: commands.RecordReconciliation['data'],
  { recorded }: { readonly recorded: boolean },
): EventOf<ReconciliationEvents>[] => {
  if (recorded) return [];
  return [{ type: 'ReconciliationRun', data: { ...run, listed: listed.slice(0, MOST_DIFFERENCES) } }];
};

/** One comparison of the payment provider with the log. */
export const reconciliation: Aggregate<
  { readonly recorded: boolean },
  ReconciliationEvents,
  typeof commands
> = {
  category: 'reconciliation',
  id: ({ runId }) => runId,
  initial: { recorded: false },
  commands,
  decide: { RecordReconciliation: record },
  evolve: { ReconciliationRun: () => ({ recorded: true }) },
};
