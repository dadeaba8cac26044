import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { CircleCheckBig, CircleHelp } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { Button, type ButtonLook } from '../../../components/Button.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { toast } from '../../../components/toast.ts';
import { useStore } from '../../../lib/create-store.ts';
import { timeLeft } from '../../../lib/dates.ts';
import { useNow } from '../../../lib/use-now.ts';
import { counted } from '../../../lib/wording.ts';
import { type Given, ReasonDialog } from '../acts/ask.tsx';
import { BackLink, PageTitle } from '../layout/page.tsx';
import { countsQuery } from '../layout/Sidebar.tsx';
import { useKeys } from '../layout/use-keys.ts';
import { postActs } from '../posts/post-acts.ts';
import { adminQuery } from '../session/admin.queries.ts';
import { useBlurredAtFirst } from '../pictures/Picture.tsx';
import { useSwitch } from '../session/stored-choices.ts';
import { BreakBanner } from './BreakBanner.tsx';
import { ReviewMachine, type ReviewChoice, type ReviewState } from './review-machine.ts';
import { reviewCalls } from './review-calls.ts';
import { HelpDialog, KeyHint, ReviewedPost } from './ReviewedPost.tsx';

const done: Readonly<Record<ReviewChoice | 'undo', string>> = {
  approve: 'Post approved',
  hide: 'Post hidden',
  remove: 'Post deleted',
  dismiss: 'Reports dismissed',
  escalate: 'Post escalated',
  undo: 'Decision undone',
};

/** The state machine of this page. It claims a post, `first` or the next one, and gives it back when the page is left or closed. */
function useReviewMachine(first: string | undefined): [ReviewMachine, ReviewState] {
  const queryClient = useQueryClient();
  const [machine] = useState(
    () =>
      new ReviewMachine({
        calls: reviewCalls,
        onDone: (what) => {
          toast({ title: done[what] });
          void queryClient.invalidateQueries({ queryKey: queryKeys.backOffice.subjects });
        },
        onError: (error) => {
          // The session may have ended, or the admin may have to connect an authenticator app.
          if (error instanceof ApiError && [401, 403].includes(error.status)) {
            void queryClient.invalidateQueries(adminQuery);
          }
        },
      }),
  );
  const state = useStore(machine.store);
  useEffect(() => {
    machine.open(first);
    const close = (): void => machine.close();
    window.addEventListener('pagehide', close);
    return () => {
      window.removeEventListener('pagehide', close);
      machine.leave();
    };
  }, [machine, first]);
  const until = state.phase.kind === 'reviewing' ? state.phase.claim.until : undefined;
  useEffect(() => {
    if (until === undefined) return undefined;
    const timer = setTimeout(() => machine.expire(), Math.max(0, until - Date.now()));
    return () => clearTimeout(timer);
  }, [machine, until]);
  return [machine, state];
}

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
        {isLate && 'The post goes back to the queue in less than a minute.'}
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
      className="px-4"
      aria-disabled={isOff}
      aria-keyshortcuts={isNamed ? letter : undefined}
      onClick={run}
    >
      {text}
      {isNamed && <KeyHint letter={letter} />}
    </Button>
  );
}

/** Shown when no post is left that the admin can claim. */
function Empty({ passed, onStartOver }: { passed: number; onStartOver: () => void }) {
  const { data: counts } = useQuery(countsQuery);
  const others = Math.max(0, (counts?.queue ?? 0) - passed);
  return (
    <div className="flex max-w-xl gap-4 rounded-card border border-rule bg-sheet p-5 shadow-lift sm:p-7">
      <CircleCheckBig aria-hidden className="mt-1 size-6 shrink-0 text-good" />
      <div role="status">
        <p className="font-semibold">{passed > 0 ? 'Nothing else waits for you.' : 'All done. Thank you!'}</p>
        <p className="mt-1 text-soft">
          {others > 0
            ? `${counted(others, 'post')} of the queue ${others === 1 ? 'is' : 'are'} with other admins, or your own.`
            : 'No other post waits for a review.'}
        </p>
        <div className="mt-4 flex flex-wrap gap-2">
          {passed > 0 && (
            <Button onClick={onStartOver}>
              {passed === 1 ? 'Look at the Passed Post' : `Look at the ${passed} Passed Posts`}
            </Button>
          )}
          <Button asChild look="secondary">
            <Link to="/rtm-sys/queue">To the Queue</Link>
          </Button>
        </div>
      </div>
    </div>
  );
}

