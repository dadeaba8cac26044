import type { PaymentSeen } from '../../src/infrastructure/payments/payments.port.js';
import type { Command } from '../../src/kernel/aggregate.js';
import { NotYetKnownError } from '../../src/kernel/reaction.js';
import { StripeEvents } from '../../src/reactions/payments/stripe-events.js';
import { TestClock } from '../support/app.js';

const HOUR = 3_600_000;

describe('a notice of a paid session', () => {
  const clock = new TestClock();
  const unpaid: PaymentSeen = {
    kind: 'payment',
    reference: 'r1',
    state: 'unpaid',
    paymentIntentId: null,
    price: { amount: 199, currency: 'usd' },
    mode: 'test',
    userId: 'ann',
    purpose: 'boost',
  };
  const data = {
    stripeEventId: 'evt_1',
    eventType: 'checkout.session.completed',
    apiVersion: null,
    created: 1,
    livemode: false,
    objectId: 'cs_1',
    fields: { status: 'complete', payment_status: 'paid' },
  };
  /** Handles the notice at this age, while the provider shows this. Returns the commands. */
  const handle = async (ageMs: number, ...seen: readonly PaymentSeen[]) => {
    const executed: Command<object>[] = [];
    const commands = { execute: async (command: Command<object>) => void executed.push(command) };
    const payments = { mode: 'test', observe: async () => seen };
    const reaction = new StripeEvents(commands as never, {} as never, payments as never, clock);
    const at = new Date(clock.now().getTime() - ageMs).toISOString();
    await reaction.on.StripeEventReceived?.({ data, metadata: { at } } as never, { mayTakeLong: true });
    return executed.map(({ constructor }) => constructor.name);
  };

  it.each([
    ['as unpaid', [unpaid], ['ObservePayment', 'ParkStripeEvent']],
    ['nothing', [], ['ParkStripeEvent']],
  ])('waits for 71 hours while the provider shows %s, then an admin gets it', async (_, seen, commands) => {
    await expect(handle(71 * HOUR - 1, ...seen)).rejects.toThrow(NotYetKnownError);
    expect(await handle(71 * HOUR, ...seen)).toEqual(commands);
  });
});
