import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf } from '../../../api/api-error.ts';
import { api, bodyOf } from '../../../api/client.ts';
import type { AdminProposal, AdminUser } from '../../../api/generated/schema.d.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { decisionReasons } from '../../../api/reasons.ts';
import { Button } from '../../../components/Button.tsx';
import { Dialog } from '../../../components/Dialog.tsx';
import { Section } from '../../../components/Section.tsx';
import { toast, toastFailure } from '../../../components/toast.ts';
import { formatMinute } from '../../../lib/dates.ts';
import { TrailLink } from '../subjects/TrailLink.tsx';
import { type Identity, IdentityForm } from '../own-login/IdentityForm.tsx';

/** The acts that wait for a second person. */
const proposalsQuery = queryOptions({
  queryKey: queryKeys.backOffice.proposals,
  queryFn: () => bodyOf(api.GET('/api/rtm-sys/proposals', { params: { query: { status: 'open' } } })),
  refetchOnMount: 'always',
  refetchOnWindowFocus: 'always',
});

function useWithdraw() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      bodyOf(api.POST('/api/rtm-sys/proposals/{id}/withdraw', { params: { path: { id } } })),
    onSuccess: () => toast({ title: 'Withdrawn' }),
    onError: (error) => toastFailure('Failed to withdraw', messageOf(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.backOffice.admins }),
  });
}

interface ConfirmDialogProps {
  id: string;
  name: string;
  onClose: () => void;
}

/** Confirms an act, which is carried out with it. */
function ConfirmDialog({ id, name, onClose }: ConfirmDialogProps) {
  const queryClient = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const confirm = async (body: Identity): Promise<void> => {
    const { status, problem } = await bodyOf(
      api.POST('/api/rtm-sys/proposals/{id}/confirm', { params: { path: { id } }, body }),
    );
    if (status === 'failed') toastFailure('It could not be carried out', problem ?? 'Please try again');
    else toast({ title: 'Confirmed' });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      busy={isBusy}
      title="Confirm This Act?"
      description={`${name}. It is carried out at once.`}
    >
      <IdentityForm
        action="Confirm"
        look="danger"
        send={confirm}
        onBusy={setBusy}
        onDone={() => {
          onClose();
          void queryClient.invalidateQueries({ queryKey: queryKeys.backOffice.admins });
        }}
      />
    </Dialog>
  );
}

interface ProposalRowProps {
  proposal: AdminProposal;
  /** The name of an admin, by id. */
  nameOf: (id: string) => string;
}

function ProposalRow({ proposal, nameOf }: ProposalRowProps) {
  const {
    id,
    name: act,
    subjectId,
    subjectName,
    role,
    by,
    reason,
    note,
    dueAt,
    isDelayed,
    refund,
  } = proposal;
  const withdraw = useWithdraw();
  const [isConfirming, setConfirming] = useState(false);
  const name = `${act}: ${subjectName ?? subjectId}`;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="font-semibold [overflow-wrap:anywhere]">
          {name}
          {role !== null && ` (${role})`}
        </p>
        <p className="text-[0.9375rem] text-soft">
          Asked by {nameOf(by)} ·{' '}
          {isDelayed
            ? `takes effect on ${formatMinute(dueAt)} unless it is withdrawn`
            : `another owner may confirm until ${formatMinute(dueAt)}`}
        </p>
        {refund !== null && (
          <Link to="/rtm-sys/payment/$id" params={{ id: refund.reference }} className="text-link">
            Open the payment
          </Link>
        )}
        {reason !== null && <p className="text-[0.9375rem]">{decisionReasons[reason]}</p>}
        {note && <p className="text-[0.9375rem] [overflow-wrap:anywhere]">“{note}”</p>}
      </div>
      <div className="flex items-center gap-2">
        {!isDelayed && (
          <Button
            look="danger"
            className="min-h-10 px-3"
            aria-label={`Confirm: ${name}`}
            onClick={() => setConfirming(true)}
          >
            Confirm…
          </Button>
        )}
        <Button
          look="secondary"
          className="min-h-10 px-3"
          busy={withdraw.isPending}
          aria-label={`Withdraw: ${name}`}
          onClick={() => withdraw.mutate(id)}
        >
          Withdraw
        </Button>
        <TrailLink subject={{ kind: 'proposal', id }} name={name} />
      </div>
      {isConfirming && <ConfirmDialog id={id} name={name} onClose={() => setConfirming(false)} />}
    </li>
  );
}

export function Proposals({ admins }: { admins: readonly AdminUser[] }) {
  const { data: waiting = [] } = useQuery(proposalsQuery);
  if (waiting.length === 0) return null;
  const names = new Map(admins.map(({ id, username }) => [id, username]));
  return (
    <Section
      title="Waiting for a Second Person"
      intro="One admin asked. Another person, an owner of 24 hours or more, confirms within a week, in a browser in which the first has not signed in. Whom it is about can neither confirm nor withdraw it."
    >
      <ul aria-label="Proposals" className="divide-y divide-rule border-y border-rule">
        {waiting.map((proposal) => (
          <ProposalRow key={proposal.id} proposal={proposal} nameOf={(id) => names.get(id) ?? id} />
        ))}
      </ul>
    </Section>
  );
}
