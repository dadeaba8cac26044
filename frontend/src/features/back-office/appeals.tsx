import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { isNotFound, messageOf } from '../../api/api-error.ts';
import { api, bodyOf } from '../../api/client.ts';
import type { AdminAppeal } from '../../api/generated/schema.d.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { decisionReasons } from '../../api/reasons.ts';
import { Button } from '../../components/Button.tsx';
import { Notice } from '../../components/Notice.tsx';
import { Section } from '../../components/Section.tsx';
import { characterCount } from '../../components/text-rules.ts';
import { TextBox } from '../../components/TextBox.tsx';
import { toast } from '../../components/toast.ts';
import { formatMinute } from '../../lib/dates.ts';
import { focusPage } from '../../lib/page.ts';
import { DELETED_ACCOUNT } from '../../lib/wording.ts';
import { pathOf } from './acts/act.ts';
import { PersonLink, TrailLink } from './entity-links/EntityLinks.tsx';
import { BackLink, Facts, PageTitle } from './layout/page.tsx';
import { Picture } from './pictures/Picture.tsx';
import { statuses, table, when } from './table/table.tsx';
import { TablePage } from './table/TablePage.tsx';

const aboutNames: Readonly<Record<AdminAppeal['about'], string>> = {
  post: 'Post',
  comment: 'Comment',
  report: 'Report',
  suspension: 'Suspension',
  strike: 'Strike',
  profile: 'Profile',
};

export const outcomes = statuses<AdminAppeal['outcome']>({
  waiting: ['Waiting', 'attention'],
  granted: ['Granted', 'good'],
  rejected: ['Rejected', 'plain'],
});

/** What an appeal is against: the decision, or what it was about where the decision is not known. */
export const decisionName = ({ name: decision, about }: AdminAppeal): string => decision ?? aboutNames[about];

const nameOf = ({ username }: AdminAppeal): string => `the appeal by ${username ?? DELETED_ACCOUNT}`;

const appeals = table('appeals', {
  noun: 'appeal',
  intro: 'Another admin than the one who decided looks at it again.',
  nameOf,
  subject: 'appeal',
  sort: '-createdAt',
  hasFile: true,
  filters: { outcome: ['Outcome', outcomes.names], about: ['About', aboutNames] },
  links: { owner: 'Of one person' },
  opens: ({ id }) => ({ to: '/rtm-sys/appeal/$id', params: { id } }),
  columns: {
    decision: [
      'Decision',
      (appeal) => (
        <Link
          to="/rtm-sys/appeal/$id"
          params={{ id: appeal.id }}
          aria-label={`Open ${nameOf(appeal)}: ${decisionName(appeal)}`}
          className="font-semibold text-link"
        >
          {decisionName(appeal)}
        </Link>
      ),
    ],
    outcome: ['Outcome', ({ outcome }) => outcomes.tag(outcome)],
    person: ['Person', ({ ownerId, username }) => <PersonLink id={ownerId} name={username} />],
    text: [
      'Appeal',
      ({ text }) => (
        <p dir="auto" className="line-clamp-3 xl:min-w-44 [overflow-wrap:anywhere]">
          {text ?? 'The person is deleted.'}
        </p>
      ),
    ],
    reason: ['Reason', ({ reason }) => reason && decisionReasons[reason], 'optional'],
    actBy: ['Decided by', ({ actBy }) => actBy],
    decidedBy: ['Appeal decided by', ({ decidedBy }) => decidedBy, 'optional'],
    createdAt: ['Filed', when('filedAt'), 'sortable'],
  },
});

export const Appeals = () => <TablePage of={appeals} />;

const asWritten = '[overflow-wrap:anywhere] whitespace-pre-line';

/** What a person wrote; nothing without it. */
function written(text: string | null): ReactNode {
  return text && <span className={asWritten}>{text}</span>;
}

const effects: Readonly<Record<AdminAppeal['about'], string>> = {
  post: 'Granting it undoes the decision: the post is as before.',
  comment: 'Granting it undoes the decision: the comment is shown again.',
  report: 'Granting it opens the report again, for another decision.',
  suspension: 'Granting it lifts the suspension.',
  strike: 'Granting it undoes the strike, with the suspension that it led to.',
  profile: 'Granting it shows again what the person has not changed since.',
};

