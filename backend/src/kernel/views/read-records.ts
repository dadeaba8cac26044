import { AsyncLocalStorage } from 'node:async_hooks';
import { type ReadChange, RecordedReads } from '../recorded-reads.js';
import { OpenRecord, type ReadPart, type RecordedParts } from './open-record.js';
import { RecordedView } from './recorded-view.js';

/** A remembered result, with the work that depends on it. */
class Remembered implements ReadPart, RecordedParts {
  readonly readers = new Set<OpenRecord>();
  readonly wide = new Set<OpenRecord>();
  isChanged = false;

  /** It is remembered without readers, too. */
  unused(): void {}

  change(): void {
    this.isChanged = true;
    for (const reader of [...this.readers, ...this.wide]) reader.report('selection');
  }
}

/** What recorded work depends on, by view. Documents and query results that such work has read are kept in memory. */
export class ReadRecords extends RecordedReads {
  private readonly current = new AsyncLocalStorage<OpenRecord>();
  private readonly views = new Map<string, RecordedView>();

  async record<Result>(work: () => Promise<Result>, onChange: (change: ReadChange) => void) {
    const record = new OpenRecord(onChange);
    try {
      return { result: await this.current.run(record, work), record };
    } catch (error) {
      record.forget();
      throw error;
    }
  }

  get isOpen(): boolean {
    return this.open !== undefined;
  }

  holdsUntil(time: string | null): void {
    const record = this.current.getStore();
    if (record && time !== null && (record.endsAt === null || time < record.endsAt)) record.endsAt = time;
  }

  remembered<Result>(work: () => Promise<Result>, isOver: (result: Result) => boolean) {
    let known: { readonly part: Remembered; readonly result: Result; forget(): void } | null = null;
    return async () => {
      if (!known || known.part.isChanged || isOver(known.result)) {
        const [before, part] = [known, new Remembered()];
        const { result, record } = await this.record(work, () => part.change());
        known = { part, result, forget: () => record.forget() };
        before?.forget();
      }
      const { part, result } = known;
      this.open?.dependOn(part, part);
      if (part.isChanged) this.open?.report('selection');
      return result;
    };
  }

  /** The record of the work that calls this; undefined outside of recorded work. */
  get open(): OpenRecord | undefined {
    return this.current.getStore();
  }

  of(view: string): RecordedView {
    let found = this.views.get(view);
    if (!found) this.views.set(view, (found = new RecordedView()));
    return found;
  }

  /** Reports a change of everything that was read from all views. */
  clear(): void {
    for (const view of this.views.values()) view.clear();
  }
}
