import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { messageOf } from '../../api/api-error.ts';
import { pricesQuery } from '../../api/boosts.ts';
import type { CheckoutStatus } from '../../api/generated/schema.d.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { LoadFailure } from '../../components/Notice.tsx';
import { toast } from '../../components/toast.ts';
import { useSession } from '../../api/session.ts';
import { MembersGate } from '../session/MembersGate.tsx';
import type { BoostSearch } from './boost-search.ts';
import { BoostCard } from './BoostCard.tsx';
import { CheckoutReturn } from './CheckoutReturn.tsx';
import { DonationCard } from './DonationCard.tsx';
import { OpenCheckouts } from './OpenCheckouts.tsx';

const steps = [
  ['Pay', 'On the page of our payment provider. We never see your card.'],
  ['See “1 Unused Boost” in the header', 'It waits for you there as long as you like.'],
  ['Apply it to any post', 'Any public post of yours that has no boost. You find the button on its page.'],
  [
    'Stay ahead for 24 hours or 7 days',
    'A Regular Boost lasts 24 hours and a Mega Boost 7 days, from the moment you apply it.',
  ],
] as const;

function HowItWorks() {
  return (
    <section aria-labelledby="how-boosts-work">
      <h2 id="how-boosts-work" className="text-3xl">
        How it works
      </h2>
      <ol className="mt-6 grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {steps.map(([title, text], index) => (
          <li key={title} className="rounded-card border border-rule bg-sheet p-5">
            <span aria-hidden className="font-display text-5xl leading-none font-black text-accent">
              {index + 1}
            </span>
            <h3 className="mt-3 text-lg">{title}</h3>
            <p className="mt-1.5 text-[0.9375rem] text-soft">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function ThanksDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title="Thank You!"
      description="Your donation has arrived. It keeps the lights on and the board running."
    >
      <Button className="mt-6 w-full" onClick={onClose}>
        Close
      </Button>
    </Dialog>
  );
}

interface BoostPageProps {
  /** What the address says about a checkout that led back here. */
  back: BoostSearch;
  /** Removes it from the address. */
  onHandled: () => void;
  onBought: () => void;
}

/** Handles the return from a checkout: toasts and dialogs, and then the address. */
function useReturn({ back, onHandled, onBought }: BoostPageProps) {
  // The address forgets the session at once, the page does not.
  const [sessionId] = useState(back.session_id);
  const [hasThanks, setThanks] = useState(false);
  const isCancelled = back.cancelled !== undefined;
  useEffect(() => {
    if (!isCancelled) return;
    toast({ title: 'Payment Cancelled', description: 'No charges were made.' });
    onHandled();
  }, [isCancelled, onHandled]);
  const answer = useCallback(
    (checkout: CheckoutStatus | undefined): void => {
      if (checkout?.status !== 'paid') return onHandled();
      if ((checkout.kind ?? back.type) === 'donation') {
        setThanks(true);
        return onHandled();
      }
      toast({
        title: 'Boost Purchased!',
        description: 'It waits until you apply it to one of your posts.',
      });
      // Later somebody may be in the middle of something on this page.
      if (back.session_id !== undefined) onBought();
    },
    [back.type, back.session_id, onHandled, onBought],
  );
  return { sessionId, answer, hasThanks, closeThanks: () => setThanks(false) };
}

/** Sells boosts and takes donations; checkouts lead back here. */
export function BoostPage(props: BoostPageProps) {
  const { data: prices, error, refetch } = useQuery(pricesQuery);
  const { user } = useSession();
  const { sessionId, answer, hasThanks, closeThanks } = useReturn(props);
  return (
    <MembersGate>
      <div className="mx-auto max-w-wide space-y-12 px-4 pt-10 pb-16 sm:px-6 sm:pt-14">
        <div>
          <h1 tabIndex={-1} className="text-4xl sm:text-5xl">
            Boost Your Post
          </h1>
          <p className="mt-4 max-w-2xl text-lg text-soft">
            A boost puts one of your posts above the others on the board of all posts. It never changes its
            rating, and never its rank in the week.
          </p>
        </div>
        {sessionId !== undefined && <CheckoutReturn sessionId={sessionId} onAnswer={answer} />}
        {user && <OpenCheckouts />}
        {!prices && error && (
          <LoadFailure
            text={messageOf(error, 'The prices could not be loaded.')}
            onRetry={refetch}
            className="max-w-md space-y-4"
          />
        )}
        {!error && (
          <div>
            <div className="grid items-stretch gap-6 md:grid-cols-2">
              <BoostCard boostType="regular" price={prices?.regular} />
              <BoostCard boostType="mega" price={prices?.mega} />
            </div>
            {prices?.isTest && (
              <p className="mt-5 rounded-control border-l-4 border-accent bg-wash px-4 py-3">
                <strong className="font-bold">Test mode:</strong> no money moves, and no card is charged.
              </p>
            )}
          </div>
        )}
        <HowItWorks />
        {prices && <DonationCard prices={prices} />}
        <p className="text-[0.9375rem] text-soft">
          One-time payments, no subscription. See our{' '}
          <Link to="/termsofservice" className="text-link">
            Terms of Service
          </Link>{' '}
          and our{' '}
          <Link to="/privacypolicy" className="text-link">
            Privacy Policy
          </Link>
          .
        </p>
      </div>
      <ThanksDialog open={hasThanks} onClose={closeThanks} />
    </MembersGate>
  );
}
