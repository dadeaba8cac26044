import { Query, Req, ForbiddenException } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { CommandBus } from '@nestjs/cqrs';
import { Text, OneOf } from '../../contract/fields.js';
import { ADMIN_ROLES } from '../../domain/admin/admin-role.js';
import { type AdminUser, Admins } from '../http/admins.js';
import { CurrentAdmin } from '../http/current-admin.js';
import { Route, Routes } from '../http/route.js';
import { note } from '../http/security-notes.js';
import { TRAIL_KINDS, type TrailKind } from '../../domain/trail/trail.js';
import { Email } from '../../domain/account/email.js';
import { Disclosure } from '../../domain/disclosure/disclosure.js';
import { Ids } from '../../kernel/clock.js';
import { States } from '../../kernel/states.js';
import { adminPage } from '../../projections/admin-list.js';
import { PeopleReader } from '../../projections/accounts/people.js';
import { typeIn } from '../../projections/audit/audit-keys.js';
import { type AuditFilters, AuditReader, type AuditViewer } from '../../projections/audit/audit.reader.js';
import { NamesReader } from '../../projections/names.js';
import { normaliseEmail, EmailHashes } from '../http/email-address.js';
import { LegalHolds } from '../photos/legal-holds.service.js';
import { AuditNames } from './audit-lines.service.js';

const LONGEST = 320;

class SearchRequest {
  @Text({
    max: LONGEST,
    about: 'An id of anything, the start of a name, or a whole email address.',
    message: 'Please say what to look for',
    tooLong: `A search has at most ${LONGEST} characters`,
  })
  readonly q!: string;
}

const FOUND_KINDS = [...TRAIL_KINDS, 'event', 'request'] as const;

export class FoundThing {
  @OneOf(FOUND_KINDS) readonly kind!: TrailKind | 'event' | 'request';
  @Text() readonly id!: string;
  @Text('A name, or the kind and the beginning of the id; the type of an event.') readonly name!: string;
  @Text('Why it was found, in words.') readonly why!: string;
}

const MOST_NAMES = 10;
/** The shortest beginning of a name that is looked for. */
const SHORTEST_NAME = 2;
const NAME = 'The name begins with this.';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What an id of each form can be the id of. */
const KINDS_OF: readonly (readonly [RegExp, readonly TrailKind[]])[] = [
  [
    UUID,
    ['post', 'photo', 'comment', 'invitation', 'proposal', 'act', 'appeal', 'payment', 'boost', 'person'],
  ],
  [/^[0-9a-f]{8}-[0-9a-f-]{27}-[0-9a-f-]{36}$/, ['report']],
  [/^[0-9a-f]{64}$/, ['admin', 'picture']],
  [/^[0-9a-f]{32}$/, ['invitation']],
  [/^\d{4}-w\d{2}$/, ['week']],
];
/** Case matters in ids of Stripe. */
const STRIPE = /^[a-z]+_\w+$/;

/** Finds anything by its id, people and admins by the start of a name, and people by their whole email address. */
@Routes('back office', 'api/rtm-sys/search', { who: ADMIN_ROLES })
export class SearchController {
  constructor(
    private readonly audit: AuditReader,
    private readonly people: PeopleReader,
    private readonly names: NamesReader,
    private readonly shownNames: AuditNames,
    private readonly states: States,
    private readonly hashes: EmailHashes,
    private readonly holds: LegalHolds,
    private readonly commands: CommandBus,
    private readonly ids: Ids,
    private readonly admins: Admins,
  ) {}

  @Route('GET', '', {
    limit: 'adminSearch',
    summary: 'Finds a person, post, payment, event, request or anything else, and says what it is.',
    description:
      'Moderators may not search by address. A search for an address is recorded as a look at it, also if nobody has it.',
    answer: [FoundThing],
  })
  async findAnything(
    @Query() { q }: SearchRequest,
    @CurrentAdmin() { role }: AdminUser,
    @Req() request: FastifyRequest,
  ): Promise<readonly FoundThing[]> {
    const wanted = q.trim();
    if (wanted === '') return [];
    if (wanted.includes('@')) {
      note(request, { event: 'email-searched' });
      return this.byEmail(wanted, role);
    }
    const viewer: AuditViewer = { role, hidden: await this.holds.hiddenFrom({ role }) };
    const [byId, byName] = await Promise.all([this.byId(wanted, viewer), this.byName(wanted, viewer)]);
    return [...byId, ...byName.filter(({ id }) => !byId.some((found) => found.id === id))];
  }

