import { Body, HttpStatus, Param, NotFoundException } from '@nestjs/common';
import { type Stored, DocumentStore } from '../../kernel/document-store.js';
import type { Difference } from '../../kernel/views/compare-views.js';
import { ReasonRequest } from '../admin/admin.contract.js';
import { Route, Routes } from '../http/route.js';
import {
  type ShownFieldDifference,
  KernelOverview,
  RetryResult,
  ViewDetails,
  type ViewStatus,
} from './projections.contract.js';
import { Operations } from './operations.service.js';
import { Quarantine } from '../../kernel/log/quarantine.js';
import { Reactor } from '../../kernel/reactions/reactor.js';
import { Projector } from '../../kernel/views/projector.js';
import type { Trial } from '../../kernel/views/trial-builds.js';
import { AlarmWatch } from '../health/alarm-watch.service.js';
import { type HealthReport, KernelHealth } from '../health/kernel-health.js';
import { withMaskedEmails } from '../http/email-address.js';

const MOST_FIELDS = 20;
/** Ids, weeks, times and keys made of digits. Any other text may be personal. */
const HARMLESS =
  /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-W\d\d|\d{4}-\d\d-\d\d[\d:.TZ]*|[\d .:TZ-]*)$/;

/** The first fields of a document that differ. Texts that may be personal are not shown, only that they differ. */
export function fieldsOf({ live, built }: Difference): readonly ShownFieldDifference[] {
  const [left, right] = [flat(live), flat(built)];
  const fields = [...new Set([...left.keys(), ...right.keys()])].toSorted();
  return fields
    .filter((field) => !Object.is(left.get(field), right.get(field)))
    .slice(0, MOST_FIELDS)
    .map((field) => ({ field, live: shownValue(left.get(field)), built: shownValue(right.get(field)) }));
}

/** The values of a document by path, such as `standing.rank`. */
function flat(document: Stored<object> | null): ReadonlyMap<string, unknown> {
  const values = new Map<string, unknown>();
  const add = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) values.set(path, value);
    else for (const [key, part] of Object.entries(value)) add(part, path === '' ? key : `${path}.${key}`);
  };
  if (document) {
    const { _id, _position, ...content } = document as Stored<Record<string, unknown>>;
    add(content, '');
  }
  return values;
}

function shownValue(value: unknown): string | null {
  if (value === undefined) return null;
  return typeof value !== 'string' || HARMLESS.test(value) ? String(value) : 'text';
}

const SHOWN_DOCUMENTS = 100;
const SHOWN_EVENTS = 100;
/** Of each reaction. */
const SHOWN_UNFINISHED = 50;

const OF_VIEW = {
  answer: ViewDetails,
  errors: { 404: 'There is no such view.', 409: 'It cannot be done as things are.' },
} as const;

/** The views, reactions and events in quarantine, and what owners do about them. Errors may quote addresses, which are masked. */
@Routes('back office', 'api/rtm-sys', { who: ['owner'] })
export class ProjectionsController {
  constructor(
    private readonly operations: Operations,
    private readonly health: KernelHealth,
    private readonly watch: AlarmWatch,
    private readonly store: DocumentStore,
    private readonly projector: Projector,
    private readonly reactor: Reactor,
    private readonly quarantine: Quarantine,
  ) {}

  @Route('GET', 'projections', {
    summary: 'The state of all views, of the reactions and of the quarantine.',
    answer: KernelOverview,
  })
  async listProjections(): Promise<KernelOverview> {
    const report = await this.health.report();
    const { head, damage } = report.log;
    const alarms = await this.watch.of(report);
    const inQuarantine = this.quarantine.all();
    return {
      head,
      damage,
      alarms: alarms.map((alarm) => ({ ...alarm, problem: withMaskedEmails(alarm.problem) })),
      views: await Promise.all(report.views.map((view) => this.statusOf(view, report))),
      reactions: report.reactions.map(({ name, position, error, waiting, parked }) => ({
        name,
        position,
        lag: head === null ? null : Math.max(0, head - position),
        error: error && withMaskedEmails(error),
        waiting,
        parked,
      })),
      unfinished: report.reactions.flatMap(({ name }) =>
        this.reactor
          .unfinished(name)
          .slice(0, SHOWN_UNFINISHED)
          .map(({ id, type, stream, position, tries, reason, since, dueAt }) => ({
            reaction: name,
            id,
            type,
            stream,
            position,
            tries,
            since,
            dueAt,
            reason: reason && withMaskedEmails(reason),
          })),
      ),
      quarantine: inQuarantine.slice(0, SHOWN_EVENTS),
      quarantined: inQuarantine.length,
    };
  }

