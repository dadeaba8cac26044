import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { CircleHelp } from 'lucide-react';
import { useState } from 'react';
import type { ReviewItem } from '../../../api/generated/schema.d.ts';
import { type ReasonCode, reasonCodes } from '../../../api/reasons.ts';
import { Button, type ButtonLook } from '../../../components/Button.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { timeLeft } from '../../../lib/dates.ts';
import { useNow } from '../../../lib/use-now.ts';
import { formatWhole } from '../../../lib/wording.ts';
import { type Given, ReasonDialog } from '../acts/ask.tsx';
import { NO_PART, PartsField, type ProfilePart, shownParts, turned, withholding } from '../acts/withhold.tsx';
import { BackLink, PageTitle } from '../layout/page.tsx';
import { countsQuery } from '../layout/Sidebar.tsx';
import { type Keys, useKeys } from '../layout/use-keys.ts';
import { escalationReasons, postActs } from '../posts/post-acts.ts';
import { useBlurredAtFirst } from '../pictures/Picture.tsx';
import { useSwitch } from '../session/stored-choices.ts';
import { BreakBanner } from './BreakBanner.tsx';
import { HelpDialog, KeyHint } from './HelpDialog.tsx';
import { ReasonPanel } from './ReasonPanel.tsx';
import { useReviewMachine } from './use-review-machine.ts';
import { WithoutPost } from './WithoutPost.tsx';
import { capital } from './queue.tsx';
import { focusReviewed, profileOf, ReviewedPost } from './ReviewedPost.tsx';

/** From when on the end of a claim stands out, in milliseconds. */
const LATE = 60_000;

/** How long the post is still the admin's, and the button that keeps it for longer. */
function ClaimClock({ until, onKeep }: { until: number; onKeep: () => void }) {
  const now = useNow('second');
  const { minutes = 0, seconds = 0 } = timeLeft(new Date(until).toISOString(), now) ?? {};
  const isLate = until - now <= LATE;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <p className={isLate ? 'font-semibold text-danger' : 'text-soft'}>
        Yours for{' '}
        <span role="timer" aria-label="Time left" className="tabular-nums">
          {`${minutes}:${String(seconds).padStart(2, '0')}`}
        </span>
      </p>
      <p role="status" className="sr-only">
        {isLate && 'It goes back to the queue in less than a minute.'}
      </p>
      <Button look="secondary" className="min-h-10 px-3 text-[0.9375rem]" onClick={onKeep}>
        Keep for 10 Minutes
      </Button>
    </div>
  );
}

/** The decisions that need a reason. */
type Asked = 'hide' | 'remove' | 'escalate';

interface Decision {
  /** The key that does the same. */
  letter?: string;
  text: string;
  look?: ButtonLook;
  isOff?: boolean;
  run: () => void;
}

function KeyButton({
  letter,
  text,
  look = 'secondary',
  isOff = false,
  run,
  hasKeys,
}: Decision & { hasKeys: boolean }) {
  const isNamed = hasKeys && letter !== undefined;
  return (
    <Button
      look={look}
      className="px-4 max-sm:min-h-10 max-sm:px-2.5 max-sm:text-[0.9375rem]"
      aria-disabled={isOff}
      aria-keyshortcuts={isNamed ? letter : undefined}
      onClick={run}
    >
      {text}
      {isNamed && <KeyHint letter={letter} />}
    </Button>
  );
}

/** How many were decided since the page was opened, of all that waited then. */
function Progress({ settled, isOpen }: { settled: number; isOpen: boolean }) {
  const { data: counts } = useQuery(countsQuery);
  const [waited, setWaited] = useState<number>();
  if (waited === undefined) {
    if (counts) setWaited(counts.queue + settled);
    return null;
  }
  const all = Math.max(waited, settled + (isOpen ? 1 : 0));
  return (
    <p className="text-soft tabular-nums">
      <span className="font-semibold text-ink">{`${formatWhole(settled)} of ${formatWhole(all)}`}</span>
      <span> decided</span>
    </p>
  );
}

/** A question about what is claimed: the panel of reasons, or the form with a note. */
interface Open {
  id: string;
  kind: Asked;
  isForm: boolean;
  reason?: ReasonCode;
  parts: readonly ProfilePart[];
  isMissing: boolean;
}

