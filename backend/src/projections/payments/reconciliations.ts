import { Injectable } from '@nestjs/common';
import { Reconciliation } from '../../domain/payment/reconciliation.js';
import type { Stored } from '../../kernel/document-store.js';
import type { TypeOf } from '../../kernel/field.js';
import type { AdminList } from '../admin-list.js';
import { readerOf, view } from '../view.js';

/** A comparison of the payment provider with the log, under its id. */
export type ReconciliationDocument = TypeOf<typeof Reconciliation>;

export const reconciliations = view('reconciliations', {
  version: 1,
  document: Reconciliation,
  indexes: ['at'],
}).createdBy('runId', { ReconciliationRun: (_, { runId: __, ...run }) => run });

@Injectable()
export class ReconciliationsReader extends readerOf(reconciliations) {
  /** The last run; null before the first. */
  async newest(): Promise<Stored<ReconciliationDocument> | null> {
    const [newest] = await this.documents.find({ where: {}, sort: { at: -1 }, limit: 1 });
    return newest ?? null;
  }

  /** All runs, the newest first. */
  list(): AdminList<ReconciliationDocument> {
    return {
      name: 'payments/reconciliation',
      view: this.documents,
      where: {},
      sort: { field: 'at', direction: -1, type: 'time' },
      fits: null,
    };
  }
}
