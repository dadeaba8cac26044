import { ActiveRole } from '../active-role.js';
import { type LeaseRow, LeaseLostError, type LeaseTable } from '../lease.js';
import type { KernelLogger } from '../logger.js';
import type { Timer } from '../timer.js';

/** The lease on reactions, and on the jobs that only one process runs. */
export const WORK = 'work';
/** A lease whose row has not moved for so long is free, by the clock of the process that watches it. */
export const LIFE_MS = 6000;
const WATCH_MS = 1000;
/** A holder renews at every second look at the rows. */
const LOOKS_A_RENEWAL = 2;
/** The holder stops to rely on its leases this share of their life earlier: no two clocks run at the same pace. */
const MARGIN = 1 / 15;

/** The beat of a row, and when this process saw it first. */
interface Seen {
  readonly beat: number;
  readonly since: number;
}

/**
 * The leases of a worker: it takes those that are free, or whose holder does not renew them, and renews its own together. Time
 * is measured by the timer of this process alone, and only while the store answers.
 */
export class SharedLeases extends ActiveRole {
  readonly isAlone = false;
  /** Called with the leases that it has just taken. */
  onTaken: (names: readonly string[]) => void = () => undefined;
  private readonly held = new Map<string, number>();
  private readonly seen = new Map<string, Seen>();
  /** By the timer. */
  private heldUntil = Number.NEGATIVE_INFINITY;
  private looks = 0;
  private looking: Promise<void> | null = null;
  private endWatch: (() => void) | null = null;

  /**
   * @param holder unique to this start of the process
   * @param wanted the names of the leases
   * @param onLost called when another process has taken one; this one must end
   * @param timer goes on while the process is stopped
   */
  constructor(
    private readonly table: LeaseTable,
    private readonly holder: string,
    private readonly wanted: readonly string[],
    private readonly onLost: (error: LeaseLostError) => void,
    private readonly logger: KernelLogger,
    private readonly timer: Pick<Timer, 'elapsed' | 'every'>,
  ) {
    super();
  }

  override get isActive(): boolean {
    return this.fenceOf(WORK) !== null && this.timer.elapsed() < this.heldUntil;
  }

  /** The fencing number of a lease that this process has; null for any other. */
  fenceOf(name: string): number | null {
    return this.held.get(name) ?? null;
  }

  /** Takes what is free, and from then on renews it. @throws DocumentStoreUnavailableError */
  async start(): Promise<void> {
    if (this.endWatch) return;
    await this.take(await this.rows());
    this.endWatch = this.timer.every(WATCH_MS, () => void this.look());
  }

  /** Renews the leases, and takes those that have become free. Called every second. */
  look(): Promise<void> {
    this.looking ??= this.lookNow().finally(() => {
      this.looking = null;
    });
    return this.looking;
  }

  /** Releases all leases: another worker takes them within a second. */
  async release(): Promise<void> {
    this.endWatch?.();
    await this.looking;
    this.heldUntil = Number.NEGATIVE_INFINITY;
    if (this.held.size === 0) return;
    try {
      await this.table.release(this.holder);
    } catch (error) {
      this.logger.error(error, 'the leases could not be released; they will expire');
    }
  }

  private async lookNow(): Promise<void> {
    try {
      const asked = this.timer.elapsed();
      this.looks += 1;
      const isRenewal = this.held.size > 0 && this.looks % LOOKS_A_RENEWAL === 0;
      if (isRenewal) await this.table.renew(this.holder);
      const rows = await this.rows();
      this.requireHeld(rows);
      if (isRenewal) this.heldUntil = asked + LIFE_MS * (1 - MARGIN);
      const taken = await this.take(rows);
      if (taken.length > 0) this.onTaken(taken);
    } catch (error) {
      // Nobody can renew a lease meanwhile.
      this.seen.clear();
      if (error instanceof LeaseLostError) this.onLost(error);
      else this.logger.error(error, 'the leases could not be renewed; retrying');
    }
  }

  private async rows(): Promise<ReadonlyMap<string, LeaseRow>> {
    return new Map((await this.table.rows(this.wanted)).map((row) => [row.name, row]));
  }

  private requireHeld(rows: ReadonlyMap<string, LeaseRow>): void {
    for (const [name, number] of this.held) {
      if (rows.get(name)?.number === number) continue;
      this.heldUntil = Number.NEGATIVE_INFINITY;
      throw new LeaseLostError();
    }
  }

  private async take(rows: ReadonlyMap<string, LeaseRow>): Promise<string[]> {
    const taken: string[] = [];
    for (const name of this.wanted) {
      const row = rows.get(name) ?? null;
      if (this.held.has(name) || !this.isFree(name, row)) continue;
      const asked = this.timer.elapsed();
      // Its answer may have been lost.
      const isOwn = row?.holder === this.holder;
      const number = isOwn ? row.number : await this.table.take(name, row, this.holder);
      if (number === null) continue;
      if (this.held.size === 0 && !isOwn) this.heldUntil = asked + LIFE_MS * (1 - MARGIN);
      this.held.set(name, number);
      taken.push(name);
    }
    return taken;
  }

  private isFree(name: string, row: LeaseRow | null): boolean {
    if (!row || row.holder === null || row.holder === this.holder) return true;
    const now = this.timer.elapsed();
    const seen = this.seen.get(name);
    if (seen?.beat === row.beat) return now - seen.since >= LIFE_MS;
    this.seen.set(name, { beat: row.beat, since: now });
    return false;
  }
}