  /** Whether an address has an account is personal, too: each answer is recorded as a look. */
  private async byEmail(address: string, role: AdminUser['role']): Promise<readonly FoundThing[]> {
    if (role === 'moderator') {
      throw new ForbiddenException('Only owners and finance may search by email address.');
    }
    const { accountId } = await this.states.of(Email, this.hashes.of(normaliseEmail(address)));
    const look = { actId: this.ids.uuid(), holder: 'account', subjectId: accountId } as const;
    await this.commands.execute(Disclosure.DiscloseEmail(look));
    return accountId === null ? [] : this.persons([accountId], 'This person has verified the address.');
  }

  private async byName(text: string, viewer: AuditViewer): Promise<readonly FoundThing[]> {
    if (text.length < SHORTEST_NAME) return [];
    const start = text.toLowerCase();
    const admins = (await this.admins.all()).filter(({ username }) =>
      username.toLowerCase().startsWith(start),
    );
    const found = await Promise.all([
      this.persons(await this.names.startingWith(text, MOST_NAMES), NAME),
      ...admins.slice(0, MOST_NAMES).map(({ id }) => this.subject('admin', id, viewer, NAME)),
    ]);
    return found.flat();
  }

  private async byId(text: string, viewer: AuditViewer): Promise<readonly FoundThing[]> {
    if (STRIPE.test(text)) return this.subject('stripe', text, viewer);
    const id = text.toLowerCase();
    const [, kinds] = KINDS_OF.find(([form]) => form.test(id)) ?? [null, []];
    const found = await Promise.all([
      ...kinds.map((kind) => this.subject(kind, kind === 'week' ? id.toUpperCase() : id, viewer)),
      ...(UUID.test(id) ? [this.person(id), this.event(id, viewer), this.request(id, viewer)] : []),
    ]);
    const things = found.flat();
    // A person is also what lines are about.
    return things.filter(
      ({ kind, id: one }, index) =>
        things.findIndex((other) => other.kind === kind && other.id === one) === index,
    );
  }

  private async subject(
    kind: TrailKind,
    id: string,
    viewer: AuditViewer,
    why = 'The id of this.',
  ): Promise<FoundThing[]> {
    if (!(await this.hasLines({ subject: { kind, id } }, viewer))) return [];
    const nameOf = await this.shownNames.of([{ kind, id }]);
    return [{ kind, id, name: nameOf({ kind, id }), why }];
  }

  private async person(id: string): Promise<FoundThing[]> {
    return this.persons((await this.people.byIds([id])).has(id) ? [id] : [], 'The id of this.');
  }

  private async event(id: string, viewer: AuditViewer): Promise<FoundThing[]> {
    const line = await this.audit.one(id, viewer);
    return line ? [{ kind: 'event', id, name: typeIn(line), why: 'The id of this event.' }] : [];
  }

  private async request(id: string, viewer: AuditViewer): Promise<FoundThing[]> {
    const isKnown = await this.hasLines({ requestId: id }, viewer);
    return isKnown
      ? [{ kind: 'request', id, name: 'A request', why: 'The id of a request that wrote events.' }]
      : [];
  }

  private async hasLines(filters: AuditFilters, viewer: AuditViewer): Promise<boolean> {
    const { rows } = await adminPage(this.audit.list(filters, viewer), { limit: 1, after: null });
    return rows.length > 0;
  }

  private async persons(ids: readonly string[], why: string): Promise<FoundThing[]> {
    const nameOf = await this.shownNames.of(ids.map((id) => ({ kind: 'person', id })));
    return ids.map((id) => ({ kind: 'person', id, name: nameOf({ kind: 'person', id }), why }));
  }
}
