import type { DomainEvents } from '../../domain/events.js';
import { projection } from '../projection.js';

/** A comparison of the payment provider with the log, under its id. */
export type ReconciliationDocument = Omit<DomainEvents['ReconciliationRun'], 'runId'>;

export const reconciliations = projection<ReconciliationDocument>({
  name: 'reconciliations',
  version: 1,
  indexes: [{ fields: { at: 1 } }],
  on: {
    ReconciliationRun: {
      ids: ({ data: { runId } }) => [runId],
      fold: (_, { data: { runId: __, ...run } }) => run,
    },
  },
});
