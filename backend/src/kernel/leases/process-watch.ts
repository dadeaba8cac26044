import type { Clock } from '../clock.js';
import type { ExpiringLease } from '../lease.js';
import type { KernelLogger } from '../logger.js';
import {
  type KnownProcess,
  OtherProcessError,
  Processes,
  type ProcessRow,
  type ProcessRows,
} from '../processes.js';
import type { Timer } from '../timer.js';

const BEAT_MS = 2000;
/** A start watches others so long, and so often, before it believes that they have ended. */
const WATCHED_MS = 6000;
const WATCH_MS = 500;
/** A process whose beat has stood still so long has ended. */
const LIVE_MS = 10_000;
/** Its row is deleted then. */
const GONE_MS = 60_000;

/** Another process, as it was seen last. */
interface Seen {
  row: ProcessRow;
  hasMoved: boolean;
  stillMs: number;
}

interface Parts {
  /** Null where only one process can run. */
  readonly rows: ProcessRows | null;
  /** That of a process which is alone. */
  readonly lease: Pick<ExpiringLease, 'endExpired'> | null;
  readonly self: Omit<ProcessRow, 'isActive' | 'startedAt' | 'beat'>;
  /** The version of each type of event that this process may write. */
  readonly writes: Readonly<Record<string, number>>;
  readonly isActive: () => boolean;
  readonly clock: Clock;
  readonly timer: Pick<Timer, 'elapsed' | 'every' | 'pause'>;
  readonly logger: KernelLogger;
  /** Called when this one has stood still, and another one has started that it can't run beside. */
  readonly onOther: (error: OtherProcessError) => void;
}

/**
 * Shows this process to the others of its site, and watches them. A process lives while its beat is seen to change. Only time
 * in which this process has looked counts, by its own monotonic clock: neither an outage of the store nor a standstill of
 * this process makes another one seem dead.
 */
export class ProcessWatch extends Processes {
  readonly id: string;
  private others = new Map<string, Seen>();
  private endBeats: (() => void) | null = null;
  private running: Promise<void> | null = null;
  /** By the timer. */
  private lastLook = 0;
  private lastBeat = 0;
  private beat = 0;
  /** Until then it gives way to those that run. */
  private hasJoined = false;
  private startedAt = '';
  private lastProblem: string | null = null;

  constructor(private readonly parts: Parts) {
    super();
    this.id = parts.self.id;
  }

  /**
   * Joins the processes of the site. Its own row comes first: of two that start at the same moment, at least one sees the
   * other. Idempotent.
   * @throws OtherProcessError, LeaseHeldError, DocumentStoreUnavailableError
   */
  async join(): Promise<void> {
    const { rows, timer, clock, lease, self } = this.parts;
    if (!rows) return;
    this.startedAt ||= clock.now().toISOString();
    // Each look moves the beat of this process, too.
    await this.look(rows);
    while (this.rivals().some(isUndecided)) {
      await timer.pause(WATCH_MS);
      await this.look(rows);
    }
    // One that was stopped for long may go on, and believe that it is still alone.
    if (self.role !== 'all') await lease?.endExpired();
    this.hasJoined = true;
    this.endBeats ??= timer.every(BEAT_MS, () => {
      this.running ??= this.lookOn(rows).finally(() => {
        this.running = null;
      });
    });
  }

  /** Takes the row of this process away. */
  async leave(): Promise<void> {
    const { rows, self, logger } = this.parts;
    if (!rows || this.startedAt === '') return;
    this.endBeats?.();
    await this.running;
    try {
      await rows.remove([self.id]);
    } catch (error) {
      logger.error(error, 'the row of this process could not be deleted; others see that it has ended');
    }
  }

  override known(): readonly KnownProcess[] {
    if (this.startedAt === '') return [];
    const others = [...this.others.values()].map((seen) => ({
      ...seen.row,
      isLive: isLive(seen) || isUndecided(seen),
      silentMs: seen.stillMs,
    }));
    return [{ ...this.row(), isLive: true, silentMs: 0 }, ...others].toSorted((one, other) =>
      one.startedAt.localeCompare(other.startedAt),
    );
  }

