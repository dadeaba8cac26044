import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../api/api-error.ts';
import { api } from '../../../api/client.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import type { ManagedUser } from '../../../api/types.ts';
import { Button } from '../../../components/Button.tsx';
import { Field } from '../../../components/Field.tsx';
import { toast } from '../../../components/toast.ts';
import { shownName } from '../../../lib/wording.ts';
import { type Given, ReasonDialog } from '../acts/ReasonDialog.tsx';
import { TextReasonDialog } from '../acts/TextReasonDialog.tsx';
import { DashboardTabs } from '../layout/DashboardTabs.tsx';
import { PageTitle } from '../layout/PageTitle.tsx';
import { ListView } from '../table/ListView.tsx';
import { users } from './users-list.tsx';

/** What an admin does to a person. */
type Kind = 'suspend' | 'strike' | 'restore' | 'grant' | 'revoke';

const texts: Readonly<Record<Kind, { action: string; description: string; done: string }>> = {
  suspend: {
    action: 'Suspend',
    description: 'They read, but do not write. They are told the reason and the note.',
    done: 'User suspended',
  },
  strike: {
    action: 'Give a Strike',
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
};

interface Question {
  kind: Kind;
  user: ManagedUser;
}

/** The last moment of a day (YYYY-MM-DD) of the admin's time zone; null without a day. */
function endOf(day: string): string | null {
  return day === '' ? null : new Date(`${day}T23:59:59`).toISOString();
}

/** The people of the site: suspends and restores them, gives strikes, and makes admins. */
export function UsersPage() {
  const queryClient = useQueryClient();
  const [question, setQuestion] = useState<Question>();
  const [endDay, setEndDay] = useState('');
  const [isBusy, setBusy] = useState(false);

  const run = async (
    { kind, user }: Question,
    call: () => Promise<{ response: Response }>,
  ): Promise<void> => {
    setBusy(true);
    try {
      const { response } = await call();
      setQuestion(undefined);
      toast({ title: response.status === 202 ? 'Another owner must confirm this' : texts[kind].done });
    } catch (error) {
      toast({
        title: `Failed: ${texts[kind].action}`,
        description: messageOf(error, `${shownName(user)} is as before. Please try again.`),
        look: 'danger',
      });
    } finally {
      setBusy(false);
      await queryClient.invalidateQueries({ queryKey: queryKeys.backOffice.subjects });
    }
  };
  const decide = (asked: Question, given: Given): void => {
    const params = { path: { id: asked.user.id } };
    void run(asked, () =>
      asked.kind === 'suspend'
        ? api.POST('/api/rtm-sys/users/{id}/suspend', {
            params,
            body: { ...given, endsAt: endOf(endDay), hidePosts: false },
          })
        : api.POST('/api/rtm-sys/users/{id}/strikes', { params, body: given }),
    );
  };
  const decideWith = (asked: Question, reason: string): void => {
    const params = { path: { id: asked.user.id } };
    void run(asked, () =>
      asked.kind === 'restore'
        ? api.POST('/api/rtm-sys/users/{id}/restore', { params, body: { reason } })
        : api.PATCH('/api/rtm-sys/users/{id}', { params, body: { isAdmin: asked.kind === 'grant', reason } }),
    );
  };
  const button = (kind: Kind, user: ManagedUser) => (
    <Button
      look={kind === 'suspend' ? 'danger' : 'secondary'}
      className="min-h-9 px-2.5 py-1 text-sm"
      aria-label={`${texts[kind].action}… ${shownName(user)}`}
      onClick={() => {
        setEndDay('');
        setQuestion({ kind, user });
      }}
    >
      {texts[kind].action}…
    </Button>
  );
  const buttons = (user: ManagedUser) => (
    <>
      {button(user.isAdmin ? 'revoke' : 'grant', user)}
      {button('strike', user)}
      {button(user.suspension?.cause === 'moderation' ? 'restore' : 'suspend', user)}
    </>
  );
  const isByReason = question?.kind === 'suspend' || question?.kind === 'strike';
  return (
    <>
      <PageTitle>Users</PageTitle>
      <DashboardTabs />
      <ListView list={users} rowActions={(user) => buttons(user)} />
      {question && isByReason && (
        <ReasonDialog
          open
          onClose={() => setQuestion(undefined)}
          busy={isBusy}
          title={`${texts[question.kind].action}: ${shownName(question.user)}`}
          description={texts[question.kind].description}
          action={texts[question.kind].action}
          onDecide={(given) => decide(question, given)}
        >
          {question.kind === 'suspend' && (
            <Field
              label="Until the end of"
              type="date"
              value={endDay}
              hint="Without a day, until an admin restores them."
              onChange={({ currentTarget }) => setEndDay(currentTarget.value)}
            />
          )}
        </ReasonDialog>
      )}
      {question && !isByReason && (
        <TextReasonDialog
          onClose={() => setQuestion(undefined)}
          title={`${texts[question.kind].action}: ${shownName(question.user)}`}
          description={texts[question.kind].description}
          action={texts[question.kind].action}
          busy={isBusy}
          onDecide={(reason) => decideWith(question, reason)}
        />
      )}
    </>
  );
}
