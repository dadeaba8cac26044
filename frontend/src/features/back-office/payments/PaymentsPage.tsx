import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { pricesQuery } from '../../../api/boosts.ts';
import { api, bodyOf } from '../../../api/client.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { Button } from '../../../components/Button.tsx';
import { Field } from '../../../components/Field.tsx';
import type { ListSearch } from '../../../lib/list-search.ts';
import { decimalsOf, formatMoney, readAmount } from '../../../lib/money.ts';
import { formatWhole } from '../../../lib/wording.ts';
import { filterOf } from '../table/list.ts';
import { ListPage } from '../table/ListPage.tsx';
import { barButton } from '../table/menu-item.ts';
import { useList } from '../table/use-list.ts';
import { payments } from './payments-list.tsx';

/** What the payments of the list come to, by currency. */
function Sums({ search }: { search: ListSearch }) {
  const { sort: _, ...filter } = filterOf(payments, search);
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
          {count === 1 ? 'payment' : 'payments'}, {formatMoney({ amount: refunded, currency })} refunded
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
  const { filter, change } = useList(payments);
  const { data: prices } = useQuery(pricesQuery);
  const currency = prices?.regular.currency;
  const choose = (key: string, value: string | undefined) => change({ [key]: value }, true);
  return (
    <div className="mb-4 grid grid-cols-2 gap-3 sm:max-w-3xl sm:grid-cols-4">
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

/** The pages around the list of payments. */
export function PaymentTabs() {
  return (
    <nav aria-label="Payments" className="mb-5 flex flex-wrap gap-2">
      {(
        [
          ['/rtm-sys/payments', 'All Payments'],
          ['/rtm-sys/payments/parked-events', 'Parked Events'],
          ['/rtm-sys/payments/reconciliation', 'Reconciliation'],
          ['/rtm-sys/payments/daily-sums', 'Daily Sums'],
          ['/rtm-sys/boosts', 'Boosts'],
        ] as const
      ).map(([to, text]) => (
        <Button
          key={to}
          asChild
          look="secondary"
          className={`${barButton} aria-[current=page]:bg-ink aria-[current=page]:text-paper forced-colors:aria-[current=page]:system-chosen`}
        >
          <Link to={to} activeOptions={{ includeSearch: false, exact: true }}>
            {text}
          </Link>
        </Button>
      ))}
    </nav>
  );
}

/** All payments, what they come to, and the way to each. */
export function PaymentsPage() {
  const search = useSearch({ from: '/rtm-sys/payments' });
  return (
    <ListPage
      title="Payments"
      list={payments}
      noun="payment"
      top={
        <>
          <PaymentTabs />
          <Ranges />
          <Sums search={search} />
        </>
      }
    />
  );
}
