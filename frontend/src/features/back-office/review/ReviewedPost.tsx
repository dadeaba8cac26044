import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { api, bodyOf } from '../../../api/client.ts';
import type { ReviewItem } from '../../../api/generated/schema.d.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { decisionReasons } from '../../../api/reasons.ts';
import { Dialog } from '../../../components/Dialog.tsx';
import { SwitchRow } from '../../../components/SwitchRow.tsx';
import { PersonLink } from '../entity-links/EntityLinks.tsx';
import { Facts } from '../layout/page.tsx';
import { TurnedPicture } from '../pictures/Picture.tsx';
import { RemovedPicture } from './RemovedPicture.tsx';
import { harmNames, ownerOf, reasonText, standingNames, WaitClock } from './queue.tsx';

const keyNames = [
  ['A', 'Approve the post'],
  ['H', 'Hide the post, for a reason'],
  ['E', 'Escalate the post, if it is illegal'],
  ['N', 'Pass over the post, and open the next one'],
  ['B', 'Show or blur the picture'],
  ['U', 'Undo your last decision'],
  ['?', 'Open this help'],
] as const;

function Kbd({ children }: { children: string }) {
  return (
    <kbd className="rounded-[0.25rem] border border-line bg-sheet px-1.5 font-sans text-sm leading-snug font-normal text-ink">
      {children}
    </kbd>
  );
}

/** The key beside the text of a button, for those who see a keyboard before them. */
export function KeyHint({ letter }: { letter: string }) {
  return (
    <span aria-hidden className="hidden pointer-fine:inline">
      <Kbd>{letter}</Kbd>
    </span>
  );
}

interface HelpDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  hasKeys: boolean;
  onKeys: (hasKeys: boolean) => void;
  isBlurred: boolean;
  onBlurred: (isBlurred: boolean) => void;
}

/** Explains a review, and switches the keys and the blur of pictures on and off. */
export function HelpDialog({ open, onOpenChange, hasKeys, onKeys, isBlurred, onBlurred }: HelpDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="How Reviews Work"
      description="A post is yours for 10 minutes. No other admin gets it meanwhile. It goes back to the queue when you leave this page."
    >
      <dl className="mt-5 grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-2">
        {keyNames.map(([key, does]) => (
          <div key={key} className="contents">
            <dt>
              <Kbd>{key}</Kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-4 divide-y divide-rule border-t border-rule">
        <SwitchRow
          label="Keys"
          description="Single letters work as above, except while you write."
          checked={hasKeys}
          onChange={onKeys}
        />
        <SwitchRow
          label="Blur pictures"
          description="Every picture is blurred and grey until you ask for it."
          checked={isBlurred}
          onChange={onBlurred}
        />
      </div>
      <p className="text-[0.9375rem] text-soft">Both are kept in this browser for you.</p>
    </Dialog>
  );
}

/** The pending reports on a post, in the words of those who reported it. */
function Reports({ postId }: { postId: string }) {
  const query = { post: postId, status: 'pending' } as const;
  const { data } = useQuery({
    queryKey: queryKeys.backOffice.list('reports', query),
    queryFn: () => bodyOf(api.GET('/api/rtm-sys/reports', { params: { query } })),
  });
  return data?.map(({ id, category, reason, userId, username }) => (
    <li key={id} className="border-l-2 border-line pl-3 text-[0.9375rem] [overflow-wrap:anywhere]">
      {reason ?? 'The reporter is deleted.'}
      <span className="block text-sm text-soft">
        <PersonLink id={userId} name={username} isApart /> · {decisionReasons[category]}
      </span>
    </li>
  ));
}

interface ReviewedPostProps {
  item: ReviewItem;
  isBlurred: boolean;
  onTurn: () => void;
  hasKeys: boolean;
}

export function ReviewedPost({ item, isBlurred, onTurn, hasKeys }: ReviewedPostProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Screen readers go on with the post, and keys keep working after a pressed button is gone.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const owner = ownerOf(item);
  const { id, imageUrl, thumbhash, reasons, harm, reach, standing, isPublic, isInCheck } = item;
  const hidden = isInCheck ? 'To its owner and admins, until it is decided' : 'To its owner and admins';
  const { verdict, score, comment, model, promptVersion, copyOf } = item;
  return (
    <div
      className={`grid gap-6 ${copyOf ? 'lg:grid-cols-[minmax(0,40rem)_minmax(0,1fr)]' : 'lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]'}`}
    >
      <div className={copyOf ? 'grid gap-4 self-start sm:grid-cols-2' : ''}>
        {imageUrl !== null && (
          <TurnedPicture
            imageUrl={imageUrl}
            thumbhash={thumbhash}
            alt={`Photo posted by ${owner}`}
            sizes="(min-width: 64rem) 26rem, 100vw"
            className="aspect-square max-w-md"
            isWhole
            eager
            isBlurred={isBlurred}
            onTurn={onTurn}
            {...(hasKeys && { shortcut: { key: 'B', hint: <KeyHint letter="B" /> } })}
          />
        )}
        {copyOf && <RemovedPicture {...copyOf} />}
      </div>
      <div className="min-w-0">
        <h2 ref={heading} tabIndex={-1} className="text-2xl [overflow-wrap:anywhere]">
          Post by <PersonLink id={item.ownerId} name={item.username} isApart />
        </h2>
        <h3 className="mt-5 mb-2 font-bold">Why it is here</h3>
        <ul className="space-y-3">
          {reasons.map((reason) => (
            <li key={`${reason.source} ${reason.category} ${reason.text}`}>
              <p className="font-semibold [overflow-wrap:anywhere]">{reasonText(reason)}</p>
              <WaitClock since={reason.at} dueAt={reason.dueAt} />
            </li>
          ))}
          {reasons.some(({ source }) => source === 'report') && <Reports postId={id} />}
        </ul>
        <h3 className="mt-6 mb-2 font-bold">What is known</h3>
        <Facts
          facts={[
            ['Harm', harmNames[harm]],
            ['Reach', `${reach} (ratings, likes and comments)`],
            ['Visible', isPublic ? 'To everybody' : hidden],
            ['Owner', standing && standingNames[standing]],
            ['Check', verdict && { pass: 'Passed', review: 'Needs a review' }[verdict]],
            ['AI score', score],
            ['AI comment', comment],
            ['Model', model],
            ['Prompt', promptVersion],
          ]}
        />
        <Link
          to="/rtm-sys/post/$id"
          params={{ id }}
          target="_blank"
          className="text-link mt-4 inline-flex min-h-9 items-center gap-1.5"
        >
          All about this post
          <ExternalLink aria-hidden className="size-4" />
          <span className="sr-only">(in a new tab)</span>
        </Link>
      </div>
    </div>
  );
}
