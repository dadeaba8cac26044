import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../api/api-error.ts';
import type { AdminUser } from '../../../api/generated/schema.d.ts';
import { Button } from '../../../components/Button.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { Section } from '../../../components/Section.tsx';
import { Tag } from '../../../components/Tag.tsx';
import { toast, toastFailure } from '../../../components/toast.ts';
import { formatMinute } from '../../../lib/dates.ts';
import { TextDialog } from '../acts/ask.tsx';
import { MaskedEmail } from '../acts/MaskedEmail.tsx';
import { halfOfRow } from '../acts/use-acts.tsx';
import { TrailLink } from '../entity-links/EntityLinks.tsx';
import { PageTitle } from '../layout/page.tsx';
import type { AdminRole } from '../layout/sections.ts';
import { adminQuery } from '../session/admin.queries.ts';
import { type AdminChange, adminsQuery, useChangeAdmin, useEndSessions } from './admins.queries.ts';
import { Invitations } from './Invitations.tsx';
import { Proposals } from './Proposals.tsx';
import { RoleSelect } from './RoleSelect.tsx';

/** A change that an owner is asked the reason of. */
interface Question {
  admin: AdminUser;
  asked: AdminChange;
  /** Where the row of the admin is, which no toast covers. */
  half: ReturnType<typeof halfOfRow>;
}

const texts = {
  role: {
    action: 'Change Role',
    done: 'Role changed',
    about: 'It applies at once; to become or cease to be an owner takes a second owner.',
  },
  dismiss: {
    action: 'Dismiss',
    done: 'Admin dismissed',
    about: 'They cannot sign in any more, and their sessions end.',
  },
  unlink: {
    action: 'Unlink Account',
    done: 'Account unlinked',
    about:
      'They are one person: their account has verified the address of the login. Without the link, they could decide about their own content. A second owner has to confirm it, and it never takes effect without one.',
  },
  reinstate: { action: 'Reinstate', done: 'Admin reinstated', about: 'They can sign in again.' },
} as const;

function AdminRow({
  admin,
  isSelf,
  onAsk,
}: {
  admin: AdminUser;
  isSelf: boolean;
  onAsk: (asked: AdminChange) => void;
}) {
  const { username, email, role, hasTotp, passkeys, accountIds, isDismissed, signedInAt } = admin;
  const endSessions = useEndSessions();
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
        {!isSelf &&
          (isDismissed ? (
            <Button
              look="secondary"
              className="min-h-10 px-3"
              aria-label={`Reinstate ${username}`}
              onClick={() => onAsk({ kind: 'reinstate' })}
            >
              Reinstate…
            </Button>
          ) : (
            <>
              {accountIds.length > 0 && (
                <Button
                  look="secondary"
                  className="min-h-10 px-3"
                  aria-label={`Unlink the account of ${username}`}
                  onClick={() => onAsk({ kind: 'unlink' })}
                >
                  Unlink…
                </Button>
              )}
              <Button
                look="secondary"
                className="min-h-10 px-3"
                busy={endSessions.isPending}
                aria-label={`Sign Out ${username}`}
                onClick={() => {
                  const keepsFree = halfOfRow();
                  endSessions.mutate(admin.id, {
                    onSuccess: () => toast({ title: `Signed out: ${username}`, keepsFree }),
                    onError: (error) =>
                      toastFailure('Failed to end the sessions', messageOf(error), keepsFree),
                  });
                }}
              >
                Sign Out
              </Button>
              <Button
                look="secondary"
                className="min-h-10 px-3"
                aria-label={`Change the role of ${username}`}
                onClick={() => onAsk({ kind: 'role', role })}
              >
                Role…
              </Button>
              <Button
                look="danger"
                className="min-h-10 px-3"
                aria-label={`Dismiss ${username}`}
                onClick={() => onAsk({ kind: 'dismiss' })}
              >
                Dismiss…
              </Button>
            </>
          ))}
        <TrailLink subject={{ kind: 'admin', id: admin.id }} name={username} />
      </div>
    </li>
  );
}

export function AdminsPage() {
  const { data: admins, error } = useQuery(adminsQuery);
  const { data: self } = useQuery(adminQuery);
  const change = useChangeAdmin();
  const [question, setQuestion] = useState<Question>();
  const decide = (reason: string): void => {
    if (!question) return;
    const { admin, asked, half: keepsFree } = question;
    change.mutate(
      { id: admin.id, reason, asked },
      {
        onSuccess: (answer) => {
          setQuestion(undefined);
          if ('dueAt' in answer) {
            toast({
              title: answer.isDelayed ? 'This takes effect in 24 hours' : 'Another owner must confirm this',
              keepsFree,
            });
          } else toast({ title: texts[asked.kind].done, keepsFree });
        },
        onError: (problem) =>
          toastFailure(`Failed: ${texts[asked.kind].action}`, messageOf(problem), keepsFree),
      },
    );
  };
  return (
    <div className="max-w-reading">
      <PageTitle>Admins</PageTitle>
      {error && <Notice look="danger">{messageOf(error, 'The admins could not be loaded.')}</Notice>}
      {admins && (
        <div className="space-y-6">
          <Section title="Logins">
            <ul aria-label="Admins" className="divide-y divide-rule border-y border-rule">
              {admins.map((admin) => (
                <AdminRow
                  key={admin.id}
                  admin={admin}
                  isSelf={admin.id === self?.id}
                  onAsk={(asked) => setQuestion({ admin, asked, half: halfOfRow() })}
                />
              ))}
            </ul>
          </Section>
          <Proposals admins={admins} />
          <Invitations />
        </div>
      )}
      {question && (
        <TextDialog
          onClose={() => setQuestion(undefined)}
          title={`${texts[question.asked.kind].action}: ${question.admin.username}`}
          description={texts[question.asked.kind].about}
          action={texts[question.asked.kind].action}
          busy={change.isPending}
          onDecide={decide}
        >
          {question.asked.kind === 'role' && (
            <RoleSelect
              label="New role"
              value={question.asked.role}
              onChange={({ target }) =>
                setQuestion({ ...question, asked: { kind: 'role', role: target.value as AdminRole } })
              }
            />
          )}
        </TextDialog>
      )}
    </div>
  );
}
