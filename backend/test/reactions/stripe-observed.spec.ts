import type { PaymentSeen } from '../../src/infrastructure/payments/payments.port.js';
import type { Command } from '../../src/kernel/aggregate.js';
import { NotYetKnownError } from '../../src/kernel/reaction.js';
import { StripeObserved } from '../../src/reactions/payments/stripe-observed.js';
import { TestClock } from '../support/app.js';

const HOUR = 3_600_000;

describe('an object that reconciliation saw as paid', () => {
  const clock = new TestClock();
  const price = { amount: 199, currency: 'usd' };
  const unpaid: PaymentSeen = {
    kind: 'payment',
    reference: 'r1',
    state: 'unpaid',
    paymentIntentId: null,
    price,
    mode: 'test',
    userId: 'ann',
    purpose: 'boost',
  };
  const data = { objectId: 'ch_1', kind: 'charge', reference: 'r1', amount: price, fetchId: 'cs_1' } as const;
  const eventAt = (ageMs: number, actId: string | null) => ({
    data: { ...data, state: 'paid', actId },
    metadata: { at: new Date(clock.now().getTime() - ageMs).toISOString() },
  });
  /** Handles the event of this age, while the provider shows the session as unpaid. Returns how often that was recorded. */
  const handle = async (ageMs: number, actId: string | null = null) => {
    const executed: Command<object>[] = [];
    const commands = { execute: async (command: Command<object>) => void executed.push(command) };
    const payments = { observe: async () => [unpaid] };
    const reaction = new StripeObserved(commands as never, {} as never, payments as never, clock);
    await reaction.on.StripeObjectObserved?.(eventAt(ageMs, actId) as never, { mayTakeLong: true });
    return executed.length;
  };

  it('waits while the provider shows it as unpaid, for 71 hours', async () => {
    await expect(handle(71 * HOUR - 1)).rejects.toThrow(NotYetKnownError);
    expect(await handle(71 * HOUR)).toBe(1);
  });

  it('is recorded as it is when an admin asks, without queueing behind one that waits', async () => {
    expect(await handle(0, 'a1')).toBe(1);
    const { sequence } = new StripeObserved(...([] as never as [never, never, never, never]));
    expect([null, 'a1'].map((actId) => sequence(eventAt(0, actId) as never))).toEqual(['cs_1', 'a1']);
  });
});
