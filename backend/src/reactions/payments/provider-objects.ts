import type { CommandBus } from '@nestjs/cqrs';
import { PaymentIntent } from '../../domain/payment/payment-intent.js';
import { Payment } from '../../domain/payment/payment.js';
import {
  type Observation,
  type Payments,
  PaymentsUnavailableError,
} from '../../infrastructure/payments/payments.port.js';
import { type Command, Rejected } from '../../kernel/aggregate.js';
import { type Attempt, NeedsLongTryError, NotYetKnownError } from '../../kernel/reaction.js';
import type { States } from '../../kernel/states.js';

export interface RecordingParts {
  readonly commands: Pick<CommandBus, 'execute'>;
  readonly states: Pick<States, 'of'>;
}

/** For so long a notice waits for its payment or its object, a little less than the reactor tries it. */
export const UNKNOWN_MS = 71 * 3_600_000;

/** How long a first try waits for an answer, and a long one. */
const SHORT_MS = 2000;
const LONG_MS = 20_000;

/**
 * Runs a request about one object of the payment provider. If the provider fails on this request only, or does not answer
 * it, the event waits alone; if it fails on others too, the reaction pauses. A long try finds out which.
 * @param ask gets its time limit in milliseconds
 * @throws NeedsLongTryError if a first try cannot tell, NotYetKnownError if it fails on this request only,
 *   PaymentsUnavailableError
 */
export async function askingAlone<Result>(
  payments: Pick<Payments, 'probe'>,
  { mayTakeLong }: Attempt,
  ask: (limitMs: number) => Promise<Result>,
): Promise<Result> {
  try {
    return await ask(mayTakeLong ? LONG_MS : SHORT_MS);
  } catch (error) {
    const isUnavailable = error instanceof PaymentsUnavailableError;
    if (!isUnavailable || (!error.isAnswer && !error.isSilence)) throw error;
    if (!mayTakeLong) throw new NeedsLongTryError(error.message, { cause: error });
    await payments.probe();
    throw new NotYetKnownError(`the provider fails on one object: ${error.message}`, { cause: error });
  }
}

/**
 * The payment that an object belongs to: what its metadata says or, for a payment whose metadata was removed at the
 * provider, what the log knows of its PaymentIntent. Null for an object that we did not create.
 */
export async function referenceOf(
  { states }: Pick<RecordingParts, 'states'>,
  { reference, paymentIntentId }: Pick<Observation, 'reference' | 'paymentIntentId'>,
): Promise<string | null> {
  if (reference !== null || paymentIntentId === null) return reference;
  return (await states.of(PaymentIntent, paymentIntentId)).reference;
}

/**
 * Records what the provider shows of an object in the stream of its payment. An object that we did not create is
 * ignored.
 * @throws NotYetKnownError for a payment of ours that the log does not contain
 */
export async function recordObservation(parts: RecordingParts, observation: Observation): Promise<void> {
  const reference = await referenceOf(parts, observation);
  if (reference === null) return;
  try {
    for (const command of commandsFor(observation, reference)) await parts.commands.execute(command);
  } catch (error) {
    if (!(error instanceof Rejected) || error.refusal !== 'notFound') throw error;
    throw new NotYetKnownError(`the payment ${reference} is not in the log`, { cause: error });
  }
}

function commandsFor(seen: Observation, reference: string): readonly Command<object>[] {
  switch (seen.kind) {
    case 'payment': {
      const { state, paymentIntentId, price, mode, userId, purpose: kind } = seen;
      const observe = Payment.ObservePayment({
        reference,
        state,
        paymentIntentId,
        price,
        mode,
        userId,
        kind,
      });
      return paymentIntentId === null
        ? [observe]
        : [observe, PaymentIntent.LinkPaymentIntent({ paymentIntentId, reference })];
    }
    case 'refund': {
      const { providerRefundId, amount, state } = seen;
      return [Payment.ObserveRefund({ reference, providerRefundId, amount, state })];
    }
    case 'dispute':
      return [Payment.ObserveDispute({ reference, ...seen.dispute })];
    case 'fraud warning':
      return [Payment.ObserveFraudWarning({ reference, warningId: seen.warningId })];
  }
}
