import { Link } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { ReviewItem } from '../../../api/generated/schema.d.ts';
import { decisionReasons } from '../../../api/reasons.ts';
import { RelativeTime } from '../../../components/RelativeTime.tsx';
import { formatDuration } from '../../../lib/durations.ts';
import { platforms } from '../../../lib/social-links.ts';
import { useNow } from '../../../lib/use-now.ts';
import { counted } from '../../../lib/wording.ts';
import type { Profile } from '../acts/withhold.tsx';
import { PersonLink } from '../entity-links/EntityLinks.tsx';
import { Facts } from '../layout/page.tsx';
import { TurnedPicture } from '../pictures/Picture.tsx';
import { KeyHint } from './HelpDialog.tsx';
import { RemovedPicture } from './RemovedPicture.tsx';
import { capital, harmNames, ownerOf, reasonText, standingNames, WaitClock } from './queue.tsx';

const HEADING = 'reviewed';

/** Moves the focus to what is reviewed. */
export function focusReviewed(): void {
  document.getElementById(HEADING)?.focus({ preventScroll: true });
}

/** The profile of its owner, as the dialog about its parts takes it. */
export function profileOf({ ownerId, username, profile }: ReviewItem): Profile {
  const names = { displayUsername: null, bio: null, socialLinks: null };
  const none = { ...names, profilePictureUrl: null, profileChangedAt: null, withheld: [] };
  return { ...(profile ?? none), anonymousUsername: username ?? '', id: ownerId };
}

/** In one line: how long the owner is here, what they posted, and what was decided about them. */
function PersonStrip({ person, standing }: Pick<ReviewItem, 'person' | 'standing'>) {
  const now = useNow('minute');
  if (!person) return null;
  const { registeredAt, publicPosts, decisions } = person;
  return (
    <ul
      aria-label="About the owner"
      className="mt-5 flex flex-wrap gap-x-4 gap-y-1 text-[0.9375rem] text-soft"
    >
      <li>{`Registered ${formatDuration(now - Date.parse(registeredAt))} ago`}</li>
      <li>{counted(publicPosts, 'public post')}</li>
      {standing && <li>{`Standing: ${standingNames[standing].toLowerCase()}`}</li>}
      {decisions.length === 0 && <li>No decisions against them</li>}
      {decisions.map(({ name, reason, at }) => (
        <li key={at} className="font-semibold text-danger">
          {[name, reason && decisionReasons[reason]].filter(Boolean).join(': ')}{' '}
          <RelativeTime iso={at} className="font-normal" />
        </li>
      ))}
    </ul>
  );
}

/** The pending reports, in the words of those who sent them. */
function Reports({ reports }: Pick<ReviewItem, 'reports'>) {
  return reports.map(({ id, category, reason, at, userId, username }) => (
    <li key={id} className="border-l-2 border-line pl-3 [overflow-wrap:anywhere]">
      {reason ?? 'The reporter is deleted.'}
      <span className="block text-sm text-soft">
        <PersonLink id={userId} name={username} isApart /> · {decisionReasons[category]} ·{' '}
        <RelativeTime iso={at} />
      </span>
    </li>
  ));
}

interface PictureProps {
  isBlurred: boolean;
  onTurn: () => void;
  onLoad: () => void;
  hasKeys: boolean;
}

/** A comment, or a profile with its picture, as others see it. */
function Words({ item, ...turning }: { item: ReviewItem } & PictureProps) {
  const { text, profile } = item;
  if (!profile) {
    return (
      <blockquote
        dir="auto"
        className="rounded-card border border-rule bg-sheet p-5 text-xl [overflow-wrap:anywhere] whitespace-pre-line"
      >
        {text ?? 'Its text is gone.'}
      </blockquote>
    );
  }
  const { displayUsername, bio, socialLinks, profilePictureUrl } = profile;
  const links = platforms.flatMap(({ key, name }) =>
    socialLinks?.[key] ? [`${name}: ${socialLinks[key]}`] : [],
  );
  return (
    <div className="space-y-4 rounded-card border border-rule bg-sheet p-5">
      {profilePictureUrl !== null && (
        <LargePicture
          {...turning}
          imageUrl={profilePictureUrl}
          alt={`Profile picture of ${ownerOf(item)}`}
          className="aspect-square w-full max-w-80"
        />
      )}
      <Facts
        facts={[
          ['Name', displayUsername],
          [
            'Bio',
            bio && (
              <span key="bio" className="whitespace-pre-line">
                {bio}
              </span>
            ),
          ],
          [
            'Links',
            links.length > 0 ? (
              <span key="links" className="whitespace-pre-line">
                {links.join('\n')}
              </span>
            ) : null,
          ],
        ]}
      />
    </div>
  );
}

