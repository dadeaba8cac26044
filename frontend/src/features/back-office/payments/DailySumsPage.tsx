import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { SubmitEvent } from 'react';
import { messageOf } from '../../../api/api-error.ts';
import { api, bodyOf } from '../../../api/client.ts';
import type { DailySums } from '../../../api/generated/schema.d.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { Button } from '../../../components/Button.tsx';
import { Field } from '../../../components/Field.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { formatMoney } from '../../../lib/money.ts';
import { formatWhole } from '../../../lib/wording.ts';
import { PageTitle } from '../layout/page.tsx';
import { WholeTable } from '../table/DataTable.tsx';
import type { Columns } from '../table/table.tsx';
import { DownloadLink } from '../table/Toolbar.tsx';
import { PaymentTabs } from './PaymentTabs.tsx';

const DAY_MS = 86_400_000;
const SHOWN_DAYS = 30;

/** A day in UTC, so many days ago. */
function day(ago: number): string {
  return new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);
}

const sum = (of: 'paid' | 'refunded' | 'disputed' | 'net') => (sums: DailySums) =>
  formatMoney({ amount: sums[of], currency: sums.currency });

const columns: Columns<DailySums> = {
  day: [
    'Day',
    ({ day: one }) => (
      <Link
        to="/rtm-sys/audit"
        search={{ tab: 'payments', from: `${one}T00:00:00.000Z`, to: `${one}T23:59:59.999Z` }}
        aria-label={`Audit trail of ${one}`}
        className="font-semibold whitespace-nowrap text-link"
      >
        {one}
      </Link>
    ),
  ],
  payments: ['Payments', ({ payments }) => formatWhole(payments), 'number'],
  paid: ['Paid', sum('paid'), 'number'],
  refunded: ['Refunded', sum('refunded'), 'number'],
  disputed: ['Disputed', sum('disputed'), 'number'],
  net: ['Net', sum('net'), 'number'],
};

/** What moved on each day, by currency, and the file for bookkeeping. */
export function DailySumsPage() {
  const { from = day(SHOWN_DAYS), to = day(0) } = useSearch({ from: '/rtm-sys/payments_/daily-sums' });
  const navigate = useNavigate();
  const query = { from, to };
  const { data, error } = useQuery({
    queryKey: queryKeys.backOffice.list('payments/daily-sums', query),
    queryFn: () => bodyOf(api.GET('/api/rtm-sys/payments/daily-sums', { params: { query } })),
  });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const search = { from: String(form.get('from')), to: String(form.get('to')) };
    void navigate({ to: '/rtm-sys/payments/daily-sums', search });
  };
  return (
    <>
      <PageTitle intro="Days are in UTC. Money that came back to us is taken off.">Daily Sums</PageTitle>
      <PaymentTabs />
      <form
        key={`${from} ${to}`}
        onSubmit={submit}
        className="mb-5 grid items-end gap-3 sm:flex sm:flex-wrap"
      >
        <Field name="from" label="From" type="date" required defaultValue={from} />
        <Field name="to" label="To" type="date" required defaultValue={to} />
        <Button type="submit">Show</Button>
        <DownloadLink
          file={`/api/rtm-sys/payments/bookkeeping?${new URLSearchParams(query)}`}
          nameOtherwise="bookkeeping.csv"
        >
          Bookkeeping CSV
        </DownloadLink>
      </form>
      {error && <Notice look="danger">{messageOf(error, 'The sums could not be loaded.')}</Notice>}
      {data?.length === 0 && <p className="text-soft">No money moved on these days.</p>}
      {data !== undefined && data.length > 0 && (
        <WholeTable
          label="Daily sums"
          columns={columns}
          rows={data}
          keyOf={({ day: one, currency }) => `${one} ${currency}`}
        />
      )}
    </>
  );
}
