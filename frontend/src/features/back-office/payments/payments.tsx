import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { pricesQuery } from '../../../api/boosts.ts';
import { api, bodyOf } from '../../../api/client.ts';
import type { AdminPayment } from '../../../api/generated/schema.d.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { Field } from '../../../components/Field.tsx';
import { decimalsOf, formatMoney, readAmount } from '../../../lib/money.ts';
import { DELETED_ACCOUNT, formatWhole, plural } from '../../../lib/wording.ts';
import { PersonLink } from '../entity-links/EntityLinks.tsx';
import { money, statuses, type Table, table, when } from '../table/table.tsx';
import { TablePage } from '../table/TablePage.tsx';
import { useRows } from '../table/use-rows.ts';
import { PaymentTabs } from './PaymentTabs.tsx';

export const paymentState = statuses<AdminPayment['state']>({
  started: ['Started', 'plain'],
  pending: ['Pending', 'plain'],
  paid: ['Paid', 'good'],
  failed: ['Failed', 'plain'],
  expired: ['Expired', 'plain'],
  parked: ['Parked', 'attention'],
  disputed: ['Disputed', 'danger'],
  'charged back': ['Charged back', 'danger'],
  refunded: ['Refunded', 'plain'],
  suspected: ['Suspected of fraud', 'danger'],
  'refund requested': ['Refund requested', 'attention'],
  'partly refunded': ['Partly refunded', 'plain'],
});

const kinds = { boost: 'Boost', donation: 'Donation' } as const;

/** What was bought, such as "Mega boost". */
export function boughtIn({ kind, boostType }: Pick<AdminPayment, 'kind' | 'boostType'>): string {
  if (boostType === null) return kinds[kind];
  return boostType === 'mega' ? 'Mega boost' : 'Regular boost';
}

export function buyerOf({ username, userId }: Pick<AdminPayment, 'username' | 'userId'>): string {
  return username ?? (userId === null ? 'Without an account' : DELETED_ACCOUNT);
}

function nameOf(payment: AdminPayment): string {
  return `the payment of ${formatMoney(payment.price)} by ${buyerOf(payment)}`;
}

/** What the payments of the list come to, by currency. */
function Sums() {
  const { sort: _, ...filter } = useRows(payments).filter;
  const { data } = useQuery({
    queryKey: queryKeys.backOffice.list('payments/sums', filter),
    queryFn: () => bodyOf(api.GET('/api/rtm-sys/payments/sums', { params: { query: filter as object } })),
  });
  if (!data) return null;
  return (
    <div aria-label="Sums" role="group" className="mb-4 space-y-1 text-[0.9375rem]">
      {data.currencies.map(({ currency, count, paid, refunded }) => (
        <p key={currency}>
          <strong>{formatMoney({ amount: paid, currency })}</strong> paid in {formatWhole(count)}{' '}
          {plural(count, 'payment')}, {formatMoney({ amount: refunded, currency })} refunded
        </p>
      ))}
      {!data.isWhole && <p className="text-soft">Of the newest 20,000 payments of this list.</p>}
    </div>
  );
}

const MOST = { least: 0, most: Number.MAX_SAFE_INTEGER };

/** An amount of the address in units of the currency, as it is typed; empty for none. */
function typedAmount(amount: string | undefined, currency: string): string {
  if (amount === undefined || !/^\d+$/.test(amount)) return '';
  const decimals = decimalsOf(currency);
  return (Number(amount) / 10 ** decimals).toFixed(decimals);
}

interface AmountFieldProps {
  label: string;
  /** In the smallest unit, from the address. */
  amount: string | undefined;
  currency: string;
  onAmount: (amount: string | undefined) => void;
}

/** A bound of the amounts. What is no amount stays in the field and changes nothing. */
function AmountField({ label, amount, currency, onAmount }: AmountFieldProps) {
  const [typed, setTyped] = useState(() => typedAmount(amount, currency));
  const [sent, setSent] = useState(amount);
  // The address changed by itself: a saved filter, or the history.
  if (amount !== sent) {
    setSent(amount);
    setTyped(typedAmount(amount, currency));
  }
  const isEmpty = typed.trim() === '';
  const read = readAmount(typed, currency, MOST);
  return (
    <Field
      label={label}
      inputMode="decimal"
      autoComplete="off"
      value={typed}
      error={isEmpty || read !== undefined ? undefined : 'An amount looks like 9.99'}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        const next = value.trim() === '' ? '' : readAmount(value, currency, MOST);
        if (next === undefined) return;
        const chosen = next === '' ? undefined : String(next);
        setSent(chosen);
        onAmount(chosen);
      }}
    />
  );
}

/** Chooses the days and amounts of the list. */
function Ranges() {
  const { filter, change } = useRows(payments);
  const { data: prices } = useQuery(pricesQuery);
  const currency = prices?.regular.currency;
  const choose = (key: string, value: string | undefined) => change({ [key]: value }, true);
  return (
    <div className="grid grid-cols-2 gap-3 sm:max-w-3xl sm:grid-cols-4">
      {(
        [
          ['from', 'From'],
          ['to', 'To'],
        ] as const
      ).map(([key, label]) => (
        <Field
          key={key}
          label={label}
          type="date"
          value={filter[key] ?? ''}
          onChange={({ currentTarget: { value } }) => choose(key, value || undefined)}
        />
      ))}
      {currency !== undefined &&
        (
          [
            ['amountFrom', 'from'],
            ['amountTo', 'to'],
          ] as const
        ).map(([key, word]) => (
          <AmountField
            key={key}
            label={`Amount ${word} (${currency.toUpperCase()})`}
            amount={filter[key]}
            currency={currency}
            onAmount={(amount) => choose(key, amount)}
          />
        ))}
    </div>
  );
}

const payments: Table<AdminPayment> = table('payments', {
  noun: 'payment',
  fields: <Ranges />,
  top: (
    <>
      <PaymentTabs />
      <Sums />
    </>
  ),
  nameOf,
  subject: 'payment',
  search: 'Find by a Stripe id',
  sort: '-startedAt',
  hasFile: true,
  filters: {
    state: ['State', paymentState.names],
    kind: ['Kind', kinds],
    needsAdmin: ['Work', { true: 'Waits for an admin', false: 'Waits for nobody' }],
  },
  links: { userId: 'Person' },
  ranges: ['from', 'to', 'amountFrom', 'amountTo'],
  opens: ({ id }) => ({ to: '/rtm-sys/payment/$id', params: { id } }),
  columns: {
    bought: [
      'Bought',
      (payment) => (
        <Link
          to="/rtm-sys/payment/$id"
          params={{ id: payment.id }}
          aria-label={`Open ${nameOf(payment)}: ${boughtIn(payment)}`}
          className="font-semibold text-link"
        >
          {boughtIn(payment)}
        </Link>
      ),
    ],
    state: ['State', ({ state }) => paymentState.tag(state)],
    price: ['Amount', money('price'), 'number'],
    refunded: [
      'Refunded',
      ({ refunded: amount, price: { currency } }) =>
        amount === 0 ? null : formatMoney({ amount, currency }),
      'number',
      'optional',
    ],
    buyer: [
      'Person',
      (payment) =>
        payment.userId === null ? (
          buyerOf(payment)
        ) : (
          <PersonLink id={payment.userId} name={payment.username} />
        ),
    ],
    startedAt: ['Started', when('startedAt'), 'sortable'],
    paymentIntent: ['PaymentIntent', ({ paymentIntentId }) => paymentIntentId, 'optional'],
  },
});

/** All payments, what they come to, and the way to each. */
export const Payments = () => <TablePage of={payments} />;
