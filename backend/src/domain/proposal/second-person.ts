import type { AdminRoles } from '../admin/admin-roles-state.js';
import { type Person, isSamePerson, personOf } from '../admin/person.js';
import type { ProposalFields, ProposedAct } from './proposal-facts.js';

const DAY_MS = 24 * 60 * 60_000;

/** How long an owner has to be one before they may confirm an act. */
const OWNER_FOR_MS = DAY_MS;
/** When an act that nobody may confirm takes effect. */
const DELAY_MS = DAY_MS;
/** When an act that nobody has confirmed lapses. */
const CONFIRMABLE_MS = 7 * DAY_MS;

/** Acts that never take effect without a second person, not even where nobody may confirm them. */
const NEVER_DELAYED: ReadonlySet<ProposedAct> = new Set(['unlinkAccount']);

/** An act with its id. */
export type Asked = Pick<ProposalFields, 'act' | 'by' | 'subjectId' | 'refund'> & {
  readonly proposalId: string;
};

/** Why an admin may not confirm an act: they asked for it, it is about them, or they are no owner, or too new as one. */
export type Obstacle = 'asked' | 'subject' | 'noOwner' | 'new';

/** Why somebody may not confirm an act at `now` (ISO 8601) with the login that they use; null if they may. */
export function obstacleOf(by: Person, asked: Asked, roles: AdminRoles, now: string): Obstacle | null {
  if (isSamePerson(personOf(asked.by, roles), by)) return 'asked';
  if (isSubject(by, asked, roles)) return 'subject';
  const since = ownerSince(by.id, roles);
  if (since === null) return 'noOwner';
  return after(since, OWNER_FOR_MS) <= now ? null : 'new';
}

/** Whether an act is about them. */
export function isSubject(by: Person, asked: Asked, roles: AdminRoles): boolean {
  return subjectsOf(asked, roles).some((subject) => isSamePerson(personOf(subject, roles), by));
}

/** Whether and until when an act waits that is asked for at `now`. */
export function scheduleOf(asked: Asked, roles: AdminRoles, now: string) {
  const isDelayed =
    !NEVER_DELAYED.has(asked.act) &&
    !Object.keys(roles.admins).some((id) => obstacleOf(personOf(id, roles), asked, roles, now) === null);
  return { isDelayed, dueAt: after(now, isDelayed ? DELAY_MS : CONFIRMABLE_MS) };
}

/**
 * How an act that waits has to be rescheduled; null for not at all. An owner who joined since it was asked for, or who may
 * confirm by now, ends its delay for as long as they are there: then it has to be confirmed, and lapses a week after it
 * was asked for. Once the last of them has left, the delay starts again. So no change of owners makes an act faster.
 */
export function rescheduled(
  asked: Asked & Pick<ProposalFields, 'isDelayed'>,
  askedAt: string,
  roles: AdminRoles,
  now: string,
): Pick<ProposalFields, 'isDelayed' | 'dueAt'> | null {
  if (NEVER_DELAYED.has(asked.act)) return null;
  const canBeConfirmed = Object.keys(roles.admins).some((adminId) => {
    const obstacle = obstacleOf(personOf(adminId, roles), asked, roles, now);
    const since = ownerSince(adminId, roles);
    return obstacle === null || (obstacle === 'new' && since !== null && since > askedAt);
  });
  if (canBeConfirmed !== asked.isDelayed) return null;
  return canBeConfirmed
    ? { isDelayed: false, dueAt: after(askedAt, CONFIRMABLE_MS) }
    : { isDelayed: true, dueAt: after(now, DELAY_MS) };
}

function subjectsOf({ act, subjectId, refund, proposalId }: Asked, { invitations }: AdminRoles): string[] {
  if (act === 'refundPayment') return refund?.userId ? [refund.userId] : [];
  if (act !== 'inviteOwner') return [subjectId];
  const { accountId, acceptedBy } = invitations[proposalId] ?? { accountId: null, acceptedBy: null };
  return [accountId, acceptedBy].filter((id) => id !== null);
}

/** ISO 8601; null if the admin is no owner. */
function ownerSince(adminId: string, { admins }: AdminRoles): string | null {
  const appointment = admins[adminId];
  return appointment && !appointment.isDismissed ? appointment.ownerSince : null;
}

function after(time: string, milliseconds: number): string {
  return new Date(Date.parse(time) + milliseconds).toISOString();
}
