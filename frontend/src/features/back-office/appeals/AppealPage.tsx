import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isNotFound, messageOf } from '../../../api/api-error.ts';
import type { AdminAppeal } from '../../../api/generated/schema.d.ts';
import { decisionReasons } from '../../../api/reasons.ts';
import { Notice } from '../../../components/Notice.tsx';
import { Section } from '../../../components/Section.tsx';
import { WrappedName } from '../../../components/WrappedName.tsx';
import { formatMinute } from '../../../lib/dates.ts';
import { BackLink, Facts, PageTitle } from '../layout/page.tsx';
import { TrailLink } from '../subjects/TrailLink.tsx';
import { Picture } from '../table/Picture.tsx';
import { appealQuery } from './appeal.queries.ts';
import { decisionName, deletedPerson, OutcomeTag } from './appeals-list.tsx';
import { DecideAppeal } from './DecideAppeal.tsx';

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
};

function AppealedDecision({ appeal }: { appeal: AdminAppeal }) {
  const { postId, imageUrl, subjectText, reason, reasonNote, actBy, actAt, endsAt, isUndone, problem } =
    appeal;
  return (
    <Section title="The Decision">
      <div className="flex flex-wrap items-start gap-5">
        {imageUrl !== null && postId !== null && (
          <div className="w-32 shrink-0">
            <Picture imageUrl={imageUrl} alt="" of="the post" sizes="128px" className="size-32" />
            <Link
              to="/rtm-sys/post/$id"
              params={{ id: postId }}
              className="text-link inline-flex min-h-9 items-center text-[0.9375rem]"
            >
              Open the post
            </Link>
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
              [appeal.about === 'comment' ? 'Comment' : 'Report', written(subjectText)],
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

function Outcome({ appeal }: { appeal: AdminAppeal }) {
  const { id, about, outcome, note, decidedBy, decidedAt, refusal } = appeal;
  if (outcome !== 'waiting') {
    return (
      <Section title="Outcome">
        <Facts
          facts={[
            ['Outcome', <OutcomeTag key="outcome" outcome={outcome} />],
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

export function AppealPage({ id }: { id: string }) {
  const { data: appeal, error } = useQuery(appealQuery(id));
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
        Appeal by <WrappedName>{appeal.username ?? deletedPerson}</WrappedName>
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
