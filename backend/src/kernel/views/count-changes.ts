import type { CountDocument, Projection } from '../projection.js';

/** By how much a count of a count document changes, at the position of an event. */
interface CountChange {
  readonly position: number;
  readonly name: string;
  readonly by: 1 | -1;
}

/** The changes of count documents, by their ids, in the order of the log. */
export type ChangesById = ReadonlyMap<string, readonly CountChange[]>;

/** Collects the changes that changed documents cause in the count documents of a view. */
export class CountChanges {
  private changes = new Map<string, CountChange[]>();

  constructor(private readonly projection: Projection<object>) {}

  /** Adds the change of a document by the event at a position. Events come in the order of the log. */
  note(before: object | null, after: object | null, position: number): void {
    const { counts } = this.projection;
    if (!counts) return;
    const [was, is] = [before && counts.keyOf(before), after && counts.keyOf(after)];
    if (was === is) return;
    const left = was === null ? [] : counts.countedIn(was);
    const joined = is === null ? [] : counts.countedIn(is);
    const isSame = (index: number) =>
      left[index]?.id === joined[index]?.id && left[index]?.name === joined[index]?.name;
    for (const [index, { id, name }] of left.entries()) {
      if (!isSame(index)) this.add(id, { position, name, by: -1 });
    }
    for (const [index, { id, name }] of joined.entries()) {
      if (!isSame(index)) this.add(id, { position, name, by: 1 });
    }
  }

  /** The changes collected since the last call. */
  take(): ChangesById {
    const { changes } = this;
    this.changes = new Map();
    return changes;
  }

  private add(id: string, change: CountChange): void {
    const known = this.changes.get(id);
    if (known) known.push(change);
    else this.changes.set(id, [change]);
  }
}

/** A count document after changes. Skips those at or before its position, so a batch can be repeated; null if it skips all. */
export function counted(
  { position, document }: { readonly position: number; readonly document: object | null },
  changes: readonly CountChange[],
): { readonly position: number; readonly document: CountDocument } | null {
  return countInto({ ...(document as CountDocument | null)?.counts }, position, changes);
}

/** The same, with `counts` changed in place: some have thousands of names. */
export function countInto(
  counts: Record<string, number>,
  reached: number,
  changes: readonly CountChange[],
): { readonly position: number; readonly document: CountDocument } | null {
  const last = changes.at(-1)?.position ?? 0;
  if (last <= reached) return null;
  for (const { position, name, by } of changes) {
    if (position > reached) counts[name] = (counts[name] ?? 0) + by;
  }
  for (const { name } of changes) if (counts[name] === 0) delete counts[name];
  return { position: last, document: { counts } };
}
