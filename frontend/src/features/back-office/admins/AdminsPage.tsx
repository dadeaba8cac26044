import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../api/api-error.ts';
import { api, bodyOf } from '../../../api/client.ts';
import type { AdminUser } from '../../../api/generated/schema.d.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { Notice } from '../../../components/Notice.tsx';
import { Section } from '../../../components/Section.tsx';
import { Tag } from '../../../components/Tag.tsx';
import { formatMinute } from '../../../lib/dates.ts';
import { type Act, acted, pathOf, proposed, type Question } from '../acts/act.ts';
import { askWords, TextDialog } from '../acts/ask.tsx';
import { MaskedEmail } from '../acts/MaskedEmail.tsx';
import { ActButtons, type Begin, useActs } from '../acts/use-acts.tsx';
import { TrailLink } from '../entity-links/EntityLinks.tsx';
import { PageTitle } from '../layout/page.tsx';
import type { AdminRole } from '../layout/sections.ts';
import { adminQuery } from '../session/admin.queries.ts';
import { Invitations, RoleSelect } from './Invitations.tsx';
import { Proposals } from './Proposals.tsx';

/** Asks for the new role of an admin, and why. */
function RoleDialog({ rows, onAnswer, ...dialog }: Question<AdminUser>) {
  const [role, setRole] = useState<AdminRole>(rows[0]!.role);
  const decide = (reason: string): void =>
    onAnswer((admin) => {
      const body = { role, reason };
      return proposed('Role changed', api.PUT('/api/rtm-sys/admins/{id}/role', { ...pathOf(admin), body }));
    });
  return (
    <TextDialog {...dialog} onDecide={decide}>
      <RoleSelect
        label="New role"
        value={role}
        onChange={({ target }) => setRole(target.value as AdminRole)}
      />
    </TextDialog>
  );
}

/** An act on another admin, whose name stands in the question. */
function onAdmin(act: Act<AdminUser>, label: string): Act<AdminUser> {
  const { name, action = name } = act;
  return {
    isFor: ({ isDismissed }) => !isDismissed,
    label: ({ username }) => `${label} ${username}`,
    title: ({ username }) => `${action}: ${username}`,
    failure: () => [`Failed: ${action}`],
    ...act,
  };
}

/** Asks for the reason of what needs nothing else. */
const askingFor = (end: 'unlink' | 'dismiss' | 'reinstate', done: string) =>
  askWords<AdminUser>((admin, reason) =>
    proposed(done, api.POST(`/api/rtm-sys/admins/{id}/${end}`, { ...pathOf(admin), body: { reason } })),
  );

/** What owners do with other admins, in the order of the buttons. */
const adminActs = [
  onAdmin(
    {
      name: 'Unlink',
      action: 'Unlink Account',
      isFor: ({ accountIds, isDismissed }) => accountIds.length > 0 && !isDismissed,
      about:
        'They are one person: their account has verified the address of the login. Without the link, they could decide about their own content. A second owner has to confirm it, and it never takes effect without one.',
      ask: askingFor('unlink', 'Account unlinked'),
    },
    'Unlink the account of',
  ),
  onAdmin(
    {
      name: 'Sign Out',
      failure: () => ['Failed to end the sessions'],
      call: (admin) =>
        acted(api.DELETE('/api/rtm-sys/admins/{id}/sessions', pathOf(admin)), {
          title: `Signed out: ${admin.username}`,
        }),
    },
    'Sign Out',
  ),
  onAdmin(
    {
      name: 'Role',
      action: 'Change Role',
      about: 'It applies at once; to become or cease to be an owner takes a second owner.',
      ask: (question) => <RoleDialog {...question} />,
    },
    'Change the role of',
  ),
  onAdmin(
    {
      name: 'Dismiss',
      look: 'danger',
      about: 'They cannot sign in any more, and their sessions end.',
      ask: askingFor('dismiss', 'Admin dismissed'),
    },
    'Dismiss',
  ),
  onAdmin(
    {
      name: 'Reinstate',
      isFor: ({ isDismissed }) => isDismissed,
      about: 'They can sign in again.',
      ask: askingFor('reinstate', 'Admin reinstated'),
    },
    'Reinstate',
  ),
];

interface AdminRowProps {
  admin: AdminUser;
  isSelf: boolean;
  begin: Begin<AdminUser>;
}

function AdminRow({ admin, isSelf, begin }: AdminRowProps) {
  const { username, email, role, hasTotp, passkeys, accountIds, isDismissed, signedInAt } = admin;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <strong className="[overflow-wrap:anywhere]">{username}</strong>
          <Tag>
            <span className="capitalize">{role}</span>
          </Tag>
          {isSelf && <Tag look="attention">You</Tag>}
          {hasTotp && <Tag look="good">Authenticator app</Tag>}
          {passkeys > 0 && <Tag look="good">Passkey</Tag>}
          {accountIds.length > 0 && <Tag>Has an account</Tag>}
          {isDismissed && <Tag look="danger">Dismissed</Tag>}
        </p>
        <p className="text-[0.9375rem] text-soft">
          {email === null ? (
            <span>No email</span>
          ) : (
            <MaskedEmail holder="admin" id={admin.id} masked={email} name={username} />
          )}
          <span>{` · ${signedInAt ? `signed in ${formatMinute(signedInAt)}` : 'never signed in'}`}</span>
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {!isSelf && <ActButtons acts={adminActs} row={admin} begin={begin} className="min-h-10 px-3" />}
        <TrailLink subject={{ kind: 'admin', id: admin.id }} name={username} />
      </div>
    </li>
  );
}

export function AdminsPage() {
  // By name, dismissed ones last.
  const { data: admins, error } = useQuery({
    queryKey: queryKeys.backOffice.admins,
    queryFn: () => bodyOf(api.GET('/api/rtm-sys/admins')),
    refetchOnMount: 'always',
  });
  const { data: self } = useQuery(adminQuery);
  // With the proposals, which lie under them.
  const { begin, dialogs } = useActs<AdminUser>('admin', queryKeys.backOffice.admins);
  return (
    <div className="max-w-reading">
      <PageTitle>Admins</PageTitle>
      {error && <Notice look="danger">{messageOf(error, 'The admins could not be loaded.')}</Notice>}
      {admins && (
        <div className="space-y-6">
          <Section title="Logins">
            <ul aria-label="Admins" className="divide-y divide-rule border-y border-rule">
              {admins.map((admin) => (
                <AdminRow key={admin.id} admin={admin} isSelf={admin.id === self?.id} begin={begin} />
              ))}
            </ul>
          </Section>
          <Proposals admins={admins} />
          <Invitations />
        </div>
      )}
      {dialogs}
    </div>
  );
}
