import type { ReadChange, ReadRecord } from '../recorded-reads.js';

/** Above this number of documents and queries, work depends on its views as a whole. */
const MOST_PARTS = 500;

/** A part of a view that work depends on. */
export interface ReadPart {
  readonly readers: Set<DependencyRecord>;
  /** Called when no work depends on it any more. */
  unused(): void;
}

/** A view, with the work that depends on too many parts of it to name them. */
export interface RecordedParts {
  readonly wide: Set<DependencyRecord>;
}

/** What a piece of work depends on. */
export class DependencyRecord implements ReadRecord {
  endsAt: string | null = null;
  private readonly parts = new Set<ReadPart>();
  private readonly views = new Set<RecordedParts>();
  private isWide = false;
  private isForgotten = false;

  constructor(private readonly onChange: (change: ReadChange) => void) {}

  get size(): number {
    return this.parts.size;
  }

  /** Adds a part, or its whole view if the work depends on too many parts. */
  dependOn(view: RecordedParts, part: ReadPart): void {
    this.views.add(view);
    if (this.isWide) {
      view.wide.add(this);
      if (part.readers.size === 0) part.unused();
      return;
    }
    this.parts.add(part);
    part.readers.add(this);
    if (this.parts.size > MOST_PARTS) this.widen(view);
  }

  /** Depends on the views as a whole from now on. */
  widen(view: RecordedParts): void {
    this.isWide = true;
    for (const one of this.views.add(view)) one.wide.add(this);
    this.leaveParts();
  }

  report(change: ReadChange): void {
    if (!this.isForgotten) this.onChange(change);
  }

  forget(): void {
    this.isForgotten = true;
    this.leaveParts();
    for (const view of this.views) view.wide.delete(this);
  }

  private leaveParts(): void {
    for (const part of this.parts) {
      part.readers.delete(this);
      if (part.readers.size === 0) part.unused();
    }
    this.parts.clear();
  }
}
