import { type Lease, LeaseLostError } from '../lease.js';
import type { KernelLogger } from '../logger.js';

const RENEW_EVERY_MS = 5000;

export class LeaseKeeper {
  private timer: NodeJS.Timeout | null = null;

  /**
   * @param lease null if the lock on the data folder is enough
   * @param onLost called when another process has taken the lease; nothing more may be written
   */
  constructor(
    private readonly lease: Lease | null,
    private readonly logger: KernelLogger,
    private readonly onLost: (error: LeaseLostError) => void,
  ) {}

  /** Takes the lease and starts to renew it. Idempotent. @throws LeaseHeldError */
  async acquire(): Promise<void> {
    if (!this.lease || this.timer) return;
    await this.lease.acquire();
    this.timer = setInterval(() => void this.renew(), RENEW_EVERY_MS).unref();
  }

  /** Called every five seconds. */
  async renew(): Promise<void> {
    try {
      await this.lease?.renew();
    } catch (error) {
      if (error instanceof LeaseLostError) this.onLost(error);
      else this.logger.error(error, 'the lease on the store could not be renewed; retrying');
    }
  }

  /** Releases the lease, if it was taken. */
  async release(): Promise<void> {
    if (!this.timer) return;
    clearInterval(this.timer);
    this.timer = null;
    try {
      await this.lease?.release();
    } catch (error) {
      this.logger.error(error, 'the lease on the store could not be released; it will expire');
    }
  }
}
