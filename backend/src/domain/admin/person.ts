import { Rejected } from '../../kernel/aggregate.js';
import type { AdminRoles } from './admin-roles-state.js';

/** Marks a {@link Person}. It exists for the compiler only. */
export declare const isPerson: unique symbol;

/**
 * One person with all that is theirs: logins that share an account belong together, each with all its accounts. Only this
 * file makes one. So the id of a login, whose person may have another one, does not compile where a person is needed: where
 * money, one's own and two people decide.
 */
export interface Person {
  readonly [isPerson]: true;
  /** The login or account that they were found by. */
  readonly id: string;
  /** The ids of their logins, dismissed ones and ones that wait for a second owner included. */
  readonly loginIds: readonly string[];
  readonly accountIds: readonly string[];
}

/** The person with this login, or this account. */
export function personOf(id: string, roles: AdminRoles): Person {
  const links = linksIn(roles);
  const known = new Set([id]);
  for (let before = 0; before < known.size;) {
    before = known.size;
    const next = links.filter((ids) => ids.some((one) => known.has(one))).flat();
    for (const one of next) known.add(one);
  }
  const logins = loginsIn(roles);
  const ids = [...known];
  const [loginIds, accountIds] = [
    ids.filter((one) => logins.has(one)),
    ids.filter((one) => !logins.has(one)),
  ];
  return person({ id, loginIds, accountIds });
}

/** The server, an operator in a terminal, or an admin who was checked before. */
export const NOBODY = person({ id: '', loginIds: [], accountIds: [] });

/** An operator in a terminal, who stands above the rules about persons. `name` is what they gave. */
export function operatorNamed(name: string): Person {
  return person({ id: name, loginIds: [], accountIds: [] });
}

function person(ids: Omit<Person, typeof isPerson>): Person {
  return ids as Person;
}

/** Whether two are one person. A link that only one of them knows counts. */
export function isSamePerson(one: Person, other: Person): boolean {
  return one.id === other.id || idsOf(one).includes(other.id) || idsOf(other).includes(one.id);
}

/** The ids of all their logins and accounts. */
function idsOf({ loginIds, accountIds }: Person): readonly string[] {
  return [...loginIds, ...accountIds];
}

/** @throws Rejected (forbidden) if admins decide on themselves, also with another login of theirs */
export function refuseSelf(roles: AdminRoles, adminId: string, by: Person): void {
  if (isSamePerson(personOf(adminId, roles), by))
    throw new Rejected('forbidden', 'You cannot change your own role.');
}

/** The ids that belong together, each list with those of one login or invitation. */
function linksIn({ admins, invitations }: AdminRoles): string[][] {
  return [
    ...Object.entries(admins).map(([adminId, { accountIds }]) => [adminId, ...accountIds]),
    ...Object.values(invitations).map(({ acceptedBy, accountIds }) => [acceptedBy ?? [], accountIds].flat()),
  ];
}

function loginsIn({ admins, invitations }: AdminRoles): ReadonlySet<string> {
  const waiting = Object.values(invitations).flatMap(({ acceptedBy }) => acceptedBy ?? []);
  return new Set([...Object.keys(admins), ...waiting]);
}
