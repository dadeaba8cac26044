import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Heart, Keyboard, KeyboardOff, SkipForward } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { flushSync, preload } from 'react-dom';
import { isForLackOfNetwork, messageOf } from '../../api/api-error.ts';
import { chosenScore } from '../../api/draft-storage.ts';
import { marksQuery } from '../../api/marks.ts';
import { beforeLogout } from '../../api/change-session.ts';
import { sessionQuery, useSession } from '../../api/session.ts';
import { shownTo } from '../../api/user-storage.ts';
import { LoadFailure } from '../../components/Notice.tsx';
import { useStore } from '../../lib/create-store.ts';
import { useReconnect } from '../../lib/use-reconnect.ts';
import { sayNotRated, useLikePost } from '../post/post.queries.ts';
import { ReportControl } from '../report/ReportControl.tsx';
import { MembersGate, useForMembers, VerifyFirst } from '../session/MembersGate.tsx';
import { LastScoreStrip } from './LastScore.tsx';
import { PhotosToRate } from './PhotosToRate.tsx';
import { FIRST_PHOTOS, firstPhotosQuery, readMorePhotos, useSendScore } from './rate.queries.ts';
import { isWeekSeen, RateQueue, shownPhoto } from './rate-queue.ts';
import { Break, NothingLeft, WeekSeen } from './RateCards.tsx';
import { focusScale, Scale } from './Scale.tsx';
import { useKeySwitch, useRateKeys } from './use-rate-keys.ts';

/** The queue of this visit of the page. What was chosen last is sent when the page is left. */
function useRateQueue(): RateQueue {
  const queryClient = useQueryClient();
  const { mutateAsync } = useSendScore();
  const session = () => queryClient.getQueryData(sessionQuery.queryKey);
  const [queue] = useState(
    () =>
      new RateQueue({
        readFirst: () => queryClient.fetchQuery(firstPhotosQuery),
        readMore: (loaded) => readMorePhotos(queryClient, loaded),
        send: mutateAsync,
        account: () => session()?.id ?? null,
        onRefused: (error) => {
          // An own photo needs no words.
          if (error.status !== 403 || session()?.suspension) sayNotRated(error);
        },
      }),
  );
  useEffect(() => {
    queue.open();
    const leave = () => queue.leave();
    window.addEventListener('pagehide', leave);
    beforeLogout.add(leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      beforeLogout.delete(leave);
      void leave();
      // The next visit begins without what was rated.
      queryClient.removeQueries({ queryKey: firstPhotosQuery.queryKey });
    };
  }, [queue, queryClient]);
  useReconnect(() => queue.open());
  return queue;
}

const action =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-control border-[1.5px] border-line bg-sheet px-2.5 text-[0.9375rem] font-semibold hover:border-accent hover:text-accent sm:px-4';

/** Likes are not read: who has liked a photo before sees that on its page. */
function useLiking(postId: string | undefined) {
  const { data } = useQuery({ ...marksQuery(postId ?? ''), enabled: false });
  const { mutate } = useLikePost(postId ?? '');
  const forMembers = useForMembers();
  const liked = postId !== undefined && (data?.likedPosts.includes(postId) ?? false);
  return { liked, toggle: () => postId && forMembers('Please sign up to like posts', () => mutate(!liked)) };
}

