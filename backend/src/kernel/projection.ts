import type { IndexSpec, Stored, ViewReader } from './document-store.js';
import type { EventTypes, Recorded } from './event.js';

/** What a projection does with one type of event. */
export interface EventFold<Document, Type extends string, Data> {
  /** The documents that the event touches; an empty list for none. */
  readonly ids: (event: Recorded<Type, Data>) => readonly string[];
  /** The document after the event: from `null` when there is none yet, to `null` to delete it. Pure. */
  readonly fold: (document: Document | null, event: Recorded<Type, Data>, id: string) => Document | null;
}

/**
 * A read model, written once for every engine: `name`, a `version` that is raised when a fold or the shape of a
 * document changes (the view is then rebuilt at the next start), the declared indexes, and a table of folds. The
 * keys of the table are the subscription.
 */
export interface Projection<Document extends object, Events extends EventTypes = EventTypes> {
  readonly name: string;
  readonly version: number;
  readonly indexes: readonly IndexSpec[];
  /** The streams that a document tells of. While one of them is in quarantine, the public is not shown the document. */
  // A method, so that a list may hold projections of any documents.
  tellsOf?(document: Stored<Document>): readonly string[];
  readonly on: {
    readonly [Type in keyof Events & string]?: EventFold<Document, Type, Events[Type]>;
  };
}

/** Finds the documents of a projection, always in the generation that is current at the time of the call. */
export abstract class Views {
  abstract of<Document extends object, Events extends EventTypes>(
    definition: Projection<Document, Events>,
  ): ViewReader<Document>;
}

/** The same for what is shown to the public: without documents that tell of a stream in quarantine. */
export abstract class PublicViews extends Views {}
