import { AsyncLocalStorage } from 'node:async_hooks';
import type { Stopwatch } from '../clock.js';
import { type ReadChange, RecordedReads } from '../recorded-reads.js';
import { DependencyRecord, type ReadPart, type RecordedParts } from './dependency-record.js';
import { ViewDependencies } from './view-dependencies.js';

/** A remembered result, with the work that depends on it. */
class Remembered implements ReadPart, RecordedParts {
  readonly readers = new Set<DependencyRecord>();
  readonly wide = new Set<DependencyRecord>();
  isChanged = false;

  /** It is remembered without readers, too. */
  unused(): void {}

  change(change: ReadChange): void {
    this.isChanged = true;
    for (const reader of this.readers) reader.report(change);
    for (const reader of this.wide) reader.report(change);
  }
}

/** What recorded work depends on, by view. Documents and query results that such work has read are kept in memory. */
export class ReadRecords extends RecordedReads {
  private since = 0;
  private readonly current = new AsyncLocalStorage<DependencyRecord>();
  private readonly views = new Map<string, ViewDependencies>();

  /**
   * @param life how long what was read may stay in memory, in milliseconds, where other processes write; null for as long as
   * nothing changes it
   */
  constructor(private readonly life: { readonly ms: number; readonly timer: Stopwatch } | null = null) {
    super();
  }

  async record<Result>(work: () => Promise<Result>, onChange: (change: ReadChange) => void) {
    this.expire();
    const record = new DependencyRecord(onChange);
    try {
      return { result: await this.current.run(record, work), record };
    } catch (error) {
      record.forget();
      throw error;
    }
  }

  holdsUntil(time: string | null): void {
    const record = this.open;
    if (record && time !== null && (record.endsAt === null || time < record.endsAt)) record.endsAt = time;
  }

  remembered<Result>(
    work: () => Promise<Result>,
    isOver: (result: Result, endsAt: string | null) => boolean,
  ): () => Promise<Result> {
    let known: {
      readonly part: Remembered;
      readonly result: Result;
      readonly record: DependencyRecord;
    } | null = null;
    return async () => {
      this.expire();
      if (!known || known.part.isChanged || isOver(known.result, known.record.endsAt)) {
        const [before, part] = [known, new Remembered()];
        known = { part, ...(await this.record(work, (change) => part.change(change))) };
        before?.record.forget();
      }
      const { part, result, record } = known;
      this.open?.dependOn(part, part);
      this.holdsUntil(record.endsAt);
      if (part.isChanged) this.open?.report('selection');
      return result;
    };
  }

  override expire(): void {
    const { life } = this;
    if (!life || life.timer.elapsed() - this.since < life.ms) return;
    this.since = life.timer.elapsed();
    for (const view of this.views.values()) view.clear('document');
  }

  /** The record of the work that calls this; undefined outside of recorded work. */
  get open(): DependencyRecord | undefined {
    return this.current.getStore();
  }

  of(view: string): ViewDependencies {
    let found = this.views.get(view);
    if (!found) this.views.set(view, (found = new ViewDependencies()));
    return found;
  }

  /** Reports a change of everything that was read from all views. */
  clear(): void {
    for (const view of this.views.values()) view.clear();
  }
}
