import type { AnyBulkWriteOperation, UpdateFilter } from 'mongodb';
import type { ParkedDocument, Stored, ViewBatch, ViewOrigin } from '../../kernel/document-store.js';

/** How a document stands. Compared field by field, in this order, so that of two states the later is the greater. */
export interface State<Document> {
  readonly position: number;
  /** Less for a later batch: of two states at one position, the one that was there first is the greater. */
  readonly order: number;
  /** Null for a tombstone, which keeps a batch that comes late from bringing a deleted document back. */
  readonly document: Document | null;
  /** When a tombstone was set; documents have none. */
  readonly deletedAt?: Date;
}

/** A row of a view's collection. Documents have texts for ids; the view's own rows have objects. */
export interface Row<Document = object> {
  readonly _id: string | { readonly progress: 1 } | { readonly parked: string };
  /** A document's. */
  readonly state?: State<Document>;
  /** The progress's: which life of the collection this is, and how far it has come. */
  readonly era?: string;
  readonly checkpoint?: number;
  /** The progress's: the batch that moved it last. */
  readonly batch?: string;
  /** The progress's: the log, and an event of it. */
  readonly origin?: ViewOrigin;
  /** A parked document's. */
  readonly position?: number;
  readonly eventType?: string;
  readonly error?: string;
}

type Write = AnyBulkWriteOperation<Row>;

/** The row of a view's checkpoint. */
export const PROGRESS: Row['_id'] = { progress: 1 };

/** The era of a progress that a batch made when it found none, because the generation was dropped. */
export const NO_ERA = 'none';

/** The range of the ids of parked rows; an object with a number in it, as the progress has, comes before those with a text. */
export const PARKED = { $gte: { parked: '' } };

/** What a batch is written with. */
export interface BatchMark {
  readonly era: string;
  /** Of this batch and no other. */
  readonly id: string;
  readonly now: Date;
  /** The log that the documents come from, where it is known by now. */
  readonly log: string | null;
}

/**
 * A batch as one ordered bulk write. First a fence: if the view does not stand at `from` in this era, it tries to make a second progress and so
 * ends the bulk. Then documents, each of which only ever moves on; last the checkpoint, by compare-and-set. What is cut off in between is
 * repeated from `from` and changes nothing.
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
    // After the documents: what is parked stands as it was before the event that parked it.
    ...parked.map(({ documentId, position, eventType, error }) =>
      upsert({ parked: documentId }, { $setOnInsert: { position, eventType, error } }),
    ),
    { updateOne: { filter: here, update: { $set: { checkpoint: to, batch: id, ...origin } } } },
  ];
}

/** The document of a row as the port gives it; null for a tombstone. */
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
  // A document is JSON in every store; a Date or -0 would come back as something else here.
  return { position, order, document: JSON.parse(JSON.stringify(document)) as object };
}
