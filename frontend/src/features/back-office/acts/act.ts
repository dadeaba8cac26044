import type { ReactNode } from 'react';
import { api } from '../../../api/client.ts';
import { acts } from '../../../api/generated/acts.ts';
import type { Act as DoneAct } from '../../../api/generated/schema.d.ts';
import type { ButtonLook } from '../../../components/Button.tsx';
import { formatMinute } from '../../../lib/dates.ts';
import type { AdminRole } from '../layout/sections.ts';

export type ActKind = DoneAct['kind'];

/** What an act answers. */
export interface Acted {
  /** The acts that can be undone. */
  actIds: readonly string[];
  /** What is announced instead of such as "Post hidden". */
  said?: { title: string; description?: string };
}

/** @param attempt for one act, however often it is sent */
export type Call<Row> = (row: Row, attempt: string) => Promise<Acted>;

/** What is asked before an act, for the dialog that asks it. */
export interface Question<Row> {
  rows: readonly Row[];
  title: string;
  description: string | undefined;
  action: string;
  busy: boolean;
  onClose: () => void;
  /** Does the act to all rows. */
  onAnswer: (call: Call<Row>) => void;
}

/** Something that admins do with a row of a list, or with many. */
export type Act<Row> = {
  /** The verb on its buttons, such as "Hide". */
  name: string;
  /** The verb in its dialog, if it is another. */
  action?: string;
  /** What has happened then, such as "hidden". Without it, only what the call says is announced. */
  done?: string;
  look?: ButtonLook;
  /** The key that does it to the row with the focus. Acts that share one fit different rows. */
  key?: string;
  /** Where it is offered, if not both: in a row, or in the bar for the chosen rows. */
  only?: 'row' | 'bar';
  /** What it is in the contract, which says who may do and undo it. */
  kind?: ActKind;
  /** Who may do what is no act of the contract, if not every admin who sees the list. */
  role?: AdminRole;
  /** The address of the picture that the admin has to see first: until it is loaded and not blurred, the act only shows it. */
  sees?: (row: Row) => string;
  /** The rows that it fits; all without it. */
  isFor?: (row: Row) => boolean;
  /** The label of its button in a row, where it is not the name with that of the row. */
  label?: (row: Row) => string;
  /** The title of its dialog, where it is not such as "Hide This Post?". */
  title?: (row: Row) => string;
  /** What it does, in the dialog. */
  about?: string;
  /** What is announced when it fails, and what if the server does not say why. */
  failure?: (row: Row) => readonly [title: string, otherwise?: string];
} & (
  | { call: Call<Row>; ask?: never }
  /** The dialog that asks what the call needs. */
  | { ask: (question: Question<Row>) => ReactNode; call?: never }
);

/** Whether an admin with this role may do it. */
export function isAllowed<Row>({ kind, role: needed }: Act<Row>, role: AdminRole | undefined): boolean {
  const roles = kind ? rolesOf(kind).roles : needed && [needed];
  return roles === undefined || (role !== undefined && roles.includes(role));
}

/** Whether they may undo it, too. */
export function isUndoable<Row>({ kind }: Act<Row>, role: AdminRole | undefined): boolean {
  return kind === undefined || (role !== undefined && rolesOf(kind).undoRoles.includes(role));
}

function rolesOf(kind: ActKind): { roles: readonly AdminRole[]; undoRoles: readonly AdminRole[] } {
  return acts[kind];
}

/** What stands on its button: an ellipsis says that something is asked first. */
export function textOf<Row>({ name, ask }: Act<Row>): string {
  return ask ? `${name}…` : name;
}

/** What an answer may say of acts. */
interface Answer {
  actId?: string | null;
  actIds?: readonly string[];
  /** When an act on one's own takes effect. */
  waitsUntil?: string | null;
}

/** What a call has done: the acts that its answer names, which can be undone, or that it waits. */
export async function acted(call: Promise<{ data?: Answer | object }>, said?: Acted['said']): Promise<Acted> {
  const { actId, actIds, waitsUntil }: Answer = (await call).data ?? {};
  if (!waitsUntil) return { actIds: actIds ?? (actId ? [actId] : []), ...(said && { said }) };
  const title = `This takes effect on ${formatMinute(waitsUntil)}`;
  const description = 'It is your own, and no other admin can decide. Until then it can be withdrawn.';
  return { actIds: [], said: { title, description } };
}

/** What a call of an owner has done, or that it waits: another owner confirms it, or 24 hours pass. */
export async function proposed(
  title: string,
  call: Promise<{ data?: { isDelayed: boolean } | object }>,
  description?: string,
): Promise<Acted> {
  const { data } = await call;
  if (!data || !('isDelayed' in data)) return { actIds: [], said: { title } };
  const waits = data.isDelayed ? 'This takes effect in 24 hours' : 'Another owner must confirm this';
  return { actIds: [], said: { title: waits, ...(description && { description }) } };
}

/** The parameters of a call about a row. */
export const pathOf = ({ id }: { readonly id: string }) => ({ params: { path: { id } } });

/** Withdraws the act of a row that waits because it is the admin's own. */
export function withdrawing<Row extends { own: DoneAct['own'] }>(): Act<Row> {
  return {
    name: 'Withdraw',
    failure: () => ['Failed to withdraw'],
    isFor: ({ own }) => own?.status === 'waiting',
    call: ({ own }) =>
      acted(api.POST('/api/rtm-sys/acts/{id}/withdraw', pathOf({ id: own!.actId })), { title: 'Withdrawn' }),
  };
}

/** Undoes an act, or asks for that where it is one's own. */
export function undoAct(id: string, reason: string, said?: Acted['said']): Promise<Acted> {
  return acted(api.POST('/api/rtm-sys/acts/{id}/undo', { ...pathOf({ id }), body: { reason } }), said);
}
