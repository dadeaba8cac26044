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

/** What a batch did to a view. Documents are told once each, as they are at the end. */
export interface ViewChanges<Document> {
  readonly documents: { id: string; position: number; document: Document | null }[];
  readonly parked: ParkedDocument[];
}

/**
 * The steps that `events` mean for a projection, in order. An event whose ids can't be told is parked under
 * its own id.
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

/** A document as it stands, null where there is none, and the position of its last event. */
export interface Standing<Document> {
  readonly position: number;
  readonly document: Document | null;
}

/** Where {@link foldEach} finds documents and leaves them. */
export interface Folder<Document, At extends Standing<Document>> {
  /** A document that is parked takes no events. */
  isParked(id: string): boolean;
  /** @param index of the step that asks */
  standing(id: string, index: number): At;
  /** The document under `id`, which stood at `before`, as it stands after an event. */
  change(id: string, before: At, after: Standing<Document>): void;
  park(parked: ParkedDocument): void;
}

/**
 * Folds steps over the documents they touch. An event at or before a document's position is passed over, so
 * that a batch can be repeated; a fold that throws parks its document with everything that comes for it
 * later, and nothing else.
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
    // An event that changes nothing costs no write: where none was there, none is to be removed either.
    if (document !== before.document) folder.change(id, before, { position, document });
  }
}

/** The same for one batch over documents as they are stored. */
export function foldSteps<Document extends object>(
  steps: readonly Step<Document>[],
  stored: ReadonlyMap<string, Stored<Document>>,
  alreadyParked: ReadonlySet<string>,
): ViewChanges<Document> {
  const changed = new Map<string, Standing<Document>>();
  const parked = new Map<string, ParkedDocument>();
  foldEach(steps, {
    isParked: (id) => alreadyParked.has(id) || parked.has(id),
    standing: (id) => changed.get(id) ?? unwrap(stored.get(id)),
    change: (id, _, after) => changed.set(id, after),
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
