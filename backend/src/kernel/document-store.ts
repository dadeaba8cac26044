import type { Filter, Query } from './query.js';

/** A stored document, with its id and the position of the last event that was folded into it. */
export type Stored<Document> = Document & { readonly _id: string; readonly _position: number };

/** A declared index: fields in order, 1 ascending, -1 descending. A field is a path such as `author.id`. */
export interface IndexSpec {
  readonly fields: Readonly<Record<string, 1 | -1>>;
  /** Leaves out documents without one of these fields. Serves queries only that compare all of them with values. */
  readonly isSparse?: true;
  /** Its one field is a list of texts. Serves `$has`. */
  readonly isList?: true;
  /** Further fields, texts or numbers, which {@link ViewReader.pick} then reads without the documents. */
  readonly also?: readonly string[];
}

/** The id of a document and some of its fields. */
export type Picked<Document, Field extends keyof Document> = Pick<Document, Field> & { readonly _id: string };

/** A document whose fold threw. Its later events are skipped until the view is rebuilt. */
export interface ParkedDocument {
  readonly documentId: string;
  readonly position: number;
  readonly eventType: string;
  readonly error: string;
}

/** The log that a view was built from, and an event at or before its checkpoint that this log must contain. */
export interface ViewOrigin {
  /** The id of the log. */
  readonly log: string;
  readonly position: number;
  readonly eventId: string;
}

/** The writes of one batch. A document of null is deleted. */
export interface ViewBatch<Document> {
  /** The checkpoint before this batch. If the view is at another one, nothing is written. */
  readonly from: number;
  readonly to: number;
  /** The id of the event at `to`, stored as the view's {@link ViewOrigin}. Without it, the origin stays the same. */
  readonly event?: string;
  readonly documents: readonly { id: string; position: number; document: Document | null }[];
  readonly parked: readonly ParkedDocument[];
}

/** Another projector has moved this view's checkpoint. */
export class CheckpointConflictError extends Error {
  override readonly name = 'CheckpointConflictError';

  constructor(view: string, expected: number, actual: number) {
    super(`${view} is at ${actual}, not at ${expected}: another projector is writing to it`);
  }
}

/** The store can't be reached or did not answer in time. */
export class DocumentStoreUnavailableError extends Error {
  override readonly name: string = 'DocumentStoreUnavailableError';
}

/** The generation does not exist, or was dropped after it was opened. It never reads as an empty view. */
export class MissingGenerationError extends DocumentStoreUnavailableError {
  override readonly name = 'MissingGenerationError';

  /** @param view the view and its generation */
  constructor(view: string) {
    super(`${view} does not exist`);
  }
}

/** The stored generation can't be read. Set it aside and build another one. */
export class DamagedGenerationError extends DocumentStoreUnavailableError {
  override readonly name = 'DamagedGenerationError';

  /** @param view the view and its generation */
  constructor(view: string, reason: string, options?: ErrorOptions) {
    super(`${view} is damaged: ${reason}`, options);
  }
}

/** Whether the generation itself is unusable, as opposed to a store that is unavailable for now. */
export function isBroken(error: unknown): boolean {
  return error instanceof MissingGenerationError || error instanceof DamagedGenerationError;
}

/**
 * The document with an id, if it is in memory as it is stored. A store that other processes write, too, tells the position
 * that it has read: the one in memory may be older.
 */
export type KnownDocument<Document> = (id: string, position?: number) => Stored<Document> | undefined;

/**
 * Reads documents of one view. Every method throws MissingGenerationError after the generation was dropped, and
 * DamagedGenerationError when the stored data can't be read.
 */
export interface ViewReader<Document> {
  get(id: string): Promise<Stored<Document> | null>;
  /** Those of `ids` that exist, by id, in one round trip. */
  getMany(ids: readonly string[]): Promise<Map<string, Stored<Document>>>;
  /**
   * @param known gives documents of this view that need not be read again
   * @throws UnsupportedQueryError for anything outside the closed language of query.ts
   */
  find(query: Query, known?: KnownDocument<Document>): Promise<Stored<Document>[]>;
  /**
   * The same, but only ids and these fields: texts, numbers, or null if missing. Fast where an index has all fields of the
   * query and these.
   */
  pick<Field extends keyof Document & string>(
    query: Query,
    fields: readonly Field[],
  ): Promise<Picked<Document, Field>[]>;
  /** @param most stop counting there */
  count(where: Filter, most?: number): Promise<number>;
}

