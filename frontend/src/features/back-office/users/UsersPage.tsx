import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../api/api-error.ts';
import type { ManagedUser } from '../../../api/generated/schema.d.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { Button } from '../../../components/Button.tsx';
import { Field } from '../../../components/Field.tsx';
import { toast, toastFailure } from '../../../components/toast.ts';
import { shownName } from '../../../lib/wording.ts';
import { ReasonDialog } from '../acts/ReasonDialog.tsx';
import { TextReasonDialog } from '../acts/TextReasonDialog.tsx';
import { DashboardTabs } from '../layout/DashboardTabs.tsx';
import { PageTitle } from '../layout/PageTitle.tsx';
import { adminQuery } from '../session/admin.queries.ts';
import { ListView } from '../table/ListView.tsx';
import { rowButton } from '../table/menu-item.ts';
import {
  type SuspensionTerms,
  type UserAct,
  actsByReason,
  decideByReason,
  decideInWords,
  outcomeOf,
  userActTexts,
} from './user-acts.ts';
import { users } from './users-list.tsx';

interface Question {
  kind: UserAct;
  user: ManagedUser;
  /** For one act, however often it is sent. */
  attempt: string;
}

interface TermsFieldsProps {
  terms: SuspensionTerms;
  onChange: (change: Partial<SuspensionTerms>) => void;
}

function TermsFields({ terms: { lastDay, hidePosts }, onChange }: TermsFieldsProps) {
  return (
    <>
      <Field
        label="Until the end of"
        type="date"
        value={lastDay}
        hint="Without a day, until an admin restores them."
        onChange={({ currentTarget }) => onChange({ lastDay: currentTarget.value })}
      />
      <label className="flex min-h-10 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          checked={hidePosts}
          onChange={({ target }) => onChange({ hidePosts: target.checked })}
          className="size-5 shrink-0 accent-accent"
        />
        Hide their posts until then
      </label>
    </>
  );
}

const anyTerms: SuspensionTerms = { lastDay: '', hidePosts: false };

/** The people of the site. Owners suspend and restore them, give strikes, make admins, and ask for deletions. */
export function UsersPage() {
  const queryClient = useQueryClient();
  const { data: admin } = useQuery(adminQuery);
  const [question, setQuestion] = useState<Question>();
  const [terms, setTerms] = useState(anyTerms);
  const [isBusy, setBusy] = useState(false);

  const run = async (
    { kind, user }: Question,
    call: () => ReturnType<typeof decideInWords>,
  ): Promise<void> => {
    setBusy(true);
    try {
      const answer = await call();
      setQuestion(undefined);
      toast(outcomeOf(kind, answer));
    } catch (error) {
      toastFailure(
        `Failed: ${userActTexts[kind].action}`,
        messageOf(error, `${shownName(user)} is as before. Please try again.`),
      );
    } finally {
      setBusy(false);
      await queryClient.invalidateQueries({ queryKey: queryKeys.backOffice.subjects });
    }
  };
  const button = (kind: UserAct, user: ManagedUser) => {
    const { action, short = action } = userActTexts[kind];
    return (
      <Button
        look={kind === 'suspend' || kind === 'delete' ? 'danger' : 'secondary'}
        className={`${rowButton} whitespace-nowrap`}
        aria-label={`${short}… ${shownName(user)}`}
        onClick={() => {
          setTerms(anyTerms);
          setQuestion({ kind, user, attempt: crypto.randomUUID() });
        }}
      >
        {short}…
      </Button>
    );
  };
  const buttons = (user: ManagedUser) => (
    <>
      {button(user.isAdmin ? 'revoke' : 'grant', user)}
      {button('strike', user)}
      {button(user.suspension?.cause === 'moderation' ? 'restore' : 'suspend', user)}
      {button('delete', user)}
    </>
  );
  const asking = question && {
    onClose: () => setQuestion(undefined),
    busy: isBusy,
    title: `${userActTexts[question.kind].action}: ${shownName(question.user)}`,
    description: userActTexts[question.kind].description,
    action: userActTexts[question.kind].action,
  };
  return (
    <>
      <PageTitle>Users</PageTitle>
      <DashboardTabs />
      <ListView list={users} {...(admin?.role === 'owner' && { rowActions: buttons })} />
      {asking && actsByReason.includes(question.kind) && (
        <ReasonDialog
          open
          {...asking}
          onDecide={(given) => {
            const { kind, user, attempt } = question;
            void run(question, () => decideByReason(kind, user.id, { ...given, ...terms, attempt }));
          }}
        >
          {question.kind === 'suspend' && (
            <TermsFields terms={terms} onChange={(change) => setTerms({ ...terms, ...change })} />
          )}
        </ReasonDialog>
      )}
      {asking && !actsByReason.includes(question.kind) && (
        <TextReasonDialog
          {...asking}
          onDecide={(reason) =>
            void run(question, () => decideInWords(question.kind, question.user.id, reason))
          }
        />
      )}
    </>
  );
}
