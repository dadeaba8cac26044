import { ActiveRole } from '../active-role.js';
import { type LeaseRow, LeaseLostError, type LeaseTable } from '../lease.js';
import type { KernelLogger } from '../logger.js';
import { allSettled } from '../settle-all.js';
import type { Timer } from '../timer.js';

/** The lease on reactions, and on the jobs that only one process runs. */
export const WORK = 'work';
/** A lease whose row has not moved for so long is free, by the clock of the process that watches it. */
export const LIFE_MS = 6000;
const WATCH_MS = 1000;
/** A look that is a little early renews, too. */
const RENEW_MS = 1900;
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
 *
 * The worker with the lease on work also has those on all of its views, or soon will: nobody else takes what it wants. Views of
 * another program go together, too: to the worker with the first of them.
 */
export class SharedLeases extends ActiveRole {
  readonly isAlone = false;
  /** Called when it has taken leases. */
  onTaken: () => void = () => undefined;
  /** Whether this process is ready to do the work that it has the lease on. */
  isReady = false;
  private readonly held = new Map<string, number>();
  private readonly seen = new Map<string, Seen>();
  /** By the timer. */
  private heldUntil = Number.NEGATIVE_INFINITY;
  private renewedAt = Number.NEGATIVE_INFINITY;
  /** The number of leases that {@link onTaken} knows of. */
  private told = 0;
  private looking: Promise<void> | null = null;
  private endWatch: (() => void) | null = null;

  /**
   * @param holder unique to this start of the process
   * @param views the names of the leases on its views
   * @param onLost called when another process has taken one; this one must end
   * @param timer goes on while the process is stopped
   */
  constructor(
    private readonly table: LeaseTable,
    private readonly holder: string,
    private readonly views: readonly string[],
    private readonly onLost: (error: LeaseLostError) => void,
    private readonly logger: KernelLogger,
    private readonly timer: Pick<Timer, 'elapsed' | 'every'>,
  ) {
    super();
  }

  override get isActive(): boolean {
    return this.isReady && this.hasWork && this.timer.elapsed() < this.heldUntil;
  }

  /** Whether it has the lease on work, which it may not be able to renew. */
  get hasWork(): boolean {
    return this.held.has(WORK);
  }

  /** Whether it has any lease. */
  get hasAny(): boolean {
    return this.held.size > 0;
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
    if (!this.hasAny) return;
    try {
      await this.table.release(this.holder);
    } catch (error) {
      this.logger.error(error, 'the leases could not be released; they will expire');
    }
  }

  private async lookNow(): Promise<void> {
    try {
      const asked = this.timer.elapsed();
      const isRenewal = this.hasAny && asked - this.renewedAt >= RENEW_MS;
      if (isRenewal) await this.table.renew(this.holder);
      const rows = await this.rows();
      this.requireHeld(rows);
      if (isRenewal) this.renewed(asked);
      await this.take(rows);
    } catch (error) {
      // Nobody can renew a lease meanwhile.
      this.seen.clear();
      if (error instanceof LeaseLostError) this.onLost(error);
      else this.logger.error(error, 'the leases could not be renewed; retrying');
    }
    if (this.held.size === this.told) return;
    this.told = this.held.size;
    this.onTaken();
  }

  private async rows(): Promise<ReadonlyMap<string, LeaseRow>> {
    return new Map((await this.table.rows([WORK, ...this.views])).map((row) => [row.name, row]));
  }

  private renewed(asked: number): void {
    this.renewedAt = asked;
    this.heldUntil = asked + LIFE_MS * (1 - MARGIN);
  }

  private requireHeld(rows: ReadonlyMap<string, LeaseRow>): void {
    for (const [name, number] of this.held) {
      if (rows.get(name)?.number === number) continue;
      this.heldUntil = Number.NEGATIVE_INFINITY;
      throw new LeaseLostError();
    }
  }

  private async take(rows: ReadonlyMap<string, LeaseRow>): Promise<void> {
    const isFree = new Map([WORK, ...this.views].map((name) => [name, this.isFree(name, rows.get(name))]));
    const takeFree = async (names: readonly string[]) => {
      const free = names.filter((name) => !this.held.has(name) && isFree.get(name));
      await allSettled(free.map((name) => this.takeOne(name, rows.get(name) ?? null)));
    };
    // Who has views already takes the work on them, too.
    const isOthers = (name: string) => !this.held.has(name) && !isFree.get(name);
    if (!this.views.some(isOthers)) await takeFree([WORK]);
    if (this.hasWork) return takeFree(this.views);
    // Another worker was faster, or will be, and wants the rest.
    if (isFree.get(WORK)) return;
    const wanted = rows.get(WORK)?.wants ?? [];
    const [first, ...others] = this.views.filter((name) => !wanted.includes(name));
    if (first === undefined) return;
    await takeFree([first]);
    if (this.held.has(first)) await takeFree(others);
  }

  private async takeOne(name: string, row: LeaseRow | null): Promise<void> {
    const asked = this.timer.elapsed();
    const by = { holder: this.holder, wants: [WORK, ...this.views] };
    // The answer to an earlier try may have been lost.
    const isOwn = row?.holder === this.holder;
    const number = isOwn ? row.number : await this.table.take(name, row, by);
    if (number === null) return;
    if (!this.hasAny && !isOwn) this.renewed(asked);
    this.held.set(name, number);
  }

  private isFree(name: string, row: LeaseRow | undefined): boolean {
    if (!row || row.holder === null || row.holder === this.holder) return true;
    const now = this.timer.elapsed();
    const seen = this.seen.get(name);
    if (seen?.beat === row.beat) return now - seen.since >= LIFE_MS;
    this.seen.set(name, { beat: row.beat, since: now });
    return false;
  }
}
