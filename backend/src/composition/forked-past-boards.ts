import type { Quarantine } from '../kernel/log/quarantine.js';
import { buildProcess } from '../kernel/views/build-process.js';
import { type PastBoardNews, type PastBoardOrder, PastBoards } from '../projections/past-board.js';
import type { RebuildSettings } from './beside-server.js';

/** The message that starts the process. */
export interface ForkedPastBoardOrder {
  readonly settings: RebuildSettings;
  readonly order: PastBoardOrder;
}

const SCRIPT = new URL('./past-board.process.js', import.meta.url);

export class ForkedPastBoards extends PastBoards {
  constructor(
    private readonly settings: RebuildSettings,
    private readonly quarantine: Pick<Quarantine, 'refresh'>,
  ) {
    super();
  }

  override async fold(
    order: PastBoardOrder,
    onNews: (news: PastBoardNews) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const forked: ForkedPastBoardOrder = { settings: this.settings, order };
    // What it could not decode is in quarantine, also where it has failed after that.
    await buildProcess<PastBoardNews>(SCRIPT, forked, onNews, signal).finally(() =>
      this.quarantine.refresh(),
    );
  }
}
