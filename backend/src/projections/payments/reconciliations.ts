import { Injectable } from '@nestjs/common';
import type { DomainEvents } from '../../domain/events.js';
import { projection } from '../projection.js';
import type { Stored, ViewReader } from '../../kernel/document-store.js';
import { Views } from '../../kernel/projection.js';
import type { AdminList } from '../admin-list.js';

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

@Injectable()
export class ReconciliationsReader {
  private readonly runs: ViewReader<ReconciliationDocument>;

  constructor(views: Views) {
    this.runs = views.of(reconciliations);
  }

  /** A run; null if it does not exist. */
  run(runId: string): Promise<Stored<ReconciliationDocument> | null> {
    return this.runs.get(runId);
  }

  /** The last run; null before the first. */
  async newest(): Promise<Stored<ReconciliationDocument> | null> {
    const [newest] = await this.runs.find({ where: {}, sort: { at: -1 }, limit: 1 });
    return newest ?? null;
  }

  /** All runs, the newest first. */
  list(): AdminList<ReconciliationDocument> {
    return {
      name: 'payments/reconciliation',
      view: this.runs,
      where: {},
      sort: { field: 'at', direction: -1, type: 'time' },
      fits: null,
    };
  }
}
