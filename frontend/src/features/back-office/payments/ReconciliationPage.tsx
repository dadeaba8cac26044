import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { messageOf } from '../../../api/api-error.ts';
import { api, bodyOf } from '../../../api/client.ts';
import type { ReconciliationDetails } from '../../../api/generated/schema.d.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { Button } from '../../../components/Button.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { Section } from '../../../components/Section.tsx';
import { formatMinute } from '../../../lib/dates.ts';
import { formatMoney } from '../../../lib/money.ts';
import { counted, formatWhole } from '../../../lib/wording.ts';
import { type Act, textOf, withoutUndo } from '../acts/act.ts';
import { askWords } from '../acts/ask.tsx';
import { type Begin, useActs } from '../acts/use-acts.tsx';
import { BackLink, Facts, PageTitle } from '../layout/page.tsx';
import type { Column } from '../table/list.ts';
import { ListPage } from '../table/ListPage.tsx';
import { WholeTable } from '../table/WholeTable.tsx';
import { ASKED } from './payment-acts.tsx';
import { PaymentTabs } from './PaymentsPage.tsx';
import { reconciliations } from './reconciliations-list.tsx';

type Difference = ReconciliationDetails['listed'][number];

interface Total {
  name: string;
  currency: string;
  provider: number;
  log: number;
}

const runQuery = (id: string) => ({
  queryKey: queryKeys.backOffice.list('payments/reconciliation/run', { id }),
  queryFn: () => bodyOf(api.GET('/api/rtm-sys/payments/reconciliation/{id}', { params: { path: { id } } })),
});

function sideIn(side: Difference['provider']): string {
  if (side === null) return '–';
  return side.amount === null ? side.state : `${formatMoney(side.amount)}, ${side.state}`;
}

const totalColumns: readonly Column<Total>[] = [
  { id: 'name', label: 'Sum', cell: ({ name }) => name },
  {
    id: 'provider',
    label: 'At Stripe',
    isNumber: true,
    cell: ({ provider: amount, currency }) => formatMoney({ amount, currency }),
  },
  {
    id: 'log',
    label: 'In the log',
    isNumber: true,
    cell: ({ provider, log: amount, currency }) => (
      <span className={provider === amount ? '' : 'font-semibold text-danger'}>
        {formatMoney({ amount, currency })}
      </span>
    ),
  },
];

/** A difference, and the comparison that lists it. */
type Row = Difference & { run: string };

const bodyFor = ({ run: id, objectId }: Row) => ({ params: { path: { id } }, body: { objectId } });

const differenceActs: readonly Act<Row>[] = [
  {
    name: 'Ask Stripe Again',
    isFor: ({ can }) => can.observe,
    failure: () => ['Failed to ask Stripe'],
    call: async (row) => {
      await api.POST('/api/rtm-sys/payments/reconciliation/{id}/observe', bodyFor(row));
      return { actIds: [], said: ASKED };
    },
  },
  {
    name: 'Settle',
    done: 'settled',
    isFor: ({ can }) => can.settle,
    about: 'It was resolved outside Footnote. It comes back if it changes at Stripe or in the log.',
    ask: askWords((row, reason) => {
      const { params, body } = bodyFor(row);
      return withoutUndo(
        api.POST('/api/rtm-sys/payments/reconciliation/{id}/settle', { params, body: { ...body, reason } }),
      );
    }),
  },
];

const differenceColumns = (begin: Begin<Row>): readonly Column<Row>[] => [
  { id: 'kind', label: 'Difference', cell: ({ object, kind }) => `${object}: ${kind}` },
  {
    id: 'do',
    label: 'What to do',
    cell: (row) =>
      row.isSettled ? (
        'Settled'
      ) : (
        <div className="min-w-40 space-y-2">
          <p>{row.can.says}</p>
          <div className="flex flex-wrap gap-2">
            {differenceActs
              .filter(({ isFor }) => isFor?.(row))
              .map((act) => (
                <Button
                  key={act.name}
                  look="secondary"
                  aria-label={`${textOf(act)} ${row.objectId}`}
                  onClick={() => begin(act, [row])}
                >
                  {textOf(act)}
                </Button>
              ))}
          </div>
        </div>
      ),
  },
  {
    id: 'objectId',
    label: 'At Stripe',
    cell: ({ objectId }) => <code className="[overflow-wrap:anywhere] select-all">{objectId}</code>,
  },
  { id: 'provider', label: 'Stripe shows', cell: ({ provider }) => sideIn(provider) },
  { id: 'log', label: 'The log has', cell: ({ log }) => sideIn(log) },
  { id: 'repair', label: 'Repair', cell: ({ repair }) => repair ?? '–' },
  {
    id: 'payment',
    label: 'Payment',
    cell: ({ reference }) =>
      reference === null ? (
        '–'
      ) : (
        <Link to="/rtm-sys/payment/$id" params={{ id: reference }} className="text-link">
          Open
        </Link>
      ),
  },
];

