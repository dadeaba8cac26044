import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { ApiError, messageOf } from '../../../api/api-error.ts';
import { api, bodyOf, download } from '../../../api/client.ts';
import type { AdminPaymentDetails, PaymentMoment } from '../../../api/generated/schema.d.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { Button } from '../../../components/Button.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { Section } from '../../../components/Section.tsx';
import { toastFailure } from '../../../components/toast.ts';
import { formatMinute } from '../../../lib/dates.ts';
import { formatMoney } from '../../../lib/money.ts';
import { pathOf } from '../acts/act.ts';
import { MaskedEmail } from '../acts/MaskedEmail.tsx';
import { SelfDecisionHint } from '../acts/self-decision.tsx';
import { ActButtons, useActs } from '../acts/use-acts.tsx';
import { LineSentence } from '../audit/line.tsx';
import { boostState as boosts } from '../boosts.tsx';
import { AsItWas, PersonLink, TrailLink } from '../entity-links/EntityLinks.tsx';
import { BackLink, Facts, PageTitle } from '../layout/page.tsx';
import { adminQuery } from '../session/admin.queries.ts';
import { paymentActs } from './payment-acts.tsx';
import { boughtIn, buyerOf, paymentState } from './payments.tsx';

function Timeline({ moments }: { moments: readonly PaymentMoment[] }) {
  const { data: admin } = useQuery(adminQuery);
  return (
    <ol aria-label="Timeline" className="divide-y divide-rule border-y border-rule">
      {moments.map((moment) => (
        <li key={moment.id} className="py-3 [overflow-wrap:anywhere]">
          <p>
            <LineSentence line={moment} role={admin?.role} />
          </p>
          <time dateTime={moment.at} className="text-[0.9375rem] text-soft">
            {formatMinute(moment.at)}
          </time>
          {moment.reason && <p className="text-[0.9375rem]">“{moment.reason}”</p>}
        </li>
      ))}
    </ol>
  );
}

function EvidenceButton({ id }: { id: string }) {
  const [isBusy, setBusy] = useState(false);
  const fetchFile = async (): Promise<void> => {
    setBusy(true);
    try {
      await download(`/api/rtm-sys/payments/${id}/evidence`, `evidence-${id}.txt`);
    } catch (error) {
      toastFailure('Failed to fetch the evidence', messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button look="secondary" busy={isBusy} onClick={() => void fetchFile()}>
      <Download aria-hidden className="size-4" />
      Evidence for a dispute
    </Button>
  );
}

const REQUEST_NAMES = { open: 'Open', declined: 'Declined', decided: 'Decided' } as const;

const DISPUTE_NAMES = {
  inquiry: 'Inquiry',
  'inquiry closed': 'Inquiry closed',
  open: 'Open',
  won: 'Won',
  lost: 'Lost, not decided',
  resolved: 'Lost and decided',
} as const;

/** The state of the boost, and the ways to its post and to the boosts of its buyer. */
function BoostFact({ payment: { boostState, postId, userId } }: { payment: AdminPaymentDetails }) {
  return (
    <span className="flex flex-wrap gap-x-4">
      {boostState && <span>{boosts.names[boostState]}</span>}
      {postId && (
        <Link to="/post/$id" params={{ id: postId }} className="text-link">
          See the post
        </Link>
      )}
      {userId && (
        <Link to="/rtm-sys/boosts" search={{ owner: userId }} className="text-link">
          All boosts
        </Link>
      )}
    </span>
  );
}

function Payment({ payment }: { payment: AdminPaymentDetails }) {
  const { data: admin } = useQuery(adminQuery);
  const { begin, dialogs } = useActs<AdminPaymentDetails>('payment');
  const { id, state, price, refunded, userId, parked, refundProblem, warnings, askedRefund } = payment;
  const { boostState, disputes, refundRequest } = payment;
  return (
    <div className="space-y-6">
      <Section title="Facts">
        <Facts
          facts={[
            ['State', paymentState.tag(state)],
            ['Bought', boughtIn(payment)],
            ['Amount', formatMoney(price)],
            ['Refunded', refunded > 0 ? formatMoney({ amount: refunded, currency: price.currency }) : null],
            [
              'Person',
              userId === null ? (
                buyerOf(payment)
              ) : (
                <span key="person" className="flex flex-wrap gap-x-4">
                  <PersonLink id={userId} name={payment.username} />
                  {payment.username !== null && (
                    <MaskedEmail holder="person" id={userId} masked="Email" name={buyerOf(payment)} />
                  )}
                </span>
              ),
            ],
            ['Boost', boostState && <BoostFact key="boost" payment={payment} />],
            ['Disputes', disputes.map(({ state: one }) => DISPUTE_NAMES[one]).join(', ')],
            ['Request for a refund', refundRequest && REQUEST_NAMES[refundRequest]],
            ['Parked', parked],
            ['Refund problem', refundProblem],
            [
              'Waits for an owner',
              askedRefund && (
                <span key="asked" className="flex flex-wrap gap-x-4">
                  A refund of {formatMoney(askedRefund.amount)}, asked for by{' '}
                  {askedRefund.askedBy ?? 'an admin'}
                  {admin?.role === 'owner' && (
                    <Link to="/rtm-sys/admins" className="text-link">
                      Confirm or withdraw it
                    </Link>
                  )}
                </span>
              ),
            ],
            ['Warnings of fraud', warnings > 0 ? warnings : null],
            ['Payment Intent', payment.paymentIntentId],
            ['Checkout session', payment.sessionId],
            ['Reference', id],
            [
              'History',
              <span key="history" className="flex flex-wrap gap-x-4">
                <AsItWas kind="payment" id={id} />
                {boostState && <AsItWas kind="boost" id={id} />}
              </span>,
            ],
          ]}
        />
        <SelfDecisionHint accountId={payment.userId} as="notice">
          This is your own payment. Refunds and other decisions about it wait for a second admin.
        </SelfDecisionHint>
        <div className="mt-5 flex flex-wrap gap-3">
          <ActButtons acts={paymentActs} row={payment} begin={begin} />
          <EvidenceButton id={id} />
          <TrailLink isWide subject={{ kind: 'payment', id }} name="this payment" />
        </div>
      </Section>
      <Section title="What Happened">
        <Timeline moments={payment.timeline} />
      </Section>
      {dialogs}
    </div>
  );
}

export function PaymentPage() {
  const { id } = useParams({ from: '/rtm-sys/payment/$id' });
  const { data: payment, error } = useQuery({
    queryKey: queryKeys.backOffice.payment(id),
    queryFn: () => bodyOf(api.GET('/api/rtm-sys/payments/{id}', pathOf({ id }))),
    refetchOnMount: 'always',
    // Stripe answers later, and what follows from an act shows a moment after it.
    refetchInterval: 5_000,
  });
  const isMissing = error instanceof ApiError && [400, 404].includes(error.status);
  return (
    <div className="max-w-reading">
      <BackLink to="/rtm-sys/payments">Payments</BackLink>
      <PageTitle>{!payment && isMissing ? 'Payment not found' : 'Payment'}</PageTitle>
      {!payment && error && !isMissing && (
        <Notice look="danger">{messageOf(error, 'The payment could not be loaded.')}</Notice>
      )}
      {payment && <Payment payment={payment} />}
    </div>
  );
}
