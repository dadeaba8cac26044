import type { FoundThing } from '../../../api/generated/schema.d.ts';
import { type Page, pageOf, pageOfFound, trailOf } from '../entity-links/entity-pages.ts';
import type { AdminRole } from '../layout/sections.ts';

/** What the admin can choose of what was found. */
export interface Choice {
  readonly key: string;
  readonly name: string;
  /** What it is, or where it leads. */
  readonly about: string;
  readonly page: Page;
}

const kindNames: Readonly<Record<FoundThing['kind'], string>> = {
  post: 'Post',
  photo: 'Photo',
  comment: 'Comment',
  report: 'Report',
  person: 'Person',
  admin: 'Admin',
  invitation: 'Invitation',
  proposal: 'Act that needs two people',
  act: 'Act',
  appeal: 'Appeal',
  payment: 'Payment',
  boost: 'Boost',
  stripe: 'Id at Stripe',
  picture: 'Blocked picture',
  week: 'Week',
  event: 'Event',
  request: 'Request',
};

/** So many things are found by one id; more are people with similar names. */
const FEW = 3;

/** The pages of what was found; of a few things also everything about them. */
export function choicesOf(found: readonly FoundThing[], role: AdminRole | undefined): readonly Choice[] {
  return found.flatMap((thing) => {
    const { kind, id, name } = thing;
    const key = `${kind}:${id}`;
    const first = { key, name, about: kindNames[kind], page: pageOfFound(thing, role) };
    if (found.length > FEW || kind === 'event' || kind === 'request') return [first];
    const subject = { kind, id };
    // Else the first one leads there.
    if (!pageOf(subject, role)) return [first];
    return [first, { key: `${key} trail`, name, about: 'In the audit trail', page: trailOf(subject) }];
  });
}
