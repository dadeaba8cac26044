import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { messageOf } from '../../api/api-error.ts';
import type { OwnDecision } from '../../api/generated/schema.d.ts';
import { LoadFailure } from '../../components/Notice.tsx';
import { Section, SectionSkeleton } from '../../components/Section.tsx';
import { Tag } from '../../components/Tag.tsx';
import { formatDate, formatMinute } from '../../lib/dates.ts';
import { Appeal } from './Appeal.tsx';
import { decisionsQuery } from './decisions.queries.ts';

/** How long the decision lasts; nothing for those that are over at once. */
function untilWhen({ kind, endsAt, keptUntil }: OwnDecision): string | null {
  if (kind === 'removed' && keptUntil !== null) return `Its picture is kept until ${formatDate(keptUntil)}.`;
  if (endsAt !== null) return `The suspension ends on ${formatMinute(endsAt)}.`;
  if (kind === 'suspended') return 'The suspension has no end date.';
  return null;
}

/** The post that the person may open: their own one, or one that stays. */
function hasPost({ kind, postId }: OwnDecision): boolean {
  return postId !== null && kind !== 'reportReviewed';
}

/** What a text of the person was, if it is no report. */
const intros: Readonly<Partial<Record<OwnDecision['kind'], string>>> = {
  commentHidden: 'You wrote: ',
  withheld: 'Only you can see this: ',
};

function Decision({ decision }: { decision: OwnDecision }) {
  const { kind, title, postId, text, label, section, note, decidedAt, decidedBy, isUndone } = decision;
  const until = isUndone ? null : untilWhen(decision);
  return (
    <li className="space-y-1.5 py-5 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-sans text-lg leading-snug font-bold">{title}</h3>
        {isUndone && <Tag look="good">Undone</Tag>}
      </div>
      <p className="text-[0.9375rem] text-soft">
        <time dateTime={decidedAt}>{formatDate(decidedAt)}</time>, decided by{' '}
        {decidedBy === 'person' ? 'a person' : 'software'}
        {hasPost(decision) && (
          <>
            {' · '}
            <Link to="/post/$id" params={{ id: postId! }} className="text-link">
              See the post
            </Link>
          </>
        )}
      </p>
      {text !== null && (
        <p dir="auto" className="[overflow-wrap:anywhere] whitespace-pre-line">
          {intros[kind] ?? 'You reported: '}“{text}”
        </p>
      )}
      {label !== null && (
        <p>
          Reason: {label}. See section {section} of the{' '}
          <Link to="/termsofservice" className="text-link">
            Terms of Service
          </Link>
          .
        </p>
      )}
      {note !== '' && <p className="[overflow-wrap:anywhere]">A moderator wrote: “{note}”</p>}
      {until !== null && <p>{until}</p>}
      <Appeal decision={decision} />
    </li>
  );
}

const nothing = (
  <p className="text-soft">Nothing was decided about you so far. If something is, you can appeal it here.</p>
);

export function DecisionsSection() {
  const { data: decisions, error, refetch } = useQuery(decisionsQuery);
  return (
    <Section
      title="Decisions"
      anchor="decisions"
      intro="What moderators decided about your account, your posts and comments, and your reports."
    >
      {!decisions && !error && <SectionSkeleton of="decisions">{nothing}</SectionSkeleton>}
      {!decisions && error && (
        <LoadFailure
          text={messageOf(error, 'The decisions could not be loaded.')}
          onRetry={refetch}
          className="space-y-4"
        />
      )}
      {decisions?.length === 0 && nothing}
      {decisions && decisions.length > 0 && (
        <ul className="divide-y divide-rule">
          {decisions.map((decision) => (
            <Decision key={decision.actId} decision={decision} />
          ))}
        </ul>
      )}
    </Section>
  );
}
