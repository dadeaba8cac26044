import type { Recorded } from '../event.js';
import type { EventFold, Projection } from '../projection.js';
import type { ParkedDocument, Stored } from '../document-store.js';

type AnyFold<Document> = EventFold<Document, string, object>;

/** One step of a batch: an event and one document that it touches. */
interface Step<Document> {
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

/**
 * Folds steps over the documents they touch. An event at or before a document's position is passed over, so
 * that a batch can be repeated; a fold that throws parks its document with everything that comes for it
 * later, and nothing else.
 */
export function foldSteps<Document extends object>(
  steps: readonly Step<Document>[],
  stored: ReadonlyMap<string, Stored<Document>>,
  alreadyParked: ReadonlySet<string>,
): ViewChanges<Document> {
  const changed = new Map<string, { position: number; document: Document | null }>();
  const parked = new Map<string, ParkedDocument>();
  for (const { id, event, fold } of steps) {
    if (alreadyParked.has(id) || parked.has(id)) continue;
    const before = changed.get(id) ?? unwrap(stored.get(id));
    if (event.position <= before.position) continue;
    try {
      changed.set(id, { position: event.position, document: fold.fold(before.document, event, id) });
    } catch (error) {
      parked.set(id, park(id, event, error));
    }
  }
  return {
    documents: [...changed].map(([id, change]) => ({ id, ...change })),
    parked: [...parked.values()],
  };
}

function unwrap<Document extends object>(stored: Stored<Document> | undefined) {
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
