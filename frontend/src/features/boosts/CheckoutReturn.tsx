import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../api/api-error.ts';
import { refreshBoosts } from '../../api/boosts.ts';
import type { CheckoutStatus } from '../../api/generated/schema.d.ts';
import { useSession } from '../../api/session.ts';
import { Button, Spinner } from '../../components/Button.tsx';
import { Notice } from '../../components/Notice.tsx';
import { checkoutQuery } from './boosts.queries.ts';
import { isConfirming, newsOf } from './checkout-answer.ts';

interface CheckoutReturnProps {
  sessionId: string;
  /** Called with what is known after a few seconds, undefined if it could not be read, and with each change after that. */
  onAnswer: (checkout: CheckoutStatus | undefined) => void;
}

/**
 * Asks what became of a checkout for as long as the page is open, and says so in a notice unless it is paid. Works whether the
 * payment provider has told the server before, tells it meanwhile, or never does.
 */
export function CheckoutReturn({ sessionId, onAnswer }: CheckoutReturnProps) {
  const queryClient = useQueryClient();
  const { user } = useSession();
  const [chance] = useState(Math.random);
  const { data, error, errorUpdateCount, isFetching, refetch } = useQuery(checkoutQuery(sessionId, chance));
  const checkout = data?.checkout;
  const isWaiting = isConfirming(checkout, (data?.answers ?? 0) + errorUpdateCount);
  const outcome = isWaiting ? undefined : `${checkout?.status} ${checkout?.boost?.state}`;
  const answered = useRef<string>(undefined);
  useEffect(() => {
    if (outcome === undefined || outcome === answered.current) return;
    answered.current = outcome;
    if (checkout) void refreshBoosts(queryClient);
    onAnswer(checkout);
  }, [outcome, checkout, onAnswer, queryClient]);
  const news = !isWaiting && checkout && newsOf(checkout);
  return (
    <>
      {/* There before the outcome, which many screen readers would not say otherwise. */}
      <div role="status" className="empty:sr-only">
        {isWaiting && (
          <Notice look="calm">
            <p className="flex items-center gap-3 font-semibold">
              <Spinner /> <span>Confirming your payment…</span>
            </p>
          </Notice>
        )}
        {news && (
          <Notice look="calm">
            <p className="font-semibold">{news.title}</p>
            <p className="mt-0.5">
              <span>{news.text}</span>
              {news.isListed && user && (
                <span>
                  {' '}
                  Its state is under{' '}
                  <Link to="/account/settings" hash="payments" className="text-link">
                    My boosts and donations
                  </Link>{' '}
                  in your account settings.
                </span>
              )}
            </p>
          </Notice>
        )}
      </div>
      {!isWaiting && !checkout && (
        <Notice look="danger">
          <p className="font-semibold">We could not check your payment.</p>
          <p className="mt-0.5">{messageOf(error, 'If you have paid, nothing is lost.')}</p>
          <Button look="secondary" className="mt-3" busy={isFetching} onClick={() => void refetch()}>
            Try Again
          </Button>
        </Notice>
      )}
    </>
  );
}
