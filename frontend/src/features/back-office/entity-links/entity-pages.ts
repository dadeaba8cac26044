import type { LinkProps } from '@tanstack/react-router';
import type { AsOf, AuditActor, AuditSubject, FoundThing } from '../../../api/generated/schema.d.ts';
import { type AdminRole, moreSections, openTo, sections } from '../layout/sections.ts';

export type Subject = Pick<AuditSubject, 'kind' | 'id'>;

/** Where a link leads. */
export type Page = Pick<LinkProps, 'to' | 'params' | 'search'>;

type SectionPath = ((typeof sections)[number] | (typeof moreSections)[number])['to'];

interface SubjectPage {
  /** The section whose roles may open it. */
  section: SectionPath;
  at: (id: string) => Page;
}

const adminsPage: SubjectPage = { section: '/rtm-sys/admins', at: () => ({ to: '/rtm-sys/admins' }) };

/** A boost has the id of its payment. */
const paymentPage: SubjectPage = {
  section: '/rtm-sys/payments',
  at: (id) => ({ to: '/rtm-sys/payment/$id', params: { id } }),
};

/** The id of a report begins with that of its post. */
const POST_ID_LENGTH = 36;

/** What else a subject can be has no page: its lines are all that there is to see. */
const pages: Partial<Record<Subject['kind'], SubjectPage>> = {
  post: { section: '/rtm-sys/posts', at: (id) => ({ to: '/rtm-sys/post/$id', params: { id } }) },
  comment: { section: '/rtm-sys/comments', at: (id) => ({ to: '/rtm-sys/comments', search: { id } }) },
  report: {
    section: '/rtm-sys/reports',
    at: (id) => ({ to: '/rtm-sys/reports', search: { post: id.slice(0, POST_ID_LENGTH) } }),
  },
  person: { section: '/rtm-sys/users', at: (id) => ({ to: '/rtm-sys/user/$id', params: { id } }) },
  admin: adminsPage,
  invitation: adminsPage,
  proposal: adminsPage,
  appeal: { section: '/rtm-sys/appeals', at: (id) => ({ to: '/rtm-sys/appeal/$id', params: { id } }) },
  payment: paymentPage,
  boost: paymentPage,
  stripe: {
    section: '/rtm-sys/payments',
    at: (id) => ({ to: '/rtm-sys/payments', search: { search: id } }),
  },
  picture: { section: '/rtm-sys/blocked', at: () => ({ to: '/rtm-sys/blocked' }) },
  week: {
    section: '/rtm-sys/audit',
    at: (id) => ({ to: '/leaderboard', search: { tab: 'week', week: id } }),
  },
};

/** Payments are found by all ids of Stripe but those of its webhooks. */
const isWebhook = ({ kind, id }: Subject): boolean => kind === 'stripe' && id.startsWith('evt_');

/** The page of something; undefined if it has none, or none that this role may open. */
export function pageOf(subject: Subject, role: AdminRole | undefined): Page | undefined {
  const page = pages[subject.kind];
  if (!page || isWebhook(subject)) return undefined;
  const open = openTo<{ to: SectionPath; roles: readonly AdminRole[] }>([...sections, ...moreSections], role);
  return open.some(({ to }) => to === page.section) ? page.at(subject.id) : undefined;
}

/** The audit trail of one thing: everything about it. */
export function trailOf({ kind, id }: Subject): Page {
  return { to: '/rtm-sys/audit', search: { subject: `${kind}:${id}` } };
}

/** Who acted, as what a line can be about; undefined for those who have no page, such as visitors. */
export function subjectOfActor({ kind, id, role }: AuditActor): Subject | undefined {
  // An operator has given a name, which is no login.
  if (id === null || role === 'operator' || (kind !== 'user' && kind !== 'admin')) return undefined;
  return { kind: kind === 'user' ? 'person' : 'admin', id };
}

/** Where a search for everything leads. */
export function pageOfFound({ kind, id }: FoundThing, role: AdminRole | undefined): Page {
  if (kind === 'event') return { to: '/rtm-sys/audit/$eventId', params: { eventId: id } };
  if (kind === 'request') return { to: '/rtm-sys/audit', search: { request: id } };
  return pageOf({ kind, id }, role) ?? trailOf({ kind, id });
}

export type AsOfKind = AsOf['kind'];

const moderators: readonly AdminRole[] = ['moderator', 'owner'];
const finance: readonly AdminRole[] = ['finance', 'owner'];

/** What can be seen as it was, and the roles to which the server answers. */
const asOfKinds: Readonly<Record<AsOfKind, readonly AdminRole[]>> = {
  post: moderators,
  person: moderators,
  report: moderators,
  week: moderators,
  payment: finance,
  boost: finance,
};

/** The roles that see the whole board as it was. */
export const boardViewers: ReadonlySet<AdminRole | undefined> = new Set(moderators);

export function isAsOfKind(kind: string | null): kind is AsOfKind {
  return kind !== null && Object.hasOwn(asOfKinds, kind);
}

/**
 * Where a thing is shown as it was; undefined where this role may not see it so.
 * @param at a time, a position or the id of an event; undefined for now
 */
export function asItWas(
  { kind, id }: Pick<Subject, 'id'> & { readonly kind: string | null },
  role: AdminRole | undefined,
  at?: string,
): Page | undefined {
  if (!isAsOfKind(kind) || role === undefined || !asOfKinds[kind].includes(role)) return undefined;
  return { to: '/rtm-sys/as-of/$kind/$id', params: { kind, id }, search: { at } };
}
