import type { AdminRole } from '../admin/admin-role.js';
import type { AdminRoles } from '../admin/admin-roles-state.js';
import { type Person, isSamePerson, personOf } from '../admin/person.js';
import type { Appealed } from '../review/appeal.js';
import { CONTENT_ACTS } from './content-acts.js';
import { DISCLOSURES, PEOPLE_ACTS } from './people-acts.js';
import { PAYMENT_ACTS } from './payment-acts.js';
import type { ActRow, SubjectKind, Told, Doing, Undoing } from './act.js';
import type { Command } from '../../kernel/aggregate.js';

/** Everything that an admin does to content, people or payments, or was shown of people, by the type of its event. */
export const ACTS = { ...CONTENT_ACTS, ...PEOPLE_ACTS, ...PAYMENT_ACTS, ...DISCLOSURES } as const;

export type ActKind = keyof typeof ACTS;
export const ACT_KINDS = Object.keys(ACTS) as readonly ActKind[];

type ToldIn<Kind extends ActKind> = (typeof ACTS)[Kind]['told'] extends { readonly as: infer Name }
  ? Name
  : never;
/** The names of acts that the person concerned is told about. */
export type ToldName = { [Kind in ActKind]: ToldIn<Kind> }[ActKind];
export const TOLD_NAMES = ACT_KINDS.flatMap((kind) => ACTS[kind].told?.as ?? []) as readonly ToldName[];

/** The row of an act. */
export function rowOf(kind: ActKind): ActRow {
  return ACTS[kind];
}

/** The kinds of acts with a certain fact. */
export function actsWith(fits: (row: ActRow) => boolean): readonly ActKind[] {
  return ACT_KINDS.filter((kind) => fits(rowOf(kind)));
}

/** How the person concerned is told; null where nobody is. */
export function toldOf(kind: ActKind): (Told & { readonly as: ToldName }) | null {
  return ACTS[kind].told;
}

/** The kind of act that an appeal about something is against. Where there are several, all of them are undone alike. */
export function kindAppealed(about: Appealed): ActKind {
  const [kind] = actsWith(({ told }) => told?.appeal === about);
  if (!kind) throw new Error(`no act can be appealed as ${about}`);
  return kind;
}

/** Moderators see nothing of these. */
const CLOSED: ReadonlySet<SubjectKind> = new Set(['payment', 'email', 'event']);

/** Whether admins with this role see acts of this kind. */
export function isSeenBy(role: AdminRole, kind: ActKind): boolean {
  const { subject, roles } = rowOf(kind);
  return !CLOSED.has(subject) || roles.includes(role);
}

/** Whether another person than `by` can do or undo an act that concerns these accounts. */
export function hasOtherDecider(
  roles: AdminRoles,
  {
    kind,
    isUndo,
    by,
    concerned,
  }: {
    readonly kind: ActKind;
    readonly isUndo: boolean;
    readonly by: Person;
    readonly concerned: readonly string[];
  },
): boolean {
  const allowed = isUndo ? rolesToUndo(kind) : rowOf(kind).roles;
  return Object.entries(roles.admins).some(([adminId, { role, isDismissed }]) => {
    if (isDismissed || !allowed.includes(role)) return false;
    const person = personOf(adminId, roles);
    return !isSamePerson(person, by) && !person.accountIds.some((id) => concerned.includes(id));
  });
}

/** Who may undo an act; nobody for one that stays. */
export function rolesToUndo(kind: ActKind): readonly AdminRole[] {
  const { undo } = rowOf(kind);
  return undo.event === null ? [] : undo.roles;
}

/** The events of acts on a kind of subject, and those that undo them. */
export function eventsOn(subject: SubjectKind): readonly string[] {
  return eventsOf(actsWith((row) => row.subject === subject));
}

/** The events of acts that people are told about, and those that undo them. Their mails are sent at any age. */
export function toldEvents(): readonly string[] {
  return eventsOf(actsWith(({ told }) => told !== null));
}

function eventsOf(kinds: readonly ActKind[]): readonly string[] {
  const events = kinds.flatMap((kind) => [kind, rowOf(kind).undo.event]);
  return [...new Set(events)].filter((event) => event !== null);
}

/** @throws Error for an act that needs more than a reason */
export function commandOf(kind: ActKind, doing: Doing): Command<object> {
  const command = rowOf(kind).do?.(doing);
  if (!command) throw new Error(`${kind} needs more than a reason`);
  return command;
}

/** The command that undoes an act; null for an act that stays. */
export function undoOf(kind: ActKind, undoing: Undoing): Command<object> | null {
  const { undo } = rowOf(kind);
  return undo.event === null ? null : undo.do(undoing);
}
