/** What shall go wrong in the stand-in, on demand. Each begins as on a healthy server. */
export class Faults {
  /** So many of the next appends are committed, and then every connection is cut before the answer. */
  cutAfterCommit = 0;
  /** So many of the next calls are refused by a node that is not the leader and names this port as the leader's. */
  notLeader: { times: number; leaderPort: number } | null = null;
  /** Subscriptions pause so long, in milliseconds, after each 32 events that they catch up with. */
  catchUpPause = 0;
  /** A live subscription that is so many events behind, because its consumer does not take them, is dropped with ABORTED. */
  slowConsumerLimit = Number.POSITIVE_INFINITY;
  /** Says "caught up" after every live event, as 24.6 did. */
  repeatsCaughtUp = false;
  /** Takes subscriptions, confirms them, and sends nothing. */
  silentSubscriptions = false;
  private gate: Promise<void> = Promise.resolve();
  private open: () => void = () => undefined;

  /** From now on calls are taken and not answered, until {@link thaw}; then each is carried out, however late. */
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
