import type { Recorded } from '../domain/catalogue.js';
import type { DomainEvents } from '../domain/events.js';
import type { IndexSpec, ViewReader } from '../infrastructure/document-store/document-store.port.js';

/** What a projection does with one type of event. */
export interface EventFold<Document, Type extends string, Data> {
  /** The documents that the event touches; an empty list for none. */
  readonly ids: (event: Recorded<Type, Data>) => readonly string[];
  /** The document after the event: from `null` when there is none yet, to `null` to delete it. Pure. */
  readonly fold: (document: Document | null, event: Recorded<Type, Data>, id: string) => Document | null;
}

/**
 * A read model, written once for every engine: `name`, a `version` that is raised whenever a fold or a
 * document's shape changes (which rebuilds the view at the next start), the declared indexes, and a table of
 * folds whose keys are the subscription.
 */
export interface Projection<Document extends object> {
  readonly name: string;
  readonly version: number;
  readonly indexes: readonly IndexSpec[];
  readonly on: {
    readonly [Type in keyof DomainEvents]?: EventFold<Document, Type, DomainEvents[Type]>;
  };
}

/** Declares a projection; only there to let TypeScript look at the table. */
export function projection<Document extends object>(definition: Projection<Document>): Projection<Document> {
  return definition;
}

/**
 * Where queries find the documents of a projection: always the generation that is live at the time of the
 * call.
 */
export abstract class Views {
  abstract of<Document extends object>(definition: Projection<Document>): ViewReader<Document>;
}
