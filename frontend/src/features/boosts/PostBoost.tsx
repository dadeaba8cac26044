import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Zap } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { postBoostQuery, pricesQuery, refreshBoosts, useUnusedBoosts } from '../../api/boosts.ts';
import type { CheckoutStatus, Post, Prices } from '../../api/generated/schema.d.ts';
import { Button } from '../../components/Button.tsx';
import { toast } from '../../components/toast.ts';
import { boostDurations, boostNames, boostOf } from '../../lib/boosts.ts';
import { formatDuration } from '../../lib/durations.ts';
import { formatMoney } from '../../lib/money.ts';
import { useForMembers } from '../session/MembersGate.tsx';
import { ApplyBoostDialog } from './ApplyBoostDialog.tsx';
import type { PostBoostSearch } from './boost-search.ts';
import { BuyBoostDialog } from './BuyBoostDialog.tsx';
import { CheckoutReturn } from './CheckoutReturn.tsx';
import { useObstacles } from './obstacles.ts';

/** What a boost does for the post now, or would do. */
function effectOn(post: Post): string {
  const boost = boostOf(post);
  if (boost) return `Your ${boostNames[boost]} puts this post ahead of all posts without one.`;
  if (!post.isPublic) return 'You can boost this post once everybody can see it.';
  return 'A boost puts this post ahead of all posts without one.';
}

/** What can be bought, and for how much once that is known. */
function Offers({ prices }: { prices: Prices | undefined }) {
  return (
    <dl className="grow text-[0.8125rem] leading-snug lg:text-[0.9375rem]">
      {(['regular', 'mega'] as const).map((type) => (
        <div key={type} className="flex justify-between gap-2">
          <dt className="text-soft">{boostDurations[type]}</dt>
          {/* As wide before it is known. */}
          <dd className={`font-semibold ${prices ? '' : 'invisible'}`}>
            {prices ? formatMoney(prices[type]) : 'USD 0.00'}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The owner's controls: buys or applies a boost, or says why the boost is on hold. No higher than the scale of others. */
export function PostBoost({ post }: { post: Post }) {
  const forMembers = useForMembers();
  const obstacles = useObstacles();
  const unused = useUnusedBoosts();
  const { data: boost } = useQuery(postBoostQuery(post));
  const [dialog, setDialog] = useState<'buy' | 'apply'>();
  const { data: prices } = useQuery(pricesQuery);
  const close = (): void => setDialog(undefined);
  const isHeld = boost?.state === 'held';
  const canBoost = post.isPublic && !boostOf(post) && boost === null;
  const canApply = canBoost && unused !== undefined && unused.count > 0 && obstacles.toApply === undefined;
  const canBuy = canBoost && obstacles.toBuy === undefined;
  return (
    <div className="flex flex-col gap-2">
      <h2 className="font-display text-lg leading-tight font-extrabold">Boost</h2>
      {isHeld ? (
        <p
          key="held"
          className="rounded-control border-l-4 border-accent bg-wash px-3 py-1.5 max-lg:text-[0.9375rem]"
        >
          <strong className="font-bold">{`Your ${boostNames[boost.boostType]} is on hold.`}</strong>{' '}
          <span>{`It keeps the ${formatDuration(boost.remainingMs)} that are left.`}</span>
        </p>
      ) : (
        <p key="effect" className="text-[0.8125rem] leading-snug text-soft lg:text-[0.9375rem]">
          {(canBoost && obstacles.toBuy) || effectOn(post)}
        </p>
      )}
      {(canApply || canBuy) && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 md:max-lg:[&_svg]:hidden">
          {canBuy && !canApply && <Offers prices={prices} />}
          {canApply && (
            <Button className="grow px-3!" onClick={() => setDialog('apply')}>
              <Zap aria-hidden className="size-5" />
              Apply Boost
            </Button>
          )}
          {canBuy && (
            <Button
              look="secondary"
              className="grow px-3!"
              onClick={() => void forMembers('Account required to boost posts', () => setDialog('buy'))}
            >
              <Zap aria-hidden className="size-5" />
              Buy Boost{canApply && prices && ` from ${formatMoney(prices.regular)}`}
            </Button>
          )}
        </div>
      )}
      <BuyBoostDialog postId={post.id} open={dialog === 'buy'} onOpenChange={(open) => open || close()} />
      <ApplyBoostDialog postId={post.id} open={dialog === 'apply'} onClose={close} />
    </div>
  );
}

interface PostBoostReturnProps {
  postId: string;
  /** What the address says about a checkout that led back here. */
  back: PostBoostSearch;
  /** Removes it from the address. */
  onHandled: () => void;
}

/** What became of a boost that was bought for a post. */
function purchased(boost: CheckoutStatus['boost'], postId: string): string {
  if (!boost) return 'It starts as soon as the payment is confirmed.';
  if (boost.isActive && boost.postId === postId) return 'Your post is boosted now.';
  if (boost.state === 'unclaimed') {
    return 'This post could not be boosted, so the boost is unused. You can apply it to another post.';
  }
  return 'You find its state in your account settings.';
}

const cancelled = 'Boost Cancelled - Your payment was cancelled. No charges were made.';

/** Handles the return from the checkout of a boost for this post: a toast or a notice, and then the address. */
export function PostBoostReturn({ postId, back, onHandled }: PostBoostReturnProps) {
  const queryClient = useQueryClient();
  // The address forgets the session at once, the page does not.
  const [sessionId] = useState(back.boost === 'success' ? back.session_id : undefined);
  useEffect(() => {
    if (back.boost === undefined) return;
    if (back.boost === 'success' && sessionId !== undefined) return;
    if (back.boost === 'cancelled') toast({ title: cancelled });
    else {
      toast({ title: 'Boost Purchased!', description: 'It starts as soon as the payment is confirmed.' });
      void refreshBoosts(queryClient);
    }
    onHandled();
  }, [back.boost, sessionId, onHandled, queryClient]);
  const answer = useCallback(
    (checkout: CheckoutStatus | undefined): void => {
      if (checkout?.status === 'paid') {
        toast({ title: 'Boost Purchased!', description: purchased(checkout.boost, postId) });
      }
      onHandled();
    },
    [postId, onHandled],
  );
  if (sessionId === undefined) return null;
  return (
    <div className="mt-3 has-[>:empty:only-child]:mt-0">
      <CheckoutReturn sessionId={sessionId} onAnswer={answer} />
    </div>
  );
}
