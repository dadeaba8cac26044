import { written, type Money } from '../domain/money.js';
import type { Compared, Side, Totals } from '../domain/payment/reconciliation.js';
import { waysOut } from '../domain/payment/stripe-observed.js';
import type { BalanceLine } from '../infrastructure/payments/payments.port.js';
import type { Capped, ReconciliationReport } from '../reactions/reconciliation/report.js';

/** The report of a reconciliation as text: lists first, the result last. */
export function reportLines(report: ReconciliationReport): readonly string[] {
  const { since, at, mode, compared, differences, pending, foreign, settled, totals, balance } = report;
  const { event, charge, refund, dispute } = compared;
  return [
    `Reconciliation from ${since} to ${at} (${mode} mode)`,
    `The provider lists ${charge} charges, ${refund} refunds, ${dispute} disputes and ${event} events.`,
    ...sectionOf('Balance lines, in the settlement currency', balance, lineOf),
    ...Object.entries(balance.totals).map(
      ([currency, sums]) =>
        `Balance in ${currency.toUpperCase()}: ${sums.lines} lines, amount ${inCurrency(sums.amount, currency)}, fee ${inCurrency(sums.fee, currency)}, net ${inCurrency(sums.net, currency)}`,
    ),
    ...sectionOf('Not ours (other programs made them, nothing to do)', foreign, rowOf),
    ...sectionOf('Pending: younger than an hour', pending, rowOf),
    ...sectionOf('Settled by an admin', settled, rowOf),
    ...Object.entries(totals).flatMap(([currency, sums]) => totalsOf(currency, sums)),
    ...differences.flatMap((one) => [
      `${one.kind}: ${rowOf(one)}${one.repair === null ? '' : `; ${one.repair}`}`,
      `  ${waysOut(one).says}`,
    ]),
    differences.length === 0 ? 'No differences.' : `Differences: ${differences.length}`,
  ];
}

function sectionOf<Item>(title: string, { count, listed }: Capped<Item>, lineFor: (item: Item) => string) {
  if (count === 0) return [];
  const unlisted = count - listed.length;
  return [
    `${title}: ${count}`,
    ...listed.map((item) => `  ${lineFor(item)}`),
    ...(unlisted > 0 ? [`  and ${unlisted} more`] : []),
  ];
}

const sideOf = (side: Side | null) =>
  side === null ? 'nothing' : [side.state, ...(side.amount ? [written(side.amount)] : [])].join(' ').trim();

function rowOf({ object, objectId, reference, provider, log, createdAt }: Compared): string {
  const payment = reference === null ? '' : `, payment ${reference}`;
  const time = createdAt === null ? '' : `, created ${createdAt}`;
  return `${object} ${objectId}${payment}${time}; provider: ${sideOf(provider)}; log: ${sideOf(log)}`;
}

function lineOf({ id, objectId, type, currency, amount, fee, net, exchangeRate }: BalanceLine): string {
  const rate = exchangeRate === null ? '' : `, exchange rate ${exchangeRate}`;
  const money = `amount ${inCurrency(amount, currency)}, fee ${inCurrency(fee, currency)}, net ${inCurrency(net, currency)}`;
  return `${id} ${type} ${objectId ?? '-'}: ${money}${rate}`;
}

const inCurrency = (amount: number, currency: string) => written({ amount, currency } satisfies Money);

function totalsOf(currency: string, totals: Totals): readonly string[] {
  return Object.entries(totals).map(
    ([name, { provider, log }]) =>
      `Total ${name}: provider ${inCurrency(provider, currency)}, log ${inCurrency(log, currency)}`,
  );
}
