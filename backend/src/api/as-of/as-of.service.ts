import { Injectable } from '@nestjs/common';
import { legalHoldEvents } from '../../domain/post/legal-hold.js';
import { seesEvent, seesLine } from '../../domain/trail/visibility.js';
import { Rejected } from '../../kernel/aggregate.js';
import type { Position } from '../../kernel/event-log.js';
import { accounts } from '../../projections/accounts/accounts.js';
import { type AuditViewer, eventIdOf, subjectsIn } from '../../projections/audit/audit.reader.js';
import { leaderboard } from '../../projections/leaderboard/leaderboard.js';
import { moderatedPosts } from '../../projections/moderated-posts.js';
import { payments } from '../../projections/payments/payments.js';
import { reports } from '../../projections/reports.js';
import { standings, weekly } from '../../projections/weekly/weekly.js';
import { AuditLines } from '../audit/audit-lines.service.js';
import { AuditNames, type NameOf } from '../audit/audit-names.service.js';
import { type AsOfKind, type Documents, documentIn, documentsIn } from './as-of-subjects.js';
import type { AsOf, AsOfFact, AsOfValue } from './as-of.contract.js';
import {
  factsOfPost,
  factsOfReport,
  factsOfWeek,
  type FactValue,
  type Facts,
  factsOfBoost,
  factsOfPayment,
  factsOfPerson,
} from './facts.js';
import { PastSubjects } from './past-subjects.service.js';

/** How many stops an answer has on each side of the moment. */
const STOPS = 500;

/** Something as it was, in words, beside how it is now. */
@Injectable()
export class AsOfAnswers {
  constructor(
    private readonly past: PastSubjects,
    private readonly lines: AuditLines,
    private readonly names: AuditNames,
  ) {}

  /**
   * @param position null for now
   * @throws Rejected (notFound) if the log has no event of it, EventLogUnavailableError
   */
  async of(kind: AsOfKind, id: string, position: Position | null, viewer: AuditViewer): Promise<AsOf> {
    // A legal hold leaves no trace for those who may not see it.
    const isFolded = (type: string) => !(type in legalHoldEvents) || seesEvent(viewer.role, type);
    const at = position ?? Infinity;
    const { was, now, lines, isIncomplete } = await this.past.of(kind, id, at, isFolded);
    const own = lines.filter(
      (line) =>
        seesLine(viewer.role, { type: line.type, subjects: subjectsIn(line) }) &&
        subjectsIn(line).every((subject) => !viewer.hidden.has(subject.id)) &&
        subjectsIn(line).some((subject) => subject.kind === kind && subject.id === id),
    );
    if (lines.length === 0) throw new Rejected('notFound', `There is no such ${kind}.`);
    const [before, after] = [factsIn(kind, id, was, viewer), factsIn(kind, id, now, viewer)];
    const nameOf = await this.names.of([
      { kind, id },
      ...[before, after].flatMap((facts) =>
        Object.values(facts ?? {}).flatMap((value) => (value && 'id' in value ? [value] : [])),
      ),
    ]);
    const reached = own.filter(({ _position }) => _position <= at).length;
    const first = Math.max(0, reached - STOPS);
    const stops = own.slice(first, reached + STOPS);
    const last = own[reached - 1];
    const [line] = last ? await this.lines.of([last]) : [];
    return {
      kind,
      id,
      name: nameOf({ kind, id }),
      position,
      existed: before !== null,
      exists: after !== null,
      facts: compared(before ?? {}, after ?? {}, nameOf),
      line: line ?? null,
      stops: stops.map((stop) => ({
        id: eventIdOf(stop),
        position: stop._position,
        at: new Date(stop.at).toISOString(),
        type: stop.type,
      })),
      earlier: first,
      later: own.length - first - stops.length,
      isIncomplete,
    };
  }
}

/** The facts of a subject; null if it does not exist. */
function factsIn(kind: AsOfKind, id: string, documents: Documents, viewer: AuditViewer): Facts | null {
  const isOwner = viewer.role === 'owner';
  switch (kind) {
    case 'post': {
      const post = documentIn(documents, leaderboard, id);
      return post && factsOfPost(post, documentIn(documents, moderatedPosts, id), isOwner);
    }
    case 'person': {
      const account = documentIn(documents, accounts, id);
      return account && factsOfPerson(account, isOwner);
    }
    case 'payment': {
      const payment = documentIn(documents, payments, id);
      return payment && factsOfPayment(payment);
    }
    case 'boost': {
      const payment = documentIn(documents, payments, id);
      return payment?.boost ? factsOfBoost(payment) : null;
    }
    case 'report': {
      const report = documentIn(documents, reports, id);
      return report && factsOfReport(report);
    }
    case 'week': {
      const posts = documentsIn(documents, standings);
      const week = documentIn(documents, weekly, id);
      return week || posts.length > 0 ? factsOfWeek(week, posts, viewer.hidden) : null;
    }
  }
}

function compared(was: Facts, now: Facts, nameOf: NameOf): AsOfFact[] {
  const shown = (value: FactValue | null | undefined): AsOfValue | null => {
    if (!value) return null;
    if ('id' in value) return { text: nameOf(value), isTime: false, kind: value.kind, id: value.id };
    const isTime = 'time' in value;
    return { text: isTime ? value.time : value.text, isTime, kind: null, id: null };
  };
  return [...new Set([...Object.keys(now), ...Object.keys(was)])].map((name) => {
    const [before, after] = [shown(was[name]), shown(now[name])];
    const isChanged = before?.text !== after?.text || before?.id !== after?.id;
    return { name, was: before, now: after, isChanged };
  });
}
