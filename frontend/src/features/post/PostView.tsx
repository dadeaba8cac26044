import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useRouter, useRouterState } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useState } from 'react';
import { isNotFound, messageOf } from '../../api/api-error.ts';
import { applyNews } from '../../api/cache.ts';
import type { Post } from '../../api/generated/schema.d.ts';
import { useSession } from '../../api/session.ts';
import { Avatar } from '../../components/Avatar.tsx';
import { Button } from '../../components/Button.tsx';
import { DecisionNote } from '../../components/DecisionNote.tsx';
import { onDemand } from '../../components/on-demand.tsx';
import { SocialBadges } from '../../components/SocialBadges.tsx';
import { formatDate } from '../../lib/dates.ts';
import { focusPage } from '../../lib/page.ts';
import { useZone } from '../../lib/use-now.ts';
import { isRated, scoreSources } from '../../lib/scores.ts';
import { hiddenWhy, shownName } from '../../lib/wording.ts';
import type { PostBoostSearch } from '../boosts/boost-search.ts';
import { Comments } from '../comments/Comments.tsx';
import { JudgeSheet, OwnSheetOnDemand } from '../score-sheet/JudgeSheet.tsx';
import { MembersGate } from '../session/MembersGate.tsx';
import { outlineOf } from './known-post.ts';
import { Moment } from './Moment.tsx';
import { postQuery } from './post.queries.ts';
import { PostActions } from './PostActions.tsx';
import { PostPhoto } from './PostPhoto.tsx';
import { PostNotFound, PostSkeleton } from './PostSkeletons.tsx';
import { RatePost } from './RatePost.tsx';
import { WhyThisRank } from './WhyThisRank.tsx';

// For owners, and for buyers who come back from the checkout.
const PostBoost = onDemand(() => import('../boosts/PostBoost.tsx').then((module) => module.PostBoost));
const PostBoostReturn = onDemand(
  () => import('../boosts/PostBoost.tsx').then((module) => module.PostBoostReturn),
  undefined,
  () => undefined,
);
// For people who come from a list.
const Neighbours = onDemand(() => import('./Neighbours.tsx').then((module) => module.Neighbours));
const PostAppeal = onDemand(() => import('../decisions/Appeal.tsx').then((module) => module.PostAppeal));

/** The author and the date of a post, as a link to the profile if the post is linked to one. */
function AuthorCard({ post, isOutline }: { post: Post; isOutline: boolean }) {
  const name = shownName(post);
  const zone = useZone();
  return (
    <section aria-label="Author">
      <div className="relative flex items-center gap-4">
        <Avatar
          name={name}
          colourOf={post.userId ?? name}
          pictureUrl={post.profilePictureUrl}
          className="size-14 text-2xl"
        />
        <div className="min-w-0">
          <p className="text-lg leading-tight font-bold [overflow-wrap:anywhere]">
            {post.userId ? (
              // The link covers the whole card.
              <Link
                to="/user/$userId"
                params={{ userId: post.userId }}
                className="after:absolute after:inset-0 hover:text-accent hover:underline"
              >
                <bdi translate="no">{name}</bdi>
              </Link>
            ) : (
              <bdi translate="no">{name}</bdi>
            )}
          </p>
          <p className={`text-[0.9375rem] text-soft ${isOutline ? 'invisible' : ''}`}>
            Posted on <time dateTime={post.createdAt}>{isOutline || formatDate(post.createdAt, zone)}</time>
          </p>
        </div>
      </div>
      {/* The profile shows the whole bio. */}
      {post.bio && (
        <p dir="auto" className="mt-4 line-clamp-4 [overflow-wrap:anywhere] whitespace-pre-line">
          {post.bio}
        </p>
      )}
      <SocialBadges links={post.socialLinks} className="mt-4" />
    </section>
  );
}

/** What the owner of a hidden post can do, besides an appeal. */
function NextSteps() {
  return (
    <p className="text-[0.9375rem]">
      You can delete it in{' '}
      <Link to="/my-posts" className="text-link">
        My Posts
      </Link>
      , or{' '}
      <Link to="/" className="text-link">
        upload another photo
      </Link>
      .
    </p>
  );
}

/** Only for the owner: nobody else can see a hidden post. */
function HiddenNotice({ post: { isInCheck, moderationFlags } }: { post: Post }) {
  return (
    <div className="mt-3 rounded-control border-l-4 border-accent bg-wash px-4 py-3">
      <p className="font-semibold">Only you can see this post.</p>
      <p className="mt-0.5 text-[0.9375rem]">
        {isInCheck
          ? 'It is being checked: somebody reported it. If nothing is wrong with it, everyone sees it again soon.'
          : moderationFlags.length > 0
            ? `It waits for a moderator: ${hiddenWhy(moderationFlags)}. Others see it once it is approved.`
            : 'It is hidden at the moment.'}
      </p>
      <NextSteps />
    </div>
  );
}

interface SheetProps {
  post: Post;
  isOwn: boolean;
  /** Whether only the picture and the author are known: the rest keeps its space. */
  isOutline: boolean;
}

