import type { IndexSpec, Stored, ViewReader } from './document-store.js';
import type { EventTypes, Recorded } from './event.js';

export interface EventFold<Document, Type extends string, Data> {
  /** The ids of the documents that the event changes. */
  readonly ids: (event: Recorded<Type, Data>) => readonly string[];
  /** Returns the document after the event. It gets `null` if there is none yet, and returns `null` to delete it. Pure. */
  readonly fold: (document: Document | null, event: Recorded<Type, Data>, id: string) => Document | null;
}

/**
 * The definition of a view, the same for every document store: `name`, declared indexes, a table of folds, and a `version`.
 * Raise the version when a fold or the shape of a document changes; the next start then rebuilds the view. The keys of the
 * table are the subscription.
 */
export interface Projection<Document extends object, Events extends EventTypes = EventTypes> {
  readonly name: string;
  readonly version: number;
  readonly indexes: readonly IndexSpec[];
  /** The streams that a document is derived from. While one of them is in quarantine, the document is not public. */
  // A method, because only method parameters are bivariant: lists may then hold projections of any document type.
  tellsOf?(document: Stored<Document>): readonly string[];
  /**
   * For documents with personal fields of events: what a build makes of one when these people are erased. Until the next build,
   * queries get it in place of the document; null for none.
   */
  ofLiving?(
    document: Stored<Document>,
    isErased: (person: string | null | undefined) => boolean,
  ): Stored<Document> | null;
  /** Whether a document is written by one event only and not counted. A build does not keep it in memory. */
  isFinal?(id: string): boolean;
  /**
   * Whether its events are gathered for a moment, because few people read it: a fold of many events costs little more than
   * one of a single event. Commands do not wait for it; a read first brings it to the end of the log.
   */
  readonly isGathered?: true;
  /** Whether documents that were read stay in memory, because many people read the same ones. */
  readonly isRemembered?: true;
  /**
   * The fields that are figures, or sort keys made of them. Where only these change, a page may show them a moment later; a change
   * of any other field may hide or correct something.
   */
  readonly figures?: readonly string[];
  /** Counts of documents, which the kernel keeps in the same view. */
  readonly counts?: Counts<Document>;
  readonly on: {
    readonly [Type in keyof Events & string]?: EventFold<Document, Type, Events[Type]>;
  };
}

/** A count: the id of a {@link CountDocument}, and the name of the count in it. */
export interface Count {
  readonly id: string;
  readonly name: string;
}

/** In which counts each document of a view is counted. Pure. */
export interface Counts<Document extends object> {
  /** What the counts of a document depend on; null if it is not counted. A change that leaves it the same costs nothing. */
  // Methods, for the same reason as above.
  keyOf(document: Document): string | null;
  /** The counts of the documents with this key, at most one in each count document. Their ids are no ids of documents. */
  countedIn(key: string): readonly Count[];
}

/**
 * How many documents of a view are counted under each name. A count of zero is left out. The document itself is never
 * deleted, because its position makes a repeated batch harmless.
 */
export interface CountDocument {
  readonly counts: Readonly<Record<string, number>>;
}

/** Gives readers of views. A reader always uses the generation that is current at the time of the call. */
export abstract class Views {
  abstract of<Document extends object, Events extends EventTypes>(
    definition: Projection<Document, Events>,
  ): ViewReader<Document>;
}

/** The same for public answers: without documents that are derived from a stream in quarantine. */
export abstract class PublicViews extends Views {}
