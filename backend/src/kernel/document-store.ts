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

/** Which log a view was built from, and an event at or before its checkpoint that this log must have. */
export interface ViewOrigin {
  /** The id of the log. */
  readonly log: string;
  readonly position: number;
  readonly eventId: string;
}

/** What a projector writes in one go. A document of null is deleted. */
export interface ViewBatch<Document> {
  /** The checkpoint this batch starts from; if the view stands elsewhere, nothing is written. */
  readonly from: number;
  readonly to: number;
  /** The id of the event at `to`, which is kept as the view's {@link ViewOrigin}; without it, that stays as it was. */
  readonly event?: string;
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
  override readonly name: string = 'DocumentStoreUnavailableError';
}

/** The generation is not there, or was dropped since it was opened. It never reads as an empty view. */
export class MissingGenerationError extends DocumentStoreUnavailableError {
  override readonly name = 'MissingGenerationError';

  /** @param view the view and its generation */
  constructor(view: string) {
    super(`${view} is not there`);
  }
}

/** What is stored of the generation can't be read as a view: set it aside and build another one. */
export class DamagedGenerationError extends DocumentStoreUnavailableError {
  override readonly name = 'DamagedGenerationError';

  /** @param view the view and its generation */
  constructor(view: string, reason: string, options?: ErrorOptions) {
    super(`${view} is damaged: ${reason}`, options);
  }
}

/** Whether a generation can't be used any more, in contrast to a store that does not answer right now. */
export function isBroken(error: unknown): boolean {
  return error instanceof MissingGenerationError || error instanceof DamagedGenerationError;
}

/**
 * Reads documents of one view. Every method throws MissingGenerationError once the generation was dropped, and
 * DamagedGenerationError when it meets what can't be read.
 */
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
  /** Null as long as no batch was written with the id of an event by a store that knew its log. */
  origin(): Promise<ViewOrigin | null>;
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
  /** Makes the generation, empty, when it is missing. */
  readonly create?: boolean;
  /** To be filled from the start of the log: made when it is missing, and indexes wait for `buildIndexes`. */
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
  /** Null when the log has no id. */
  readonly origin: ViewOrigin | null;
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
  /** The id of the log that all views here are built from; null until the start has found out. */
  log: string | null = null;

  /**
   * Opens a generation of a view; it is made only with `create` or `bulk`.
   * @throws MissingGenerationError, DamagedGenerationError for damage that can be seen without reading all of it
   */
  abstract open<Document extends object>(spec: ViewSpec): Promise<View<Document>>;
  abstract build(spec: ViewSpec): Promise<BulkView>;
  /** The generations of a view that exist, in no order. */
  abstract generations(name: string): Promise<string[]>;
  /** Removes a generation for good; one that is not there is no error. */
  abstract drop(name: string, generation: string): Promise<void>;
  /**
   * Takes a generation that can't be read out of the way, so that another one of its name can be made. The pointer
   * stays where it is. One that is not there is no error.
   */
  abstract setAside(name: string, generation: string): Promise<void>;
  /**
   * Removes every generation but the one that queries read now of each of these views: those kept for a way back,
   * half-built ones, those set aside, and views that are not among them altogether. Nobody may be building meanwhile.
   */
  abstract keepOnly(names: readonly string[]): Promise<void>;
  /** The generation that queries are to read, even if it is missing; null for a view that has never been built. */
  abstract current(name: string): Promise<string | null>;
  /** The generation that queries read before the present one: whole, and kept for a way back. Null before any flip, and after `keepOnly`. */
  abstract previous(name: string): Promise<string | null>;
  /** Points queries at another generation, if they are at `from` now; answers whether they were. */
  abstract flip(name: string, from: string | null, to: string): Promise<boolean>;
  abstract close(): Promise<void>;
}
