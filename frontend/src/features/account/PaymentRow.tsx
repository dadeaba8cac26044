import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ReceiptText } from 'lucide-react';
import { messageOf } from '../../api/api-error.ts';
import type { OwnPayment } from '../../api/generated/schema.d.ts';
import { Button } from '../../components/Button.tsx';
import { toastFailure } from '../../components/toast.ts';
import { formatMoment, formatShortDate } from '../../lib/dates.ts';
import { formatMoney } from '../../lib/money.ts';
import { boostText, broughtTexts, paymentStates, paymentTitle, refundTexts } from './payment-texts.ts';
import { readReceipt } from './payments.queries.ts';

/**
 * Opens the receipt in a new tab. The tab opens with the press, before the address is known: browsers block tabs that
 * open later.
 */
function useReceipt() {
  return useMutation({
    mutationFn: async (id: string) => {
      const tab = window.open('', '_blank');
      try {
        const url = await readReceipt(id);
        if (!tab) return window.location.assign(url);
        tab.opener = null;
        return tab.location.replace(url);
      } catch (error) {
        tab?.close();
        throw error;
      }
    },
    onError: (error) => toastFailure('Failed to fetch receipt', messageOf(error)),
  });
}

interface PaymentRowProps {
  payment: OwnPayment;
  onRequestRefund: () => void;
}

/** One boost or donation: what it is, its state, what it brought, and what can be done about it. */
export function PaymentRow({ payment, onRequestRefund }: PaymentRowProps) {
  const { id, price, status, startedAt, paidAt, boost, brought, canRequestRefund } = payment;
  const receipt = useReceipt();
  const title = paymentTitle(payment);
  const date = paidAt ?? startedAt;
  const sentences = [...(boost ? [boostText(boost)] : []), ...refundTexts(payment)];
  // With the time, because there may be several of one kind and day.
  const name = `${title} of ${formatMoment(date)}`;
  return (
    <li aria-label={name} className="py-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-5">
        <p className="font-semibold">
          {title} · {formatMoney(price)}
        </p>
        <p className="rounded-full bg-wash px-3 py-0.5 text-sm font-bold">{paymentStates[status]}</p>
      </div>
      <p className="text-[0.9375rem] text-soft">
        <span>{paidAt === null ? 'Started on' : 'Paid on'}</span>{' '}
        <time dateTime={date}>{formatShortDate(date)}</time>
        {boost?.postId && (
          <span>
            {' · '}
            <Link to="/post/$id" params={{ id: boost.postId }} className="text-link">
              the post
            </Link>
          </span>
        )}
      </p>
      {sentences.length > 0 && <p className="mt-1 text-[0.9375rem]">{sentences.join(' ')}</p>}
      {brought && (
        <p className="mt-1 text-[0.9375rem]">
          <strong className="font-semibold">What it brought:</strong> {broughtTexts(brought).join(', ')}
        </p>
      )}
      {(paidAt !== null || canRequestRefund) && (
        <div className="mt-3 flex flex-wrap gap-2">
          {paidAt !== null && (
            <Button
              look="secondary"
              busy={receipt.isPending}
              onClick={() => receipt.mutate(id)}
              aria-label={`Receipt of the ${name} (opens in a new tab)`}
            >
              <ReceiptText aria-hidden className="size-5" />
              Receipt
            </Button>
          )}
          {canRequestRefund && (
            <Button look="secondary" onClick={onRequestRefund} aria-label={`Request a refund of the ${name}`}>
              Request a refund
            </Button>
          )}
        </div>
      )}
    </li>
  );
}
