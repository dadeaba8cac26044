import { type Lease, LeaseLostError } from '../lease.js';
import type { KernelLogger } from '../logger.js';
import type { Timer } from '../timer.js';

/** The lease is renewed three times in its life. */
const RENEWALS = 3;
/** The holder stops to rely on it this share of its life before it expires: no two clocks run at the same pace. */
const MARGIN = 1 / 15;

/** Keeps the lease, and knows by the clock of this process alone whether another one may have taken it. */
export class LeaseHeartbeat {
  private endRenewals: (() => void) | null = null;
  /** By the timer. */
  private heldUntil = Number.NEGATIVE_INFINITY;
  private confirmation: Promise<void> | null = null;

  /**
   * @param lease null if the lock on the data folder is enough: the operating system holds it as long as the process lives
   * @param onLost called when another process has taken the lease; nothing more may be written
   * @param timer goes on while the process is stopped
   */
  constructor(
    private readonly lease: Lease | null,
    private readonly logger: KernelLogger,
    private readonly onLost: (error: LeaseLostError) => void,
    private readonly timer: Pick<Timer, 'elapsed' | 'every'>,
  ) {}

  /** Whether no other process can have it. False for one that was stopped for longer than its life, until it is renewed. */
  get isHeld(): boolean {
    return this.timer.elapsed() < this.heldUntil;
  }

  /** Takes the lease and starts to renew it. Idempotent. @throws LeaseHeldError */
  async acquire(): Promise<void> {
    const { lease } = this;
    if (!lease) this.heldUntil = Number.POSITIVE_INFINITY;
    if (!lease || this.endRenewals) return;
    const asked = this.timer.elapsed();
    await lease.acquire();
    this.heldUntil = untilOf(lease, asked);
    this.endRenewals = this.timer.every(lease.lifeMs / RENEWALS, () => void this.renew());
  }

  /**
   * Renews a lease that has run out: if that succeeds, no other process had it meanwhile. Null if it has not run out, or was
   * never taken.
   * @throws DocumentStoreUnavailableError, EventLogUnavailableError, LeaseLostError
   */
  confirm(): Promise<void> | null {
    if (!this.lease || !this.endRenewals || this.isHeld) return null;
    this.confirmation ??= this.confirmNow(this.lease).finally(() => {
      this.confirmation = null;
    });
    return this.confirmation;
  }

  /** Called several times in the life of the lease. */
  async renew(): Promise<void> {
    try {
      if (this.lease) await this.renewNow(this.lease);
    } catch (error) {
      if (error instanceof LeaseLostError) return;
      this.logger.error(error, 'the lease on the store could not be renewed; retrying');
    }
  }

  /** Releases the lease, if it was taken. */
  async release(): Promise<void> {
    this.heldUntil = Number.NEGATIVE_INFINITY;
    if (!this.endRenewals) return;
    this.endRenewals();
    this.endRenewals = null;
    try {
      await this.lease?.release();
    } catch (error) {
      this.logger.error(error, 'the lease on the store could not be released; it will expire');
    }
  }

  /** The process may be stopped again before it gets the answer. */
  private async confirmNow(lease: Lease): Promise<void> {
    while (this.endRenewals && !this.isHeld) await this.renewNow(lease);
  }

  private async renewNow(lease: Lease): Promise<void> {
    const asked = this.timer.elapsed();
    try {
      await lease.renew();
    } catch (error) {
      if (error instanceof LeaseLostError) {
        this.heldUntil = Number.NEGATIVE_INFINITY;
        this.onLost(error);
      }
      throw error;
    }
    if (this.endRenewals) this.heldUntil = Math.max(this.heldUntil, untilOf(lease, asked));
  }
}

/** Counts from when it was asked for: that may have been carried out long before the answer arrives. */
function untilOf({ lifeMs }: Lease, asked: number): number {
  return asked + lifeMs * (1 - MARGIN);
}
