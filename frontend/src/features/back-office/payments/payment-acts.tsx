import { useId, useState } from 'react';
import { api, bodyOf } from '../../../api/client.ts';
import type { AdminPaymentDetails } from '../../../api/generated/schema.d.ts';
import { Field } from '../../../components/Field.tsx';
import { amountHint, formatMoney, readAmount } from '../../../lib/money.ts';
import { type Act, acted, pathOf, type Question } from '../acts/act.ts';
import { askWords, TextDialog } from '../acts/ask.tsx';

type Payment = AdminPaymentDetails;

const MUST_BE_CONFIRMED = {
  title: 'An owner must confirm this',
  description: 'The refund is above the limit. Owners see it on the page Admins.',
};

/** Asks how much is refunded, and why. */
function RefundDialog({ onAnswer, rows, ...question }: Question<Payment>) {
  const most = rows[0]?.can.mostRefundable ?? null;
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const decide = (reason: string): void => {
    const range = most && { least: 1, most: most.amount };
    const amount = text.trim() === '' || !range ? null : readAmount(text, most.currency, range);
    if (amount === undefined) setProblem(amountHint(most!.currency, range!));
    else {
      onAnswer(async (payment) => {
        const { askedRefund } = await bodyOf(
          api.POST('/api/rtm-sys/payments/{id}/refund', { ...pathOf(payment), body: { amount, reason } }),
        );
        return { actIds: [], ...(askedRefund && { said: MUST_BE_CONFIRMED }) };
      });
    }
  };
  return (
    <TextDialog {...question} onDecide={decide}>
      {most ? (
        <Field
          label={`Amount in ${most.currency.toUpperCase()}`}
          inputMode="decimal"
          autoComplete="off"
          value={text}
          error={problem}
          hint={`Empty for all that is left: ${formatMoney(most)}`}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            setProblem(undefined);
          }}
        />
      ) : (
        <p>All that was paid is given back. Stripe knows how much that is.</p>
      )}
    </TextDialog>
  );
}

/** Asks what happens to the boost of a lost dispute, and why. */
function DisputeDialog({ onAnswer, rows, ...question }: Question<Payment>) {
  const [boost, setBoost] = useState<'kept' | 'revoked'>();
  const [isMissing, setMissing] = useState(false);
  const disputeId = rows[0]?.can.disputes[0] ?? '';
  const problemId = useId();
  const decide = (reason: string): void => {
    if (boost === undefined) {
      setMissing(true);
      return;
    }
    onAnswer(({ id }) =>
      acted(
        api.POST('/api/rtm-sys/payments/{id}/disputes/{disputeId}/decide', {
          params: { path: { id, disputeId } },
          body: { boost, reason },
        }),
      ),
    );
  };
  return (
    <TextDialog {...question} onDecide={decide}>
      <fieldset aria-describedby={isMissing ? problemId : undefined}>
        <legend className="mb-1 font-semibold">What happens to the boost</legend>
        {(['revoked', 'kept'] as const).map((one) => (
          <label key={one} className="flex min-h-9 cursor-pointer items-center gap-3">
            <input
              type="radio"
              name="boost"
              checked={boost === one}
              onChange={() => {
                setBoost(one);
                setMissing(false);
              }}
              className="size-5 shrink-0 accent-accent"
            />
            The boost is {one}
          </label>
        ))}
        {isMissing && (
          <p id={problemId} className="mt-1.5 text-[0.9375rem] font-medium text-danger">
            Please choose what happens to the boost
          </p>
        )}
      </fieldset>
    </TextDialog>
  );
}

/** Asks for the reason of what needs nothing else. */
const askingFor = (end: 'grant' | 'decline' | 'dismiss' | 'dismiss-warnings', field?: { look: 'primary' }) =>
  askWords<Payment>(
    (payment, reason) =>
      acted(api.POST(`/api/rtm-sys/payments/{id}/${end}`, { ...pathOf(payment), body: { reason } })),
    field,
  );

export const ASKED = {
  title: 'Stripe is asked again',
  description: 'What it shows is recorded in a moment.',
};

/** What finance does with a payment, in the order of the buttons. None of it can be undone: money has moved, or will. */
export const paymentActs: readonly Act<Payment>[] = [
  {
    name: 'Ask Stripe Again',
    isFor: ({ can }) => can.observe,
    failure: () => ['Failed to ask Stripe'],
    call: (payment) => acted(api.POST('/api/rtm-sys/payments/{id}/observe', pathOf(payment)), ASKED),
  },
  {
    name: 'Grant',
    done: 'granted',
    isFor: ({ can }) => can.grant,
    about: 'The buyer gets what they paid for.',
    ask: askingFor('grant', { look: 'primary' }),
  },
  {
    name: 'Refund',
    look: 'danger',
    done: 'is being refunded',
    isFor: ({ can }) => can.refund,
    about:
      'The money goes back the way it came. This cannot be undone. Above the limit, an owner must confirm it first.',
    ask: (question) => <RefundDialog {...question} />,
  },
  {
    name: 'Decline Request',
    action: 'Decline',
    done: 'is not refunded',
    isFor: ({ can }) => can.decline,
    title: () => 'Decline the Request?',
    about: 'The reason is mailed to the buyer.',
    ask: askingFor('decline'),
  },
  {
    name: 'Decide Dispute',
    action: 'Decide',
    done: 'decided',
    isFor: ({ can }) => can.disputes.length > 0,
    title: () => 'Decide the Lost Dispute?',
    about: 'The money is gone. Once you decide, the suspension of the buyer for this dispute ends.',
    ask: (question) => <DisputeDialog {...question} />,
  },
  {
    name: 'Dismiss the Warnings',
    done: 'warnings dismissed',
    isFor: ({ can }) => can.dismissWarnings,
    title: () => 'Dismiss the Warnings of Fraud?',
    about: 'The payment stays as it is, and no money is given back.',
    ask: askingFor('dismiss-warnings'),
  },
  {
    name: 'Dismiss',
    done: 'dismissed',
    look: 'danger',
    isFor: ({ can }) => can.dismiss,
    about: 'It is neither granted nor refunded, and waits for nobody any more.',
    ask: askingFor('dismiss'),
  },
];
