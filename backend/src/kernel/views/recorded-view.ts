import type { Stored, ViewReader } from '../document-store.js';
import type { Filter, Query } from '../query.js';
import type { OpenRecord, ReadPart, RecordedParts } from './open-record.js';
import { type DocumentChange, Selections } from './selections.js';

type Document = Stored<object>;

/** A document that recorded work has read. */
class Slot implements ReadPart {
  readonly readers = new Set<OpenRecord>();
  /** Undefined while it is not known. */
  document: Document | null | undefined;
  /** Counts changes, so that what was read before a change is not kept after it. */
  changes = 0;

  constructor(readonly unused: () => void) {}
}

/**
 * What recorded work depends on in one view, and those documents and results themselves: as long as work depends on them they
 * are up to date, so reading them again does not ask the store.
 */
export class RecordedView implements RecordedParts {
  /** Work that depends on too many parts to name them. */
  readonly wide = new Set<OpenRecord>();
  private readonly slots = new Map<string, Slot>();
  private readonly selections = new Selections();
  /** Counts the changes of the view. */
  private changes = 0;

  async getMany<Of extends object>(
    record: OpenRecord,
    ids: readonly string[],
    read: (ids: readonly string[]) => Promise<Map<string, Stored<Of>>>,
  ): Promise<Map<string, Stored<Of>>> {
    const known = new Map<string, Document>();
    const unknown = new Map<Slot, { readonly id: string; readonly changes: number }>();
    for (const id of ids) {
      const slot = this.slotOf(id);
      record.dependOn(this, slot);
      if (slot.document) known.set(id, slot.document);
      else if (slot.document === undefined) unknown.set(slot, { id, changes: slot.changes });
    }
    if (unknown.size > 0) {
      const found = await read([...unknown.values()].map(({ id }) => id));
      for (const [slot, { id, changes }] of unknown) {
        const document = found.get(id) ?? null;
        if (slot.changes === changes) slot.document = document;
        if (document) known.set(id, document);
      }
    }
    return known as Map<string, Stored<Of>>;
  }

  async find<Of extends object>(
    record: OpenRecord,
    query: Query,
    read: Pick<ViewReader<Of>, 'find' | 'getMany'>,
  ): Promise<Stored<Of>[]> {
    const selection = this.selections.of(query);
    if (!selection) {
      record.widen(this);
      return read.find(query);
    }
    record.dependOn(this, selection);
    if (typeof selection.result === 'object' && selection.result !== null) {
      const documents = await this.getMany(record, selection.result, (ids) => read.getMany(ids));
      return selection.result.flatMap((id) => documents.get(id) ?? []);
    }
    const changes = this.changes;
    const documents = await read.find(query);
    if (!selection.isChanged) selection.found(documents);
    for (const document of documents) {
      const slot = this.slotOf(document._id);
      record.dependOn(this, slot);
      if (this.changes === changes) slot.document ??= document;
    }
    return documents;
  }

  async count(
    record: OpenRecord,
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
    if (!selection.isChanged) selection.result = count;
    return count;
  }

  /** Reports changes that the store is about to commit: until {@link settle} nothing that is read here is kept. */
  expect(changes: readonly DocumentChange[]): void {
    this.change(changes, () => undefined);
  }

  /** Reports changes that the store has committed. */
  settle(changes: readonly DocumentChange[]): void {
    this.change(
      changes,
      ({ id, position, document }) => document && { ...document, _id: id, _position: position },
    );
  }

  /** Reports a change of everything. */
  clear(): void {
    this.changes += 1;
    const readers = new Set(this.wide);
    for (const slot of this.slots.values()) {
      slot.changes += 1;
      slot.document = undefined;
      for (const reader of slot.readers) readers.add(reader);
    }
    for (const reader of this.selections.clear()) readers.add(reader);
    for (const reader of readers) reader.report('selection');
  }

  private change(
    changes: readonly DocumentChange[],
    documentAfter: (change: DocumentChange) => Document | null | undefined,
  ): void {
    this.changes += 1;
    if (changes.length === 0) return;
    for (const reader of this.wide) reader.report('selection');
    for (const change of changes) {
      const slot = this.slots.get(change.id);
      if (slot) {
        slot.changes += 1;
        slot.document = documentAfter(change);
        for (const reader of slot.readers) reader.report('document');
      }
      for (const selection of this.selections.touchedBy(change)) {
        selection.isChanged = true;
        this.selections.remove(selection);
        for (const reader of selection.readers) reader.report('selection');
      }
    }
  }

  private slotOf(id: string): Slot {
    let slot = this.slots.get(id);
    if (!slot) this.slots.set(id, (slot = new Slot(() => this.slots.delete(id))));
    return slot;
  }
}