function OneAfterAnother() {
  const queue = useRateQueue();
  const state = useStore(queue.store);
  const { photos, isAll, failure, last, unsent, pausedUntil } = state;
  const photo = shownPhoto(state);
  const { user, isLoading } = useSession();
  const forMembers = useForMembers();
  const [hasKeys, switchKeys] = useKeySwitch();
  const scale = useRef<HTMLDivElement>(null);
  const report = useRef<HTMLButtonElement>(null);
  const kept = shownTo(useStore(chosenScore), user?.id ?? null);
  const isPaused = pausedUntil !== undefined;
  const isReading = !isPaused && photos.length === 0 && !isAll && !failure;
  const liking = useLiking(photo?.id);
  const waiting = photo && kept?.postId === photo.id ? kept.score : undefined;
  const toScale = useCallback(() => focusScale(scale.current), []);

  // Of the moment: keys are faster than renders.
  const rater = () => {
    const current = shownPhoto(queue.store.read());
    return (score: number): void => {
      if (!current) return;
      const rate = (): void => queue.choose(current.id, score);
      if (user?.emailVerified) return rate();
      if (!isLoading) chosenScore.keep({ postId: current.id, score, via: 'rate' }, user?.id ?? null);
      const other =
        kept && kept.postId !== current.id
          ? ` It takes the place of your ${kept.score} for another photo.`
          : '';
      return forMembers(
        `Please sign up to rate posts. Your ${score} out of 10 is sent after that.${other}`,
        rate,
      );
    };
  };
  const act = {
    like: liking.toggle,
    skip: () => queue.skip(),
    report: () => report.current?.click(),
    undo: () => {
      flushSync(() => queue.undo());
      toScale();
    },
    scale: toScale,
  };
  useRateKeys({ isOn: hasKeys && photo !== undefined, rater, act: (what) => act[what]() });

  const then = user ? 'that' : 'you register';
  return (
    <>
      {isPaused && <Break until={pausedUntil} />}
      {!isPaused && isWeekSeen(state) && (
        <WeekSeen
          onGoOn={() => {
            flushSync(() => queue.goOn());
            toScale();
          }}
        />
      )}
      {!isPaused && photos.length === 0 && isAll && <NothingLeft />}
      {!isPaused && photos.length === 0 && !isAll && failure && (
        <LoadFailure
          text={
            isForLackOfNetwork(failure)
              ? 'You are offline. The photos come when you are connected again.'
              : messageOf(failure, 'The photos could not be loaded.')
          }
          onRetry={() => queue.read()}
          className="flex grow flex-col items-center justify-center gap-4"
        />
      )}
      {isReading && (
        <p
          role="status"
          className="grid min-h-56 grow place-items-center rounded-card bg-wash text-soft unscripted:hidden"
        >
          One moment…
        </p>
      )}
      {photo && <PhotosToRate photos={photos} />}
      <LastScoreStrip
        last={last}
        unsent={unsent}
        note={waiting === undefined ? undefined : `Your ${waiting} out of 10 is sent after ${then}.`}
        onUndo={act.undo}
        onLostFocus={toScale}
      />
      {user && !user.emailVerified && <VerifyFirst user={user} />}
      {(!user || user.emailVerified) && (photo || isReading) && (
        <div className="space-y-2 unscripted:hidden">
          <Scale ref={scale} waiting={waiting} isOff={!photo} onChoose={(score) => rater()(score)} />
          <div className={`flex flex-wrap items-center justify-center gap-2 ${photo ? '' : 'invisible'}`}>
            <button type="button" onClick={act.skip} className={action}>
              <SkipForward aria-hidden className="size-4" />
              Skip
            </button>
            <button type="button" aria-pressed={liking.liked} onClick={liking.toggle} className={action}>
              <Heart aria-hidden className={`size-4 ${liking.liked ? 'fill-danger text-danger' : ''}`} />
              Like
            </button>
            <ReportControl
              ref={report}
              of={{ kind: 'post', id: photo?.id ?? '' }}
              className={action}
              onReported={() => queue.skip()}
            />
            <button
              type="button"
              role="switch"
              aria-checked={hasKeys}
              onClick={() => switchKeys(!hasKeys)}
              className={`${action} hidden! pointer-fine:inline-flex!`}
            >
              {hasKeys ? (
                <Keyboard aria-hidden className="size-4" />
              ) : (
                <KeyboardOff aria-hidden className="size-4" />
              )}
              Keys
            </button>
          </div>
          <p className="hidden text-center text-sm text-soft pointer-fine:block">
            {hasKeys
              ? 'Keys: 0 to 9 rate, 1 then 0 is 10, U takes back, ← → choose a score, L likes, S skips, R reports.'
              : 'Keys are off.'}
          </p>
        </div>
      )}
    </>
  );
}

/** Starts over for another account. Until it is known who asks, the first photos are shown already. */
function useVisit(): number {
  const { user, isLoading } = useSession();
  const account = isLoading ? undefined : (user?.id ?? null);
  const [visit, setVisit] = useState({ account, number: 0 });
  if (account !== undefined && account !== visit.account) {
    setVisit({ account, number: visit.number + (visit.account === undefined ? 0 : 1) });
  }
  return visit.number;
}

/** Rating one photo after another: one fills the window between the header and the scale. */
export function RatePage() {
  // A first visit asks for them before the app is there; with something skipped or unsent the call is another.
  if (import.meta.env.SSR) preload(FIRST_PHOTOS, { as: 'fetch', crossOrigin: 'use-credentials' });
  return (
    <MembersGate>
      <div
        data-needs-app
        className="mx-auto flex min-h-[calc(100dvh-var(--spacing)*14-7px-var(--bar)-var(--banners,0px))] max-w-reading flex-col gap-2 px-2 py-2 sm:min-h-[calc(100dvh-var(--spacing)*18-7px-var(--bar)-var(--banners,0px))] sm:px-6 sm:py-3"
      >
        <h1 tabIndex={-1} className="sr-only">
          Rate
        </h1>
        <noscript>
          <p className="py-10 text-center text-lg">
            Rating needs JavaScript. You can see the photos on the{' '}
            <Link to="/leaderboard" className="text-link">
              Leaderboard
            </Link>
            .
          </p>
        </noscript>
        <OneAfterAnother key={useVisit()} />
      </div>
    </MembersGate>
  );
}