/** What was compared, the sums of both sides, and every difference. */
function Comparison({ run, title }: { run: ReconciliationDetails; title: string }) {
  const { begin, dialogs } = useActs<Row>('difference');
  const totals = run.totals.flatMap(({ currency, charged, refunded, disputed }) =>
    Object.entries({ Charged: charged, Refunded: refunded, Disputed: disputed }).map(([name, sums]) => ({
      name,
      currency,
      ...sums,
    })),
  );
  return (
    <Section
      title={title}
      intro={`${formatMinute(run.at)}: ${counted(run.differences, 'difference')} since ${formatMinute(run.since)}.`}
    >
      <Facts
        facts={[
          ['Too young to judge', run.pending > 0 ? formatWhole(run.pending) : null],
          [
            'Not ours',
            run.foreign > 0 ? `${formatWhole(run.foreign)}, made by other programs: nothing to do` : null,
          ],
          ['Settled by admins', run.settled > 0 ? formatWhole(run.settled) : null],
          ...run.balance.map(({ currency, amount, fee, net }) => {
            const [all, fees, left] = [amount, fee, net].map((one) => formatMoney({ amount: one, currency }));
            return ['Balance', `${left}: ${all}, less fees of ${fees}`] as const;
          }),
        ]}
      />
      <div className="mt-5 space-y-5">
        <WholeTable
          label="Totals"
          columns={totalColumns}
          rows={totals}
          keyOf={({ name, currency }) => `${name} ${currency}`}
        />
        {run.listed.length === 0 ? (
          <p className="text-soft">Stripe and the event log agree.</p>
        ) : (
          <WholeTable
            label="Differences"
            columns={differenceColumns(begin)}
            rows={run.listed.map((difference) => ({ ...difference, run: run.id }))}
            keyOf={({ kind, object, objectId }) => `${kind} ${object} ${objectId}`}
          />
        )}
        {run.listed.length < run.differences && (
          <p className="text-soft">The first {formatWhole(run.listed.length)} of them.</p>
        )}
      </div>
      {dialogs}
    </Section>
  );
}

/** The last comparison of Stripe with the event log, and the way to the earlier ones. */
export function ReconciliationsPage() {
  const { data: newest } = useQuery({
    queryKey: queryKeys.backOffice.list('payments/reconciliation', { limit: '1' }),
    queryFn: () => reconciliations.read({ limit: '1' }),
  });
  const id = newest?.rows[0]?.id;
  const { data: last } = useQuery({ ...runQuery(id ?? ''), enabled: id !== undefined });
  return (
    <ListPage
      title="Reconciliation"
      intro="The server compares Stripe with the event log every day."
      top={
        <>
          <PaymentTabs />
          {last && (
            <div className="mb-8">
              <Comparison run={last} title="Last Run" />
            </div>
          )}
        </>
      }
      list={reconciliations}
      noun="comparison"
    />
  );
}

/** One comparison of Stripe with the event log. */
export function ReconciliationPage({ id }: { id: string }) {
  const { data: run, error } = useQuery(runQuery(id));
  return (
    <div className="max-w-wide">
      <BackLink to="/rtm-sys/payments/reconciliation">Reconciliation</BackLink>
      <PageTitle>Comparison</PageTitle>
      {!run && error && (
        <Notice look="danger">{messageOf(error, 'The comparison could not be loaded.')}</Notice>
      )}
      {run && <Comparison run={run} title="Run" />}
    </div>
  );
}
