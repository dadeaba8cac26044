import type { Recorded } from '../event.js';
import type { EventFold, Projection } from '../projection.js';
import type { ParkedDocument, Stored } from '../document-store.js';

type AnyFold<Document> = EventFold<Document, string, object>;

/** One step of a batch: an event and one document that it touches. */
export interface Step<Document> {
  readonly id: string;
  readonly event: Recorded;
  readonly fold: AnyFold<Document>;
}

/** The changes of a batch to a view. Contains each changed document once, in its last state. */
export interface ViewChanges<Document> {
  readonly documents: { id: string; position: number; document: Document | null }[];
  readonly parked: ParkedDocument[];
}

/**
 * The steps of a projection for `events`, in order. If the ids of an event can't be computed, the event is parked under its
 * own id.
 */
export function stepsOf<Document extends object>(
  projection: Projection<Document>,
  events: readonly Recorded[],
): { steps: Step<Document>[]; parked: ParkedDocument[] } {
  const steps: Step<Document>[] = [];
  const parked: ParkedDocument[] = [];
  const table = projection.on as Readonly<Record<string, AnyFold<Document> | undefined>>;
  for (const event of events) {
    const fold = table[event.type];
    if (!fold) continue;
    try {
      for (const id of fold.ids(event)) steps.push({ id, event, fold });
    } catch (error) {
      parked.push(park(`event:${event.id}`, event, error));
    }
  }
  return { steps, parked };
}

/** The current state of a document, null if it does not exist, and the position of its last event. */
export interface Standing<Document> {
  readonly position: number;
  readonly document: Document | null;
}

/** Gives documents to {@link foldEach} and takes its results. */
export interface Folder<Document, At extends Standing<Document>> {
  /** A parked document takes no events. */
  isParked(id: string): boolean;
  /** @param index the index of the step */
  standing(id: string, index: number): At;
  /** Called with the states of a document before and after an event. */
  change(id: string, before: At, after: Standing<Document>): void;
  park(parked: ParkedDocument): void;
}

/**
 * Folds steps over the documents they touch. Skips events at or before a document's position, so a batch can be repeated.
 * A fold that throws parks its document, which then takes no more events. Other documents are not affected.
 */
export function foldEach<Document extends object, At extends Standing<Document>>(
  steps: readonly Step<Document>[],
  folder: Folder<Document, At>,
): void {
  for (const [index, { id, event, fold }] of steps.entries()) {
    if (folder.isParked(id)) continue;
    const before = folder.standing(id, index);
    const { position } = event;
    if (position <= before.position) continue;
    let document: Document | null;
    try {
      document = fold.fold(before.document, event, id);
    } catch (error) {
      folder.park(park(id, event, error));
      continue;
    }
    // A fold that returns the same document, or null for a missing one, costs no write.
    if (document !== before.document) folder.change(id, before, { position, document });
  }
}

/** The same for one batch over stored documents. `onChange` is called with each change, in order. */
export function foldSteps<Document extends object>(
  steps: readonly Step<Document>[],
  stored: ReadonlyMap<string, Stored<Document>>,
  alreadyParked: ReadonlySet<string>,
  onChange?: (before: Document | null, after: Standing<Document>) => void,
): ViewChanges<Document> {
  const changed = new Map<string, Standing<Document>>();
  const parked = new Map<string, ParkedDocument>();
  foldEach(steps, {
    isParked: (id) => alreadyParked.has(id) || parked.has(id),
    standing: (id) => changed.get(id) ?? unwrap(stored.get(id)),
    change: (id, before, after) => {
      changed.set(id, after);
      onChange?.(before.document, after);
    },
    park: (document) => parked.set(document.documentId, document),
  });
  return {
    documents: [...changed].map(([id, change]) => ({ id, ...change })),
    parked: [...parked.values()],
  };
}

function unwrap<Document extends object>(stored: Stored<Document> | undefined): Standing<Document> {
  if (!stored) return { position: 0, document: null };
  const { _id, _position, ...document } = stored;
  return { position: _position, document: document as unknown as Document };
}

function park(documentId: string, event: Recorded, error: unknown): ParkedDocument {
  return {
    documentId,
    position: event.position,
    eventType: event.type,
    error: error instanceof Error ? error.message : String(error),
  };
}
