import type { Filter, Query } from './query.js';

/** A document as it is kept: under its id, with the position of the last event that was folded into it. */
export type Stored<Document> = Document & { readonly _id: string; readonly _position: number };

/** A declared index: fields in order, 1 ascending, -1 descending. A field is a path such as `author.id`. */
export interface IndexSpec {
  readonly fields: Readonly<Record<string, 1 | -1>>;
}

/** A document whose fold threw: its later events are passed over until the view is rebuilt. */
export interface ParkedDocument {
  readonly documentId: string;
  readonly position: number;
  readonly eventType: string;
  readonly error: string;
}

/** What a projector writes in one go. A document of null is deleted. */
export interface ViewBatch<Document> {
  /** The checkpoint this batch starts from; if the view stands elsewhere, nothing is written. */
  readonly from: number;
  readonly to: number;
  readonly documents: readonly { id: string; position: number; document: Document | null }[];
  readonly parked: readonly ParkedDocument[];
}

/** Another projector has moved this view's checkpoint. */
export class CheckpointConflictError extends Error {
  override readonly name = 'CheckpointConflictError';

  constructor(view: string, expected: number, actual: number) {
    super(`${view} stands at ${actual}, not at ${expected}: another projector is at work on it`);
  }
}

/** The store can't be reached or did not answer in time. */
export class DocumentStoreUnavailableError extends Error {
  override readonly name = 'DocumentStoreUnavailableError';
}

/** Reads documents of one view. */
export interface ViewReader<Document> {
  get(id: string): Promise<Stored<Document> | null>;
  /** Those of `ids` that exist, by id, in one round trip. */
  getMany(ids: readonly string[]): Promise<Map<string, Stored<Document>>>;
  /** @throws UnsupportedQueryError for anything outside the closed language of query.ts */
  find(query: Query): Promise<Stored<Document>[]>;
  count(where: Filter): Promise<number>;
}

/** One generation of a view: its documents, its checkpoint and what is parked. */
export interface View<Document> extends ViewReader<Document> {
  /** The position of the last event handled, 0 for a new view. */
  checkpoint(): Promise<number>;
  /**
   * Writes documents, parked documents and checkpoint. A document that already stands at or after the given
   * position is left alone, so that a batch that is repeated after a crash changes nothing.
   * @throws CheckpointConflictError and writes nothing, when the view does not stand at `from`
   */
  commit(batch: ViewBatch<Document>): Promise<void>;
  parked(): Promise<ParkedDocument[]>;
  /** Builds the declared indexes; a view opened with `bulk` has none until then. */
  buildIndexes(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Which view to open. A generation is a build of a view, e.g. `v2-1`: definition version 2, first build of
 * it.
 */
export interface ViewSpec {
  readonly name: string;
  readonly generation: string;
  readonly indexes: readonly IndexSpec[];
  /** Opened to be filled from the start of the log: indexes wait for `buildIndexes`. */
  readonly bulk?: boolean;
}

/** A document on its way into a generation that is being built. */
export interface BulkDocument {
  readonly id: string;
  readonly position: number;
  /** JSON; null removes what was written before. */
  readonly body: string | null;
  /** Nothing was ever written under this id. */
  readonly isNew: boolean;
}

/** A document as it was written. */
export interface WrittenDocument {
  readonly id: string;
  readonly position: number;
  /** JSON. */
  readonly body: string;
}

/** What a generation holds besides documents when it is complete. */
export interface BulkEnd {
  readonly checkpoint: number;
  readonly parked: readonly ParkedDocument[];
}

/**
 * A generation that is being built: written once from the start of the log to its end, by one writer, and read by nobody
 * else. It is lost when the build breaks off.
 */
export interface BulkView {
  /** Writes documents, each id once a call. Calls take effect in the order in which they were made. */
  write(documents: readonly BulkDocument[]): Promise<void>;
  /** Those of `ids` that are there. A call sees the writes that have resolved, and perhaps others. */
  read(ids: readonly string[]): Promise<readonly WrittenDocument[]>;
  /** Builds the indexes, writes the parked documents and the checkpoint, and brings everything onto the disk. */
  finish(end: BulkEnd): Promise<void>;
  /** Frees what it holds; without `finish` before, the generation is worthless. */
  close(): Promise<void>;
}

/** Where generations are built. */
export interface BulkStore {
  /** Begins a generation, in the place of whatever has its name. */
  build(spec: ViewSpec): Promise<BulkView>;
}

/** Keeps the read models. Its contract is `test/contracts/document-store.contract.ts`. */
export abstract class DocumentStore implements BulkStore {
  /** Opens a generation of a view and makes it when it is missing. */
  abstract open<Document extends object>(spec: ViewSpec): Promise<View<Document>>;
  abstract build(spec: ViewSpec): Promise<BulkView>;
  /** The generations of a view that exist, in no order. */
  abstract generations(name: string): Promise<string[]>;
  /** Removes a generation for good; one that is not there is no error. */
  abstract drop(name: string, generation: string): Promise<void>;
  /**
   * Removes every generation but the one that queries read now of each of these views: those kept for a way back,
   * half-built ones, and views that are not among them altogether. Nobody may be building meanwhile.
   */
  abstract keepOnly(names: readonly string[]): Promise<void>;
  /** The generation that queries read, or null for a view that has never been built. */
  abstract current(name: string): Promise<string | null>;
  /** The generation that queries read before the present one: whole, and kept for a way back. Null before any flip, and after `keepOnly`. */
  abstract previous(name: string): Promise<string | null>;
  /** Points queries at another generation, if they are at `from` now; answers whether they were. */
  abstract flip(name: string, from: string | null, to: string): Promise<boolean>;
  /** A checkpoint that belongs to no view (a reaction's); null before it was first moved. */
  abstract checkpoint(name: string): Promise<number | null>;
  /** Moves such a checkpoint if it stands at `from`; answers whether it did. */
  abstract moveCheckpoint(name: string, from: number | null, to: number): Promise<boolean>;
  abstract close(): Promise<void>;
}
