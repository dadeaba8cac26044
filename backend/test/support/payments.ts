import { PaymentsReader } from '../../src/projections/payments/payments.reader.js';
import type { OwnPayment } from '../../src/projections/payments/shown-payments.js';
import type { CheckoutAct } from '../../src/infrastructure/payments/sandbox/payment-sandbox.port.js';
import { StripeSandbox } from '../../src/infrastructure/payments/sandbox/stripe-sandbox.js';
import type { RunningApp } from './app.js';
import { settled } from './settled.js';
import type { Visitor } from './visitor.js';
import { waited } from './waits.js';

/** The payment provider that is played inside the server. */
export function sandboxOf({ adapters: { paymentSandbox } }: RunningApp): StripeSandbox {
  if (paymentSandbox instanceof StripeSandbox) return paymentSandbox;
  throw new Error('this app has no payment sandbox');
}

/** Waits until every webhook is delivered and processed, with what follows. */
export async function heard(app: RunningApp): Promise<void> {
  const sandbox = sandboxOf(app);
  const deliveries = sandbox['deliveries'];
  // One that was refused, because the test has moved the clock meanwhile, is sent again at once.
  app.timer.onPause = () => {
    deliveries['retries'].clear();
    deliveries.wake();
  };
  if (sandbox.undelivered().length > 0) app.timer.onPause();
  await waited('the webhooks', sandbox.settled());
  app.timer.onPause = () => undefined;
  await settled(app);
  // A reaction may have asked the provider for something.
  if (sandbox.undelivered().length > 0) await heard(app);
}

/** The id of the checkout session in the address of its page. */
export function sessionIn(url: string): string {
  return decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '');
}

/** Starts the purchase of a boost, from a post if one is given; returns the id of the checkout session. */
export async function startPurchase(
  browser: Visitor,
  boostType: 'regular' | 'mega' = 'regular',
  postId: string | null = null,
): Promise<string> {
  const path = postId === null ? '/api/boost/checkout' : `/api/posts/${postId}/boost`;
  const { status, body } = await browser.post<{ url?: string; checkoutUrl?: string }>(path, { boostType });
  const url = body.url ?? body.checkoutUrl;
  if (status !== 200 || !url) throw new Error(`${path} was answered with ${status}: ${JSON.stringify(body)}`);
  return sessionIn(url);
}

/** Acts on the checkout page, and waits until the site knows it. Returns the payment, as the person sees it. */
export async function checkOut(
  app: RunningApp,
  browser: Visitor,
  sessionId: string,
  act: CheckoutAct = 'pay',
): Promise<OwnPayment> {
  sandboxOf(app).actOnCheckout(sessionId, act);
  await heard(app);
  const known = await app.server.get(PaymentsReader, { strict: false }).ofSession(sessionId);
  const { body } = await browser.get<OwnPayment[]>('/api/user/payments');
  const payment = body.find(({ id }) => id === known?._id);
  if (!payment) throw new Error(`the person has no payment of ${sessionId}`);
  return payment;
}

/** Buys a boost and pays for it. */
export async function buyBoost(
  app: RunningApp,
  browser: Visitor,
  boostType: 'regular' | 'mega' = 'regular',
  postId: string | null = null,
): Promise<OwnPayment> {
  return checkOut(app, browser, await startPurchase(browser, boostType, postId));
}

/** The newest payment of a person. */
export async function newestPayment(browser: Visitor): Promise<OwnPayment> {
  const { body } = await browser.get<OwnPayment[]>('/api/user/payments');
  const [newest] = body;
  if (!newest) throw new Error('there is no payment');
  return newest;
}

/** The newest payment of a person, once the site has processed all that the provider said. */
export async function heardPayment(app: RunningApp, browser: Visitor): Promise<OwnPayment> {
  await heard(app);
  return newestPayment(browser);
}

/** The payment at the provider that a payment of ours belongs to. */
export function intentOf({ boost }: OwnPayment): string {
  if (!boost?.stripePaymentIntentId) throw new Error('this payment has no boost');
  return boost.stripePaymentIntentId;
}
