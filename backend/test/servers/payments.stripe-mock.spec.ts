import {
  type NewCheckout,
  PaymentRefusedError,
  type Payments,
} from '../../src/infrastructure/payments/payments.port.js';
import { asking, openStripe } from '../../src/infrastructure/payments/stripe-client.js';
import { StripePayments } from '../../src/infrastructure/payments/stripe-payments.js';
import { type StripeMock, startStripeMock } from '../support/payments/stripe-mock.js';

const SECRET_KEY = 'sk_test_123';

let mock: StripeMock;
let payments: Payments;

beforeAll(async () => {
  mock = await startStripeMock();
  payments = new StripePayments({
    mode: 'test',
    secretKey: SECRET_KEY,
    webhookSecrets: [],
    apiUrl: mock.url,
    retries: 0,
  });
});

afterAll(() => mock?.stop());

const checkout = (differences: Partial<NewCheckout>): NewCheckout => ({
  reference: 'reference',
  userId: 'ann',
  purpose: { kind: 'boost', boostType: 'mega', postId: null },
  price: { amount: 999, currency: 'usd' },
  title: 'Mega boost',
  expiresAt: '2026-11-21T13:00:00.000Z',
  successUrl: 'https://footnote.example/boost?session_id={CHECKOUT_SESSION_ID}',
  cancelUrl: 'https://footnote.example/boost?cancelled=true',
  ...differences,
});

/** The first item, to see that there was an answer. */
async function first(items: AsyncIterable<object>): Promise<object | undefined> {
  for await (const item of items) return item;
  return undefined;
}

describe('the requests of StripePayments', () => {
  it.each([
    ['a boost', {}],
    ['a donation without an account', { userId: null, purpose: { kind: 'donation' } as const }],
  ])('match the schema of Stripe: a checkout for %s', async (_, differences) => {
    expect(await payments.openCheckout(checkout(differences))).toEqual({
      sessionId: expect.stringMatching(/^cs_test_/),
      url: expect.stringMatching(/^https:/),
    });
  });

  it('match the schema of Stripe: closing a checkout', async () => {
    expect(await payments.closeCheckout('cs_test_1')).toMatchObject({ kind: 'payment' });
  });

  it.each([
    ['cs_test_1', 'payment'],
    ['pi_1', 'payment'],
    ['ch_1', 'refund'],
    ['py_1', 'refund'],
    ['re_1', 'refund'],
    ['pyr_1', 'refund'],
    ['du_1', 'dispute'],
    ['dp_1', 'dispute'],
    ['issfr_1', 'fraud warning'],
  ])('match the schema of Stripe: %s', async (id, kind) => {
    expect(await payments.observe(id)).toMatchObject([{ kind }]);
  });

  it('match the schema of Stripe: a receipt', async () => {
    expect(await payments.receiptUrl('pi_1')).toMatch(/^https:/);
  });

  it('match the schema of Stripe: a refund', async () => {
    const order = { paymentIntentId: 'pi_1', reference: 'reference', refundId: 'refund-1' };
    const seen = await payments.refund({ ...order, amount: { amount: 1, currency: 'usd' } });
    expect(seen[0]).toMatchObject({ kind: 'refund', amount: { amount: 1, currency: 'usd' } });
  });

  it('match the schema of Stripe: the lists', async () => {
    const since = new Date(Date.now() - 1000);
    expect(await first(payments.events(since))).toHaveProperty('stripeEventId');
    expect(await first(payments.balance(since))).toHaveProperty('net');
    const kinds: string[] = [];
    for await (const { kind } of payments.movements(since)) kinds.push(kind);
    expect(kinds).toEqual(['charge', 'refund', 'dispute']);
  });

  it('would be refused otherwise', async () => {
    const stripe = openStripe({ secretKey: SECRET_KEY, apiUrl: mock.url, retries: 0 });
    const wrong = { mode: 'payment', expires: 1 } as object;
    await expect(asking(() => stripe.checkout.sessions.create(wrong))).rejects.toThrow(PaymentRefusedError);
  });
});