function LargePicture({
  hasKeys,
  ...picture
}: PictureProps & { imageUrl: string; thumbhash?: string | null; alt: string; className: string }) {
  return (
    <TurnedPicture
      {...picture}
      sizes="(min-width: 64rem) 44rem, 100vw"
      isWhole
      eager
      {...(hasKeys && { shortcut: { key: 'B', hint: <KeyHint letter="B" /> } })}
    />
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <h3 className="mt-5 mb-2 font-bold">{title}</h3>
      {children}
    </>
  );
}

export function ReviewedPost({ item, ...turning }: { item: ReviewItem } & PictureProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Screen readers go on with the post, and keys keep working after a pressed button is gone.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const { subject, postId, imageUrl, thumbhash, reasons, harm, reach, person, standing, isPublic } = item;
  const { verdict, score, comment, model, promptVersion, copyOf, isInCheck } = item;
  const isPost = subject === 'post';
  const hidden = isInCheck ? 'To its owner and admins, until it is decided' : 'To its owner and admins';
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className={`min-w-0 ${copyOf ? 'grid gap-4 self-start sm:grid-cols-2' : ''}`}>
        {imageUrl !== null && (
          <LargePicture
            {...turning}
            imageUrl={imageUrl}
            thumbhash={thumbhash}
            alt={`Photo posted by ${ownerOf(item)}`}
            className="h-[clamp(18rem,calc(100dvh-19rem),48rem)] w-full"
          />
        )}
        {copyOf && <RemovedPicture {...copyOf} />}
        {!isPost && <Words item={item} {...turning} />}
      </div>
      <div className="min-w-0">
        <h2 id={HEADING} ref={heading} tabIndex={-1} className="text-2xl [overflow-wrap:anywhere]">
          {`${capital(subject)} ${subject === 'profile' ? 'of' : 'by'} `}
          <PersonLink id={item.ownerId} name={item.username} isApart />
        </h2>
        {isInCheck && item.since !== null && item.dueAt !== null && (
          <div className="mt-2 border-l-4 border-danger pl-3">
            <p className="font-semibold text-danger">Hidden from everyone until you decide</p>
            <WaitClock since={item.since} dueAt={item.dueAt} />
          </div>
        )}
        <Part title="Why it is here">
          <ul className="space-y-3">
            <Reports reports={item.reports} />
            {reasons.length === 0 && <li>Nothing asks for a review. You opened it yourself.</li>}
            {reasons.map((reason) => (
              <li key={`${reason.source} ${reason.category} ${reason.text}`}>
                <p className="font-semibold [overflow-wrap:anywhere]">{reasonText(reason)}</p>
                <WaitClock since={reason.at} dueAt={reason.dueAt} />
              </li>
            ))}
          </ul>
        </Part>
        <PersonStrip person={person} standing={standing} />
        <Part title="What is known">
          <Facts
            facts={[
              ['Harm', harmNames[harm]],
              ['Reach', isPost ? `${reach} (ratings, likes and comments)` : null],
              ['Visible', isPublic ? 'To everybody' : isPost ? hidden : null],
              ['Check', verdict && { pass: 'Passed', review: 'Needs a review' }[verdict]],
              ['AI score', score],
              ['AI comment', comment],
              ['Model', model],
              ['Prompt', promptVersion],
            ]}
          />
        </Part>
        {postId !== null && (
          <Link
            to="/rtm-sys/post/$id"
            params={{ id: postId }}
            target="_blank"
            className="text-link mt-4 inline-flex min-h-9 items-center gap-1.5"
          >
            {isPost ? 'All about this post' : 'The post that it is on'}
            <ExternalLink aria-hidden className="size-4" />
            <span className="sr-only">(in a new tab)</span>
          </Link>
        )}
      </div>
    </div>
  );
}
