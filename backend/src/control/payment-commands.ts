import type { INestApplicationContext } from '@nestjs/common';
import { PaymentDesk } from '../api/boosts/payment-desk.service.js';
import { written } from '../domain/currencies.js';
import { Reconciliation } from '../reactions/reconciliation/reconciliation.js';
import type { OperatorCommands } from './control-socket.js';

/** What an operator does about a payment, or about a parked event, whose id is then the reference. `admin` is who decides it, and stands in the event. */
export type PaymentAct = { readonly reference: string; readonly admin: string } & (
  | { readonly act: 'grant'; readonly note: string }
  | { readonly act: 'refund'; readonly amount: number | null }
  | { readonly act: 'decline'; readonly reason: string }
  | { readonly act: 'dismiss' | 'dismiss event' | 'dismiss warnings'; readonly note: string }
  | {
      readonly act: 'dispute';
      readonly disputeId: string;
      readonly boost: 'kept' | 'revoked';
      readonly note: string;
    }
);

/**
 * The commands of operators about payments:
 *
 * - `reconcile` takes a time (ISO 8601) and returns one line with the JSON of a ReconciliationReport.
 * - `payments` takes the JSON of a {@link PaymentAct}. Without one, it returns one line with the JSON of what is waiting.
 */
export function paymentCommands(app: INestApplicationContext): OperatorCommands {
  const find = { strict: false };
  const reconciliation = app.get(Reconciliation, find);
  const desk = app.get(PaymentDesk, find);
  return {
    reconcile: async ([since = '']) => [JSON.stringify(await reconciliation.reconcile(new Date(since)))],
    payments: async ([act]) =>
      act === undefined
        ? [JSON.stringify(await desk.waiting())]
        : [await carryOut(desk, JSON.parse(act) as PaymentAct)],
  };
}

/** Returns what was done, in a sentence. */
async function carryOut(desk: PaymentDesk, act: PaymentAct): Promise<string> {
  const { reference, admin } = act;
  switch (act.act) {
    case 'grant':
      await desk.grant(reference, admin, act.note);
      return `The payment ${reference} is granted.`;
    case 'refund': {
      const money = await desk.refund(reference, admin, act.amount);
      return `A refund of ${written(money)} for the payment ${reference} is recorded. The server asks the payment provider for it, at its next start if it is not running.`;
    }
    case 'decline':
      await desk.decline(reference, admin, act.reason);
      return `The refund request for the payment ${reference} is declined.`;
    case 'dismiss':
      await desk.dismiss(reference, admin, act.note);
      return `The parked payment ${reference} is dismissed.`;
    case 'dismiss event':
      await desk.dismissEvent(reference, admin, act.note);
      return `The parked event ${reference} is dismissed.`;
    case 'dismiss warnings':
      await desk.dismissWarnings(reference, admin, act.note);
      return `The warnings of fraud for the payment ${reference} are dismissed.`;
    case 'dispute':
      await desk.resolveDispute(reference, admin, act);
      return `The dispute ${act.disputeId} is decided: the boost is ${act.boost}.`;
  }
}
