/** How far the process that folds a view has come: what it has committed, and which generation it writes. */
export interface FoldProgress {
  /** The fencing number of its lease: what an earlier holder writes late changes nothing. */
  readonly fence: number;
  /** Counts the generations that this holder has switched to. */
  readonly switches: number;
  /** Of the last event that it has handled. */
  readonly position: number;
  /** Of the last event that changed a document. */
  readonly changed: number;
  readonly generation: string;
}

/** What the others must notice, beside the progress of views. */
export type Counter = 'erasures' | 'quarantine';

export interface Progress {
  /** By name and version of the view, as {@link viewKey} makes it. */
  readonly folds: Readonly<Record<string, FoldProgress>>;
  readonly counters: Readonly<Record<Counter, number>>;
}

/**
 * One row that tells all processes of a site how far the views are. It is written after the commits, so it may lag and never
 * leads. Every method throws DocumentStoreUnavailableError.
 */
export abstract class ProgressRow {
  abstract read(): Promise<Progress>;
  /** Notes progress: of each view, the later one stays. */
  abstract note(folds: Readonly<Record<string, FoldProgress>>): Promise<void>;
  abstract count(counter: Counter): Promise<void>;
}

/** The key of a view in the row of progress, and of its lease. */
export function viewKey({ name, version }: { readonly name: string; readonly version: number }): string {
  return `${name}:${version}`;
}
