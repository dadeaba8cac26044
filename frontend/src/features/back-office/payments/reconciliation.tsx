import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { messageOf } from '../../../api/api-error.ts';
import { api, bodyOf } from '../../../api/client.ts';
import type { AdminReconciliation, ReconciliationDetails } from '../../../api/generated/schema.d.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { Notice } from '../../../components/Notice.tsx';
import { Section } from '../../../components/Section.tsx';
import { formatMinute } from '../../../lib/dates.ts';
import { formatMoney } from '../../../lib/money.ts';
import { counted, formatWhole } from '../../../lib/wording.ts';
import { type Act, acted, pathOf } from '../acts/act.ts';
import { askWords } from '../acts/ask.tsx';
import { ActButtons, type Begin, useActs } from '../acts/use-acts.tsx';
import { BackLink, Facts, PageTitle } from '../layout/page.tsx';
import { WholeTable } from '../table/DataTable.tsx';
import { type Columns, minute, type Table, table } from '../table/table.tsx';
import { TablePage } from '../table/TablePage.tsx';
import { ASKED } from './payment-acts.tsx';
import { PaymentTabs } from './PaymentTabs.tsx';

type Difference = ReconciliationDetails['listed'][number];

interface Total {
  name: string;
  currency: string;
  provider: number;
  log: number;
}

const runQuery = (id: string) => ({
  queryKey: queryKeys.backOffice.list('payments/reconciliation/run', { id }),
  queryFn: () => bodyOf(api.GET('/api/rtm-sys/payments/reconciliation/{id}', pathOf({ id }))),
});

function sideIn(side: Difference['provider']): string {
  if (side === null) return '–';
  return side.amount === null ? side.state : `${formatMoney(side.amount)}, ${side.state}`;
}

const totalColumns: Columns<Total> = {
  name: ['Sum', ({ name }) => name],
  provider: ['At Stripe', ({ provider: amount, currency }) => formatMoney({ amount, currency }), 'number'],
  log: [
    'In the log',
    ({ provider, log: amount, currency }) => (
      <span className={provider === amount ? '' : 'font-semibold text-danger'}>
        {formatMoney({ amount, currency })}
      </span>
    ),
    'number',
  ],
};

/** A difference, and the comparison that lists it. */
type Row = Difference & { run: string };

const bodyFor = ({ run: id, objectId }: Row) => ({ ...pathOf({ id }), body: { objectId } });

const differenceActs: readonly Act<Row>[] = [
  {
    name: 'Ask Stripe Again',
    label: ({ objectId }) => `Ask Stripe Again ${objectId}`,
    isFor: ({ can }) => can.observe,
    failure: () => ['Failed to ask Stripe'],
    call: (row) => acted(api.POST('/api/rtm-sys/payments/reconciliation/{id}/observe', bodyFor(row)), ASKED),
  },
  {
    name: 'Settle',
    label: ({ objectId }) => `Settle… ${objectId}`,
    done: 'settled',
    isFor: ({ can }) => can.settle,
    about: 'It was resolved outside Footnote. It comes back if it changes at Stripe or in the log.',
    ask: askWords((row, reason) => {
      const { params, body } = bodyFor(row);
      return acted(
        api.POST('/api/rtm-sys/payments/reconciliation/{id}/settle', { params, body: { ...body, reason } }),
      );
    }),
  },
];

const differenceColumns = (begin: Begin<Row>): Columns<Row> => ({
  kind: ['Difference', ({ object, kind }) => `${object}: ${kind}`],
  do: [
    'What to do',
    (row) =>
      row.isSettled ? (
        'Settled'
      ) : (
        <div className="min-w-40 space-y-2">
          <p>{row.can.says}</p>
          <div className="flex flex-wrap gap-2">
            <ActButtons acts={differenceActs} row={row} begin={begin} />
          </div>
        </div>
      ),
  ],
  objectId: [
    'At Stripe',
    ({ objectId }) => <code className="[overflow-wrap:anywhere] select-all">{objectId}</code>,
  ],
  provider: ['Stripe shows', ({ provider }) => sideIn(provider)],
  log: ['The log has', ({ log }) => sideIn(log)],
  repair: ['Repair', ({ repair }) => repair],
  payment: [
    'Payment',
    ({ reference }) =>
      reference && (
        <Link to="/rtm-sys/payment/$id" params={{ id: reference }} className="text-link">
          Open
        </Link>
      ),
  ],
});

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

/** The last comparison, whole. */
function LastRun() {
  const { data: newest } = useQuery({
    queryKey: queryKeys.backOffice.list('payments/reconciliation', { limit: '1' }),
    queryFn: () => reconciliations.read({ limit: '1' }),
  });
  const id = newest?.rows[0]?.id;
  const { data: last } = useQuery({ ...runQuery(id ?? ''), enabled: id !== undefined });
  return (
    last && (
      <div className="mb-8">
        <Comparison run={last} title="Last Run" />
      </div>
    )
  );
}

/** The comparisons of Stripe with the event log. */
const reconciliations: Table<AdminReconciliation> = table('payments/reconciliation', {
  noun: 'comparison',
  title: 'Reconciliation',
  intro: 'The server compares Stripe with the event log every day.',
  top: (
    <>
      <PaymentTabs />
      <LastRun />
    </>
  ),
  nameOf: ({ at }) => `the comparison of ${formatMinute(at)}`,
  opens: ({ id }) => ({ to: '/rtm-sys/payments/reconciliation/$id', params: { id } }),
  columns: {
    at: [
      'When',
      ({ id, at }) => (
        <Link to="/rtm-sys/payments/reconciliation/$id" params={{ id }} className="font-semibold text-link">
          {formatMinute(at)}
        </Link>
      ),
    ],
    since: ['Since', minute('since')],
    compared: [
      'Compared',
      ({ compared }) => formatWhole(Object.values(compared).reduce((sum, count) => sum + count, 0)),
      'number',
    ],
    differences: ['Differences', ({ differences }) => formatWhole(differences), 'number'],
    pending: ['Too young', ({ pending }) => formatWhole(pending), 'number'],
    mode: ['Mode', ({ mode }) => mode],
    trail: [
      'Audit trail',
      ({ at }) => (
        <Link
          to="/rtm-sys/audit"
          search={{ action: 'ReconciliationRun', from: at, to: at }}
          aria-label={`Its event in the audit trail, ${formatMinute(at)}`}
          className="text-link"
        >
          Its event
        </Link>
      ),
    ],
  },
});

export const Reconciliations = () => <TablePage of={reconciliations} />;

/** One comparison of Stripe with the event log. */
export function ReconciliationPage() {
  const { id } = useParams({ from: '/rtm-sys/payments_/reconciliation_/$id' });
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
