import { Injectable } from '@nestjs/common';
import type { AdminRole } from '../../domain/admin/admin-role.js';
import type { TrailSubject } from '../../domain/trail/trail.js';
import {
  type TrailTab,
  hasRefundProposals,
  seesLine,
  seesSome,
  typesIn,
  typesSeenBy,
} from '../../domain/trail/visibility.js';
import type { Stored, ViewReader } from '../../kernel/document-store.js';
import { Views } from '../../kernel/projection.js';
import type { Comparison, Filter } from '../../kernel/query.js';
import { type AdminList, type ListFilter, filtered } from '../admin-list.js';
import { wholeList } from '../whole-list.js';
import { AFTER_LINES, lineIdOf } from './audit-ids.js';
import { factsOfLine, keyOf, keysOfActor, keysOfSubject } from './audit-keys.js';
import {
  type AuditClock,
  type AuditDay,
  type AuditLine,
  CLOCK,
  audit,
  dayId,
  dayOf,
  tenMinutesOf,
} from './audit.js';

/** Which lines a list shows; what is not given does not matter. Ids are whole. */
export interface AuditFilters {
  readonly actorId?: string | undefined;
  /** The role of an admin, or the kind of another actor. `admin` is an admin whose role is not recorded. */
  readonly role?: string | undefined;
  readonly types?: readonly string[] | undefined;
  readonly tab?: TrailTab | undefined;
  readonly subject?: TrailSubject | undefined;
  readonly reason?: string | undefined;
  readonly requestId?: string | undefined;
  readonly correlationId?: string | undefined;
  /** Lines after this position. */
  readonly after?: number | undefined;
  /** Lines up to this position. */
  readonly to?: number | undefined;
  /** Where lines of other times are at these positions: lines from a time to another, in milliseconds since 1970. */
  readonly times?: readonly [number, number] | undefined;
}

/** Who looks: a role, and the posts under legal hold that it does not see. */
export interface AuditViewer {
  readonly role: AdminRole;
  readonly hidden: ReadonlySet<string>;
}

type Line = Stored<AuditLine>;

@Injectable()
export class AuditReader {
  private readonly lines: ViewReader<AuditLine>;
  private readonly days: ViewReader<AuditDay>;
  private readonly clock: ViewReader<AuditClock>;

  constructor(views: Views) {
    const view = views.of(audit);
    this.lines = view as ViewReader<AuditLine>;
    this.days = view as ViewReader<AuditDay>;
    this.clock = view as ViewReader<AuditClock>;
  }

  /** The line of an event; null if the event does not exist or the viewer may not see it. */
  async one(eventId: string, viewer: AuditViewer): Promise<Line | null> {
    const [line] = await this.lines.find({ ...withKey(keyOf.event(eventId)), sort: { _id: 1 }, limit: 1 });
    return line && isSeenBy(viewer)(line) ? line : null;
  }

  /** The lines that meet all of these filters and that the viewer may see, newest first, or in the order of the log. */
  list(filters: AuditFilters, viewer: AuditViewer, isNewestFirst = true): AdminList<AuditLine> {
    const { subject, tab, types, after, to, times } = filters;
    const { requestId, correlationId, actorId, reason, role } = filters;
    const seen = typesSeenBy(viewer.role);
    const list = filtered<AuditLine>(
      {
        name: 'audit',
        view: this.lines,
        sort: { field: '_id', direction: isNewestFirst ? -1 : 1, type: 'text' },
      },
      // Roughly the fewest first.
      [
        // A request is the correlation of all that it led to.
        requestId !== undefined && withKey(keyOf.correlation(requestId)),
        requestId !== undefined && { fits: (line) => factsOfLine(line).requestId === requestId },
        correlationId !== undefined && withKey(keyOf.correlation(correlationId)),
        subject !== undefined && withKey(...keysOfSubject(subject)),
        actorId !== undefined && withKey(...keysOfActor(actorId)),
        reason !== undefined && withKey(keyOf.reason(reason)),
        types !== undefined && ofTypes(types.filter((type) => seesSome(viewer.role, type))),
        tab !== undefined &&
          ofTypes(
            typesIn(tab).filter((type) => seesSome(viewer.role, type)),
            hasRefundProposals(tab),
          ),
        role !== undefined && withKey(keyOf.role(role)),
        seen !== null && ofTypes(seen, hasRefundProposals(viewer.role)),
        viewer.hidden.size > 0 && { fits: isSeenBy(viewer) },
        times !== undefined && { fits: ({ at }) => at >= times[0] && at <= times[1] },
      ],
    );
    return { ...list, where: { ...list.where, _id: between(after, to) } };
  }

