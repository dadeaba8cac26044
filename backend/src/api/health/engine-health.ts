import { Inject, Injectable } from '@nestjs/common';
import { LogReader } from '../../kernel/log/log-reader.js';
import { Projector } from '../../kernel/views/projector.js';
import type { ViewHealth } from '../../kernel/views/view-slot.js';
import { Reactor } from '../../kernel/reactions/reactor.js';
import type { ReactionHealth } from '../../kernel/reaction.js';
import { DocumentStore } from '../../kernel/document-store.js';
import { EventLog } from '../../kernel/event-log.js';

/** How the engine stands. `degraded` serves everything but has documents or events parked, or a reaction that pauses. */
export interface HealthReport {
  readonly status: 'ok' | 'degraded' | 'unavailable';
  /** What keeps requests from being served. */
  readonly problems: readonly string[];
  readonly log: { readonly head: number | null };
  readonly views: readonly (ViewHealth & { readonly lag: number | null })[];
  readonly reactions: readonly ReactionHealth[];
}

/** A view that there is not: asked for to see whether the store answers. */
const PROBE = 'health';

/** Looks at every part of the engine. */
@Injectable()
export class EngineHealth {
  constructor(
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(DocumentStore) private readonly store: DocumentStore,
    @Inject(LogReader) private readonly reader: LogReader,
    @Inject(Projector) private readonly projector: Projector,
    @Inject(Reactor) private readonly reactor: Reactor,
  ) {}

  async report(): Promise<HealthReport> {
    const head = await this.log.head().catch(() => null);
    const answers = await this.store.current(PROBE).then(
      () => true,
      () => false,
    );
    const views = this.projector
      .health()
      .map((view) => ({ ...view, lag: head === null ? null : Math.max(0, head - view.position) }));
    const reactions = this.reactor.health();
    const problems = [
      ...(head === null ? ['the event log does not answer'] : []),
      ...(answers ? [] : ['the document store does not answer']),
      ...views
        .filter((view) => view.generation === null)
        .map((view) => `the view ${view.name} is being built`),
      ...this.stuck(views),
    ];
    const isDegraded =
      views.some((view) => view.parked > 0 || view.state === 'failed' || view.error !== null) ||
      reactions.some(({ error, parked }) => error !== null || parked > 0);
    const status = problems.length > 0 ? 'unavailable' : isDegraded ? 'degraded' : 'ok';
    return { status, problems, log: { head }, views, reactions };
  }

  /** One view that fails is degraded and stops no other; when all do, nothing that is written is shown. */
  private stuck(views: readonly { readonly error: string | null; readonly lag: number | null }[]): string[] {
    const isStuck = views.length > 0 && views.every(({ error, lag }) => error !== null && lag !== 0);
    const error = isStuck ? views[0]?.error : this.reader.error;
    return error ? [`the views are stuck: ${error}`] : [];
  }
}
