import type { Stored } from '../document-store.js';
import type { Recorded } from '../event.js';
import type { CountDocument, Projection } from '../projection.js';
import { type Step, type ViewChanges, foldSteps } from './fold-batch.js';

/** By how much each count of one count document changes. */
type Deltas = Record<string, number>;

/**
 * Collects the changes that changed documents cause in the count documents of a view, as steps to fold. There is at most
 * one step for each event and count document, because a document skips an event that it has already folded.
 */
export class CountChanges {
  private steps: Step<object>[] = [];
  /** The changes of the latest event, by id of the count document. */
  private latest: { readonly position: number; readonly deltas: Map<string, Deltas> } | null = null;

  constructor(private readonly projection: Projection<object>) {}

  /** Adds the change of a document by an event. Events come in the order of the log. */
  note(before: object | null, after: object | null, event: Recorded): void {
    const { projection } = this;
    if (!projection.countedIn) return;
    const was = before === null ? {} : projection.countedIn(before);
    const is = after === null ? {} : projection.countedIn(after);
    for (const [id, name] of Object.entries(was)) if (is[id] !== name) this.add(event, id, name, -1);
    for (const [id, name] of Object.entries(is)) if (was[id] !== name) this.add(event, id, name, 1);
  }

  /** The steps collected since the last call, in order. */
  take(): readonly Step<object>[] {
    const { steps } = this;
    this.steps = [];
    this.latest = null;
    return steps;
  }

  private add(event: Recorded, id: string, name: string, by: number): void {
    if (this.latest?.position !== event.position) {
      this.latest = { position: event.position, deltas: new Map() };
    }
    const known = this.latest.deltas.get(id);
    if (known) {
      known[name] = (known[name] ?? 0) + by;
      return;
    }
    const deltas: Deltas = { [name]: by };
    this.latest.deltas.set(id, deltas);
    const fold = { ids: () => [id], fold: (document: object | null) => withCounts(document, deltas) };
    this.steps.push({ id, event, fold, isCount: true });
  }
}

function withCounts(document: object | null, deltas: Deltas): CountDocument {
  const counts: Record<string, number> = { ...(document as CountDocument | null)?.counts };
  for (const [name, by] of Object.entries(deltas)) {
    const count = (counts[name] ?? 0) + by;
    if (count === 0) delete counts[name];
    else counts[name] = count;
  }
  return { counts };
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
  const changes = foldSteps(steps, await load(idsOf(steps)), alreadyParked, (before, after, event) =>
    counts.note(before, after, event),
  );
  const countSteps = counts.take() as unknown as readonly Step<Document>[];
  if (countSteps.length === 0) return changes;
  const counted = foldSteps(countSteps, await load(idsOf(countSteps)), alreadyParked);
  return {
    documents: [...counted.documents, ...changes.documents],
    parked: [...counted.parked, ...changes.parked],
  };
}

function idsOf(steps: readonly { readonly id: string }[]): readonly string[] {
  return [...new Set(steps.map(({ id }) => id))];
}
