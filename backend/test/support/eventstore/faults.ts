/** How an append in a batch is rejected without being executed. */
export type BatchRejection =
  'accessDenied' | 'badRequest' | 'eventTooLarge' | 'notReady' | 'streamDeleted' | 'timeout';

/** Faults that the stand-in produces on demand. By default there are no faults. */
export class Faults {
  /** This many of the next appends are committed, and then every connection is cut before the answer. */
  cutAfterCommit = 0;
  /** This many of the next calls are rejected by a node that is not the leader and names this port as the leader's. */
  notLeader: { times: number; leaderPort: number } | null = null;
  /** Catching-up subscriptions pause this long, in milliseconds, after each 32 events. */
  catchUpPause = 0;
  /** A live subscription whose consumer is this many events behind is dropped with ABORTED. */
  slowConsumerLimit = Number.POSITIVE_INFINITY;
  /** Sends "caught up" after every live event, as 24.6 did. */
  repeatsCaughtUp = false;
  /** Accepts and confirms subscriptions, but sends no events. */
  silentSubscriptions = false;
  /** How far the server's clock is ahead, in milliseconds; null if its answers do not contain the time. */
  clockAheadMs: number | null = 0;
  /** Has no call for batches, like servers before 21.10. */
  lacksBatches = false;
  /** Appends to these streams are rejected in a batch. */
  readonly batchRejections = new Map<string, BatchRejection>();
  /** This many of the next appends in batches are committed, and then their call ends before the answer; the connection stays. */
  endCallAfterCommit = 0;
  /** This many of the next batch calls execute appends and never answer. */
  silentBatchCalls = 0;
  /** The answers of this many appends in a batch are held back, and then sent in reverse order. */
  reversedAnswers = 1;
  /** Success is answered without a position. */
  leavesOutPositions = false;
  /** The value of the `authorization` header without which appends are rejected. */
  authorization: string | null = null;
  private gate: Promise<void> = Promise.resolve();
  private open: () => void = () => undefined;

  /** From now on calls are accepted but not answered, until {@link thaw}; then each is executed, however late. */
  freeze(): void {
    this.gate = new Promise((resolve) => {
      this.open = resolve;
    });
  }

  /** Ends a freeze. */
  thaw(): void {
    this.open();
  }

  /** Resolves when the server is not frozen. */
  async passed(): Promise<void> {
    await this.gate;
  }
}
