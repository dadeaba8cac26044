import { Injectable } from '@nestjs/common';
import type { TrailSubject } from '../../domain/trail/trail.js';
import { PeopleReader } from '../../projections/accounts/people.js';
import { ShownActs } from '../acts/shown-acts.service.js';

/** A visitor, a person, an admin or another part of a line. */
export interface Named {
  readonly kind: string;
  readonly id: string | null;
}

/** Gives the name of what a line is about, or of who caused it. */
export type NameOf = (named: Named) => string;

const DELETED = { person: 'a deleted person', user: 'a deleted person', admin: 'a deleted admin' } as const;
const ALONE: Readonly<Record<string, string>> = {
  visitor: 'A visitor',
  system: 'The program',
  stripe: 'Stripe',
  user: DELETED.user,
  admin: DELETED.admin,
};

/** UUIDs and hashes, also where one begins a longer id. */
const LONG_ID = /^(?:[0-9a-f]{8}-[0-9a-f]{4}-|[0-9a-f]{32})/;
/** The id of a report has two: of the post, and of who reported it. */
const TWO_IDS = /^(.{36})-(.{36})$/;
const SHOWN_DIGITS = 8;

/** The end of a long id. UUIDs begin with their time: those of a minute begin alike. */
function shortened(id: string): string {
  if (!LONG_ID.test(id)) return id;
  const [first, second] = TWO_IDS.exec(id)?.slice(1) ?? [id];
  return [first, second].flatMap((one) => one?.slice(-SHOWN_DIGITS) ?? []).join('-');
}

/** The names of today: an erased person has none any more. */
@Injectable()
export class AuditNames {
  constructor(
    private readonly people: PeopleReader,
    private readonly admins: ShownActs,
  ) {}

  async of(named: readonly (Named | TrailSubject)[]): Promise<NameOf> {
    const idsOf = (...kinds: readonly string[]) =>
      named.flatMap(({ kind, id }) => (id !== null && kinds.includes(kind) ? [id] : []));
    const [people, admins] = await Promise.all([
      this.people.byIds(idsOf('person', 'user')),
      this.admins.names(idsOf('admin')),
    ]);
    return ({ kind, id }) => {
      if (id === null || kind === 'visitor') return ALONE[kind] ?? kind;
      if (kind === 'person' || kind === 'user') return people.get(id)?.username ?? DELETED.person;
      // Those who acted in a terminal have given their name instead of an id.
      if (kind === 'admin') return admins.get(id) ?? (LONG_ID.test(id) ? DELETED.admin : id);
      // An id of Stripe says what it is.
      if (kind === 'system' || kind === 'stripe') return id;
      return `${kind} ${shortened(id)}`;
    };
  }
}
