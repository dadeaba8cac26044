import { isolated } from '@footnote/backend/shared/isolated.ts';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import type { ManagedUser } from '../../../api/generated/schema.d.ts';
import { Field } from '../../../components/Field.tsx';
import { shownName } from '../../../lib/wording.ts';
import { type Act, type Acted, acted, pathOf, proposed, type Question } from '../acts/act.ts';
import { withholding } from '../acts/withhold.tsx';
import { askReason, askWords, ReasonDialog } from '../acts/ask.tsx';

export const nameOf = (user: ManagedUser): string => isolated(shownName(user));

/** An act of owners on one person, whose name stands in the question. */
function onPerson(act: Act<ManagedUser>): Act<ManagedUser> {
  const { name, action = name } = act;
  return {
    only: 'row',
    role: 'owner',
    label: (user) => `${name}… ${nameOf(user)}`,
    title: (user) => `${action}: ${nameOf(user)}`,
    failure: (user) => [`Failed: ${action}`, `${nameOf(user)} is as before. Please try again.`],
    ...act,
  };
}

const settled = (title: string, call: Parameters<typeof proposed>[1]): Promise<Acted> =>
  proposed(title, call, 'Owners see it on the page Admins, and can withdraw it there.');

function changeRights(user: ManagedUser, isAdmin: boolean, reason: string) {
  return api.PATCH('/api/rtm-sys/users/{id}', { ...pathOf(user), body: { isAdmin, reason } });
}

const isSuspended = ({ suspension }: ManagedUser): boolean => suspension?.cause === 'moderation';

/** The last moment of a day (YYYY-MM-DD) of the admin's time zone; null without a day. */
function endOf(day: string): string | null {
  return day === '' ? null : new Date(`${day}T23:59:59`).toISOString();
}

function SuspendDialog({ onAnswer, ...question }: Question<ManagedUser>) {
  const [lastDay, setLastDay] = useState('');
  const [hidePosts, setHidePosts] = useState(false);
  return (
    <ReasonDialog
      {...question}
      onDecide={(given) => {
        const body = { ...given, endsAt: endOf(lastDay), hidePosts };
        onAnswer((user) =>
          settled('User suspended', api.POST('/api/rtm-sys/users/{id}/suspend', { ...pathOf(user), body })),
        );
      }}
      below={
        <>
          <Field
            label="Until the end of"
            type="date"
            value={lastDay}
            hint="Without a day, until an admin restores them."
            onChange={({ currentTarget }) => setLastDay(currentTarget.value)}
          />
          <label className="flex min-h-10 cursor-pointer items-center gap-3">
            <input
              type="checkbox"
              checked={hidePosts}
              onChange={({ target }) => setHidePosts(target.checked)}
              className="size-6 shrink-0 accent-accent"
            />
            Hide their posts until then
          </label>
        </>
      }
    />
  );
}

/** What owners do with people, in the order of the buttons. */
export const personActs: readonly Act<ManagedUser>[] = [
  onPerson({
    kind: 'AccountStruck',
    name: 'Strike',
    key: 's',
    action: 'Give a Strike',
    about: 'The first is a warning, the second suspends for seven days, the third without an end.',
    ask: askReason((user, given, attempt) =>
      settled(
        'Strike given',
        api.POST('/api/rtm-sys/users/{id}/strikes', { ...pathOf(user), body: { ...given, attempt } }),
      ),
    ),
  }),
  onPerson({
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
  onPerson({
    kind: 'AccountSuspended',
    name: 'Suspend',
    look: 'danger',
    isFor: (user) => !isSuspended(user),
    about: 'They read, but do not write. They are told the reason and the note.',
    ask: (question) => <SuspendDialog {...question} />,
  }),
  onPerson(withholding()),
  onPerson({
    name: 'Sign Out',
    label: (user) => `Sign Out ${nameOf(user)}`,
    call: (user) =>
      acted(api.DELETE('/api/rtm-sys/users/{id}/sessions', pathOf(user)), {
        title: 'Signed out everywhere',
      }),
  }),
  onPerson({
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
  onPerson({
    name: 'Make Admin',
    isFor: ({ isAdmin }) => !isAdmin,
    about: 'They see the link to the back office, and are invited to create a login of a moderator.',
    ask: askWords((user, reason) => settled('Invitation sent', changeRights(user, true, reason))),
  }),
  onPerson({
    name: 'Revoke Admin',
    isFor: ({ isAdmin }) => isAdmin,
    about: 'Ends their login and its sessions at once.',
    ask: askWords((user, reason) => settled('Admin rights revoked', changeRights(user, false, reason))),
  }),
];