  @Route('GET', 'projections/:name', {
    summary: 'A view, with its parked documents and its build.',
    answer: ViewDetails,
    errors: { 404: 'There is no such view.' },
  })
  async showProjection(@Param('name') name: string): Promise<ViewDetails> {
    const report = await this.health.report();
    const found = report.views.find((view) => view.name === name);
    if (!found) throw new NotFoundException('There is no such view.');
    const parked = await this.projector.parked(name);
    const running = this.projector.views.get(name);
    return {
      ...(await this.statusOf(found, report)),
      head: report.log.head,
      previous: running ? await this.projector.trials.previous(running.projection) : null,
      trial: shownTrial(this.projector.trials.of(name), report.log.head),
      parkedDocuments: parked
        .slice(0, SHOWN_DOCUMENTS)
        .map((document) => ({ ...document, error: withMaskedEmails(document.error) })),
    };
  }

  @Route('POST', 'projections/:name/rebuild', {
    ...OF_VIEW,
    asksAgain: true,
    summary: 'Starts to build a view beside the live one, and to compare both.',
    description: 'Queries read the build after a switch only. A view has one build at a time.',
    status: HttpStatus.ACCEPTED,
  })
  rebuildProjection(@Param('name') name: string, @Body() { reason }: ReasonRequest): Promise<ViewDetails> {
    return this.after(name, this.operations.rebuild(name, reason));
  }

  @Route('POST', 'projections/:name/throw-away', {
    ...OF_VIEW,
    asksAgain: true,
    summary: 'Stops the build of a view, or throws it away once it is complete.',
  })
  throwAwayBuild(@Param('name') name: string, @Body() { reason }: ReasonRequest): Promise<ViewDetails> {
    return this.after(name, this.operations.throwAway(name, reason));
  }

  @Route('POST', 'projections/:name/switch', {
    ...OF_VIEW,
    asksAgain: true,
    summary: 'Lets queries read the complete build of a view. The generation before is kept for a rollback.',
  })
  switchProjection(@Param('name') name: string, @Body() { reason }: ReasonRequest): Promise<ViewDetails> {
    return this.after(name, this.operations.switch(name, reason));
  }

  @Route('POST', 'projections/:name/roll-back', {
    ...OF_VIEW,
    asksAgain: true,
    summary: 'Lets queries read the generation before. Throws an open build of the view away.',
  })
  rollBackProjection(@Param('name') name: string, @Body() { reason }: ReasonRequest): Promise<ViewDetails> {
    return this.after(name, this.operations.rollBack(name, reason));
  }

  @Route('POST', 'reactions/:name/retry', {
    asksAgain: true,
    summary: 'Retries at once the waiting and parked events of a reaction.',
    answer: RetryResult,
    errors: { 404: 'There is no such reaction.' },
  })
  retryReaction(@Param('name') name: string, @Body() { reason }: ReasonRequest): Promise<RetryResult> {
    return this.operations.retryReaction(name, reason);
  }

  @Route('POST', 'quarantine/retry', {
    asksAgain: true,
    summary: 'Decodes the events in quarantine again, and rebuilds the views of those that can be decoded.',
    answer: RetryResult,
  })
  retryQuarantine(@Body() { reason }: ReasonRequest): Promise<RetryResult> {
    return this.operations.retryQuarantine(reason);
  }

  private async after(name: string, operation: Promise<void>): Promise<ViewDetails> {
    await operation;
    return this.showProjection(name);
  }

  private async statusOf(
    { incompleteSince: _, isStuck: __, error, ...view }: HealthReport['views'][number],
    { quarantine }: HealthReport,
  ): Promise<ViewStatus> {
    const { name, generation } = view;
    const missing = quarantine.filter(({ type }) => this.projector.hearing([type]).includes(name));
    return {
      ...view,
      error: error && withMaskedEmails(error),
      // A store that does not answer shows in the other figures.
      size: generation === null ? null : await this.store.sizeOf(name, generation).catch(() => null),
      quarantined: missing.reduce((sum, { events }) => sum + events, 0),
      trialState: this.projector.trials.of(name)?.state ?? null,
    };
  }
}

function shownTrial(trial: Trial | null, head: number | null): ViewDetails['trial'] {
  if (!trial) return null;
  const { milliseconds, progress, comparison, error, ...shown } = trial;
  const left =
    head === null || progress.position === 0 ? null : (head - progress.position) / progress.position;
  const isBuilding = trial.state === 'building' && left !== null;
  return {
    ...shown,
    progress,
    eventsPerSecond: milliseconds === 0 ? 0 : Math.round(progress.events / (milliseconds / 1000)),
    secondsLeft: isBuilding ? Math.max(0, Math.ceil((milliseconds * left) / 1000)) : null,
    comparison: comparison && {
      ...comparison,
      listed: comparison.listed.map((difference) => ({
        id: difference.id,
        kind: difference.built === null ? 'only live' : difference.live === null ? 'only built' : 'differs',
        fields: fieldsOf(difference),
      })),
    },
    error: error && withMaskedEmails(error),
  };
}
