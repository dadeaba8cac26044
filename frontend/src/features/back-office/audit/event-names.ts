import { events } from '../../../api/generated/events.ts';
import type { AdminRole } from '../layout/sections.ts';

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