  override get problem(): string | null {
    if (this.parts.self.role !== 'web') return null;
    if (this.known().some(({ role, isLive: lives }) => role === 'worker' && lives)) return null;
    return 'no process with ROLE=worker runs, so nothing that is written is shown, and no mail is sent: start one';
  }

  private async lookOn(rows: ProcessRows): Promise<void> {
    const { logger, onOther } = this.parts;
    try {
      await this.look(rows);
      this.hasJoined ||= !this.rivals().some(isUndecided);
    } catch (error) {
      if (error instanceof OtherProcessError) onOther(error);
      else logger.error(error, 'the other processes could not be looked at; trying again');
    }
  }

  /** @throws OtherProcessError if one lives that this one can't run beside, and this one is the newcomer */
  private async look(rows: ProcessRows): Promise<void> {
    const { self, timer } = this.parts;
    const began = timer.elapsed();
    this.beat += 1;
    await rows.put(this.row());
    // Others may have believed that it has ended, so it is a newcomer again.
    if (timer.elapsed() - this.lastBeat >= WATCHED_MS) this.hasJoined = false;
    this.lastBeat = began;
    const found = await rows.all();
    const now = timer.elapsed();
    const passed = Math.min(now - this.lastLook, 2 * BEAT_MS);
    this.lastLook = now;
    const others = found.filter(({ holder }) => holder !== self.holder);
    this.others = new Map(others.map((row) => [row.id, seenAgain(row, this.others.get(row.id), passed)]));
    this.tell();
    const rival = this.hasJoined ? undefined : this.rivals().find(isLive);
    if (rival) throw new OtherProcessError(self.role, rival.row, this.unreadBy(rival.row));
    // The lock on the data folder proves that an earlier process of it has ended.
    const ended = found.filter(({ id, holder }) =>
      holder === self.holder ? id !== self.id : (this.others.get(id)?.stillMs ?? 0) >= GONE_MS,
    );
    if (ended.length > 0) await rows.remove(ended.map(({ id }) => id));
  }

  private tell(): void {
    const { logger } = this.parts;
    const { problem } = this;
    if (problem !== this.lastProblem) {
      if (problem === null) logger.info({}, 'a process with ROLE=worker runs again');
      else logger.error(new Error(problem), 'this process can only answer');
    }
    this.lastProblem = problem;
  }

  /** Those beside which this one can't run. The lease keeps one that is alone from another. */
  private rivals(): readonly Seen[] {
    const { role } = this.parts.self;
    const isOther = ({ row }: Seen) =>
      (role === 'all') !== (row.role === 'all') || this.unreadBy(row).length > 0;
    return [...this.others.values()].filter(isOther);
  }

  /** What this process may write and another one can't read. That one refuses to start beside events that are in the log. */
  private unreadBy({ role, reads }: ProcessRow): readonly string[] {
    if (role === 'all' || this.parts.self.role === 'all') return [];
    const newer = Object.entries(this.parts.writes).filter(([type, version]) => version > (reads[type] ?? 0));
    return newer.map(([type, version]) => `${type} ${version}`);
  }

  private row(): ProcessRow {
    const { parts, startedAt, beat } = this;
    return { ...parts.self, isActive: parts.isActive(), startedAt, beat };
  }
}

function seenAgain(row: ProcessRow, before: Seen | undefined, passed: number): Seen {
  if (!before) return { row, hasMoved: false, stillMs: 0 };
  if (before.row.beat !== row.beat) return { row, hasMoved: true, stillMs: 0 };
  return { row, hasMoved: before.hasMoved, stillMs: before.stillMs + passed };
}

function isLive({ hasMoved, stillMs }: Seen): boolean {
  return hasMoved && stillMs < LIVE_MS;
}

function isUndecided({ hasMoved, stillMs }: Seen): boolean {
  return !hasMoved && stillMs < WATCHED_MS;
}
