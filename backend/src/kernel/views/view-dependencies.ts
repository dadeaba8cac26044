import { isDeepStrictEqual } from 'node:util';
import type { Stored, ViewReader } from '../document-store.js';
import type { Filter, Query } from '../query.js';
import type { ReadChange } from '../recorded-reads.js';
import type { DependencyRecord, ReadPart, RecordedParts } from './dependency-record.js';
import { type DocumentChange, QueryDependencies } from './query-dependencies.js';

type Document = Stored<object>;

/** A document that was read. */
class Slot implements ReadPart {
  readonly readers = new Set<DependencyRecord>();
  /** Undefined while it is not known. */
  document: Document | null | undefined;
  /** Counts changes, so that what was read before a change is not kept after it. */
  changes = 0;
  /** Whether it was read since it had to leave last. */
  isUsed = false;

  constructor(
    readonly id: string,
    private readonly onUnused: (slot: Slot) => void,
  ) {}

  unused(): void {
    this.onUnused(this);
  }
}

/**
 * What recorded work depends on in one view, and those documents and results themselves: as long as work depends on them they
 * are up to date, so reading them again does not ask the store. Other documents stay in memory, too, as far as `mostIdle` allows.
 */
export class ViewDependencies implements RecordedParts {
  /** Work that depends on too many parts to name them. */
  readonly wide = new Set<DependencyRecord>();
  /** The fields that are figures, see `Projection.figures`. */
  figures: ReadonlySet<string> = new Set();
  /** How many documents stay in memory that no recorded work depends on. */
  mostIdle = 0;
  private readonly slots = new Map<string, Slot>();
  /** Those that no recorded work depends on; the first is the first to leave, unless it was used. */
  private readonly idle = new Set<Slot>();
  /** Everything that it has passed has left: to begin again would pass the places of those, thousands of times. */
  private readonly firstIdle = this.idle.values();
  private readonly selections = new QueryDependencies();
  /** What the store is about to commit. Until it has, nobody knows which of these documents it answers. */
  private readonly expected = new Map<string, DocumentChange>();
  /** Counts the changes of the view. */
  private changes = 0;

  /** @param record the work that reads; undefined if it is not recorded */
  async getMany<Of extends object>(
    record: DependencyRecord | undefined,
    ids: readonly string[],
    read: (ids: readonly string[]) => Promise<Map<string, Stored<Of>>>,
  ): Promise<Map<string, Stored<Of>>> {
    const known = new Map<string, Document>();
    const unknown = new Map<Slot, number>();
    for (const id of ids) {
      const slot = this.slotFor(record, id);
      if (slot.document) known.set(id, slot.document);
      else if (slot.document === undefined) unknown.set(slot, slot.changes);
    }
    if (unknown.size > 0) {
      const found = await read([...unknown.keys()].map(({ id }) => id));
      for (const [slot, changes] of unknown) {
        const document = found.get(slot.id) ?? null;
        if (slot.changes === changes) this.keep(slot, document);
        if (document) known.set(slot.id, document);
      }
    }
    return known as Map<string, Stored<Of>>;
  }

  /** @param record the work that reads; undefined if it is not recorded */
  async find<Of extends object>(
    record: DependencyRecord | undefined,
    query: Query,
    read: Pick<ViewReader<Of>, 'find' | 'getMany'>,
  ): Promise<Stored<Of>[]> {
    const selection = record && this.selections.of(query);
    if (selection) record.dependOn(this, selection);
    else record?.widen(this);
    if (typeof selection?.result === 'object' && selection.result !== null) {
      const documents = await this.getMany(record, selection.result, (ids) => read.getMany(ids));
      return selection.result.flatMap((id) => documents.get(id) ?? []);
    }
    const changes = this.changes;
    const documents = await read.find(query, (id, position) => {
      const document = this.slots.get(id)?.document;
      const isStored = document && (position === undefined || document._position === position);
      return isStored ? (document as Stored<Of>) : undefined;
    });
    if (selection?.isChanged) record?.report('selection');
    else selection?.found(documents);
    for (const document of documents) {
      const slot = this.slotFor(record, document._id);
      if (slot.document === undefined && this.changes === changes) this.keep(slot, document);
    }
    return documents;
  }

