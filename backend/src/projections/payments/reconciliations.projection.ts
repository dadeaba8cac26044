import type { ReconciliationEvents } from '../../domain/payment/reconciliation.events.js';
import { projection } from '../projection.js';

type Run = ReconciliationEvents['ReconciliationRun'];

/** A comparison of the payment provider with the log, under its id. */
export interface ReconciliationDocument extends Omit<Run, 'runId' | 'listed'> {
  readonly listed: readonly (Run['listed'][number] & {
    /** When an admin settled it, ISO 8601; null before. */
    readonly settledAt: string | null;
  })[];
}

export const reconciliations = projection<ReconciliationDocument>({
  name: 'reconciliations',
  version: 2,
  indexes: [{ fields: { at: 1 } }],
  on: {
    ReconciliationRun: {
      ids: ({ data: { runId } }) => [runId],
      fold: (_, { data: { runId: __, listed, ...run } }) => ({
        ...run,
        listed: listed.map((difference) => ({ ...difference, settledAt: null })),
      }),
    },
    StripeDifferenceSettled: {
      ids: ({ data: { runId } }) => [runId],
      fold: (run, { data: { objectId, kind }, metadata: { at } }) =>
        run && {
          ...run,
          listed: run.listed.map((one) =>
            one.objectId === objectId && one.kind === kind ? { ...one, settledAt: at } : one,
          ),
        },
    },
  },
});
