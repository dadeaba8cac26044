import type { CommandBus } from '@nestjs/cqrs';
import { LinkPaymentIntent } from '../domain/payment/payment-intent.commands.js';
import {
  ObserveDispute,
  ObserveFraudWarning,
  ObservePayment,
  ObserveRefund,
} from '../domain/payment/payment.commands.js';
import { ParkStripeEvent } from '../domain/payment/stripe-event.commands.js';
import { HANDLED_TYPES } from '../domain/payment/stripe-event.events.js';
import type { Observation, Payments } from '../infrastructure/payments/payments.port.js';
import { type Command, Rejected } from '../kernel/aggregate.js';
import type { Clock } from '../kernel/clock.js';
import { NotYetKnownError } from '../kernel/reaction.js';
import type { Reaction } from './reaction.js';

/** For so long an event waits for its payment, a little less than the reactor tries it. */
const UNKNOWN_MS = 71 * 3_600_000;

const HANDLED: ReadonlySet<string> = new Set(HANDLED_TYPES);

/** Thin events name an object in another format. */
const THIN = 'v2.';

/** What the reaction works with. */
export interface StripeEventParts {
  readonly commands: Pick<CommandBus, 'execute'>;
  readonly payments: Pick<Payments, 'mode' | 'observe'>;
  readonly clock: Clock;
}

/**
 * Acts on the events of the payment provider. An event is only a notice: the object that it names is fetched as it is
 * now, so the order of the events and their number do not matter. What an object shows is recorded in the stream of its
 * payment; `payment-consequences.ts` acts on that.
 */
export function stripeEvents({ commands, payments, clock }: StripeEventParts): Reaction {
  const park = (stripeEventId: string, reason: string) =>
    commands.execute(new ParkStripeEvent({ stripeEventId, reason }));
  return {
    name: 'stripe-events',
    on: {
      StripeEventReceived: async ({ data, metadata }) => {
        const { stripeEventId, eventType, livemode, objectId } = data;
        if (eventType.startsWith(THIN)) {
          await park(stripeEventId, 'It is a thin event. Please send snapshot events to this endpoint.');
          return;
        }
        if (!HANDLED.has(eventType)) return;
        const mode = livemode ? 'live' : 'test';
        if (mode !== payments.mode) {
          await park(stripeEventId, `The mode is ${mode}, expected ${payments.mode}.`);
          return;
        }
        const seen = objectId === null ? [] : await payments.observe(objectId);
        if (seen.length === 0) {
          await park(stripeEventId, `The provider shows no ${objectId ?? 'object'}.`);
          return;
        }
        try {
          for (const observation of seen) await recordObservation(commands, observation);
        } catch (error) {
          const ageMs = clock.now().getTime() - Date.parse(metadata.at);
          if (!(error instanceof NotYetKnownError) || ageMs < UNKNOWN_MS) throw error;
          await park(stripeEventId, `${error.message}.`);
        }
      },
    },
  };
}

/**
 * Records what the provider shows of an object in the stream of its payment. An object that we did not create is
 * ignored.
 * @throws NotYetKnownError for a payment of ours that the log does not contain
 */
export async function recordObservation(
  commands: Pick<CommandBus, 'execute'>,
  observation: Observation,
): Promise<void> {
  const { reference } = observation;
  if (reference === null) return;
  try {
    for (const command of commandsFor(observation, reference)) await commands.execute(command);
  } catch (error) {
    if (!(error instanceof Rejected) || error.refusal !== 'notFound') throw error;
    throw new NotYetKnownError(`the payment ${reference} is not in the log`, { cause: error });
  }
}

function commandsFor(seen: Observation, reference: string): readonly Command<object>[] {
  switch (seen.kind) {
    case 'payment': {
      const { state, paymentIntentId, price, mode, userId, purpose: kind } = seen;
      const observe = new ObservePayment({ reference, state, paymentIntentId, price, mode, userId, kind });
      return paymentIntentId === null
        ? [observe]
        : [observe, new LinkPaymentIntent({ paymentIntentId, reference })];
    }
    case 'refund': {
      const { providerRefundId, amount, state } = seen;
      return [new ObserveRefund({ reference, providerRefundId, amount, state })];
    }
    case 'dispute':
      return [new ObserveDispute({ reference, ...seen.dispute })];
    case 'fraud warning':
      return [new ObserveFraudWarning({ reference, warningId: seen.warningId })];
  }
}
