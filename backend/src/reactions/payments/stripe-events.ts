import { ParkStripeEvent } from '../../domain/payment/stripe-event.commands.js';
import { HANDLED_TYPES } from '../../domain/payment/stripe-event.events.js';
import type { Payments } from '../../infrastructure/payments/payments.port.js';
import type { Clock } from '../../kernel/clock.js';
import { NotYetKnownError } from '../../kernel/reaction.js';
import { type RecordingParts, askingAlone, recordObservation } from './provider-objects.js';
import type { Reaction } from '../reaction.js';

/** For so long an event waits for its payment, a little less than the reactor tries it. */
const UNKNOWN_MS = 71 * 3_600_000;

const HANDLED: ReadonlySet<string> = new Set(HANDLED_TYPES);

/** Thin events name an object in another format. */
const THIN = 'v2.';

/** What the reaction works with. */
export interface StripeEventParts extends RecordingParts {
  readonly payments: Pick<Payments, 'mode' | 'observe' | 'probe'>;
  readonly clock: Clock;
}

/**
 * Acts on the events of the payment provider. An event is only a notice: the object that it names is fetched as it is
 * now, so the order of the events and their number do not matter. What an object shows is recorded in the stream of its
 * payment; `payment-consequences.ts` acts on that.
 */
export function stripeEvents(parts: StripeEventParts): Reaction {
  const { commands, payments, clock } = parts;
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
        if (objectId === null) {
          await park(stripeEventId, 'The provider shows no object.');
          return;
        }
        try {
          const seen = await askingAlone(payments, () => payments.observe(objectId));
          if (seen.length === 0) await park(stripeEventId, `The provider shows no ${objectId}.`);
          for (const observation of seen) await recordObservation(parts, observation);
        } catch (error) {
          const ageMs = clock.now().getTime() - Date.parse(metadata.at);
          if (!(error instanceof NotYetKnownError) || ageMs < UNKNOWN_MS) throw error;
          await park(stripeEventId, `${error.message}.`);
        }
      },
    },
  };
}
