import { api } from '../../../api/client.ts';
import type { AdminProposal, ManagedUser } from '../../../api/generated/schema.d.ts';
import type { Given } from '../acts/ReasonDialog.tsx';

export type UserAct = 'suspend' | 'strike' | 'restore' | 'grant' | 'revoke' | 'delete';

/** The acts that take a reason of the list; the others take one in words. */
export const actsByReason: readonly UserAct[] = ['suspend', 'strike', 'delete'];

interface Texts {
  action: string;
  /** The label in a row of the list, if it is shorter. */
  short?: string;
  description: string;
  done: string;
}

export const userActTexts: Readonly<Record<UserAct, Texts>> = {
  suspend: {
    action: 'Suspend',
    description: 'They read, but do not write. They are told the reason and the note.',
    done: 'User suspended',
  },
  strike: {
    action: 'Give a Strike',
    short: 'Strike',
    description: 'The first is a warning, the second suspends for seven days, the third without an end.',
    done: 'Strike given',
  },
  restore: {
    action: 'Restore',
    description: 'Lifts all suspensions by admins. Those for disputed payments stay.',
    done: 'User restored',
  },
  grant: {
    action: 'Make Admin',
    description: 'They see the link to the back office, and are invited to create a login of a moderator.',
    done: 'Invitation sent',
  },
  revoke: {
    action: 'Revoke Admin',
    description: 'Ends their login and its sessions at once.',
    done: 'Admin rights revoked',
  },
  delete: {
    action: 'Delete Person',
    short: 'Delete',
    description:
      'This cannot be undone. Once another owner has confirmed it, the account is erased at once, with all posts, pictures and comments, and nobody can restore it. Only owners see the reason and the note.',
    done: 'Another owner must confirm this',
  },
};

/** A suspension, beside its reason. */
export interface SuspensionTerms {
  /** YYYY-MM-DD; empty for none. */
  lastDay: string;
  hidePosts: boolean;
}

/** The last moment of a day (YYYY-MM-DD) of the admin's time zone; null without a day. */
function endOf(day: string): string | null {
  return day === '' ? null : new Date(`${day}T23:59:59`).toISOString();
}

/** An answer to an act: the person as they are now, or what a second owner must confirm. */
interface Answer {
  data?: ManagedUser | AdminProposal;
  response: Response;
}

/** Does what takes a reason of the list. Calls with the same `attempt` are one strike. */
export function decideByReason(
  kind: UserAct,
  id: string,
  given: Given & SuspensionTerms & { attempt: string },
): Promise<Answer> {
  const { reason, note, lastDay, hidePosts, attempt } = given;
  const params = { path: { id } };
  if (kind === 'suspend') {
    const body = { reason, note, endsAt: endOf(lastDay), hidePosts };
    return api.POST('/api/rtm-sys/users/{id}/suspend', { params, body });
  }
  return kind === 'strike'
    ? api.POST('/api/rtm-sys/users/{id}/strikes', { params, body: { reason, note, attempt } })
    : api.DELETE('/api/rtm-sys/users/{id}', { params, body: { reason, note } });
}

/** Does what takes a reason in words. */
export function decideInWords(kind: UserAct, id: string, reason: string): Promise<Answer> {
  const params = { path: { id } };
  return kind === 'restore'
    ? api.POST('/api/rtm-sys/users/{id}/restore', { params, body: { reason } })
    : api.PATCH('/api/rtm-sys/users/{id}', { params, body: { isAdmin: kind === 'grant', reason } });
}

export function outcomeOf(
  kind: UserAct,
  { data, response }: Answer,
): { title: string; description?: string } {
  if (response.status !== 202 || !data) return { title: userActTexts[kind].done };
  const isDelayed = 'isDelayed' in data && data.isDelayed;
  return {
    title: isDelayed ? 'This takes effect in 24 hours' : 'Another owner must confirm this',
    description: 'Owners see it on the page Admins, and can withdraw it there.',
  };
}
