import { Rejected } from '../../kernel/aggregate.js';
import type { AdminRoles } from './admin-roles-state.js';

/** What belongs to one person: logins that share an account do, each with all its accounts. */
export interface Person {
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
  return {
    loginIds: ids.filter((one) => logins.has(one)),
    accountIds: ids.filter((one) => !logins.has(one)),
  };
}

/** Whether two ids of admins or accounts belong to one person. */
export function isSamePerson(one: string, other: string, roles: AdminRoles): boolean {
  if (one === other) return true;
  const { loginIds, accountIds } = personOf(one, roles);
  return loginIds.includes(other) || accountIds.includes(other);
}

/** @throws Rejected (forbidden) if admins decide on themselves, also with another login of theirs */
export function refuseSelf(roles: AdminRoles, adminId: string, by: string): void {
  if (isSamePerson(adminId, by, roles)) throw new Rejected('forbidden', 'You cannot change your own role.');
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
