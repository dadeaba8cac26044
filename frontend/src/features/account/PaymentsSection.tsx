import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { messageOf } from '../../api/api-error.ts';
import type { OwnPayment } from '../../api/generated/schema.d.ts';
import { useSend } from '../../api/use-send.ts';
import { ShowMore } from '../../components/Button.tsx';
import { ConfirmDialog } from '../../components/Dialog.tsx';
import { LoadFailure, usePassing } from '../../components/Notice.tsx';
import { Section, SectionSkeleton } from '../../components/Section.tsx';
import { formatMoney } from '../../lib/money.ts';
import { paymentTitle } from './payment-texts.ts';
import { PaymentRow } from './PaymentRow.tsx';
import { paymentsQuery, useRequestRefund } from './payments.queries.ts';

interface RefundDialogProps {
  /** Undefined while the dialog is closed. */
  payment: OwnPayment | undefined;
  onClose: () => void;
  onRequested: () => void;
}

function RefundDialog({ payment, onClose, onRequested }: RefundDialogProps) {
  const refund = useRequestRefund();
  const isRequested = useRef(false);
  const send = useSend(refund, {
    onSuccess: () => {
      isRequested.current = true;
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open={payment !== undefined}
      onOpenChange={(open) => {
        if (open) return;
        refund.reset();
        onClose();
      }}
      title="Request a refund?"
      description={
        payment &&
        `${paymentTitle(payment)}, ${formatMoney(payment.price)}. The boost is put on hold until we have decided, within 5 to 10 business days.`
      }
      action="Request a refund"
      busy={refund.isPending}
      problem={
        refund.error ? { title: 'Failed to request a refund', text: messageOf(refund.error) } : undefined
      }
      onConfirm={() => payment && send(payment.id)}
      onCloseAutoFocus={(event) => {
        if (!isRequested.current) return;
        isRequested.current = false;
        // The pressed button has disappeared.
        event.preventDefault();
        onRequested();
      }}
    />
  );
}

const nothing = (
  <p>
    Nothing yet. You find both on the{' '}
    <Link to="/boost" className="text-link">
      boost page
    </Link>
    .
  </p>
);

export function PaymentsSection() {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(paymentsQuery);
  const [chosen, setChosen] = useState<OwnPayment>();
  const [done, showDone] = usePassing();
  const heading = useRef<HTMLHeadingElement>(null);
  const payments = data?.pages.flatMap((page) => page.payments);
  return (
    <Section
      title="My boosts and donations"
      anchor="payments"
      intro="What you have paid, and what your boosts have brought."
      notice={done}
      heading={heading}
    >
      {!payments && !error && <SectionSkeleton of="boosts and donations">{nothing}</SectionSkeleton>}
      {!payments && error && (
        <LoadFailure text={messageOf(error, 'Your payments could not be loaded.')} onRetry={refetch} />
      )}
      {payments?.length === 0 && nothing}
      {payments && payments.length > 0 && (
        <ul aria-label="Boosts and donations" className="divide-y divide-rule border-y border-rule">
          {payments.map((payment) => (
            <PaymentRow key={payment.id} payment={payment} onRequestRefund={() => setChosen(payment)} />
          ))}
        </ul>
      )}
      {hasNextPage && <ShowMore busy={isFetchingNextPage} onClick={() => void fetchNextPage()} />}
      <RefundDialog
        payment={chosen}
        onClose={() => setChosen(undefined)}
        onRequested={() => {
          showDone('Refund requested');
          heading.current?.focus();
        }}
      />
    </Section>
  );
}
