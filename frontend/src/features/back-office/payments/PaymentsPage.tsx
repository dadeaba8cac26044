import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type SubmitEvent, useId, useState } from 'react';
import { api, bodyOf } from '../../../api/client.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { Button } from '../../../components/Button.tsx';
import { Field } from '../../../components/Field.tsx';
import type { ListSearch } from '../../../lib/list-search.ts';
import { formatMoney } from '../../../lib/money.ts';
import { formatWhole } from '../../../lib/wording.ts';
import { filterOf } from '../table/list.ts';
import { ListPage } from '../table/ListPage.tsx';
import { barButton } from '../table/menu-item.ts';
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

const ranges = [
  ['from', 'From (UTC)', 'date'],
  ['to', 'To (UTC)', 'date'],
  ['amountFrom', 'Least amount, in cents', 'text'],
  ['amountTo', 'Highest amount, in cents', 'text'],
] as const;

/** Chooses the days and amounts of the list. */
function Ranges({ search }: { search: ListSearch }) {
  const navigate = useNavigate();
  const id = useId();
  const [problem, setProblem] = useState<string>();
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const chosen = Object.fromEntries(ranges.map(([key]) => [key, String(form.get(key)).trim()]));
    if ([chosen['amountFrom'], chosen['amountTo']].some((amount) => !/^\d*$/.test(amount ?? ''))) {
      setProblem('An amount is a whole number of cents');
      return;
    }
    setProblem(undefined);
    const { cursor: __, ...rest } = search;
    const given = Object.entries({ ...rest, ...chosen }).filter(([, value]) => value !== '');
    void navigate({ to: '/rtm-sys/payments', search: Object.fromEntries(given) });
  };
  return (
    <details
      className="mb-4 rounded-control border border-rule px-4 py-3"
      open={problem !== undefined || undefined}
    >
      <summary className="cursor-pointer font-semibold">Days and amounts</summary>
      <form
        key={JSON.stringify(search)}
        noValidate
        onSubmit={submit}
        className="mt-3 grid gap-3 sm:grid-cols-2 lg:grid-cols-4"
      >
        {ranges.map(([key, label, type]) => (
          <Field
            key={key}
            id={`${id}-${key}`}
            name={key}
            label={label}
            type={type}
            defaultValue={search[key] ?? ''}
            error={type === 'text' ? problem : undefined}
            inputMode={type === 'text' ? 'numeric' : undefined}
          />
        ))}
        <Button type="submit" className="sm:col-span-2 lg:col-span-4">
          Show these
        </Button>
      </form>
    </details>
  );
}

/** The pages around the list of payments. */
export function PaymentTabs() {
  return (
    <nav aria-label="Payments" className="mb-5 flex flex-wrap gap-2">
      {(
        [
          ['/rtm-sys/payments', 'All Payments'],
          ['/rtm-sys/parked-events', 'Parked Events'],
          ['/rtm-sys/reconciliation', 'Reconciliation'],
          ['/rtm-sys/daily-sums', 'Daily Sums'],
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
          <Ranges search={search} />
          <Sums search={search} />
        </>
      }
    />
  );
}