const verbOf = (kind: Asked, { subject }: ReviewItem): string =>
  kind === 'hide' && subject === 'profile' ? 'Withhold' : postActs[kind].name;

const aboutHidden: Readonly<Record<ReviewItem['subject'], string>> = {
  post: postActs.hide.about,
  comment: 'Nobody else sees it then. The person is told the reason and the note.',
  profile: withholding().about ?? '',
};

/** Reviews one post of the queue after the other, by buttons or keys, from the post in the address on if it has one. */
export function ReviewPage() {
  const { post: first } = useSearch({ from: '/rtm-sys/review' });
  const [machine, state] = useReviewMachine(first);
  const [hasKeys, setKeys] = useSwitch('review:keys', true);
  const [isBlurredAtFirst, setBlurredAtFirst] = useBlurredAtFirst();
  const [asked, setAsked] = useState<Open>();
  const [turnedPicture, setTurned] = useState<{ id: string; isBlurred: boolean }>();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const claim = state.phase.kind === 'reviewing' ? state.phase.claim : undefined;
  const item = claim?.item;
  const isBlurred =
    turnedPicture !== undefined && turnedPicture.id === item?.id ? turnedPicture.isBlurred : isBlurredAtFirst;
  const pictureUrl = item && (item.imageUrl ?? item.profile?.profilePictureUrl ?? null);
  const [loaded, setLoaded] = useState<string>();
  const isSeen = !pictureUrl || (!isBlurred && loaded === pictureUrl);
  const shown = pictureUrl && isSeen ? ({ shown: true } as const) : {};
  // A question ends with its claim: the same post may be claimed again.
  if (asked && asked.id !== item?.id) setAsked(undefined);
  const offered = item?.subject === 'profile' ? shownParts(profileOf(item)).map(([part]) => part) : [];

  const ask = (kind: Asked): void => {
    if (!item || state.isBusy) return;
    // What there is no choice of is not asked.
    const parts = offered.length === 1 ? offered : [];
    setAsked({ id: item.id, kind, isForm: false, parts, isMissing: false });
  };
  const close = (): void => {
    setAsked(undefined);
    focusReviewed();
  };
  const settle = ({ kind, parts }: Open, given: Given): void => {
    if (parts.length === 0 && offered.length > 0)
      return setAsked((now) => now && { ...now, isMissing: true });
    if (kind === 'escalate') void machine.escalate(given);
    else void machine.decide(kind, { given, ...shown, ...(parts.length > 0 && { parts: [...parts] }) });
    // The form stays until it is known that the decision is made.
    if (!asked?.isForm) close();
  };
  const choose = (reason: ReasonCode): void => {
    if (!asked || state.isBusy) return;
    if (reason === 'other') setAsked({ ...asked, isForm: true, reason });
    else settle(asked, { reason, note: '' });
  };
  const turnPart = (part: ProfilePart): void =>
    setAsked((now) => now && { ...now, parts: turned(now.parts, part), isMissing: false });
  const turn = (): void => item && setTurned({ id: item.id, isBlurred: !isBlurred });
  /** Until the admin sees the picture, it is only shown. */
  const seeing = (run: () => void) => (): void => (isSeen ? run() : isBlurred ? turn() : undefined);
  const isOff = !item;
  const isUnseen = !isSeen && !isBlurred;
  const reasons = asked?.kind === 'escalate' ? escalationReasons : reasonCodes;
  const isPost = item === undefined || item.subject === 'post';
  const decisions: readonly Decision[] = [
    {
      letter: 'A',
      // The same while the next one is claimed, so that no button moves.
      text: isBlurred && pictureUrl !== null ? 'Show, Then Approve' : 'Approve',
      look: 'primary',
      isOff: isOff || isUnseen,
      run: seeing(() => void machine.decide('approve', shown)),
    },
    { letter: 'H', text: item ? `${verbOf('hide', item)}…` : 'Hide…', isOff, run: () => ask('hide') },
    ...(isPost
      ? ([
          { letter: 'M', text: 'Delete…', look: 'danger', isOff, run: () => ask('remove') },
          {
            letter: 'E',
            text: 'Escalate…',
            look: 'danger',
            isOff: isOff || isUnseen,
            run: seeing(() => ask('escalate')),
          },
        ] as const)
      : []),
    ...(item?.reasons.some(({ source }) => source === 'report')
      ? [
          {
            letter: 'X',
            text: 'Dismiss Reports',
            isOff: isUnseen,
            run: seeing(() => void machine.decide('dismiss', shown)),
          },
        ]
      : []),
    { letter: 'N', text: 'Next', run: () => void machine.next() },
    { letter: 'U', text: 'Undo', isOff: state.decided.length === 0, run: () => void machine.undo() },
  ];
  const keys: Keys = {
    ...Object.fromEntries(
      decisions.flatMap(({ letter, run }) => (letter ? [[letter.toLowerCase(), run]] : [])),
    ),
    ...(pictureUrl && { b: turn }),
    '?': () => setHelpOpen(true),
  };
  const hasPanel = asked !== undefined && !asked.isForm;
  useKeys(keys, hasKeys && !hasPanel);
  return (
    <div className="flex max-w-wide flex-col pb-28 max-sm:pb-0">
      <div className="flex items-start justify-between gap-4">
        <BackLink to="/rtm-sys/queue">Review Queue</BackLink>
        <Button
          look="quiet"
          className="min-h-10 px-3"
          aria-keyshortcuts={hasKeys ? '?' : undefined}
          onClick={() => setHelpOpen(true)}
        >
          <CircleHelp aria-hidden className="size-5" />
          Help
        </Button>
      </div>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 *:mb-0">
        <div className="flex items-baseline gap-x-4 *:mb-0">
          <PageTitle>Review</PageTitle>
          <Progress settled={state.settled} isOpen={item !== undefined} />
        </div>
        {claim && <ClaimClock until={claim.until} onKeep={() => void machine.keep()} />}
      </div>
      {state.problem !== undefined && (
        <div className="mb-4">
          <Notice look="danger">{state.problem}</Notice>
        </div>
      )}
      <div className="relative mb-5 max-sm:sticky max-sm:bottom-0 max-sm:z-10 max-sm:order-1 max-sm:-mx-4 max-sm:mt-5 max-sm:mb-0 max-sm:border-t max-sm:border-rule max-sm:bg-paper max-sm:px-4 max-sm:py-2">
        <div
          role="group"
          aria-label="Decide"
          aria-busy={state.isBusy}
          className="flex flex-wrap gap-2 max-sm:gap-1.5"
        >
          {decisions.map((decision) => (
            <KeyButton key={decision.text} {...decision} hasKeys={hasKeys} />
          ))}
        </div>
        {hasPanel && item && (
          <ReasonPanel
            key={asked.kind}
            verb={verbOf(asked.kind, item)}
            hasKeys={hasKeys}
            reasons={reasons}
            parts={
              item.subject === 'profile' ? { offered, chosen: asked.parts, onTurn: turnPart } : undefined
            }
            problem={asked.isMissing ? NO_PART : undefined}
            onReason={choose}
            onNote={() => setAsked({ ...asked, isForm: true, isMissing: false })}
            onClose={close}
          />
        )}
      </div>
      {item ? (
        <ReviewedPost
          key={item.id}
          item={item}
          isBlurred={isBlurred}
          onTurn={turn}
          onLoad={() => setLoaded(pictureUrl ?? undefined)}
          hasKeys={hasKeys}
        />
      ) : (
        <WithoutPost machine={machine} state={state} />
      )}
      {asked?.isForm && item && claim && (
        <ReasonDialog
          onClose={() => setAsked(undefined)}
          busy={state.isBusy}
          title={`${verbOf(asked.kind, item)} This ${capital(item.subject)}?`}
          description={asked.kind === 'hide' ? aboutHidden[item.subject] : postActs[asked.kind].about}
          action={verbOf(asked.kind, item)}
          first={asked.reason}
          reasons={reasons}
          onDecide={(given) => settle(asked, given)}
          above={
            item.subject === 'profile' && (
              <PartsField
                profile={profileOf(item)}
                chosen={asked.parts}
                isMissing={asked.isMissing}
                onTurn={turnPart}
              />
            )
          }
          below={<ClaimClock until={claim.until} onKeep={() => void machine.keep()} />}
        />
      )}
      <HelpDialog
        open={isHelpOpen}
        onOpenChange={setHelpOpen}
        hasKeys={hasKeys}
        onKeys={setKeys}
        isBlurred={isBlurredAtFirst}
        onBlurred={setBlurredAtFirst}
      />
      <BreakBanner />
    </div>
  );
}
