import type { Waiting, WaitingPayment } from '../api/boosts/payment-desk.service.js';
import { written } from '../domain/currencies.js';

/** What needs an admin, as text: a line each. */
export function waitingLines({ payments, events }: Waiting): readonly string[] {
  return [
    ...payments.map(paymentLine),
    ...events.map(
      ({ stripeEventId, eventType, objectId, reason, parkedAt }) =>
        `event ${stripeEventId} (${eventType} ${objectId ?? 'without an object'}), parked ${parkedAt}: ${reason}`,
    ),
    `${payments.length} payments and ${events.length} events need an admin.`,
  ];
}

function paymentLine({ reference, kind, price, refunded, startedAt, ...payment }: WaitingPayment): string {
  const { currency } = price;
  const returned = refunded > 0 ? `, refunded ${written({ amount: refunded, currency })}` : '';
  return `${reference} ${kind} ${written(price)}${returned}, started ${startedAt}: ${causesOf(payment).join('; ')}`;
}

function causesOf({
  parked,
  isRefundRequested,
  refundProblem,
  disputes,
  warnings,
}: Pick<
  WaitingPayment,
  'parked' | 'isRefundRequested' | 'refundProblem' | 'disputes' | 'warnings'
>): readonly string[] {
  return [
    ...(parked === null ? [] : [`parked: ${parked}`]),
    ...(isRefundRequested ? ['refund requested'] : []),
    ...(refundProblem === null ? [] : [`the last refund did not happen: ${refundProblem}`]),
    ...Object.entries(disputes).map(([id, state]) => `dispute ${id}: ${state}`),
    ...(warnings > 0 ? ['suspected of fraud'] : []),
  ];
}