function AppealedDecision({ appeal }: { appeal: AdminAppeal }) {
  const { postId, imageUrl, subjectText, reason, reasonNote, actBy, actAt, endsAt, isUndone, problem } =
    appeal;
  return (
    <Section title="The Decision">
      <div className="flex flex-wrap items-start gap-5">
        {imageUrl !== null && (
          <div className="w-32 shrink-0">
            <Picture
              imageUrl={imageUrl}
              alt=""
              of={postId === null ? 'the profile' : 'the post'}
              sizes="128px"
              className="size-32"
            />
            {postId !== null && (
              <Link
                to="/rtm-sys/post/$id"
                params={{ id: postId }}
                className="text-link inline-flex min-h-9 items-center text-[0.9375rem]"
              >
                Open the post
              </Link>
            )}
          </div>
        )}
        <div className="min-w-60 flex-1">
          <Facts
            facts={[
              ['Decision', decisionName(appeal)],
              ['Decided by', actBy ?? 'Software'],
              ['Decided', actAt && formatMinute(actAt)],
              ['Reason', reason && decisionReasons[reason]],
              ['Note', written(reasonNote)],
              [aboutNames[appeal.about], written(subjectText)],
              ['Ends', endsAt && formatMinute(endsAt)],
              ['Undone', isUndone ? 'Yes' : null],
              ['Not undone', problem],
            ]}
          />
        </div>
      </div>
    </Section>
  );
}

const LONGEST_NOTE = 500;

/** Grants or rejects an appeal, with a note for the person. */
function DecideAppeal({ id }: { id: string }) {
  const queryClient = useQueryClient();
  const decision = useMutation({
    mutationFn: (body: { granted: boolean; note: string }) =>
      bodyOf(api.POST('/api/rtm-sys/appeals/{id}/decide', { ...pathOf({ id }), body })),
    onSuccess: (_, { granted }) => {
      toast({ title: granted ? 'Appeal granted' : 'Appeal rejected' });
      focusPage();
    },
    // Also after a failure: most often another admin has decided it.
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.backOffice.subjects }),
  });
  const [note, setNote] = useState('');
  const [isMissing, setMissing] = useState(false);
  const decide = (granted: boolean): void => {
    const trimmed = note.trim();
    if (!granted && characterCount(trimmed) === 0) setMissing(true);
    else if (characterCount(trimmed) <= LONGEST_NOTE && !decision.isPending) {
      decision.mutate({ granted, note: trimmed });
    }
  };
  return (
    <div className="space-y-5">
      <TextBox
        label="Note for the person"
        value={note}
        limit={LONGEST_NOTE}
        error={isMissing && 'Please say why you reject it'}
        onChange={({ currentTarget }) => {
          setNote(currentTarget.value);
          setMissing(false);
        }}
      />
      {decision.error && (
        <Notice look="danger">{messageOf(decision.error, 'The appeal could not be decided.')}</Notice>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          type="button"
          busy={decision.isPending && decision.variables.granted}
          onClick={() => decide(true)}
        >
          Grant
        </Button>
        <Button
          type="button"
          look="danger"
          busy={decision.isPending && !decision.variables.granted}
          onClick={() => decide(false)}
        >
          Reject
        </Button>
      </div>
    </div>
  );
}

function Outcome({ appeal }: { appeal: AdminAppeal }) {
  const { id, about, outcome, note, decidedBy, decidedAt, refusal } = appeal;
  if (outcome !== 'waiting') {
    return (
      <Section title="Outcome">
        <Facts
          facts={[
            ['Outcome', outcomes.tag(outcome)],
            ['Decided by', decidedBy],
            ['Decided', decidedAt && formatMinute(decidedAt)],
            ['Note', written(note)],
          ]}
        />
      </Section>
    );
  }
  return (
    <Section title="Decide" intro={effects[about]}>
      {refusal === null ? <DecideAppeal id={id} /> : <Notice look="calm">{refusal}</Notice>}
    </Section>
  );
}

export function AppealPage() {
  const { id } = useParams({ from: '/rtm-sys/appeal/$id' });
  const { data: appeal, error } = useQuery({
    queryKey: queryKeys.backOffice.appeal(id),
    queryFn: () => bodyOf(api.GET('/api/rtm-sys/appeals/{id}', pathOf({ id }))),
    refetchOnMount: 'always',
  });
  if (!appeal && error) {
    const isMissing = isNotFound(error);
    return (
      <>
        <BackLink to="/rtm-sys/appeals">Appeals</BackLink>
        <PageTitle>{isMissing ? 'Appeal not found' : 'Appeal'}</PageTitle>
        {!isMissing && <Notice look="danger">{messageOf(error, 'The appeal could not be loaded.')}</Notice>}
      </>
    );
  }
  if (!appeal) return <PageTitle>Appeal</PageTitle>;
  return (
    <div className="max-w-reading">
      <BackLink to="/rtm-sys/appeals">Appeals</BackLink>
      <PageTitle>
        Appeal by <PersonLink id={appeal.ownerId} name={appeal.username} />
      </PageTitle>
      <div className="space-y-6">
        <Section title="What They Say">
          <p dir="auto" className={asWritten}>
            {appeal.text ?? 'The person is deleted.'}
          </p>
          <p className="mt-2 text-[0.9375rem] text-soft">Filed on {formatMinute(appeal.filedAt)}</p>
          <div className="mt-4">
            <TrailLink isWide subject={{ kind: 'appeal', id: appeal.id }} name="this appeal" />
          </div>
        </Section>
        <AppealedDecision appeal={appeal} />
        <Outcome appeal={appeal} />
      </div>
    </div>
  );
}
