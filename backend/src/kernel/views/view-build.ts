import type { BulkDocument, BulkView, ParkedDocument, ViewOrigin } from '../document-store.js';
import type { Recorded } from '../event.js';
import type { CountDocument, Projection } from '../projection.js';
import { type ChangesById, CountChanges, countInto } from './count-changes.js';
import { type Standing, type Step, foldEach, stepsOf } from './view-fold.js';
import { WrittenIds } from './written-ids.js';

/** The approximate size of an entry without its document: the object and its references in cache and pages. */
const ENTRY = 200;

/** A document in the cache. */
interface Entry extends Standing<object> {
  readonly id: string;
  position: number;
  document: object | null;
  weight: number;
  /** The last page that touched it. */
  page: number;
  /** It has changes that are not written. */
  isChanged: boolean;
  /** The generation has a document with its id. */
  isStored: boolean;
  /** Its id is in the set of written ids. */
  isKnown: boolean;
}

const NOTHING: Standing<object> = { position: 0, document: null };

/**
 * One view under construction. Folds its documents in memory, writes them some pages later, and evicts the least recently
 * touched ones when memory is short. Pages are numbered from 0. The caller decides when a page is written and evicted.
 */
export class ViewBuild {
  private readonly cache = new Map<string, Entry>();
  private readonly forgotten = new WrittenIds();
  private readonly parked = new Map<string, ParkedDocument>();
  /** The entries that each page touched, from `firstPage` on. */
  private readonly touched: Entry[][] = [[]];
  /** The final documents that are not written. */
  private finals: BulkDocument[] = [];
  private firstPage = 0;
  private page = 0;
  private steps: readonly Step<object>[] = [];
  /** For each step the entry of its document, or {@link NOTHING} for a final one. */
  private standing: Standing<object>[] = [];
  private bytes = 0;
  private readonly counts: CountChanges;
  /** The changes of counts by the previous page, which this page makes. */
  private countChanges: ChangesById = new Map();

  constructor(
    private readonly projection: Projection<object>,
    private readonly view: BulkView,
  ) {
    this.counts = new CountChanges(projection);
  }

  /** The approximate size of the documents in memory, in bytes. */
  get cachedBytes(): number {
    return this.bytes;
  }

  /** The types of the events that it folds. */
  get types(): readonly string[] {
    return Object.keys(this.projection.on);
  }

  /**
   * Prepares a fold: loads the documents that the events touch, and the counts that the previous page changes.
   * @param events those of its types
   */
  async load(events: readonly Recorded[]): Promise<void> {
    const { steps, parked } = stepsOf(this.projection, events);
    this.countChanges = this.counts.take();
    this.steps = steps;
    for (const document of parked) this.parked.set(document.documentId, document);
    const missing: string[] = [];
    // Once for each step: a look-up in a large cache takes longer than a fold.
    this.standing = steps.map(({ id }) =>
      this.projection.isFinal?.(id) ? NOTHING : this.entryOf(id, missing),
    );
    for (const id of this.countChanges.keys()) this.entryOf(id, missing);
    if (missing.length === 0) return;
    for (const { id, position, body } of await this.view.read(missing)) {
      Object.assign(this.entryOf(id, []), {
        position,
        document: JSON.parse(body) as object,
        isStored: true,
        isKnown: true,
      });
    }
  }

  /** Folds the loaded events, and ends the page. */
  fold(): void {
    for (const [id, changes] of this.countChanges) {
      const entry = this.entryOf(id, []);
      const counts = (entry.document as CountDocument | null)?.counts ?? {};
      const after = countInto(counts, entry.position, changes);
      if (after) this.change(entry, after);
    }
    foldEach<object, Standing<object>>(this.steps, {
      isParked: (id) => this.parked.size > 0 && this.parked.has(id),
      standing: (_, index) => this.standing[index] ?? NOTHING,
      change: (id, before, after) => {
        if (before === NOTHING) return this.end(id, after);
        this.counts.note(before.document, after.document, after.position);
        this.change(before as Entry, after);
      },
      park: (document) => this.parked.set(document.documentId, document),
    });
    this.steps = [];
    this.standing = [];
    // Once for each page, not for each change.
    for (const entry of this.touched.at(-1) ?? []) this.weigh(entry);
    this.page += 1;
    this.touched.push([]);
  }

  /** Writes the changed documents that this page touched last, and all final ones. */
  async write(page: number): Promise<void> {
    const documents = this.finals;
    this.finals = [];
    for (const entry of this.touchedLastBy(page)) {
      const { id, position, document, isStored } = entry;
      if (!entry.isChanged) continue;
      entry.isChanged = false;
      entry.isStored = document !== null;
      if (document === null && !isStored) continue;
      documents.push({ id, position, body: document && JSON.stringify(document), isNew: !isStored });
    }
    if (documents.length > 0) await this.view.write(documents);
  }

  /** Evicts the documents that this page touched last. It must be the oldest page in memory, and written. */
  forget(page: number): void {
    for (const entry of this.touchedLastBy(page)) {
      if (entry.isStored && !entry.isKnown) this.forgotten.add(entry.id);
      this.cache.delete(entry.id);
      this.bytes -= entry.weight;
    }
    this.touched.shift();
    this.firstPage = page + 1;
  }

  /** Completes the generation. Every page must be written. */
  async finish(checkpoint: number, origin: ViewOrigin | null): Promise<void> {
    await this.view.finish({ checkpoint, origin, parked: [...this.parked.values()] });
  }

  async close(): Promise<void> {
    await this.view.close();
  }

  private change(entry: Entry, { position, document }: Standing<object>): void {
    this.touch(entry);
    entry.isChanged = true;
    entry.position = position;
    entry.document = document;
  }

  private end(id: string, { position, document }: Standing<object>): void {
    this.finals.push({ id, position, body: JSON.stringify(document), isNew: true });
  }

  private touchedLastBy(page: number): Entry[] {
    const touched = this.touched[page - this.firstPage] ?? [];
    return touched.filter((entry) => entry.page === page);
  }

  /** The entry of a document, new if it is not in memory. Adds its id to `missing` if the generation may have it. */
  private entryOf(id: string, missing: string[]): Entry {
    const known = this.cache.get(id);
    if (known) return known;
    const entry: Entry = {
      id,
      position: 0,
      document: null,
      weight: 0,
      page: -1,
      isChanged: false,
      isStored: false,
      isKnown: false,
    };
    this.cache.set(id, entry);
    this.touch(entry);
    if (this.forgotten.mayHave(id)) missing.push(id);
    return entry;
  }

  private touch(entry: Entry): void {
    if (entry.page === this.page) return;
    entry.page = this.page;
    this.touched.at(-1)?.push(entry);
  }

  private weigh(entry: Entry): void {
    const weight = ENTRY + entry.id.length + weightOf(entry.document);
    this.bytes += weight - entry.weight;
    entry.weight = weight;
  }
}

/** The size of an empty object or array in memory, and of each field or element. */
const HEAD = 24;
const SLOT = 8;
/** The size of an empty text. */
const TEXT = 16;

/** The approximate size of a JSON value in memory, in bytes. */
export function weightOf(value: unknown): number {
  if (typeof value === 'string') return TEXT + value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let weight = HEAD;
  if (Array.isArray(value)) {
    for (const item of value) weight += SLOT + weightOf(item);
    return weight;
  }
  for (const key in value) weight += SLOT + weightOf((value as Record<string, unknown>)[key]);
  return weight;
}
