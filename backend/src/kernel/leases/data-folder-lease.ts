import { Lease, LeaseLostError } from '../lease.js';
import type { LogIdentity } from '../log/log-identity.js';

/**
 * The claim of a data folder on a log that several data folders can reach, as a lease. The start takes it, and `npm run recover`
 * in another folder moves it without waiting; the holder notices when it renews.
 */
export class DataFolderLease extends Lease {
  readonly lifeMs = 15_000;

  constructor(private readonly identity: Pick<LogIdentity, 'isTakenOver'>) {
    super();
  }

  /** Does nothing: the lock on the data folder and {@link LogIdentity.establish} keep others away. */
  async acquire(): Promise<number> {
    return 0;
  }

  /** @throws EventLogUnavailableError, too */
  async renew(): Promise<void> {
    if (await this.identity.isTakenOver()) throw new LeaseLostError();
  }

  async release(): Promise<void> {
    // The folder keeps its claim.
  }
}