function Sheet({ post, isOwn, isOutline }: SheetProps) {
  // On a page of the server it is known later.
  const [wasOwn] = useState(isOwn);
  const ifKnown = isOutline ? 'invisible' : '';
  return (
    <div className="score-sheet space-y-4 rounded-card border border-rule bg-sheet px-3 py-2.5 shadow-lift sm:p-4 lg:space-y-5 lg:p-6">
      <div className="unscripted:hidden print:hidden">
        <RatePost postId={post.id}>{isOwn && <PostBoost post={post} />}</RatePost>
      </div>
      <div className={`space-y-3 ${ifKnown}`}>
        <PostActions post={post} isOwn={isOwn} />
        {isRated(post) && <p className="text-[0.9375rem] text-soft">{`From ${scoreSources(post)}`}</p>}
      </div>
      <JudgeSheet post={post} isOwn={isOwn && wasOwn} />
      <div className="border-t border-rule pt-4 lg:pt-5">
        <AuthorCard post={post} isOutline={isOutline} />
      </div>
      <div className="border-t border-rule pt-2 unscripted:hidden print:hidden">
        <WhyThisRank postId={post.id}>{isOwn && !wasOwn && <OwnSheetOnDemand post={post} />}</WhyThisRank>
      </div>
    </div>
  );
}

/** Leads back to the board as it was if the tab has been there: see `goBack` in `public/theme.js`. */
function BackToBoard() {
  return (
    <Link
      to="/leaderboard"
      rel="prev"
      className="inline-flex min-h-11 items-center gap-2 font-semibold text-soft hover:text-accent print:hidden"
    >
      <ArrowLeft aria-hidden className="size-4" />
      Leaderboard
    </Link>
  );
}

/** Says that what is shown could not be read again. */
function Outdated({ error, busy, onRetry }: { error: Error; busy: boolean; onRetry: () => unknown }) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="font-medium text-danger">{messageOf(error, 'The latest figures could not be loaded.')}</p>
      <Button look="secondary" busy={busy} onClick={() => void onRetry()}>
        Try Again
      </Button>
    </div>
  );
}

/** Lets the router show its page for a post that no longer exists, with the title of that page. */
function useLeaveIfGone(id: string, isGone: boolean): void {
  const router = useRouter();
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!isGone) return;
    applyNews(queryClient, { figures: new Map(), removed: new Set([id]) });
    // In the background it would keep the old title.
    void router.invalidate({ forcePending: true }).then(focusPage);
  }, [id, isGone, queryClient, router]);
}

/** The photo and its comments, and the sheet beside them if there is room. */
const columns = 'grid-cols-1 gap-x-6 md:grid-cols-[1.25fr_1fr] lg:gap-x-10';

interface PostViewProps {
  id: string;
  /** The cursor that its comments start at. */
  after: string | undefined;
  /** What the address says about a checkout that led back here. */
  back: PostBoostSearch;
  /** Removes it from the address. */
  onHandled: () => void;
}

export function PostView({ id, after, back, onHandled }: PostViewProps) {
  const queryClient = useQueryClient();
  const { data, error, isStale, isFetching, refetch } = useQuery(postQuery(id));
  const [outline] = useState(() => (data ? undefined : outlineOf(queryClient, id)));
  const { user } = useSession();
  const list = useRouterState({ select: ({ location }) => location.state.list });
  // The address forgets the checkout, the page does not.
  const [isReturn] = useState(back.boost !== undefined);
  const isGone = isNotFound(error);
  useLeaveIfGone(id, isGone);
  if (isGone) return <PostNotFound />;
  const post = data ?? outline;
  if (!post) {
    if (error) throw error;
    return <PostSkeleton />;
  }
  const isOutline = data === undefined;
  return (
    <MembersGate>
      <article className="mx-auto max-w-wide px-4 pt-1 pb-16 sm:px-6 sm:pt-4">
        <div className={`grid items-center ${columns}`}>
          <div className="flex items-center justify-between gap-4">
            <BackToBoard />
            {list && <Neighbours list={list} id={id} />}
          </div>
          {error && isStale && <Outdated error={error} busy={isFetching} onRetry={refetch} />}
        </div>
        <Moment post={post} />
        {isReturn && <PostBoostReturn postId={id} back={back} onHandled={onHandled} />}
        {post.decision && (
          <DecisionNote decision={post.decision}>
            <PostAppeal actId={post.decision.actId} />
            <NextSteps />
          </DecisionNote>
        )}
        {!post.isPublic && !post.decision && <HiddenNotice post={post} />}
        <div className={`mt-1 grid grid-rows-[auto_1fr] items-start gap-y-2 sm:mt-3 md:gap-y-8 ${columns}`}>
          <PostPhoto post={post} isOutline={isOutline} />
          <div className="md:row-span-2 md:self-stretch">
            <Sheet
              post={post}
              isOwn={post.userId !== undefined && post.userId === user?.id}
              isOutline={isOutline}
            />
          </div>
          <div className="max-md:mt-6">
            <Comments post={post} isUncounted={isOutline} after={after} />
          </div>
        </div>
      </article>
    </MembersGate>
  );
}
