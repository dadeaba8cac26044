import { Injectable, NotFoundException } from '@nestjs/common';
import { type Stored, DocumentStore } from '../../kernel/document-store.js';
import type { Difference } from '../../kernel/views/compare-views.js';
import type {
  KernelOverview,
  ShownFieldDifference,
  ViewDetails,
  ViewStatus,
} from './projections.contract.js';
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

/** Shows the views, reactions and events in quarantine of this process. Errors may quote addresses, which are masked. */
@Injectable()
export class KernelOverviews {
  constructor(
    private readonly health: KernelHealth,
    private readonly watch: AlarmWatch,
    private readonly store: DocumentStore,
    private readonly projector: Projector,
    private readonly reactor: Reactor,
    private readonly quarantine: Quarantine,
  ) {}

  async all(): Promise<KernelOverview> {
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

  /** @throws NotFoundException */
  async view(name: string): Promise<ViewDetails> {
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
