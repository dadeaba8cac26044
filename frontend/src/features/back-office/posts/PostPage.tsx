import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { isNotFound, messageOf } from '../../../api/api-error.ts';
import { api, bodyOf } from '../../../api/client.ts';
import type { AdminPostDetails } from '../../../api/generated/schema.d.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { Button } from '../../../components/Button.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { Section } from '../../../components/Section.tsx';
import { formatMinute } from '../../../lib/dates.ts';
import { isRated } from '../../../lib/scores.ts';
import { counted } from '../../../lib/wording.ts';
import { pathOf, textOf } from '../acts/act.ts';
import { ActHistory } from '../acts/ActHistory.tsx';
import { undoing } from '../acts/ask.tsx';
import { SelfDecisionHint } from '../acts/self-decision.tsx';
import { useActs } from '../acts/use-acts.tsx';
import { AsItWas, PersonLink, TrailLink } from '../entity-links/EntityLinks.tsx';
import { BackLink, Facts, PageTitle } from '../layout/page.tsx';
import { adminQuery } from '../session/admin.queries.ts';
import { Picture, WithheldPicture } from '../pictures/Picture.tsx';
import { postActs } from './post-acts.ts';
import { ownerName, PostStatus } from './posts.tsx';

/** How many people gave each score from 0 to 10, as bars. */
function Distribution({ counts }: { counts: readonly number[] }) {
  const bars = counts.map((count, score) => ({ count, score }));
  const most = Math.max(1, ...counts);
  return (
    <ul className="grid grid-cols-11 gap-1 text-center text-sm">
      {bars.map(({ count, score }) => (
        <li key={score} className="flex flex-col justify-end">
          <span className="sr-only">
            {score} of 10: {counted(count, 'rating')}
          </span>
          <span aria-hidden>{count || ''}</span>
          <span
            aria-hidden
            className="block rounded-t-[0.2rem] bg-accent forced-colors:bg-[CanvasText]"
            style={{ height: `${Math.round((count / most) * 6 * 10) / 10}rem` }}
          />
          <span aria-hidden className="border-t border-ink text-soft">
            {score}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Puts a post under legal hold; owners lift it. */
function LegalHold({ post }: { post: AdminPostDetails }) {
  const { data: admin } = useQuery(adminQuery);
  const navigate = useNavigate();
  const { begin, dialogs } = useActs<AdminPostDetails>('post');
  const hold = post.acts.find(({ kind, undone }) => kind === 'PostEscalated' && !undone);
  const act = hold
    ? undoing<AdminPostDetails>(() => hold.id, {
        name: 'Lift the Hold',
        title: () => 'Lift This Legal Hold?',
        about: post.isDeleted
          ? 'The post was deleted meanwhile. Its files are deleted after this, which cannot be undone.'
          : 'The post is again what it was before. Unless it is hidden or removed, everybody sees it.',
      })
    : postActs.escalate;
  const leave = (): void => {
    // An escalated post is out of sight for other roles.
    if (admin?.role !== 'owner') void navigate({ to: '/rtm-sys/posts' });
  };
  return (
    <Section
      title="Legal Hold"
      intro={
        hold
          ? 'Only owners of the back office see this post. Its files are kept until the hold is lifted.'
          : 'For illegal content that has to be kept as evidence.'
      }
    >
      <Button look={hold ? 'secondary' : 'danger'} onClick={() => begin(act, [post], leave)}>
        {textOf(act)}
      </Button>
      {dialogs}
    </Section>
  );
}

function Verdict({ verdict }: { verdict: AdminPostDetails['verdict'] }) {
  if (!verdict) return <p className="text-soft">Nothing is recorded.</p>;
  return (
    <Facts
      facts={[
        ['Verdict', verdict.verdict === 'pass' ? 'Pass' : 'Review'],
        ['Reasons', verdict.reasons.join(', ')],
        ['Judge', verdict.judge === 'demo' ? 'Demo judge' : 'AI'],
        ['Model', verdict.model],
        ['Prompt version', verdict.promptVersion],
        ['Score', verdict.score?.toFixed(1)],
        [
          'Categories',
          verdict.scores &&
            Object.entries(verdict.scores)
              .map(([name, score]) => `${name} ${score}`)
              .join(', '),
        ],
        ['Comment', verdict.comment],
        ['Judged', formatMinute(verdict.judgedAt)],
      ]}
    />
  );
}

function NearCopies({ copies }: { copies: AdminPostDetails['nearCopies'] }) {
  if (copies.length === 0) return <p className="text-soft">No near-copies.</p>;
  return (
    <ul className="flex flex-wrap gap-3">
      {copies.map(({ id, imageUrl, distance }) => (
        <li key={id}>
          <Picture imageUrl={imageUrl} alt="" of="the similar post" sizes="96px" className="size-24" />
          <Link
            to="/rtm-sys/post/$id"
            params={{ id }}
            className="mt-1 block w-24 text-sm hover:text-accent hover:underline"
          >
            {distance} of 64 bits differ
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Refusals({ refusals }: { refusals: AdminPostDetails['refusals'] }) {
  if (refusals.length === 0) return <p className="text-soft">No earlier refusals.</p>;
  return (
    <ul className="divide-y divide-rule border-y border-rule">
      {refusals.map(({ at, reasons }) => (
        <li key={at} className="flex flex-wrap justify-between gap-x-4 py-2">
          <span>{reasons.join(', ')}</span>
          <span className="text-soft">{formatMinute(at)}</span>
        </li>
      ))}
    </ul>
  );
}

/** In place of what is read from the event log itself. */
function LogAway() {
  return <p className="text-soft">Not available at the moment. Reload the page in a few seconds.</p>;
}

/** The picture; one under legal hold is loaded only when it is asked for. */
function PostPhoto({ post }: { post: AdminPostDetails }) {
  const { imageUrl, thumbhash, width, height, status } = post;
  const picture = {
    imageUrl,
    alt: `Photo posted by ${ownerName(post)}`,
    sizes: '(min-width: 64rem) 20rem, 100vw',
    className: 'size-full',
    isWhole: true,
    eager: true,
  };
  return (
    <div style={{ aspectRatio: Math.min(Math.max(width / height, 1 / 2), 5) }}>
      {status === 'escalated' ? (
        <WithheldPicture {...picture} why="This picture may be illegal. It is under legal hold." />
      ) : (
        <Picture {...picture} thumbhash={thumbhash} />
      )}
    </div>
  );
}

const visibility = ({ status, isPublic, checkedBy, isDeleted, unreadable }: AdminPostDetails): string => {
  if (unreadable !== null) return `To admins only. ${unreadable}`;
  if (isDeleted) return 'To owners of the back office only; it was deleted';
  if (status === 'escalated') return 'To owners of the back office only';
  if (checkedBy > 0) {
    return `To its owner and admins, until it is decided: ${counted(checkedBy, 'report')} of a person under 18`;
  }
  return isPublic ? 'To everybody' : 'To its owner and admins';
};

function Decision({ decision }: { decision: AdminPostDetails['decision'] }) {
  if (!decision) return null;
  return (
    <div className="mt-4">
      <Notice look="calm">
        {`${decision.kind === 'removed' ? 'Removed' : 'Hidden'}: ${decision.label} (section ${decision.section} of the terms).${
          decision.note === '' ? '' : ` “${decision.note}”`
        }`}
      </Notice>
    </div>
  );
}

/** Leads to the review of a post that waits for one, or about which nothing was decided; not of one's own. */
function OpenInReview({
  post: { id, ownerId, status, openReports, isDeleted, unreadable },
}: {
  post: AdminPostDetails;
}) {
  const { data: admin } = useQuery(adminQuery);
  const isOpen = openReports > 0 || status === 'pending';
  const isOwn = admin?.accountIds.includes(ownerId) ?? true;
  if (!isOpen || isOwn || isDeleted || unreadable !== null || status === 'escalated') return null;
  return (
    <Button asChild>
      <Link to="/rtm-sys/review" search={{ post: id }}>
        Open in Review
      </Link>
    </Button>
  );
}

export function PostPage() {
  const { id } = useParams({ from: '/rtm-sys/post/$id' });
  const { data: post, error } = useQuery({
    queryKey: queryKeys.backOffice.post(id),
    queryFn: () => bodyOf(api.GET('/api/rtm-sys/posts/{id}', pathOf({ id }))),
    refetchOnMount: 'always',
  });
  if (error) {
    const isMissing = isNotFound(error);
    return (
      <>
        <BackLink to="/rtm-sys">Back Office</BackLink>
        <PageTitle>{isMissing ? 'Post not found' : 'Post'}</PageTitle>
        {!isMissing && <Notice look="danger">{messageOf(error, 'The post could not be loaded.')}</Notice>}
      </>
    );
  }
  if (!post) return <PageTitle>Post</PageTitle>;
  return (
    <div className="max-w-wide">
      <BackLink to="/rtm-sys">Back Office</BackLink>
      <PageTitle intro="This is the read-only view for admins. Decide about posts in their list.">
        Post by <PersonLink id={post.ownerId} name={ownerName(post)} />
      </PageTitle>
      <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2">
        <OpenInReview post={post} />
        <TrailLink isWide subject={{ kind: 'post', id: post.id }} name="this post" />
      </div>
      <div className="grid gap-6 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <div>
          <PostPhoto key={post.id} post={post} />
          <Decision decision={post.decision} />
        </div>
        <div className="min-w-0 space-y-6">
          <Section title="Facts">
            <Facts
              facts={[
                ['Status', <PostStatus key="status" post={post} />],
                ['Visible', visibility(post)],
                ['Flags', post.moderationFlags.join(', ')],
                ['Open reports', post.openReports],
                ['Rating', isRated(post) ? `${post.averageRating} of 10` : 'Not yet rated'],
                ['AI score', post.aiScore],
                ['Ratings', post.ratingsCount],
                ['Likes', post.likesCount],
                [
                  'Comments',
                  <Link
                    key="comments"
                    to="/rtm-sys/comments"
                    search={{ post: post.id }}
                    className="text-link"
                  >
                    {post.commentsCount}
                  </Link>,
                ],
                ['Published', `${formatMinute(post.createdAt)} (${post.week})`],
                ['Post', <code key="id">{post.id}</code>],
                ['Account', <code key="owner">{post.ownerId}</code>],
                [
                  'History',
                  <span key="history" className="flex flex-wrap gap-x-4">
                    <AsItWas kind="post" id={post.id} />
                    <AsItWas kind="person" id={post.ownerId} />
                    <AsItWas kind="week" id={post.week} />
                  </span>,
                ],
              ]}
            />
            <SelfDecisionHint accountId={post.ownerId} as="notice">
              This is your own post. Another admin decides about it. Where there is none, your decision takes
              effect after 24 hours.
            </SelfDecisionHint>
          </Section>
          <Section title="Ratings">
            <Distribution counts={post.ratingDistribution} />
          </Section>
          <Section title="Check and Judge">
            {post.isLogAvailable ? <Verdict verdict={post.verdict} /> : <LogAway />}
          </Section>
          <Section title="Near-Copies">
            <NearCopies copies={post.nearCopies} />
          </Section>
          <Section title="Earlier Refusals of Its Owner">
            {post.isLogAvailable ? <Refusals refusals={post.refusals} /> : <LogAway />}
          </Section>
          <Section title="Acts">
            <ActHistory acts={post.acts} />
          </Section>
          <LegalHold post={post} />
        </div>
      </div>
    </div>
  );
}
