/**
 * What a change does to recorded work: it changes only figures of documents (see `Projection.figures`) and at most the order
 * that follows from them, it changes a document that was read while the same documents are found, or it may change which
 * documents are found.
 */
export type ReadChange = 'figures' | 'document' | 'selection';

/** What a piece of work has read from the views. */
export interface ReadRecord {
  /** Until when its result holds if nothing changes (ISO 8601); null for as long as that. */
  readonly endsAt: string | null;
  /** How many documents and queries it depends on. */
  readonly size: number;
  /** Ends the record: no change is reported any more. */
  forget(): void;
}

/** Records what work reads from the views, and reports changes of it. */
export abstract class RecordedReads {
  /**
   * Runs `work` and returns its result with what it has read. Calls `onChange` at each change of that, from the first read on:
   * after the store has committed the change and before anyone who waits for it goes on.
   * @throws what `work` throws; then nothing is recorded
   */
  abstract record<Result>(
    work: () => Promise<Result>,
    onChange: (change: ReadChange) => void,
  ): Promise<{ readonly result: Result; readonly record: ReadRecord }>;

  /** Drops what was read, where it may not stay in memory any longer. Call it before something recorded is used again. */
  abstract expire(): void;

  /** Within recorded work: its result holds until then at most (ISO 8601). Does nothing elsewhere, and for null. */
  abstract holdsUntil(time: string | null): void;

  /**
   * Work whose result is remembered until something that it has read changes, or `isOver` says so; `endsAt` is until when it
   * holds. Recorded work that uses the result depends on it, and holds no longer.
   */
  abstract remembered<Result>(
    work: () => Promise<Result>,
    isOver: (result: Result, endsAt: string | null) => boolean,
  ): () => Promise<Result>;
}
