import type { AsOf } from '../../../api/generated/schema.d.ts';
import type { AdminRole } from '../layout/sections.ts';
import type { Page, Subject } from './subject-pages.ts';

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
