import { Injectable } from '@nestjs/common';
import { legalHoldEvents } from '../../domain/post/legal-hold.js';
import { seesEvent, seesLine } from '../../domain/trail/visibility.js';
import { Rejected } from '../../kernel/aggregate.js';
import type { Position } from '../../kernel/event-log.js';
import { type AuditViewer, eventIdOf, subjectsIn } from '../../projections/audit/audit.reader.js';
import { AuditLines } from '../audit/audit-lines.service.js';
import { AuditNames, type NameOf } from '../audit/audit-names.service.js';
import type { AsOfKind } from './as-of-subjects.js';
import type { AsOf, AsOfFact, AsOfValue } from './as-of.contract.js';
import { type FactValue, type Facts, factsIn } from './facts.js';
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
