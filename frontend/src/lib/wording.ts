import { lazily } from './lazily.ts';

/** A person with the display name they chose, and the anonymous username they were given. */
type Named<Name extends string | null> = { displayUsername: string | null } & (
  { username: Name } | { anonymousUsername: Name }
);

/** The name that a person is shown under: the display name if there is one, else the anonymous username. */
export function shownName<Name extends string | null>(person: Named<Name>): string | Name {
  return person.displayUsername ?? ('username' in person ? person.username : person.anonymousUsername);
}

/** What stands in place of the name of a person who deleted their account. */
export const DELETED_ACCOUNT = 'Deleted account';

const whole = lazily(() => new Intl.NumberFormat('en-GB'));

/** A whole number with separators, e.g. "12,345". */
export function formatWhole(count: number): string {
  return whole().format(count);
}

/** A count with its noun, e.g. "1 like" or "3 likes". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${plural(count, one, many)}`;
}

/** The noun that fits a count, for where the number stands apart. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? one : many;
}

const list = lazily(() => new Intl.ListFormat('en-GB'));

/** Why a post is hidden, as a clause. Each reason is a phrase that follows "The photo …"; there must be at least one. */
export function hiddenWhy(reasons: readonly string[]): string {
  return `it ${list().format(reasons)}`;
}
