import { useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useSession } from '../../api/session.ts';
import type { PendingRating } from '../../api/draft-storage.ts';
import { usePendingRating } from '../../api/use-pending-rating.ts';
import { useUnposted } from '../../api/use-unposted.ts';
import { Notices } from '../../components/Notices.tsx';
import { apart, onDemand } from '../../components/on-demand.tsx';
import { LeaderboardCall } from './LeaderboardCall.tsx';
import { SampleSheet } from './ScoreSheet.tsx';
import { UploadCard } from './UploadCard.tsx';

const RatingView = onDemand(
  () => import('./RatingView.tsx').then((module) => module.RatingView),
  undefined,
  () => undefined,
);
const MembersHome = apart(() => import('./MembersHome.tsx').then((module) => module.MembersHome));
const notices = () => import('./PendingNotice.tsx');
const PendingNotice = onDemand(() => notices().then((module) => module.PendingNotice));
const DamagedRating = onDemand(() => notices().then((module) => module.DamagedRating));
const EarlierRating = onDemand(() => notices().then((module) => module.EarlierRating));
// After another try, which few make.
const EarlierSheet = apart(() =>
  import('../score-sheet/EarlierSheet.tsx').then((module) => module.EarlierSheet),
);
const VerifyReminder = onDemand(() =>
  import('../session/MembersGate.tsx').then((module) => module.VerifyReminder),
);

function Hero({ children }: { children: ReactNode }) {
  return (
    <section className="grid grid-cols-1 items-center gap-6 sm:gap-10 lg:grid-cols-[1.05fr_1fr] lg:gap-16">
      <div>
        <p className="eyebrow text-accent at-home:hidden">Rated out of ten, for fun</p>
        <h1
          tabIndex={-1}
          className="mt-2 text-[min(clamp(2.9rem,1.6rem+5.4vw,5.6rem),17vw)] leading-[0.98] font-black tracking-[-0.035em] at-home:text-4xl sm:mt-4 at-home:sm:text-6xl"
        >
          Put your best foot forward.
          <sup
            aria-hidden
            className="max-lg:hidden at-home:hidden top-[-1.3em] ml-1 text-[0.34em] font-bold text-accent"
          >
            1
          </sup>
        </h1>
        <div className="max-w-xl at-home:hidden">
          <p className="mt-4 text-lg text-soft sm:mt-6 sm:text-xl">
            Upload a photo of your own feet and get a score out of 10, four category scores and a kind word.
            No registration needed.
          </p>
          <p className="mt-8 flex gap-2 border-t max-lg:hidden border-rule pt-3 text-[0.9375rem] text-soft">
            <span aria-hidden className="font-display text-xs font-bold text-accent">
              1
            </span>
            The other one may come along, too.
          </p>
        </div>
      </div>
      <div className="relative">
        <div
          aria-hidden
          className="absolute -inset-x-4 -top-4 -bottom-8 sm:-top-8 halftone [mask-image:linear-gradient(200deg,#000,transparent_62%)] lg:-right-6"
        />
        <div className="relative">{children}</div>
      </div>
    </section>
  );
}

const steps = [
  [
    'Upload a photo',
    'Your own feet, and only feet. Where it was taken and every other hidden detail is removed.',
  ],
  [
    'Get your score',
    'A playful AI rating out of 10: alignment, nails, shape and aesthetic, with a short comment.',
  ],
  ['Climb the board', 'Post it under a made-up name if you like. A fresh weekly board starts every Monday.'],
] as const;

function HowItWorks() {
  return (
    <section aria-labelledby="how-it-works">
      <h2 id="how-it-works" className="text-3xl sm:text-4xl">
        How It Works
      </h2>
      <ol className="mt-8 grid gap-4 md:grid-cols-3 md:gap-6">
        {steps.map(([title, text], index) => (
          <li key={title} className="rounded-card border border-rule bg-sheet p-6 sm:p-7">
            <span aria-hidden className="font-display text-6xl leading-none font-black text-accent">
              {index + 1}
            </span>
            <h3 className="mt-4 text-xl sm:text-2xl">{title}</h3>
            <p className="mt-2 text-soft">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The home page: upload a photo, get its rating, publish it; continues with a saved rating. */
export function Home() {
  const { user, isLoading } = useSession();
  const { again } = useSearch({ from: '/' });
  const { shown, earlier, show, exchange, remove } = useUnposted(user);
  const { pending, isInvalid, keep, forget } = usePendingRating(user);
  const isPending = (rating: PendingRating): boolean => rating.imageHash === pending?.imageHash;
  // The one that waits to be posted has a notice of its own.
  const aside = earlier && !isPending(earlier) ? earlier : null;
  const forgetShown = (): void => {
    if (!shown) return;
    if (isPending(shown)) forget();
    remove(shown.imageHash);
  };
  useEffect(() => {
    // `theme.js` has hidden what the rating takes the place of.
    if (!isLoading && !shown) delete document.documentElement.dataset.rated;
  }, [isLoading, shown]);
  const isMember = user?.emailVerified === true;
  const isNone = !isLoading && !isInvalid && !pending && !aside && !shown && (user === null || isMember);
  return (
    <div
      data-home={isLoading ? '' : isMember}
      className="mx-auto max-w-wide space-y-16 px-4 pt-5 pb-16 sm:space-y-24 sm:px-6 sm:pt-12 sm:pb-24"
    >
      <div>
        <Notices isNone={isNone}>
          <div className="space-y-8 pb-8 empty:hidden">
            {isInvalid && <DamagedRating forget={forget} />}
            {pending && !isLoading && (
              <PendingNotice
                pending={pending}
                user={user}
                forget={forget}
                onPublished={({ imageHash }) => remove(imageHash)}
              />
            )}
            {user && !user.emailVerified && !pending && <VerifyReminder user={user} />}
            {aside && <EarlierRating rating={aside} onShow={exchange} />}
          </div>
          {shown && (
            <RatingView
              key={shown.imageHash}
              rating={shown}
              aside={aside}
              user={user}
              isWaiting={isPending(shown)}
              onKeep={keep}
              onPublished={forgetShown}
              onUploadAnother={(isPosted) => {
                if (isPosted) forgetShown();
                else show(null);
                window.scrollTo({ top: 0 });
              }}
            />
          )}
          {shown && user && again && <EarlierSheet postId={again} rating={shown} />}
        </Notices>
        {!shown && (
          <div className="rated:hidden">
            <Hero>
              <UploadCard onRated={show} />
            </Hero>
            <div className="hidden min-h-116 at-home:block">{isMember && <MembersHome />}</div>
          </div>
        )}
      </div>
      {!shown && (
        <div className="at-home:hidden rated:hidden">
          <SampleSheet />
        </div>
      )}
      <HowItWorks />
      <LeaderboardCall />
    </div>
  );
}