  /** The lines about something, oldest first, `most` at most. Who may see them is for the caller to decide. */
  linesAbout(subject: TrailSubject, most: number): Promise<readonly Line[]> {
    const where = { ...withKey(...keysOfSubject(subject)).where, _id: between(undefined, undefined) };
    return wholeList(this.lines, where, { _id: 1 }, most);
  }

  /**
   * The position of a moment: the last one whose running maximum of times is not after it, because clocks go backwards. It is
   * the position before that of the first event with a later time. Null if no event has a later time.
   */
  async positionAt(moment: Date): Promise<number | null> {
    const at = moment.toISOString();
    const [day, laterDays] = await Promise.all([
      this.days.get(dayId(at)),
      wholeList(this.days, { _id: { $gt: dayId(at), $lt: AFTER_DAYS } }, { _id: 1 }),
    ]);
    const part = tenMinutesOf(at);
    const later = Math.min(
      ...laterDays.map(({ first }) => first),
      ...Object.entries(day?.parts ?? {}).flatMap(([name, first]) => (name > part ? [first] : [])),
    );
    // The times within ten minutes are only in the lines.
    const start = day?.parts[part];
    const isEarlier = start !== undefined && start < later;
    const rest = isEarlier ? await firstAfter(this.lines, moment, start, later) : null;
    const first = rest ?? later;
    return first === Infinity ? null : first - 1;
  }

  /**
   * The filters for the lines from a time on, up to a time. Days in UTC are exact. Within a day a time stands for its position,
   * so that lines stay in their order where a clock went backwards.
   */
  async during(
    from: Date | undefined,
    to: Date | undefined,
  ): Promise<Pick<AuditFilters, 'after' | 'to' | 'times'>> {
    if (!from && !to) return {};
    const [after, end, known] = await Promise.all([
      from && this.lastUpTo(new Date(from.getTime() - 1)),
      to && this.lastUpTo(to),
      this.clock.get(CLOCK),
    ]);
    const late = Object.entries(known?.late ?? {}).map(([day, position]) => ({ day, position }));
    const lateUpTo = to ? late.filter(({ day }) => day <= dayOf(to.toISOString())) : [];
    const lateBefore = from ? late.filter(({ day }) => startOf(day) < from.getTime()) : [];
    const last = end === undefined ? end : Math.max(end, ...lateUpTo.map(({ position }) => position));
    const isMixed = last !== end || lateBefore.some(({ position }) => position > (after ?? 0));
    return {
      after,
      to: last,
      times: isMixed ? [from?.getTime() ?? 0, to?.getTime() ?? Infinity] : undefined,
    };
  }

  /** The position of a moment. Without a later event, everything so far is before the moment. */
  private async lastUpTo(moment: Date): Promise<number> {
    return (await this.positionAt(moment)) ?? Number.MAX_SAFE_INTEGER - 1;
  }
}

/** The position of the first line from `start`, and before `end`, with a later time. */
async function firstAfter(
  lines: ViewReader<AuditLine>,
  moment: Date,
  start: number,
  end: number,
): Promise<number | null> {
  const _id = { $gte: lineIdOf(start), $lt: end === Infinity ? AFTER_LINES : lineIdOf(end) };
  const where = { _id, at: { $gt: moment.getTime() } };
  const [line] = await lines.find({ where, sort: { _id: 1 }, limit: 1 });
  return line?._position ?? null;
}

/** The first text after all ids of days. */
const AFTER_DAYS = 'day0';

const startOf = (day: string) => Date.parse(`${day}T00:00:00.000Z`);

function between(after: number | undefined, to: number | undefined): Comparison {
  return {
    $gte: lineIdOf((after ?? 0) + 1),
    $lt: to === undefined ? AFTER_LINES : lineIdOf(to + 1),
  };
}

/** The lines that have one of these keys. */
function withKey(...keys: readonly string[]): ListFilter<AuditLine> & { readonly where: Filter } {
  const wanted = new Set(keys);
  return { where: { keys: { $has: keys } }, fits: (line) => line.keys.some((key) => wanted.has(key)) };
}

/** The lines of these types, and those about refunds that an owner has to confirm, if `hasProposals`. */
function ofTypes(types: readonly string[], hasProposals = false): ListFilter<AuditLine> {
  return withKey(...types.map(keyOf.type), ...(hasProposals ? [keyOf.refundProposal] : []));
}

/** The rule for one line: that of its type, and what it is about. */
function isSeenBy({ role, hidden }: AuditViewer): (line: AuditLine) => boolean {
  return (line) => {
    const { type, subjects } = factsOfLine(line);
    return (
      seesLine(role, { type, subjects }) &&
      (hidden.size === 0 || subjects.every(({ id }) => !hidden.has(id.slice(0, POST_ID_LENGTH))))
    );
  };
}

/** The ids of reports and ratings begin with that of their post. */
const POST_ID_LENGTH = 36;
