import { weekOf } from '../../src/domain/week/iso-week.js';
import type { DomainEvent } from '../../src/domain/events.js';
import type { Actor } from '../../src/kernel/event.js';
import type { DecidedEvent } from '../../src/kernel/log/codec.js';
import { adminCount } from '../../src/projections/admin-list.js';
import { AuditReader } from '../../src/projections/audit/audit.reader.js';
import type { Projection } from '../../src/projections/view.js';
import { projections } from '../../src/projections/projections.js';
import { COUNT_NAMES, COUNTS, StatisticsReader } from '../../src/projections/statistics/statistics.js';
import { dayAfter } from '../../src/projections/statistics/days.js';
import { ACTIVITIES, GrowthReader } from '../../src/projections/statistics/growth.js';
import { JudgesReader } from '../../src/projections/statistics/judges.js';
import { type ReportTime, ReportTimesReader } from '../../src/projections/statistics/report-times.js';
import { randomHistory, writeHistory } from '../support/history.js';
import type { Chapter } from '../support/history-teller.js';
import { useKernel } from '../support/test-kernel.js';
import { filtersOf } from '../../src/api/audit/audit.controller.js';

const DAY_MS = 86_400_000;
const testKernel = useKernel();

/** Who did it: in a random history it is not said. Visitors are few, so that some upload in several weeks. */
function actorOf({ type, data }: DecidedEvent): Actor {
  const fields = data as Readonly<Record<string, string>>;
  if (type === 'PhotoRated') {
    const visitor = fields.uploader?.slice(0, 'address:00'.length) ?? '';
    return { kind: 'visitor', id: visitor.endsWith('f') ? null : visitor };
  }
  const id = fields.userId ?? fields.authorId ?? fields.reporterId ?? fields.accountId ?? fields.ownerId;
  // Some of it is done by admins and by the program.
  return !id || id.startsWith('f') ? { kind: 'system', id: 'test' } : { kind: 'user', id };
}

/** When it happened: one clock in sixteen is a day and a half behind. */
function timeOf({ id, metadata: { at } }: DecidedEvent): string {
  return id.startsWith('0') ? new Date(Date.parse(at) - 1.5 * DAY_MS).toISOString() : at;
}

function* withActorsAndClocks(history: Iterable<Chapter>): Generator<Chapter> {
  for (const { events, ...chapter } of history) {
    yield {
      ...chapter,
      events: events.map((event) => ({
        ...event,
        metadata: { ...event.metadata, actor: actorOf(event), at: timeOf(event) },
      })),
    };
  }
}

const VIEWS = new Set(['audit', 'statistics', 'visitors', 'cohorts', 'report-times', 'judges']);

/** The views over a random history, and all of its events. */
async function told() {
  const { log, codec } = testKernel.storage;
  const { projector, views } = testKernel.projector(
    projections.filter(({ name }) => VIEWS.has(name)) as unknown as Projection<object>[],
  );
  await projector.start();
  await writeHistory(log, codec, withActorsAndClocks(randomHistory(11, 3000)));
  const events = (await codec.decodeAll(await log.readAll(0, 100_000))) as unknown as DomainEvent[];
  expect(await projector.views.reached(events.at(-1)?.position ?? 0, 'gathered view')).toBe(true);
  return { projector, views, events };
}

type Story = Awaited<ReturnType<typeof told>>;

type EventOf<Type extends DomainEvent['type']> = Extract<DomainEvent, { type: Type }>;

function of<Type extends DomainEvent['type']>(events: readonly DomainEvent[], ...types: readonly Type[]) {
  return events.filter((event): event is EventOf<Type> => types.some((type) => type === event.type));
}

const isoWeek = ({ metadata }: DomainEvent) => weekOf(new Date(metadata.at), 'UTC');

/** The first day of each week, or each day, from one instant on. */
function* starts(from: number, to: number, days: number) {
  for (let at = from; at <= to; at += days * DAY_MS) yield new Date(at);
}

const MONDAY = Date.UTC(2026, 8, 28);
/** The Mondays of the history, and the names of their weeks. */
const MONDAYS = [...starts(MONDAY, MONDAY + 57 * DAY_MS, 7)];
const mondays = MONDAYS.map((at) => at.toISOString().slice(0, 10));
const weeks = MONDAYS.map((at) => weekOf(at, 'UTC'));

const dayName = (at: Date) => at.toISOString().slice(0, 10);

