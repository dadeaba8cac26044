import type { ParkedDocument, Stored, View, ViewBatch } from '../document-store.js';
import { messageOf } from '../error-message.js';
import type { Recorded } from '../event.js';
import type { EventFold, Projection } from '../projection.js';
import { CountChanges, counted } from './count-changes.js';
import type { DocumentChange } from './query-dependencies.js';

/**
 * After this number of batches without a change the checkpoint is stored. After a crash these batches are read again.
 */
const IDLE_BATCHES = 100;

/** What is told about each change of the documents that queries read. */
export interface ChangeWatch {
  /** Before the store is asked to commit. */
  expect(changes: readonly DocumentChange[]): void;
  /** After it has, and before anyone who waits for it goes on. */
  settle(): void;
  /** When it is unknown what has changed. */
  clear(): void;
}

/** Folds the log into one generation of a view, batch by batch, from its checkpoint. */
export class ViewFold<Document extends object = object> {
  private stored = 0;
  private handled = 0;
  /** The id of the event at `handled`, if known. */
  private handledId: string | undefined;
  private idle = 0;
  private lastChange = 0;
  private mustReload = false;
  private parkedIds = new Set<string>();
  /** Set while queries read this generation. */
  watch: ChangeWatch | null = null;

  private constructor(
    readonly projection: Projection<Document>,
    readonly generation: string,
    readonly view: View<Document>,
  ) {}

  /** Continues from the checkpoint of the view. Closes the view if it can't be read. */
  static async of<Document extends object>(
    projection: Projection<Document>,
    generation: string,
    view: View<Document>,
  ): Promise<ViewFold<Document>> {
    const fold = new ViewFold(projection, generation, view);
    try {
      await fold.reload();
      return fold;
    } catch (error) {
      await view.close();
      throw error;
    }
  }

  /** The position of the last event that this view has handled. */
  get position(): number {
    return this.handled;
  }

  /** The position of the last event that has changed a document, or may have before this fold began. */
  get changed(): number {
    return this.lastChange;
  }

  /** The number of parked documents. */
  get parked(): number {
    return this.parkedIds.size;
  }

  /**
   * Folds the new events and moves the checkpoint to `to`. Writes each changed document once. After a failure the next call
   * continues from the stored checkpoint.
   * @param eventId the id of the event at `to`, which is stored with the checkpoint
   * @throws CheckpointConflictError when another projector feeds the view, DocumentStoreUnavailableError
   */
  async handle(events: readonly Recorded[], to: number, eventId?: string): Promise<void> {
    const hasFailed = this.mustReload;
    if (hasFailed) await this.reload();
    if (to <= this.handled) return;
    try {
      await this.apply(events, to, eventId);
      // The store may have written a part of the failed batch later: for this one, that part was no change.
      if (hasFailed) this.watch?.clear();
    } catch (error) {
      this.mustReload = true;
      this.watch?.clear();
      throw error;
    }
  }

  /** Stores the checkpoint. */
  async flush(): Promise<void> {
    if (this.mustReload) await this.reload();
    if (this.handled !== this.stored) await this.commit(this.handled, this.handledId, [], []);
  }

  private async apply(events: readonly Recorded[], to: number, eventId?: string): Promise<void> {
    const fresh = events.filter((event) => event.position > this.handled);
    const { steps, parked } = stepsOf(this.projection, fresh);
    const load = (ids: readonly string[]) => this.view.getMany(ids);
    const changes =
      steps.length === 0
        ? { documents: [], parked: [] }
        : await foldAndCount(this.projection, steps, load, this.parkedIds);
    const allParked = [...parked, ...changes.parked];
    if (changes.documents.length === 0 && allParked.length === 0) {
      this.handled = to;
      this.handledId = eventId;
      this.idle += 1;
      if (this.idle >= IDLE_BATCHES) await this.flush();
      return;
    }
    await this.commit(to, eventId, changes.documents, allParked);
    for (const document of allParked) this.parkedIds.add(document.documentId);
  }

  /** Keeps the position in memory: the batches after the stored checkpoint changed nothing. */
  private async reload(): Promise<void> {
    this.stored = await this.view.checkpoint();
    this.handled = Math.max(this.handled, this.stored);
    this.lastChange = this.handled;
    this.parkedIds = new Set((await this.view.parked()).map((parked) => parked.documentId));
    this.mustReload = false;
    // The failed batch may have been committed.
    this.watch?.clear();
  }

  private async commit(
    to: number,
    event: string | undefined,
    documents: ViewChanges<Document>['documents'],
    parked: readonly ParkedDocument[],
  ): Promise<void> {
    this.watch?.expect(documents);
    const batch: ViewBatch<Document> = { from: this.stored, to, ...(event && { event }), documents, parked };
    await this.view.commit(batch);
    this.watch?.settle();
    this.stored = to;
    if (documents.length > 0) this.lastChange = to;
    this.handled = to;
    this.handledId = event;
    this.idle = 0;
  }
}

type AnyFold<Document> = EventFold<Document, string, object>;

/** One step of a batch: an event and one document that it touches. */
export interface Step<Document> {
  readonly id: string;
  readonly event: Recorded;
  readonly fold: AnyFold<Document>;
}

/** The changes of a batch to a view. Contains each changed document once, in its last state. */
export interface ViewChanges<Document> {
  readonly documents: (DocumentChange & { readonly document: Document | null })[];
  readonly parked: ParkedDocument[];
}

/**
 * The steps of a projection for `events`, in order. If the ids of an event can't be computed, or one is empty, the event is parked under its
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
      const touched = fold.ids(event);
      if (!touched.every((id) => typeof id === 'string' && id !== ''))
        throw new Error('a document has no id');
      for (const id of touched) steps.push({ id, event, fold });
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
    documents: [...changed].map(([id, change]) => ({ id, before: stored.get(id) ?? null, ...change })),
    parked: [...parked.values()],
  };
}

/**
 * Folds the steps of one batch into the documents of a view, and then into their counts. The counts come first in the
 * result: a store that stops within the batch has then written no document without its counts, and a repeated batch
 * completes them.
 */
export async function foldAndCount<Document extends object>(
  projection: Projection<Document>,
  steps: readonly Step<Document>[],
  load: (ids: readonly string[]) => Promise<ReadonlyMap<string, Stored<Document>>>,
  alreadyParked: ReadonlySet<string>,
): Promise<ViewChanges<Document>> {
  const counts = new CountChanges(projection as unknown as Projection<object>);
  const ids = new Set(steps.map(({ id }) => id));
  const { documents, parked } = foldSteps(steps, await load([...ids]), alreadyParked, (before, after) =>
    counts.note(before, after.document, after.position),
  );
  const changes = counts.take();
  if (changes.size === 0) return { documents, parked };
  const stored = await load([...changes.keys()]);
  const countDocuments = [...changes].flatMap(([id, ofDocument]) => {
    const known = stored.get(id);
    const after = counted({ position: known?._position ?? 0, document: known ?? null }, ofDocument);
    if (!after) return [];
    return [{ id, before: known ?? null, ...after } as unknown as ViewChanges<Document>['documents'][number]];
  });
  return { documents: [...countDocuments, ...documents], parked };
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
    error: messageOf(error),
  };
}