/** What is shown in place of a post. */
function Without({ machine, state: { phase, passed } }: { machine: ReviewMachine; state: ReviewState }) {
  switch (phase.kind) {
    case 'claiming':
      return (
        <div role="status" className="grid gap-6 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
          <span className="sr-only">Loading the next post…</span>
          <div className="aspect-square animate-breathe rounded-card bg-rule" />
        </div>
      );
    case 'empty':
      return <Empty passed={passed.length} onStartOver={() => void machine.startOver()} />;
    case 'ended':
    case 'failed': {
      const postId = phase.kind === 'ended' ? phase.postId : undefined;
      return (
        <div className="max-w-xl space-y-4">
          <Notice look="danger">
            {phase.kind === 'failed' ? `The next post could not be loaded. ${phase.why}` : phase.why}
          </Notice>
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => void machine.next()}>
              {phase.kind === 'failed' ? 'Try Again' : 'Next Post'}
            </Button>
            {postId !== undefined && (
              <Button look="secondary" onClick={() => void machine.claim(postId)}>
                Take It Again
              </Button>
            )}
          </div>
        </div>
      );
    }
    case 'reviewing':
      return null;
  }
}

/** Reviews one post of the queue after the other, by buttons or keys, from the post in the address on if it has one. */
export function ReviewPage() {
  const { post: first } = useSearch({ from: '/rtm-sys/review' });
  const [machine, state] = useReviewMachine(first);
  const [hasKeys, setKeys] = useSwitch('review:keys', true);
  const [isBlurredAtFirst, setBlurredAtFirst] = useBlurredAtFirst();
  const [asked, setAsked] = useState<{ id: string; kind: Asked }>();
  const [turned, setTurned] = useState<{ id: string; isBlurred: boolean }>();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const claim = state.phase.kind === 'reviewing' ? state.phase.claim : undefined;
  const item = claim?.item;
  const isBlurred = turned !== undefined && turned.id === item?.id ? turned.isBlurred : isBlurredAtFirst;
  // A question ends with its claim: the same post may be claimed again.
  if (asked && asked.id !== item?.id) setAsked(undefined);
  const question = asked && postActs[asked.kind];

  const ask = (kind: Asked): void => {
    if (item && !state.isBusy) setAsked({ id: item.id, kind });
  };
  const settle = (kind: Asked, given: Given): Promise<void> =>
    kind === 'escalate' ? machine.escalate(given) : machine.decide(kind, given);
  const turn = (): void => item && setTurned({ id: item.id, isBlurred: !isBlurred });
  const isOff = !item;
  const decisions: readonly Decision[] = [
    { letter: 'A', text: 'Approve', look: 'primary', isOff, run: () => void machine.decide('approve') },
    { letter: 'H', text: 'Hide…', isOff, run: () => ask('hide') },
    { text: 'Delete…', look: 'danger', isOff, run: () => ask('remove') },
    { letter: 'E', text: 'Escalate…', look: 'danger', isOff, run: () => ask('escalate') },
    ...(item?.reasons.some(({ source }) => source === 'report')
      ? [{ text: 'Dismiss Reports', run: () => void machine.decide('dismiss') }]
      : []),
    { letter: 'N', text: 'Next', run: () => void machine.next() },
    { letter: 'U', text: 'Undo', isOff: state.decided.length === 0, run: () => void machine.undo() },
  ];
  const keys = decisions.flatMap(({ letter, run }) => (letter ? [[letter.toLowerCase(), run]] : []));
  useKeys({ ...Object.fromEntries(keys), b: turn, '?': () => setHelpOpen(true) }, hasKeys);
  return (
    <div className="max-w-wide pb-28">
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
      <div className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-2 *:mb-0">
        <PageTitle>Review</PageTitle>
        {claim && <ClaimClock until={claim.until} onKeep={() => void machine.keep()} />}
      </div>
      {state.problem !== undefined && (
        <div className="mb-5">
          <Notice look="danger">{state.problem}</Notice>
        </div>
      )}
      <div role="group" aria-label="Decide" aria-busy={state.isBusy} className="mb-6 flex flex-wrap gap-2">
        {decisions.map((decision) => (
          <KeyButton key={decision.text} {...decision} hasKeys={hasKeys} />
        ))}
      </div>
      {item ? (
        <ReviewedPost key={item.id} item={item} isBlurred={isBlurred} onTurn={turn} hasKeys={hasKeys} />
      ) : (
        <Without machine={machine} state={state} />
      )}
      {question && asked && claim && (
        <ReasonDialog
          onClose={() => setAsked(undefined)}
          busy={state.isBusy}
          title={`${question.name} This Post?`}
          description={question.about}
          action={question.name}
          onDecide={(given) => void settle(asked.kind, given)}
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
