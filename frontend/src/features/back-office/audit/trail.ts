import { events } from '../../../api/generated/events.ts';
import type { AdminRole } from '../layout/sections.ts';

/** A line and what followed from it. */
export interface Caused<Line> {
  readonly line: Line;
  readonly effects: readonly Caused<Line>[];
}

/** Lines as trees, each under the event that caused it, in the order of the lines; at the top are those without one. */
export function causesOf<Line extends { readonly id: string; readonly causationId: string | null }>(
  lines: readonly Line[],
): readonly Caused<Line>[] {
  const ids = new Set(lines.map(({ id }) => id));
  const under = new Map<string | null, Line[]>();
  for (const line of lines) {
    const { id, causationId } = line;
    const cause = causationId !== null && causationId !== id && ids.has(causationId) ? causationId : null;
    under
      .set(cause, under.get(cause) ?? [])
      .get(cause)
      ?.push(line);
  }
  const effectsOf = (cause: string | null): readonly Caused<Line>[] =>
    (under.get(cause) ?? []).map((line) => ({ line, effects: effectsOf(line.id) }));
  return effectsOf(null);
}

/** The type of an event in words: "Post hidden" for `PostHidden`. */
export function eventName(type: string): string {
  const words = type.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

interface EventFacts {
  /** Who sees its lines. */
  readonly roles: readonly AdminRole[];
  readonly isPersonal: boolean;
}

const facts: Readonly<Record<string, EventFacts>> = events;

/** Whether events of a type can have personal fields. */
export function isPersonal(type: string): boolean {
  return facts[type]?.isPersonal ?? false;
}

/** The types of events whose lines this role sees, with their names, by name. */
export function eventsSeenBy(role: AdminRole | undefined): readonly (readonly [string, string])[] {
  return Object.entries(facts)
    .filter(([, { roles }]) => role !== undefined && roles.includes(role))
    .map(([type]) => [type, eventName(type)] as const)
    .toSorted(([, one], [, other]) => one.localeCompare(other));
}

const MINUTE_MS = 60_000;
/** The length of `2026-11-25T10:30:00`. */
const TO_SECOND = 19;

/** A moment of the address as a field for local times has it; empty for what is no moment. */
export function localTime(iso: string | undefined): string {
  const at = Date.parse(iso ?? '');
  if (Number.isNaN(at)) return '';
  const offset = new Date(at).getTimezoneOffset() * MINUTE_MS;
  return new Date(at - offset).toISOString().slice(0, TO_SECOND);
}

/** The moment in ISO 8601 that a field for local times has: the end of its second, if it is the last one. */
export function momentOf(local: string, isLast: boolean): string | undefined {
  const at = Date.parse(local);
  return Number.isNaN(at) ? undefined : new Date(at + (isLast ? 999 : 0)).toISOString();
}