/** One generation of a view: its documents, its checkpoint, and its parked documents. */
export interface View<Document> extends ViewReader<Document> {
  /** The position of the last event processed, 0 for a new view. */
  checkpoint(): Promise<number>;
  /** Null until a batch with the id of an event is written by a store that knows its log. */
  origin(): Promise<ViewOrigin | null>;
  /**
   * Writes documents, parked documents and checkpoint. A document that is already at or after the given position is not
   * changed, so that repeating a batch after a crash has no effect.
   * @throws CheckpointConflictError when the view is not at `from`; then nothing is written
   */
  commit(batch: ViewBatch<Document>): Promise<void>;
  parked(): Promise<ParkedDocument[]>;
  /** Builds the declared indexes and drops those that are no longer declared. */
  buildIndexes(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Which view to open. A generation is one build of a view, for example `v2-1`: the first build of version 2.
 */
export interface ViewSpec {
  readonly name: string;
  readonly generation: string;
  readonly indexes: readonly IndexSpec[];
  /** Whether it has a document for each event of the log, so that it is as much work to build as many others. */
  readonly isLarge?: boolean;
  /** Whether nobody waits for its commits: they may take a while, if that keeps the event loop free. */
  readonly isGathered?: boolean;
  /** Creates an empty generation if it does not exist. */
  readonly create?: boolean;
  /** Whether another process writes it, and sees to its indexes. */
  readonly isRead?: boolean;
}

/** A document to write into a generation that is being built. */
export interface BulkDocument {
  readonly id: string;
  readonly position: number;
  /** JSON; null removes what was written before. */
  readonly body: string | null;
  /** Whether this id was never written before. */
  readonly isNew: boolean;
}

/** A document read back from a build. */
export interface WrittenDocument {
  readonly id: string;
  readonly position: number;
  /** JSON. */
  readonly body: string;
}

/** What a complete generation contains besides documents. */
export interface BulkEnd {
  readonly checkpoint: number;
  /** Null when the log has no id. */
  readonly origin: ViewOrigin | null;
  readonly parked: readonly ParkedDocument[];
}

/**
 * A generation that is being built: one writer writes it from the start of the log to its end, and no other process reads
 * it. If the build stops early, the generation is lost.
 */
export interface BulkView {
  /** Writes documents, each id at most once per call. Calls take effect in order. */
  write(documents: readonly BulkDocument[]): Promise<void>;
  /** The documents among `ids` that exist. A call sees all writes that have resolved, and perhaps later ones. */
  read(ids: readonly string[]): Promise<readonly WrittenDocument[]>;
  /** Builds the indexes, writes parked documents and checkpoint, and syncs everything to disk. */
  finish(end: BulkEnd): Promise<void>;
  /** Releases resources. Without a `finish` before it, the generation is unusable. */
  close(): Promise<void>;
}

export interface BulkStore {
  /** Starts a generation. Replaces one of the same name. */
  build(spec: ViewSpec): Promise<BulkView>;
}

/** Stores the views. Its contract is `test/contracts/document-store.contract.ts`. */
export abstract class DocumentStore implements BulkStore {
  /** The id of the log that all views here are built from; null until the start has read it. */
  log: string | null = null;

  /**
   * Opens a generation of a view. Creates it only with `create`.
   * @throws MissingGenerationError
   * @throws DamagedGenerationError for damage that is visible without reading all data
   */
  abstract open<Document extends object>(spec: ViewSpec): Promise<View<Document>>;
  abstract build(spec: ViewSpec): Promise<BulkView>;
  /** The existing generations of a view, in no particular order. */
  abstract generations(name: string): Promise<string[]>;
  /** The bytes that a generation takes with its indexes; 0 or null if it does not exist, null if the server does not tell. */
  abstract sizeOf(name: string, generation: string): Promise<number | null>;
  /** Deletes a generation. Does nothing if it does not exist. */
  abstract drop(name: string, generation: string): Promise<void>;
  /**
   * Moves an unreadable generation aside, so that another one of the same name can be created. The pointer does not
   * change. Does nothing if it does not exist.
   */
  abstract setAside(name: string, generation: string): Promise<void>;
  /**
   * Keeps only the current generation of each of these views. Deletes previous and half-built generations, those set
   * aside, and all other views. No build may run at the same time.
   */
  abstract keepOnly(names: readonly string[]): Promise<void>;
  /** The generation that the pointer names, even if it is missing; null for a view that was never built. */
  abstract current(name: string): Promise<string | null>;
  /** The complete generation before the current one, kept for a rollback. Null before any flip, and after `keepOnly`. */
  abstract previous(name: string): Promise<string | null>;
  /** Moves the pointer to another generation if it is at `from`. Returns whether it was. */
  abstract flip(name: string, from: string | null, to: string): Promise<boolean>;
  /**
   * The time on the clock of the server; null for a store in files, which has the clock of this process.
   * @throws DocumentStoreUnavailableError
   */
  abstract serverTime(): Promise<Date | null>;
  abstract close(): Promise<void>;
}
