import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { messageOf } from '../../../api/api-error.ts';
import { api, bodyOf } from '../../../api/client.ts';
import type { ReconciliationDetails } from '../../../api/generated/schema.d.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { Notice } from '../../../components/Notice.tsx';
import { Section } from '../../../components/Section.tsx';
import { formatMinute } from '../../../lib/dates.ts';
import { formatMoney } from '../../../lib/money.ts';
import { formatWhole } from '../../../lib/wording.ts';
import { BackLink } from '../layout/BackLink.tsx';
import { Facts } from '../layout/Facts.tsx';
import { PageTitle } from '../layout/PageTitle.tsx';

type Difference = ReconciliationDetails['listed'][number];

function sideIn(side: Difference['provider'], otherwise: string): string {
  if (side === null) return otherwise;
  return side.amount === null ? side.state : `${side.state}, ${formatMoney(side.amount)}`;
}

function DifferenceRow({ difference }: { difference: Difference }) {
  const { kind, object, objectId, reference, provider, log, repair } = difference;
  return (
    <li className="py-3">
      <p className="font-semibold">
        {object} · {kind}
      </p>
      <p>
        Stripe: {sideIn(provider, 'unknown')}. Event log: {sideIn(log, 'unknown')}.
        {repair !== null && ` Repaired: ${repair}.`}
      </p>
      <p className="text-[0.9375rem]">
        <code className="[overflow-wrap:anywhere] select-all">{objectId}</code>
        {reference !== null && (
          <>
            {' · '}
            <Link to="/rtm-sys/payment/$id" params={{ id: reference }} className="text-link">
              See the payment
            </Link>
          </>
        )}
      </p>
    </li>
  );
}

/** One comparison of Stripe with the event log, and what differs. */
export function ReconciliationPage({ id }: { id: string }) {
  const { data: run, error } = useQuery({
    queryKey: queryKeys.backOffice.list('payments/reconciliation/run', { id }),
    queryFn: () => bodyOf(api.GET('/api/rtm-sys/payments/reconciliation/{id}', { params: { path: { id } } })),
  });
  return (
    <div className="max-w-4xl">
      <BackLink to="/rtm-sys/reconciliation">Reconciliation</BackLink>
      <PageTitle>{run ? `Comparison of ${formatMinute(run.at)}` : 'Comparison'}</PageTitle>
      {!run && error && (
        <Notice look="danger">{messageOf(error, 'The comparison could not be loaded.')}</Notice>
      )}
      {run && (
        <div className="space-y-6">
          <Section title="Sums">
            <Facts
              facts={[
                ['Since', formatMinute(run.since)],
                ...run.totals.flatMap(({ currency, charged, refunded, disputed }) =>
                  Object.entries({ charged, refunded, disputed }).map(
                    ([name, { provider, log }]) =>
                      [
                        `${currency.toUpperCase()} ${name}`,
                        `${formatMoney({ amount: provider, currency })} at Stripe, ${formatMoney({ amount: log, currency })} in the log`,
                      ] as const,
                  ),
                ),
                ['Not ours', run.foreign > 0 ? formatWhole(run.foreign) : null],
                ['Settled by admins', run.settled > 0 ? formatWhole(run.settled) : null],
              ]}
            />
          </Section>
          <Section title={`Differences (${formatWhole(run.differences)})`}>
            {run.listed.length === 0 ? (
              <p className="text-soft">Stripe and the event log agree.</p>
            ) : (
              <ul className="divide-y divide-rule border-y border-rule">
                {run.listed.map((difference) => (
                  <DifferenceRow
                    key={`${difference.kind} ${difference.object} ${difference.objectId}`}
                    difference={difference}
                  />
                ))}
              </ul>
            )}
          </Section>
        </div>
      )}
    </div>
  );
}
