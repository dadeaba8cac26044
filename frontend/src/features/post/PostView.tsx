import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import type { Post } from '../../api/generated/schema.d.ts';
import { useSession } from '../../api/session.ts';
import { Avatar } from '../../components/Avatar.tsx';
import { DecisionNote } from '../../components/DecisionNote.tsx';
import { onDemand } from '../../components/on-demand.tsx';
import { Photo } from '../../components/Photo.tsx';
import { scoreColour } from '../../components/Score.tsx';
import { SocialBadges } from '../../components/SocialBadges.tsx';
import { boostFrame, boostOf } from '../../lib/boosts.ts';
import { formatDate } from '../../lib/dates.ts';
import { formatScore, isRated, scoreLabel, scoreSources } from '../../lib/scores.ts';
import { hiddenWhy, shownName } from '../../lib/wording.ts';
import type { PostBoostSearch } from '../boosts/boost-search.ts';
import { Comments } from '../comments/Comments.tsx';
import { MembersGate } from '../session/MembersGate.tsx';
import { BoostEnd } from './BoostEnd.tsx';
import { postQuery } from './post.queries.ts';
import { PostActions } from './PostActions.tsx';
import { PostNotFound } from './PostStandIns.tsx';
import { RatePost } from './RatePost.tsx';
import { WhyThisRank } from './WhyThisRank.tsx';

// For owners, and for buyers who come back from the checkout.
const PostBoost = onDemand(() => import('../boosts/PostBoost.tsx').then((module) => module.PostBoost));
const PostBoostReturn = onDemand(() =>
  import('../boosts/PostBoost.tsx').then((module) => module.PostBoostReturn),
);
const PostAppeal = onDemand(() => import('../decisions/Appeal.tsx').then((module) => module.PostAppeal));

/** The author and the date of a post, as a link to the profile if the post is linked to one; for the owner, its history. */
function AuthorCard({ post, isOwn }: { post: Post; isOwn: boolean }) {
  const name = shownName(post);
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
                <bdi>{name}</bdi>
              </Link>
            ) : (
              <bdi>{name}</bdi>
            )}
          </p>
          <p className="text-[0.9375rem] text-soft">
            Posted on <time dateTime={post.createdAt}>{formatDate(post.createdAt)}</time>
          </p>
          {isOwn && (
            <p className="text-[0.9375rem]">
              {/* Above the link of the card. */}
              <Link
                to="/account/timeline"
                search={{ post: post.id }}
                className="relative z-1 inline-block py-1 text-link"
              >
                History of this post
              </Link>
            </p>
          )}
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

/** The average of a post; screen readers hear live changes. */
function CurrentRating({ post }: { post: Post }) {
  if (!isRated(post)) {
    return <p className="mt-2 font-display text-4xl font-extrabold">Not yet rated</p>;
  }
  const score = Number(post.averageRating);
  return (
    <div aria-live="polite" aria-atomic>
      <p className="mt-1 flex items-baseline font-display font-black tracking-tight">
        <span
          key={post.averageRating}
          className={`animate-fade text-8xl leading-none forced-colors:system-plateless ${scoreColour(score)}`}
        >
          {formatScore(score)}
        </span>
        <span className="ml-2 text-3xl text-soft">/10</span>
      </p>
      <p className={`mt-3 font-display text-xl font-black tracking-wide ${scoreColour(score)}`}>
        {scoreLabel(score)}
      </p>
      <p className="mt-1 text-soft">From {scoreSources(post)}</p>
    </div>
  );
}

const boostTexts = { regular: 'BOOSTED', mega: 'MEGA BOOST' } as const;

/** Only for the owner: nobody else can see a hidden post. */
function HiddenNotice({ reasons }: { reasons: readonly string[] }) {
  return (
    <div className="mt-3 rounded-control border-l-4 border-accent bg-wash px-4 py-3">
      <p className="font-semibold">Only you can see this post.</p>
      <p className="mt-0.5 text-[0.9375rem]">
        {reasons.length > 0 ? `It is hidden: ${hiddenWhy(reasons)}.` : 'It is hidden at the moment.'}
      </p>
    </div>
  );
}

