import type { EventLog } from '../../kernel/event-log.js';
import type { ViewProgress } from '../../kernel/view-progress.js';

/** Waits until a view has reached the end of the log, for a decision that needs an index over everything. */
export class PatientView {
  /** The last wait timed out: do not wait again until the view has caught up. */
  private isLate = false;

  constructor(
    private readonly log: Pick<EventLog, 'head'>,
    private readonly views: Pick<ViewProgress, 'seen'>,
    private readonly view: string,
  ) {}

  /** Whether it has reached what is now the end of the log, at once or soon. @throws EventLogUnavailableError */
  async isCurrent(): Promise<boolean> {
    const head = await this.log.head();
    // Even a view that keeps up takes in the newest events a little later.
    if (this.isLate) await new Promise((resolve) => setImmediate(resolve));
    const isSeen = await this.views.seen([this.view], head, this.isLate ? undefined : 'view for a decision');
    this.isLate = !isSeen;
    return isSeen;
  }
}
