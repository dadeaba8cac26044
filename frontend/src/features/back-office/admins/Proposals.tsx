import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../../api/api-error.ts';
import { api, bodyOf } from '../../../api/client.ts';
import type { AdminProposal, AdminUser } from '../../../api/generated/schema.d.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { decisionReasons } from '../../../api/reasons.ts';
import { Button } from '../../../components/Button.tsx';
import { Section } from '../../../components/Section.tsx';
import { toast, toastFailure } from '../../../components/toast.ts';
import { formatMinute } from '../../../lib/dates.ts';

/** The acts that wait for a second person. */
const proposalsQuery = queryOptions({
  queryKey: queryKeys.backOffice.proposals,
  queryFn: () => bodyOf(api.GET('/api/rtm-sys/proposals', { params: { query: { status: 'open' } } })),
  refetchOnMount: 'always',
  refetchOnWindowFocus: 'always',
});

const answers = {
  confirm: { done: 'Confirmed', failed: 'Failed to confirm' },
  withdraw: { done: 'Withdrawn', failed: 'Failed to withdraw' },
} as const;

/** Confirms an act, which is carried out with it. */
async function confirm(id: string): Promise<void> {
  const { status, problem } = await bodyOf(
    api.POST('/api/rtm-sys/proposals/{id}/confirm', { params: { path: { id } } }),
  );
  if (status === 'failed') throw new Error(problem ?? 'Please try again');
}

async function withdraw(id: string): Promise<void> {
  await bodyOf(api.POST('/api/rtm-sys/proposals/{id}/withdraw', { params: { path: { id } } }));
}

function useAnswer() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, kind }: { id: string; kind: keyof typeof answers }) =>
      kind === 'confirm' ? confirm(id) : withdraw(id),
    onSuccess: (_, { kind }) => toast({ title: answers[kind].done }),
    onError: (error, { kind }) => toastFailure(answers[kind].failed, messageOf(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.backOffice.admins }),
  });
}

interface ProposalRowProps {
  proposal: AdminProposal;
  /** The name of an admin, by id. */
  nameOf: (id: string) => string;
}

function ProposalRow({ proposal, nameOf }: ProposalRowProps) {
  const { id, name: act, subjectId, subjectName, role, by, reason, note, dueAt, isDelayed } = proposal;
  const answer = useAnswer();
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
        {reason !== null && <p className="text-[0.9375rem]">{decisionReasons[reason]}</p>}
        {note && <p className="text-[0.9375rem] [overflow-wrap:anywhere]">“{note}”</p>}
      </div>
      <div className="flex gap-2">
        {!isDelayed && (
          <Button
            look="danger"
            className="min-h-10 px-3"
            busy={answer.isPending}
            aria-label={`Confirm: ${name}`}
            onClick={() => answer.mutate({ id, kind: 'confirm' })}
          >
            Confirm
          </Button>
        )}
        <Button
          look="secondary"
          className="min-h-10 px-3"
          busy={answer.isPending}
          aria-label={`Withdraw: ${name}`}
          onClick={() => answer.mutate({ id, kind: 'withdraw' })}
        >
          Withdraw
        </Button>
      </div>
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
      intro="One owner asked; another one confirms within a day. The owner who asked cannot confirm."
    >
      <ul aria-label="Proposals" className="divide-y divide-rule border-y border-rule">
        {waiting.map((proposal) => (
          <ProposalRow key={proposal.id} proposal={proposal} nameOf={(id) => names.get(id) ?? id} />
        ))}
      </ul>
    </Section>
  );
}