function Sheet({ post, isOwn }: { post: Post; isOwn: boolean }) {
  const boost = boostOf(post);
  return (
    <div className="space-y-6 rounded-card border border-rule bg-sheet p-5 shadow-lift min-[420px]:p-6 sm:p-8">
      <div>
        {boost && (
          <p className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-[0.9375rem] text-soft">
            <span className="rounded-full bg-ink px-3 py-1 text-sm font-bold text-paper">
              {boostTexts[boost]}
            </span>
            <BoostEnd post={post} />
          </p>
        )}
        <h1 tabIndex={-1} className="eyebrow font-sans text-soft">
          Current Rating<span className="sr-only"> of the post by {shownName(post)}</span>
        </h1>
        <CurrentRating post={post} />
      </div>
      <PostActions post={post} isOwn={isOwn} />
      {isOwn && <PostBoost post={post} />}
      {!isOwn && (
        <div className="border-t border-rule pt-6">
          <RatePost postId={post.id} />
        </div>
      )}
      <div className="border-t border-rule pt-6">
        <AuthorCard post={post} isOwn={isOwn} />
      </div>
      <div className="border-t border-rule pt-3">
        <WhyThisRank postId={post.id} />
      </div>
    </div>
  );
}

/** The greatest widths at which photos of at least this ratio are at most 80 % as high as the window. */
const widths = [
  [2, 'max-w-[160vh]'],
  [1.75, 'max-w-[140vh]'],
  [1.5, 'max-w-[120vh]'],
  [1.33, 'max-w-[106vh]'],
  [1.2, 'max-w-[96vh]'],
  [1, 'max-w-[80vh]'],
  [0.85, 'max-w-[68vh]'],
  [0.75, 'max-w-[60vh]'],
  [0.66, 'max-w-[53vh]'],
  [0.56, 'max-w-[45vh]'],
  [0.5, 'max-w-[40vh]'],
  [0.4, 'max-w-[32vh]'],
] as const;

/** As wide as possible, but low enough to fit the window: in classes, as server HTML has no styles. */
function widthOf({ width, height }: Post): string {
  const [, found] = widths.find(([ratio]) => width / height >= ratio) ?? [0, 'max-w-[24vh]'];
  return found;
}

interface PostViewProps {
  id: string;
  /** What the address says about a checkout that led back here. */
  back: PostBoostSearch;
  /** Removes it from the address. */
  onHandled: () => void;
}

export function PostView({ id, back, onHandled }: PostViewProps) {
  const { data: post, error } = useSuspenseQuery(postQuery(id));
  const { user } = useSession();
  // The address forgets the checkout, the page does not.
  const [isReturn] = useState(back.boost !== undefined);
  // The post was removed after the page had loaded.
  if (error instanceof ApiError && error.status === 404) return <PostNotFound />;
  const boost = boostOf(post);
  return (
    <MembersGate>
      <article className="mx-auto max-w-6xl px-4 pt-5 pb-16 sm:px-6">
        <Link
          to="/leaderboard"
          className="inline-flex min-h-11 items-center gap-2 font-semibold text-soft hover:text-accent"
        >
          <ArrowLeft aria-hidden className="size-4" />
          Leaderboard
        </Link>
        {isReturn && <PostBoostReturn postId={id} back={back} onHandled={onHandled} />}
        {post.decision && (
          <DecisionNote decision={post.decision}>
            <PostAppeal actId={post.decision.actId} />
          </DecisionNote>
        )}
        {!post.isPublic && !post.decision && <HiddenNotice reasons={post.moderationFlags} />}
        <div className="mt-3 grid grid-rows-[auto_1fr] items-start gap-x-6 gap-y-8 md:grid-cols-[1.25fr_1fr] lg:gap-x-10">
          <div
            className={`mx-auto w-full overflow-hidden rounded-card border border-rule bg-rule shadow-lift ${widthOf(post)} ${boostFrame(boost)}`}
          >
            <Photo
              imageUrl={post.imageUrl}
              alt={`Photo posted by ${shownName(post)}`}
              thumbhash={post.thumbhash}
              size={{ width: post.width, height: post.height }}
              sizes="(min-width: 1152px) 610px, (min-width: 768px) 54vw, 92vw"
              eager
            />
          </div>
          <div className="md:row-span-2">
            <Sheet post={post} isOwn={post.userId !== undefined && post.userId === user?.id} />
          </div>
          <Comments post={post} />
        </div>
      </article>
    </MembersGate>
  );
}
