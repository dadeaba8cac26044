import { type LeaseRow, LeaseTable } from '../../src/kernel/lease.js';
import {
  type Counter,
  type FoldProgress,
  type Progress,
  ProgressRow,
} from '../../src/kernel/progress-row.js';

/** Leases in memory, which tests share between what stands for processes. */
export class MemoryLeases extends LeaseTable {
  private readonly stored = new Map<string, LeaseRow>();

  override async rows(names: readonly string[]): Promise<readonly LeaseRow[]> {
    return names.flatMap((name) => this.stored.get(name) ?? []);
  }

  override async take(
    name: string,
    seen: LeaseRow | null,
    { holder, wants }: Pick<LeaseRow, 'wants'> & { readonly holder: string },
  ): Promise<number | null> {
    const row = this.stored.get(name);
    if (row?.number !== seen?.number || row?.beat !== seen?.beat) return null;
    const taken = { name, holder, number: (row?.number ?? 0) + 1, beat: (row?.beat ?? 0) + 1, wants };
    this.stored.set(name, taken);
    return taken.number;
  }

  override async renew(holder: string): Promise<void> {
    this.change(holder, holder);
  }

  override async release(holder: string): Promise<void> {
    this.change(holder, null);
  }

  private change(of: string, holder: string | null): void {
    for (const row of this.stored.values()) {
      if (row.holder === of) this.stored.set(row.name, { ...row, holder, beat: row.beat + 1 });
    }
  }
}

/** The row of progress in memory. */
export class MemoryProgress extends ProgressRow {
  private folds: Progress['folds'] = {};
  private readonly counters = { erasures: 0, quarantine: 0 };

  override async read(): Promise<Progress> {
    return { folds: this.folds, counters: { ...this.counters } };
  }

  override async note(folds: Readonly<Record<string, FoldProgress>>): Promise<void> {
    const later = Object.entries(folds).filter(([key, fold]) => isLater(fold, this.folds[key]));
    this.folds = { ...this.folds, ...Object.fromEntries(later) };
  }

  override async count(counter: Counter): Promise<void> {
    this.counters[counter] += 1;
  }
}

function isLater(fold: FoldProgress, before: FoldProgress | undefined): boolean {
  if (!before) return true;
  const order = ['fence', 'switches', 'position'] as const;
  const differs = order.find((field) => fold[field] !== before[field]);
  return differs !== undefined && fold[differs] > before[differs];
}