describe('statistics over a random history', () => {
  async function recountDays({ views, events }: Story): Promise<void> {
    const reader = new StatisticsReader(views);
    const end = Date.parse(events.at(-1)?.metadata.at ?? '');
    for (const days of [1, 7]) {
      const nameOf = (at: Date) => (days === 1 ? dayName(at) : weekOf(at, 'UTC'));
      const periods = [...starts(MONDAY, end, days)];
      const records = await reader.of(
        periods.map((start) => ({
          first: dayName(start),
          last: dayName(new Date(start.getTime() + (days - 1) * DAY_MS)),
        })),
      );
      let all = 0;
      for (const [index, start] of periods.entries()) {
        const inPeriod = events.filter(({ metadata }) => nameOf(new Date(metadata.at)) === nameOf(start));
        const record = records[index];
        const counted = COUNT_NAMES.map((name) => [name, record?.count(name)]);
        const recounted = COUNT_NAMES.map((name) => {
          const types: readonly string[] = COUNTS[name].types;
          return [name, inPeriod.filter(({ type }) => types.includes(type)).length];
        });
        expect([nameOf(start), counted]).toEqual([nameOf(start), recounted]);
        all += counted.reduce((sum, [, count]) => sum + Number(count), 0);
        const paid = { boosts: 0, donations: 0, refunds: 0 };
        let granted = 0;
        for (const { type, data } of inPeriod) {
          if (type === 'PaymentConfirmed') {
            paid[data.purpose.kind === 'boost' ? 'boosts' : 'donations'] += data.price.amount;
          }
          if (type === 'RefundObserved') {
            const [was, is] = [data.before, data.state].map((state) => /pending|succeeded/.test(state ?? ''));
            paid.refunds += (Number(is) - Number(was)) * data.amount.amount;
          }
          if (type === 'AppealDecided' && data.isGranted) granted += 1;
        }
        const moved = Object.fromEntries(
          (['boosts', 'donations', 'refunds'] as const).map((column) => [
            column,
            record?.money(column, 'usd'),
          ]),
        );
        expect([nameOf(start), moved, record?.grantedAppeals]).toEqual([nameOf(start), paid, granted]);
      }
      // A history without these would prove nothing.
      expect(all).toBeGreaterThan(800);
    }
  }

  /** Counts the lines to which each figure leads: `AuditLink` gives these filters. */
  async function countLines({ views, events }: Story): Promise<void> {
    const [trail, reader] = [new AuditReader(views), new StatisticsReader(views)];
    const last = dayName(new Date(Math.max(...events.map(({ metadata }) => Date.parse(metadata.at)))));
    const weekly = mondays.map((first) => ({ first, last: dayAfter(first, 6) }));
    const daily = mondays.map((first) => ({ first, last: first }));
    const ranges = [...weekly, ...daily, { first: mondays[0] ?? '', last }];
    const records = await reader.of(ranges);
    for (const [index, range] of ranges.entries()) {
      for (const name of COUNT_NAMES) {
        const filters = await filtersOf(
          {
            action: COUNTS[name].types.join(','),
            from: `${range.first}T00:00:00.000Z`,
            to: `${range.last}T23:59:59.999Z`,
          },
          trail,
        );
        const lines = await adminCount(trail.list(filters, { role: 'owner', hidden: new Set() }));
        expect([name, range, lines]).toEqual([name, range, String(records[index]?.count(name))]);
      }
    }
  }

  async function recountVisitors({ views, events }: Story): Promise<void> {
    const funnel = await new GrowthReader(views).funnel(mondays);
    const uploads = of(events, 'PhotoRated').map((event) => ({
      event,
      photoId: event.data.photoId,
      visitor: event.metadata.actor.id ?? event.data.photoId,
    }));
    const claims = new Map(of(events, 'RatingClaimed').map(({ data }) => [data.photoId, data.accountId]));
    const verified = new Set(of(events, 'EmailVerified').map(({ data }) => data.accountId));
    const published = new Set(of(events, 'PostPublished').map(({ data }) => data.postId));
    const visitors = [...new Set(uploads.map(({ visitor }) => visitor))].map((visitor) => {
      const own = uploads.filter((upload) => upload.visitor === visitor);
      const claimed = own.filter(({ photoId }) => claims.has(photoId));
      const ofVerified = claimed.filter(({ photoId }) => verified.has(claims.get(photoId) ?? ''));
      return {
        week: own[0] && isoWeek(own[0].event),
        isSpread: new Set(own.map(({ event }) => isoWeek(event))).size > 1,
        steps: [own, claimed, ofVerified, ofVerified.filter(({ photoId }) => published.has(photoId))],
      };
    });
    const recounted = weeks.map((name) => {
      const ofWeek = visitors.filter(({ week }) => week === name);
      const reached = (step: number) => ofWeek.filter(({ steps }) => (steps[step]?.length ?? 0) > 0).length;
      return { visitors: reached(0), accounts: reached(1), verified: reached(2), published: reached(3) };
    });
    expect(funnel).toEqual(recounted);
    // The visitors differ in what they reached, and some uploaded in several weeks.
    const sum = (step: 'visitors' | 'accounts' | 'verified') =>
      recounted.reduce((total, week) => total + week[step], 0);
    expect(sum('visitors')).toBeGreaterThan(sum('accounts'));
    expect(sum('accounts')).toBeGreaterThan(sum('verified'));
    expect(sum('verified')).toBeGreaterThan(0);
    expect(visitors.some(({ isSpread }) => isSpread)).toBe(true);
  }

  async function recountCohorts({ views, events }: Story): Promise<void> {
    const retention = await new GrowthReader(views).retention(mondays);
    const types: readonly string[] = ACTIVITIES;
    const writes = events.filter(({ type }) => types.includes(type));
    const recounted = weeks.map((cohort, index) => {
      const accounts = of(events, 'AccountRegistered')
        .filter((event) => isoWeek(event) === cohort)
        .map(({ data }) => data.accountId);
      const active = weeks.slice(index).map((week) => {
        const writers = writes
          .filter((event) => isoWeek(event) === week)
          .map(({ metadata }) => metadata.actor);
        const ids = new Set(writers.flatMap(({ kind, id }) => (kind === 'user' ? [id] : [])));
        return accounts.filter((id) => ids.has(id)).length;
      });
      return { accounts: accounts.length, active };
    });
    expect(retention).toEqual(recounted);
    expect(recounted.flatMap(({ active }) => active.slice(1)).some((count) => count > 0)).toBe(true);
  }

  async function recountReportTimes({ views, events }: Story): Promise<void> {
    const reader = new ReportTimesReader(views);
    const filed = of(events, 'PostReported', 'CommentReported', 'ProfileReported');
    const recounted = filed.flatMap((report) => {
      const later = events.filter(
        ({ stream, revision }) => stream === report.stream && revision > report.revision,
      );
      const again = later.findIndex(({ id }) => filed.some((other) => other.id === id));
      const round = again === -1 ? later : later.slice(0, again);
      const decision = of(round, 'ReportReviewed', 'ReportDismissed')[0];
      if (!decision) return [];
      const before = round.slice(0, round.indexOf(decision));
      const at = decision.metadata.at;
      const milliseconds = Math.max(0, Date.parse(at) - Date.parse(report.metadata.at));
      const category = of(before, 'ReportCategorised').at(-1)?.data.category ?? report.data.category;
      return [{ at, category, milliseconds }];
    });
    const days = recounted.map(({ at }) => at.slice(0, 10)).toSorted();
    const middle = days[Math.floor(days.length / 2)] ?? '';
    const sorted = (times: readonly ReportTime[]) => times.map((time) => JSON.stringify(time)).toSorted();
    for (const [first, last] of [
      ['2026-10-05', '2026-12-31'],
      ['2026-10-05', middle],
      [middle, middle],
    ] as const) {
      const inDays = recounted.filter(({ at }) => at.slice(0, 10) >= first && at.slice(0, 10) <= last);
      expect(inDays.length).toBeGreaterThan(0);
      expect(sorted(await reader.decidedIn({ first, last }))).toEqual(sorted(inDays));
    }
  }

  async function recountJudges({ views, events }: Story): Promise<void> {
    const reader = new JudgesReader(views);
    const gone = new Set(of(events, 'PhotoDeleted').map(({ data }) => data.photoId));
    let rated = 0;
    for (const [index, monday] of mondays.entries()) {
      const judged = of(events, 'PhotoRated').filter((event) => isoWeek(event) === weeks[index]);
      const scores = new Map<number, number>();
      const drifts = new Map<number, number>();
      const add = (counts: Map<number, number>, tenths: number) =>
        counts.set(tenths, (counts.get(tenths) ?? 0) + 1);
      for (const { data } of judged) {
        add(scores, Math.round(data.score * 10));
        const counting = new Map<string, number>();
        for (const event of of(events, 'Rated', 'RatingExcluded', 'RatingIncluded')) {
          if (event.data.postId !== data.photoId) continue;
          if (event.type === 'RatingExcluded') counting.delete(event.data.userId);
          else counting.set(event.data.userId, event.data.score);
        }
        if (counting.size === 0 || gone.has(data.photoId)) continue;
        const sum = [...counting.values()].reduce((total, score) => total + score, 0);
        add(drifts, Math.round(data.score * 10 - (10 * sum) / counting.size));
        rated += 1;
      }
      const expected = judged.length === 0 ? [] : [{ model: 'demo', promptVersion: '1', scores, drifts }];
      expect(await reader.in([monday])).toEqual(expected);
    }
    expect(rated).toBeGreaterThan(20);
  }

  it('equal a recount of the log, and the lines of the audit trail', async () => {
    const story = await told();
    expect(story.events.length).toBeGreaterThanOrEqual(3000);
    await recountDays(story);
    await countLines(story);
    await recountVisitors(story);
    await recountCohorts(story);
    await recountReportTimes(story);
    await recountJudges(story);
    await story.projector.stop();
  });
});
