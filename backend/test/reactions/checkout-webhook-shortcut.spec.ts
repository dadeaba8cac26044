import { type PaymentState, noPayment } from '../../src/domain/payment/payment-state.js';
import type { ProviderEvent } from '../../src/infrastructure/payments/payments.port.js';
import type { Command } from '../../src/kernel/aggregate.js';
import { isSettledByWebhook } from '../../src/reactions/payments/checkout-webhook-shortcut.js';

const price = { amount: 999, currency: 'usd' };
const started = {
  reference: 'r1',
  userId: 'ann',
  purpose: { kind: 'boost', boostType: 'mega', postId: null },
  price,
  expiresAt: '2026-01-01T01:00:00.000Z',
  mode: 'test',
} as const;
const open: PaymentState = {
  ...noPayment,
  started,
  checkout: { sessionId: 'cs_1', url: 'https://pay.example' },
};
const paid: PaymentState = { ...open, confirmedAt: '2026-01-01T00:00:00.000Z', paymentIntentId: 'pi_1' };

const notice = (eventType: string, status: string, fields: ProviderEvent['fields'] = {}): ProviderEvent => ({
  stripeEventId: 'evt_1',
  eventType: `checkout.session.${eventType}`,
  apiVersion: null,
  created: 1,
  livemode: false,
  objectId: 'cs_1',
  fields: { status, client_reference_id: 'r1', amount_total: 999, currency: 'usd', ...fields },
});

/** Whether the notice leaves nothing to fetch, and what was recorded. */
async function given(state: PaymentState, told: ProviderEvent) {
  const executed: Command<object>[] = [];
  const states = { of: async (_: unknown, id: string) => (id === 'r1' ? state : noPayment) };
  const commands = { execute: async (command: Command<object>) => void executed.push(command) };
  const isAll = await isSettledByWebhook({ states, commands } as never, told);
  return [isAll, executed.map(({ constructor, data }) => ({ [constructor.name]: data }))];
}

describe('a notice about a checkout session', () => {
  it('says itself that a session of ours has expired', async () => {
    const seen = {
      state: 'expired',
      paymentIntentId: null,
      price,
      mode: 'test',
      userId: 'ann',
      kind: 'boost',
    };
    expect(await given(open, notice('expired', 'expired'))).toEqual([
      true,
      [{ ObservePayment: { reference: 'r1', ...seen } }],
    ]);
  });

  it('needs nothing once its payment is confirmed, but the link that a crash may have left out', async () =>
    expect(await given(paid, notice('async_payment_succeeded', 'complete'))).toEqual([
      true,
      [{ LinkPaymentIntent: { reference: 'r1', paymentIntentId: 'pi_1' } }],
    ]));

  it.each([
    ['it was completed', open, notice('completed', 'complete')],
    ['its status is not that of its type', open, notice('expired', 'open')],
    ['the log does not know its page', { ...open, checkout: null }, notice('expired', 'expired')],
    [
      'the log knows another page',
      { ...open, checkout: { sessionId: 'cs_2', url: '' } },
      notice('expired', 'expired'),
    ],
    ['the log does not know its payment', open, notice('expired', 'expired', { client_reference_id: 'r2' })],
    ['it names no amount', open, notice('expired', 'expired', { amount_total: null })],
    ['it names no payment', open, notice('expired', 'expired', { client_reference_id: null })],
    ['it is about something else', paid, { ...notice('', ''), eventType: 'charge.refunded' }],
  ])('has to be fetched if %s', async (_, state, told) =>
    expect(await given(state, told)).toEqual([false, []]),
  );
});
