import type { AnyBulkWriteOperation, UpdateFilter } from 'mongodb';
import type { ParkedDocument, Stored, ViewBatch, ViewOrigin } from '../../kernel/document-store.js';

/**
 * The state of a document. MongoDB compares it field by field, in this order, so that `$max` keeps the later of two
 * states.
 */
export interface State<Document> {
  readonly position: number;
  /** Decreases with each batch: of two states at one position, the first one wins. */
  readonly order: number;
  /** Null for a tombstone, which keeps a late batch from restoring a deleted document. */
  readonly document: Document | null;
  /** When a tombstone was set; missing in documents. */
  readonly deletedAt?: Date;
}

/** A row of a view's collection. Ids of documents are texts; ids of the view's own rows are objects. */
export interface Row<Document = object> {
  readonly _id: string | { readonly progress: 1 } | { readonly parked: string };
  /** Of documents. */
  readonly state?: State<Document>;
  /**
   * Of the progress row: the era of the collection, which changes when it is dropped and recreated, and the
   * checkpoint.
   */
  readonly era?: string;
  readonly checkpoint?: number;
  /** Of the progress row: the batch that moved it last. */
  readonly batch?: string;
  /** Of the progress row: the log, and one of its events. */
  readonly origin?: ViewOrigin;
  /** Of parked documents. */
  readonly position?: number;
  readonly eventType?: string;
  readonly error?: string;
}

type Write = AnyBulkWriteOperation<Row>;

export const PROGRESS: Row['_id'] = { progress: 1 };

/** The era of a progress row that a batch created because the generation was dropped. */
export const NO_ERA = 'none';

/**
 * The id range of parked rows. Objects with a number inside, such as the progress id, sort before those with a text.
 */
export const PARKED = { $gte: { parked: '' } };

/** What marks the writes of a batch. */
export interface BatchMark {
  readonly era: string;
  /** Unique to this batch. */
  readonly id: string;
  readonly now: Date;
  /** The id of the log that the documents come from; null until it is known. */
  readonly log: string | null;
}

/**
 * A batch as one ordered bulk write. First a fence: if the checkpoint is not `from` in this era, the first write tries
 * to insert a second progress row, which fails and ends the bulk. Then the documents, which only move forward. Last
 * the checkpoint, by compare-and-set. Repeating an interrupted batch from `from` is idempotent.
 */
export function writesOf<Document extends object>(
  batch: ViewBatch<Document>,
  { era, id, now, log }: BatchMark,
): readonly Write[] {
  const { from, to, event, documents, parked } = batch;
  const origin = log !== null && event !== undefined && { origin: { log, position: to, eventId: event } };
  const here = { _id: PROGRESS, era, checkpoint: from };
  return [
    { updateOne: { filter: here, update: { $setOnInsert: { era: NO_ERA } }, upsert: true } },
    ...documents.map(({ id: documentId, position, document }) =>
      upsert(documentId, { $max: { state: stateOf(document, position, to, now) } }),
    ),
    // After the documents: a parked document keeps the state before the event that parked it.
    ...parked.map(({ documentId, position, eventType, error }) =>
      upsert({ parked: documentId }, { $setOnInsert: { position, eventType, error } }),
    ),
    { updateOne: { filter: here, update: { $set: { checkpoint: to, batch: id, ...origin } } } },
  ];
}

/** The document of a row as the port returns it; null for a tombstone. */
export function documentOf<Document extends object>(row: Row): Stored<Document> | null {
  if (!row.state?.document) return null;
  const { position, document } = row.state;
  return Object.assign(document as Document, { _id: row._id as string, _position: position });
}

export function parkedOf({ _id, position = 0, eventType = '', error = '' }: Row): ParkedDocument {
  return { documentId: (_id as { readonly parked: string }).parked, position, eventType, error };
}

function upsert(_id: Row['_id'], update: UpdateFilter<Row>): Write {
  return { updateOne: { filter: { _id }, update, upsert: true } };
}

function stateOf(document: object | null, position: number, to: number, now: Date): State<object> {
  const order = -to;
  if (document === null) return { position, order, document, deletedAt: now };
  // Every store must return plain JSON; a Date or -0 would come back as a different value.
  return { position, order, document: JSON.parse(JSON.stringify(document)) as object };
}
