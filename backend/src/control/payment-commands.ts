import type { INestApplicationContext } from '@nestjs/common';
import { Differences } from '../api/payments/differences.service.js';
import { PaymentUseCases } from '../api/payments/payment-use-cases.service.js';
import { written } from '../domain/money.js';
import { NOBODY } from '../domain/admin/person.js';
import { causedBy, operator } from '../kernel/causation.js';
import { Rejected } from '../kernel/aggregate.js';
import { Ids } from '../kernel/clock.js';
import { type TypeOf, id, nullable, number, object, oneOf, text } from '../kernel/field.js';
import { Reconciliation } from '../reactions/reconciliation/reconciliation.js';
import type { OperatorCommands } from './control-socket.js';
import { sentJson } from './sent-json.js';

/** What an operator does about a payment in an emergency. `admin` is who decides it, and stands in the event. */
export const PaymentAct = object({
  act: oneOf('grant', 'refund', 'observe', 'settle'),
  /** Of the payment; of an act on a difference, the id at the provider. */
  reference: id,
  admin: text,
  /** Of a refund, in the smallest unit; null for all that is left. */
  amount: nullable(number),
  /** Empty where nothing is decided. */
  reason: text,
});
export type PaymentAct = TypeOf<typeof PaymentAct>;

/**
 * The commands of operators about payments:
 *
 * - `reconcile` takes a time (ISO 8601) and returns one line with the JSON of a ReconciliationReport.
 * - `payments` takes the JSON of a {@link PaymentAct}, and returns what was done, in a sentence.
 */
export function paymentCommands(app: INestApplicationContext): OperatorCommands {
  const find = { strict: false };
  const reconciliation = app.get(Reconciliation, find);
  const parts = {
    useCases: app.get(PaymentUseCases, find),
    differences: app.get(Differences, find),
  };
  const ids = app.get(Ids, find);
  return {
    reconcile: async ([since = '']) => {
      const from = new Date(since);
      if (Number.isNaN(from.getTime())) throw new Rejected('invalid', 'This is not a time.');
      return [JSON.stringify(await reconciliation.reconcile(from))];
    },
    payments: async ([json = '']) => {
      const act = sentJson(PaymentAct, json);
      const run = ids.uuid();
      const causation = { actor: operator(act.admin), requestId: null, correlationId: run, causationId: run };
      return [await causedBy(causation, () => carryOut(parts, act))];
    },
  };
}

interface Parts {
  readonly useCases: PaymentUseCases;
  readonly differences: Differences;
}

/** Ours have hyphens, and the provider's ids have none. */
const isOurs = (reference: string) => reference.includes('-');

/** @throws Rejected (notFound) with the reference, which may have been mistyped */
async function carryOut(parts: Parts, act: PaymentAct): Promise<string> {
  try {
    return await done(parts, act);
  } catch (error) {
    if (!(error instanceof Rejected) || error.refusal !== 'notFound') throw error;
    throw new Rejected(error.refusal, `${act.reference}: ${error.message}`, error.code);
  }
}

async function done(
  { useCases, differences }: Parts,
  { act, reference, admin, amount, reason }: PaymentAct,
): Promise<string> {
  if (act === 'grant') {
    await useCases.grant(reference, reason, NOBODY);
    return `The payment ${reference} is granted.`;
  }
  if (act === 'settle') {
    await differences.settle(null, reference, reason, NOBODY);
    return `The difference of ${reference} is settled.`;
  }
  if (act === 'observe') {
    await (isOurs(reference) ? differences.observePayment(reference) : differences.observe(null, reference));
    return `The payment provider is asked for ${reference}.`;
  }
  const money = await useCases.refundInTerminal(reference, { amount, reason }, admin);
  return `A refund of ${written(money)} for the payment ${reference} is recorded. The server asks the payment provider for it, at its next start if it is not running.`;
}
