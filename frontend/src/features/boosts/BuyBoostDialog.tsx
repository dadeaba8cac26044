import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../api/api-error.ts';
import { pricesQuery } from '../../api/boosts.ts';
import { useSend } from '../../api/use-send.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { Notice } from '../../components/Notice.tsx';
import type { BoostType } from '../../lib/boosts.ts';
import { BoostChoice } from './BoostChoice.tsx';
import { CheckoutRefusal } from './CheckoutRefusal.tsx';
import { useBuyBoost } from './boosts.queries.ts';

interface BuyBoostDialogProps {
  postId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Buys a boost for a post: asks for the kind, and opens the checkout page. */
export function BuyBoostDialog({ postId, open, onOpenChange }: BuyBoostDialogProps) {
  const { data: prices, error } = useQuery({ ...pricesQuery, enabled: open });
  const [boostType, setBoostType] = useState<BoostType>('regular');
  const buy = useBuyBoost();
  const send = useSend(buy);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      busy={buy.isPending}
      title="Boost This Post"
      description="It starts as soon as the payment is confirmed, and cannot be paused or refunded once it is active."
    >
      <div className="mt-5 space-y-5">
        {!prices && error && (
          <Notice look="danger">{messageOf(error, 'The prices could not be loaded.')}</Notice>
        )}
        {!prices && !error && <p className="text-soft">Loading prices…</p>}
        {prices && <BoostChoice prices={prices} value={boostType} onChange={setBoostType} />}
        {prices?.isTest && (
          <p className="text-[0.9375rem] text-soft">
            <strong className="font-bold text-ink">Test mode:</strong> no money moves.
          </p>
        )}
        <CheckoutRefusal error={buy.error} />
        <Button
          className="w-full"
          busy={buy.isPending}
          aria-disabled={!prices}
          onClick={() => send({ boostType, postId })}
        >
          Continue to Payment
        </Button>
      </div>
    </Dialog>
  );
}
