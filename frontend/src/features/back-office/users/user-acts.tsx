import { isolated } from '@footnote/backend/shared/isolated.js';
import { api } from '../../../api/client.ts';
import type { AdminProposal, ManagedUser } from '../../../api/generated/schema.d.ts';
import { shownName } from '../../../lib/wording.ts';
import type { Act, Acted } from '../acts/act.ts';
import { askReason, askWords } from '../acts/ask.tsx';
import { SuspendDialog } from './SuspendDialog.tsx';

const pathOf = ({ id }: ManagedUser) => ({ params: { path: { id } } });

/** An act of owners on one person, whose name stands in the question. */
function onPerson(act: Act<ManagedUser>): Act<ManagedUser> {
  const { name, action = name } = act;
  return {
    only: 'row',
    role: 'owner',
    label: (user) => `${name}… ${isolated(shownName(user))}`,
    title: (user) => `${action}: ${isolated(shownName(user))}`,
    failure: (user) => [`Failed: ${action}`, `${isolated(shownName(user))} is as before. Please try again.`],
    ...act,
  };
}

/** @param answer the person as they are now, or what a second owner must confirm */
async function settled(
  title: string,
  answer: Promise<{ data?: ManagedUser | AdminProposal; response: Response }>,
): Promise<Acted> {
  const { data, response } = await answer;
  if (response.status !== 202 || !data || !('isDelayed' in data)) return { actIds: [], said: { title } };
  const { isDelayed } = data;
  return {
    actIds: [],
    said: {
      title: isDelayed ? 'This takes effect in 24 hours' : 'Another owner must confirm this',
      description: 'Owners see it on the page Admins, and can withdraw it there.',
    },
  };
}

function changeRights(user: ManagedUser, isAdmin: boolean, reason: string) {
  return api.PATCH('/api/rtm-sys/users/{id}', { ...pathOf(user), body: { isAdmin, reason } });
}

const isSuspended = ({ suspension }: ManagedUser): boolean => suspension?.cause === 'moderation';

/** What admins do with people, in the order of the buttons. */
export const userActs = {
  grant: onPerson({
    name: 'Make Admin',
    isFor: ({ isAdmin }) => !isAdmin,
    about: 'They see the link to the back office, and are invited to create a login of a moderator.',
    ask: askWords((user, reason) => settled('Invitation sent', changeRights(user, true, reason))),
  }),
  revoke: onPerson({
    name: 'Revoke Admin',
    isFor: ({ isAdmin }) => isAdmin,
    about: 'Ends their login and its sessions at once.',
    ask: askWords((user, reason) => settled('Admin rights revoked', changeRights(user, false, reason))),
  }),
  strike: onPerson({
    kind: 'AccountStruck',
    name: 'Strike',
    action: 'Give a Strike',
    about: 'The first is a warning, the second suspends for seven days, the third without an end.',
    ask: askReason((user, given, attempt) =>
      settled(
        'Strike given',
        api.POST('/api/rtm-sys/users/{id}/strikes', { ...pathOf(user), body: { ...given, attempt } }),
      ),
    ),
  }),
  restore: onPerson({
    name: 'Restore',
    isFor: isSuspended,
    about: 'Lifts all suspensions by admins. Those for disputed payments stay.',
    ask: askWords((user, reason) =>
      settled(
        'User restored',
        api.POST('/api/rtm-sys/users/{id}/restore', { ...pathOf(user), body: { reason } }),
      ),
    ),
  }),
  suspend: onPerson({
    kind: 'AccountSuspended',
    name: 'Suspend',
    look: 'danger',
    isFor: (user) => !isSuspended(user),
    about: 'They read, but do not write. They are told the reason and the note.',
    ask: ({ onAnswer, ...question }) => (
      <SuspendDialog
        {...question}
        onDecide={(body) =>
          onAnswer((user) =>
            settled('User suspended', api.POST('/api/rtm-sys/users/{id}/suspend', { ...pathOf(user), body })),
          )
        }
      />
    ),
  }),
  signOut: onPerson({
    name: 'Sign Out',
    label: (user) => `Sign Out ${isolated(shownName(user))}`,
    call: async ({ id }) => {
      await api.DELETE('/api/rtm-sys/users/{id}/sessions', { params: { path: { id } } });
      return { actIds: [], said: { title: 'Signed out everywhere' } };
    },
  }),
  remove: onPerson({
    name: 'Delete',
    action: 'Delete Person',
    look: 'danger',
    about:
      'This cannot be undone. Once another owner has confirmed it, the account is erased at once, with all posts, pictures and comments, and nobody can restore it. Only owners see the reason and the note.',
    ask: askReason((user, body) =>
      settled(
        'Another owner must confirm this',
        api.DELETE('/api/rtm-sys/users/{id}', { ...pathOf(user), body }),
      ),
    ),
  }),
};