  async count(
    record: DependencyRecord,
    where: Filter,
    most: number | undefined,
    read: () => Promise<number>,
  ): Promise<number> {
    const selection = this.selections.of({ where, limit: null }, most);
    if (!selection) {
      record.widen(this);
      return read();
    }
    record.dependOn(this, selection);
    if (typeof selection.result === 'number') return selection.result;
    const count = await read();
    if (selection.isChanged) record.report('selection');
    else selection.result = count;
    return count;
  }

  /** Reports changes that the store is about to commit: until {@link settle} nothing that is read of them is kept. */
  expect(changes: readonly DocumentChange[]): void {
    for (const change of changes) this.expected.set(change.id, change);
    this.report(() => undefined);
  }

  /** Reports that the store has committed them. */
  settle(): void {
    this.report(({ id, position, document }) => document && { ...document, _id: id, _position: position });
    this.expected.clear();
  }

  /** Reports that everything may have changed, or that it is only too old. */
  clear(change: ReadChange = 'selection'): void {
    this.changes += 1;
    this.expected.clear();
    const readers = new Set(this.wide);
    for (const slot of this.slots.values()) {
      slot.changes += 1;
      slot.document = undefined;
      for (const reader of slot.readers) readers.add(reader);
    }
    for (const reader of this.selections.clear()) readers.add(reader);
    for (const reader of readers) reader.report(change);
  }

  private report(documentAfter: (change: DocumentChange) => Document | null | undefined): void {
    if (this.expected.size === 0) return;
    this.changes += 1;
    const changes = [...this.expected.values()].map((change) => [change, this.isOfFigures(change)] as const);
    const areOfFigures = changes.every(([, isOfFigures]) => isOfFigures);
    for (const reader of this.wide) reader.report(areOfFigures ? 'figures' : 'selection');
    for (const [change, isOfFigures] of changes) {
      const slot = this.slots.get(change.id);
      if (slot) {
        slot.changes += 1;
        slot.document = documentAfter(change);
        for (const reader of slot.readers) reader.report(isOfFigures ? 'figures' : 'document');
      }
      for (const selection of this.selections.touchedBy(change)) {
        selection.isChanged = true;
        this.selections.remove(selection);
        for (const reader of selection.readers) reader.report(isOfFigures ? 'figures' : 'selection');
      }
    }
  }

  /** Whether a document differs in figures only. */
  private isOfFigures({ before, document }: DocumentChange): boolean {
    if (!before || !document || this.figures.size === 0) return false;
    const { _id, _position, ...was } = before as Stored<Record<string, unknown>>;
    const is = document as Readonly<Record<string, unknown>>;
    return [...new Set([...Object.keys(was), ...Object.keys(is)])].every(
      (field) =>
        this.figures.has(field) || was[field] === is[field] || isDeepStrictEqual(was[field], is[field]),
    );
  }

  private keep(slot: Slot, document: Document | null): void {
    if (!this.expected.has(slot.id)) slot.document = document;
  }

  private slotFor(record: DependencyRecord | undefined, id: string): Slot {
    let slot = this.slots.get(id);
    if (slot) slot.isUsed = true;
    else {
      slot = new Slot(id, (unused) => this.rest(unused));
      this.slots.set(id, slot);
      if (!record) this.rest(slot);
    }
    if (record) {
      this.idle.delete(slot);
      record.dependOn(this, slot);
    }
    return slot;
  }

  /** Those that were read again leave later. */
  private rest(slot: Slot): void {
    this.idle.add(slot);
    while (this.idle.size > this.mostIdle) {
      const { value: first } = this.firstIdle.next();
      if (!first) return;
      this.idle.delete(first);
      if (first.isUsed && this.mostIdle > 0) this.idle.add(first);
      else this.slots.delete(first.id);
      first.isUsed = false;
    }
  }
}
