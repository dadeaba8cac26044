import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api, bodyOf } from '../../../api/client.ts';
import type { AdminProposal, AdminUser } from '../../../api/generated/schema.d.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { decisionReasons } from '../../../api/reasons.ts';
import { Button } from '../../../components/Button.tsx';
import { Dialog } from '../../../components/Dialog.tsx';
import { Section } from '../../../components/Section.tsx';
import { toast, toastFailure } from '../../../components/toast.ts';
import { formatMinute } from '../../../lib/dates.ts';
import { type Identity, IdentityForm } from '../account/IdentityForm.tsx';
import { type Act, acted, pathOf } from '../acts/act.ts';
import { MaskedEmail } from '../acts/MaskedEmail.tsx';
import { ActButtons, type Begin, halfOfRow, useActs } from '../acts/use-acts.tsx';
import { TrailLink } from '../entity-links/EntityLinks.tsx';
import { adminQuery } from '../session/admin.queries.ts';

/** What a proposal is: the act, with whom it is about. */
function nameOf({ name, act, role, subjectId, subjectName }: AdminProposal): string {
  // The other acts that give a role name it.
  const suffix = act === 'changeOwnerRole' && role !== null ? ` (${role})` : '';
  return `${name}: ${subjectName ?? subjectId}${suffix}`;
}

const withdraw: Act<AdminProposal> = {
  name: 'Withdraw',
  label: (proposal) => `Withdraw: ${nameOf(proposal)}`,
  failure: () => ['Failed to withdraw'],
  call: (proposal) =>
    acted(api.POST('/api/rtm-sys/proposals/{id}/withdraw', pathOf(proposal)), { title: 'Withdrawn' }),
};

interface ConfirmDialogProps {
  proposal: AdminProposal;
  /** The name of the admin who asked. */
  asker: string;
  /** Where its row is, which no toast covers. */
  half: ReturnType<typeof halfOfRow>;
  onClose: () => void;
}

/** Why it was asked for. */
function Reasons({ proposal: { reason, note } }: { proposal: AdminProposal }) {
  return (
    <>
      {reason !== null && <p className="text-[0.9375rem]">{decisionReasons[reason]}</p>}
      {note && <p className="text-[0.9375rem] [overflow-wrap:anywhere]">“{note}”</p>}
    </>
  );
}

/** Confirms an act, which is carried out with it. */
function ConfirmDialog({ proposal, asker, half, onClose }: ConfirmDialogProps) {
  const queryClient = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const confirm = async (body: Identity): Promise<void> => {
    const { status, problem } = await bodyOf(
      api.POST('/api/rtm-sys/proposals/{id}/confirm', { ...pathOf(proposal), body }),
    );
    if (status === 'failed') {
      toastFailure('It could not be carried out', problem ?? 'Please try again', half);
    } else toast({ title: 'Confirmed', keepsFree: half });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      busy={isBusy}
      title="Confirm This Act?"
      description={`${nameOf(proposal)}. ${asker} asked for it. It is carried out at once.`}
    >
      <div className="mt-3 space-y-1">
        <Reasons proposal={proposal} />
      </div>
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
  /** Whether the admin who looks asked for it, with any of their logins. */
  isOwn: boolean;
  /** The name of the admin who asked. */
  asker: string;
  begin: Begin<AdminProposal>;
}

function ProposalRow({ proposal, isOwn, asker, begin }: ProposalRowProps) {
  const { id, email, dueAt, isDelayed, refund } = proposal;
  const [confirming, setConfirming] = useState<Pick<ConfirmDialogProps, 'half'>>();
  const name = nameOf(proposal);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="font-semibold [overflow-wrap:anywhere]">
          {email === null ? (
            name
          ) : (
            <>
              {proposal.name}:{' '}
              <MaskedEmail holder="invitation" id={id} masked={email} name="the invited owner" />
            </>
          )}
        </p>
        <p className="text-[0.9375rem] text-soft">
          Asked by {asker} ·{' '}
          {isDelayed
            ? `takes effect on ${formatMinute(dueAt)} unless it is withdrawn`
            : `another owner may confirm until ${formatMinute(dueAt)}`}
        </p>
        {refund !== null && (
          <Link to="/rtm-sys/payment/$id" params={{ id: refund.reference }} className="text-link">
            Open the payment
          </Link>
        )}
        <Reasons proposal={proposal} />
      </div>
      <div className="flex items-center gap-2">
        {!isDelayed && isOwn && <p className="px-1 text-[0.9375rem] text-soft">You asked</p>}
        {!isDelayed && !isOwn && (
          <Button
            look="danger"
            className="min-h-10 px-3"
            aria-label={`Confirm: ${name}`}
            onClick={() => setConfirming({ half: halfOfRow() })}
          >
            Confirm…
          </Button>
        )}
        <ActButtons acts={[withdraw]} row={proposal} begin={begin} className="min-h-10 px-3" />
        <TrailLink subject={{ kind: 'proposal', id }} name={name} />
      </div>
      {confirming && (
        <ConfirmDialog
          proposal={proposal}
          asker={asker}
          half={confirming.half}
          onClose={() => setConfirming(undefined)}
        />
      )}
    </li>
  );
}

/** The acts that wait for a second person. */
export function Proposals({ admins }: { admins: readonly AdminUser[] }) {
  const { data: waiting = [] } = useQuery({
    queryKey: queryKeys.backOffice.proposals,
    queryFn: () => bodyOf(api.GET('/api/rtm-sys/proposals', { params: { query: { status: 'open' } } })),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
  const { data: admin } = useQuery(adminQuery);
  const { begin, dialogs } = useActs<AdminProposal>('proposal', queryKeys.backOffice.admins);
  if (waiting.length === 0) return null;
  const names = new Map(admins.map(({ id, username }) => [id, username]));
  return (
    <Section
      title="Waiting for a Second Person"
      intro="One admin asked. Another person, an owner of 24 hours or more, confirms within a week, in a browser in which the first has not signed in. Whom it is about can neither confirm nor withdraw it."
    >
      <ul aria-label="Proposals" className="divide-y divide-rule border-y border-rule">
        {waiting.map((proposal) => (
          <ProposalRow
            key={proposal.id}
            proposal={proposal}
            isOwn={admin?.loginIds.includes(proposal.by) ?? false}
            asker={names.get(proposal.by) ?? proposal.by}
            begin={begin}
          />
        ))}
      </ul>
      {dialogs}
    </Section>
  );
}
