import { Injectable } from '@nestjs/common';
import { LogCheck } from '../../kernel/log/log-check.js';
import { LogReader } from '../../kernel/log/log-reader.js';
import { ReadsWithTimeout } from '../../kernel/log-read-timeout.js';
import { Quarantine } from '../../kernel/log/quarantine.js';
import { Projector } from '../../kernel/views/projector.js';
import type { ViewHealth } from '../../kernel/views/running-view.js';
import type { ReactionHealth } from '../../kernel/reaction.js';
import { Reactor } from '../../kernel/reactions/reactor.js';
import { LateMails } from '../../infrastructure/mail/late-mails.port.js';
import { Clock } from '../../kernel/clock.js';
import { DocumentStore } from '../../kernel/document-store.js';
import { LOST_EVENT } from '../../kernel/undecodable.js';
import { KernelStore } from '../../kernel/kernel-store.js';
import { Processes } from '../../kernel/processes.js';
import { lastBackup } from '../../kernel/last-backup.js';

/**
 * The state of the kernel. `unavailable` cannot answer reads. `degraded` can, but the log is away, so writes are refused,
 * or the views do not get new events, documents or events are parked, a reaction is paused, or events cannot be decoded.
 */
export interface HealthReport {
  readonly status: 'ok' | 'degraded' | 'unavailable';
  /** Why some requests cannot be served, or are served from old data. */
  readonly problems: readonly string[];
  readonly log: {
    readonly head: number | null;
    /** What is wrong with the stored log, and what to do; null if nothing is known. */
    readonly damage: string | null;
  };
  readonly views: readonly (ViewHealth & {
    readonly lag: number | null;
    /** The position of the first event of the view that is in quarantine; null if there is none. */
    readonly incompleteSince: number | null;
  })[];
  readonly reactions: readonly ReactionHealth[];
  /** The events that cannot be decoded, by type. */
  readonly quarantine: readonly { readonly type: string; readonly events: number; readonly first: number }[];
  /** The number of mails that were listed for the operator instead of sent; null if it cannot be read. */
  readonly lateMails: number | null;
  /** The last complete backup by `footnote backup`; null before the first, and while its note cannot be read. */
  readonly lastBackup: { readonly takenAt: string; readonly hoursAgo: number } | null;
}

/** The name of a view that does not exist, to check that the store answers. */
const PROBE = 'health';
const HOUR = 3_600_000;

@Injectable()
export class KernelHealth {
  constructor(
    private readonly log: ReadsWithTimeout,
    private readonly store: DocumentStore,
    private readonly reader: LogReader,
    private readonly projector: Projector,
    private readonly reactor: Reactor,
    private readonly quarantine: Quarantine,
    private readonly lateMails: LateMails,
    private readonly check: LogCheck,
    private readonly kernel: KernelStore,
    private readonly clock: Clock,
    private readonly processes: Processes,
  ) {}

  async report(): Promise<HealthReport> {
    const head = await this.log.head().catch(() => null);
    const answers = await this.store.current(PROBE).then(
      () => true,
      () => false,
    );
    const quarantine = [...this.quarantine.byType()].map(([type, found]) => ({ type, ...found }));
    const incomplete = this.incompleteViews(quarantine);
    const views = this.projector.health().map((view) => ({
      ...view,
      lag: head === null ? null : Math.max(0, head - view.position),
      incompleteSince: incomplete.get(view.name) ?? null,
    }));
    const reactions = this.reactor.health();
    const { damage } = this.check;
    const noReads = [
      ...(answers ? [] : ['the document store does not answer']),
      ...views.filter((view) => view.generation === null).map((view) => missing(view, head)),
    ];
    const { problem } = this.processes;
    const problems = [
      ...(head === null ? ['the event log does not answer'] : []),
      ...noReads,
      ...this.stuck(views),
      ...(problem === null ? [] : [problem]),
    ];
    const isDegraded =
      problems.length > 0 ||
      damage !== null ||
      // An operator has accepted the loss of events.
      quarantine.some(({ type }) => type !== LOST_EVENT) ||
      views.some((view) => view.parked > 0 || view.state === 'failed' || view.error !== null) ||
      reactions.some(({ error, parked, isLate }) => error !== null || parked > 0 || isLate);
    const status = noReads.length > 0 ? 'unavailable' : isDegraded ? 'degraded' : 'ok';
    const lateMails = await this.lateMails.list().then(
      ({ length }) => length,
      () => null,
    );
    const backup = await this.backup();
    const known = { log: { head, damage }, views, reactions, quarantine, lateMails, lastBackup: backup };
    return { status, problems, ...known };
  }

  private async backup(): Promise<HealthReport['lastBackup']> {
    const takenAt = await lastBackup(this.kernel).catch(() => null);
    if (takenAt === null) return null;
    return { takenAt, hoursAgo: Math.floor((this.clock.now().getTime() - Date.parse(takenAt)) / HOUR) };
  }

  /** The position of the first event that a view lacks, by the name of the view. */
  private incompleteViews(quarantine: HealthReport['quarantine']): ReadonlyMap<string, number> {
    const incomplete = new Map<string, number>();
    for (const { type, first } of quarantine) {
      for (const view of this.projector.hearing([type])) {
        incomplete.set(view, Math.min(first, incomplete.get(view) ?? first));
      }
    }
    return incomplete;
  }

  /** One stuck view degrades the service. If all views are stuck, queries do not see new events. */
  private stuck(views: HealthReport['views']): string[] {
    const areStuck = views.length > 0 && views.every(({ isStuck, lag }) => isStuck && lag !== 0);
    const error = areStuck ? views[0]?.error : this.reader.error;
    return error ? [`the views are stuck: ${error}`] : [];
  }
}

/** Why queries cannot read a view that has no generation. */
function missing({ name, state, error, progress }: ViewHealth, head: number | null): string {
  if (state !== 'failed') {
    const part = progress && head ? `: ${Math.min(100, Math.floor((progress.position / head) * 100))} %` : '';
    return `the view ${name} is being built${part}`;
  }
  return `the view ${name} could not be built: ${error ?? 'unknown reason'}; retrying`;
}
