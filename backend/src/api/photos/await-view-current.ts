import { DocumentStoreUnavailableError } from '../../kernel/document-store.js';
import type { EventLog } from '../../kernel/event-log.js';
import type { ViewProgress } from '../../kernel/view-progress.js';

/** Asks a view that has reached the end of the log, for a decision that needs an index over everything. */
export class CurrentView {
  /** The last wait timed out: do not wait again until the view has caught up. */
  private isLate = false;

  constructor(
    private readonly log: Pick<EventLog, 'head'>,
    private readonly views: Pick<ViewProgress, 'seen'>,
    private readonly view: string,
  ) {}

  /** What `ask` finds; `unknown` if the view is behind, frozen or unavailable. @throws EventLogUnavailableError */
  async answer<Found>(ask: () => Promise<Found>, unknown: Found): Promise<Found> {
    if (!(await this.isCurrent())) return unknown;
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof DocumentStoreUnavailableError)) throw error;
      return unknown;
    }
  }

  /** Whether it has reached what is now the end of the log, at once or soon. */
  private async isCurrent(): Promise<boolean> {
    const head = await this.log.head();
    // Even a view that keeps up takes in the newest events a little later.
    if (this.isLate) await new Promise((resolve) => setImmediate(resolve));
    const isSeen = await this.views.seen([this.view], head, this.isLate ? undefined : 'view for a decision');
    this.isLate = !isSeen;
    return isSeen;
  }
}
