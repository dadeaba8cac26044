import {
  PaymentRefusedError,
  PaymentsUnavailableError,
  type RefundOrder,
} from '../../src/infrastructure/payments/payments.port.js';
import { SANDBOX_KEY } from '../../src/infrastructure/payments/sandbox/sandbox-api.js';
import { StripePayments } from '../../src/infrastructure/payments/stripe-payments.js';
import { PausingError } from '../../src/kernel/reaction.js';
import { collected } from '../support/collected.js';
import { type Fault, StripeServer } from '../support/payments/stripe-server.js';
import { type StripeStage, openStage } from '../support/payments/stripe-stage.js';

const REFUNDS = '/v1/refunds';

let server: StripeServer;
let stage: StripeStage;
let order: RefundOrder;

beforeEach(async () => {
  stage = await openStage(async ({ fetch }) => {
    server = await StripeServer.before(fetch);
    return { apiUrl: server.url, retries: 1 };
  });
  const { paymentIntentId, reference } = await stage.paid();
  order = { paymentIntentId, reference, refundId: 'refund-1', amount: { amount: 400, currency: 'usd' } };
});

afterEach(async () => {
  await server.stop();
  await stage.close();
});

const refunds = () => stage.sandbox.payment(order.paymentIntentId)?.refunds.length;

describe('a request to Stripe that fails once', () => {
  it.each<Fault>(['too many', 'broken', 'reset'])('is repeated: %s', async (fault) => {
    server.willFail(fault);
    expect(await stage.payments.observe(order.paymentIntentId)).toMatchObject([{ state: 'paid' }]);
    expect(server.requests).toHaveLength(2);
  });

  it.each<Fault>(['too many', 'broken', 'reset', 'lost'])('does its work once: %s', async (fault) => {
    // The list of refunds succeeds, and the refund itself fails.
    server.willFail(null, fault);
    expect(await stage.payments.refund(order)).toHaveLength(1);
    expect(server.requests).toEqual([`GET ${REFUNDS}`, `POST ${REFUNDS}`, `POST ${REFUNDS}`]);
    expect(refunds()).toBe(1);
  });
});

describe('a request to Stripe with a time limit of its own', () => {
  it.each<Fault>(['too many', 'broken', 'reset'])('is not repeated: %s', async (fault) => {
    server.willFail(fault);
    const asked = stage.payments.observe(order.paymentIntentId, 10_000);
    await expect(asked).rejects.toMatchObject({ isAnswer: fault === 'broken', isSilence: fault === 'reset' });
    expect(server.requests).toHaveLength(1);
  });

  it('gives up on silence', async () => {
    server.willFail('silent');
    const asked = stage.payments.observe(order.paymentIntentId, 1);
    await expect(asked).rejects.toMatchObject({ isAnswer: false, isSilence: true });
  });
});

describe('reads of Stripe', () => {
  it('wait for their turn, and writes do not', async () => {
    const limited = new StripePayments({
      apiUrl: server.url,
      secretKey: SANDBOX_KEY,
      readsPerSecond: 1,
      mode: 'test',
      webhookSecrets: [],
    });
    server.willFail();
    await limited.observe(order.paymentIntentId);
    // The time limit begins with the turn.
    const second = limited.observe(order.paymentIntentId, 900);
    await limited.openCheckout(stage.checkout());
    expect(server.requests).toEqual([
      `GET /v1/payment_intents/${order.paymentIntentId}`,
      'POST /v1/checkout/sessions',
    ]);
    expect(await second).toHaveLength(1);
  });
});

describe('a request to Stripe that keeps failing', () => {
  it.each<Fault>(['too many', 'broken', 'reset', 'cut'])('pauses the caller: %s', async (fault) => {
    server.willFail(fault, fault, fault);
    const asked = stage.payments.observe(order.paymentIntentId);
    await expect(asked).rejects.toThrow(PaymentsUnavailableError);
    await expect(asked).rejects.toThrow(PausingError);
  });

  it.each([
    ['broken', true],
    ['too many', false],
    ['reset', false],
  ] as const)('says whether it was answered, so that the answer is stored: %s', async (fault, isAnswer) => {
    server.willFail(fault, fault, fault);
    await expect(stage.payments.openCheckout(stage.checkout())).rejects.toMatchObject({ isAnswer });
  });

  it('fails for other objects, too, unless the provider answers a probe', async () => {
    server.willFail('broken', 'broken', 'broken');
    await expect(stage.payments.probe()).rejects.toThrow(PaymentsUnavailableError);
    server.willFail();
    await expect(stage.payments.probe()).resolves.toBeUndefined();
  });

  it('pauses the reader of a list', async () => {
    server.willFail('broken', 'broken');
    const lines = collected(stage.payments.balance(stage.clock.now()));
    await expect(lines).rejects.toThrow(PaymentsUnavailableError);
  });

  it('is given up when no answer comes', async () => {
    const impatient = new StripePayments({
      mode: 'test',
      secretKey: SANDBOX_KEY,
      webhookSecrets: [],
      apiUrl: server.url,
      timeoutMs: 50,
      retries: 0,
    });
    server.willFail('silent');
    await expect(impatient.observe(order.paymentIntentId)).rejects.toThrow(PaymentsUnavailableError);
  });

  it('pauses the caller when the key is rejected, without showing the key', async () => {
    const secretKey = 'sk_test_wrong';
    const stranger = new StripePayments({ mode: 'test', secretKey, webhookSecrets: [], apiUrl: server.url });
    const asked = stranger.observe(order.paymentIntentId);
    await expect(asked).rejects.toThrow(PaymentsUnavailableError);
    await expect(asked).rejects.not.toThrow(/wrong/);
  });

  it('is repeated less often when a person waits for it', async () => {
    const patient = new StripePayments({
      mode: 'test',
      secretKey: SANDBOX_KEY,
      webhookSecrets: [],
      apiUrl: server.url,
    });
    server.willFail('broken', 'broken', 'broken');
    await expect(patient.openCheckout(stage.checkout())).rejects.toThrow(PaymentsUnavailableError);
    expect(server.requests).toHaveLength(2);
    server.willFail('broken', 'broken', 'broken');
    await expect(patient.receiptUrl(order.paymentIntentId)).rejects.toThrow(PaymentsUnavailableError);
    expect(server.requests).toHaveLength(2);
    server.willFail('broken', 'broken');
    expect(await patient.observe(order.paymentIntentId)).toMatchObject([{ state: 'paid' }]);
    expect(server.requests).toHaveLength(3);
  });

  it('does not count as unknown', async () => {
    server.willFail('broken', 'broken');
    await expect(stage.payments.receiptUrl(order.paymentIntentId)).rejects.toThrow(PaymentsUnavailableError);
  });
});

it('a refusal does not count as unknown', async () => {
  const error = { type: 'invalid_request_error', code: 'parameter_unknown', message: 'No.' };
  const refusing = new StripePayments({
    mode: 'test',
    secretKey: SANDBOX_KEY,
    webhookSecrets: [],
    fetch: async () => Response.json({ error }, { status: 400 }),
  });
  await expect(refusing.observe('pi_1')).rejects.toThrow(
    new PaymentRefusedError('Stripe refused: No.', null),
  );
  await expect(refusing.receiptUrl('pi_1')).rejects.toMatchObject({ code: 'parameter_unknown' });
});
