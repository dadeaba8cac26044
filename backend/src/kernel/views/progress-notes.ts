import type { KernelLogger } from '../logger.js';
import { type Counter, type FoldProgress, type ProgressRow, viewKey } from '../progress-row.js';
import type { Projection } from '../projection.js';
import type { Timer } from '../timer.js';
import type { RunningView } from './running-view.js';

const RETRY_MS = 250;

export interface ProgressNotesParts {
  readonly row: ProgressRow;
  /** The fencing number of the lease on a view that this process folds; null for others. */
  readonly fenceOf: (projection: Projection<object>) => number | null;
  readonly logger: KernelLogger;
  readonly timer: Pick<Timer, 'pause'>;
  readonly stopping: AbortSignal;
}

/** Notes in the row of progress how far this process has folded its views. One write at a time notes all that has moved. */
export class ProgressNotes {
  private readonly moved = new Set<RunningView>();
  private readonly counted = new Set<Counter>();
  private writing: Promise<void> | null = null;

  constructor(private readonly parts: ProgressNotesParts) {}

  /** Call it after a view has moved: it is noted soon. */
  note(running: RunningView): void {
    this.moved.add(running);
    this.writing ??= this.write();
  }

  /** Counts soon; once for all calls before that. */
  count(counter: Counter): void {
    this.counted.add(counter);
    this.writing ??= this.write();
  }

  /** Resolves when everything is noted, or cannot be. */
  async settled(): Promise<void> {
    await this.writing;
  }

  private async write(): Promise<void> {
    const { logger, timer, stopping } = this.parts;
    while (this.moved.size + this.counted.size > 0) {
      const [moved, counted] = [[...this.moved], [...this.counted]];
      this.moved.clear();
      this.counted.clear();
      try {
        await this.writeOnce(moved, counted);
      } catch (error) {
        logger.error(error, 'the progress of the views could not be noted; retrying');
        if (stopping.aborted) break;
        for (const running of moved) this.moved.add(running);
        for (const counter of counted) this.counted.add(counter);
        await timer.pause(RETRY_MS, stopping);
      }
    }
    // In the same turn as the last check, so that nothing is noted in between and forgotten.
    this.writing = null;
  }

  private async writeOnce(moved: readonly RunningView[], counted: readonly Counter[]): Promise<void> {
    const { row } = this.parts;
    const folds = Object.fromEntries(moved.flatMap((running) => this.progressOf(running)));
    if (Object.keys(folds).length > 0) await row.note(folds);
    for (const counter of counted) await row.count(counter);
  }

  private progressOf({ projection, fold, switches }: RunningView): [string, FoldProgress][] {
    const fence = this.parts.fenceOf(projection);
    if (!fold || fence === null) return [];
    const { position, changed, generation } = fold;
    return [[viewKey(projection), { fence, switches, position, changed, generation }]];
  }
}
