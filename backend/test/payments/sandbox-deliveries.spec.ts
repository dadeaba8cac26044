import { rm } from 'node:fs/promises';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { RandomIds } from '../../src/infrastructure/clock/system-clock.js';
import type { ProviderEvent } from '../../src/infrastructure/payments/payments.port.js';
import { SANDBOX_KEY } from '../../src/infrastructure/payments/sandbox/sandbox-api.js';
import { StripeSandbox } from '../../src/infrastructure/payments/sandbox/stripe-sandbox.js';
import { StripePayments } from '../../src/infrastructure/payments/stripe-payments.js';
import { DEADLINES } from '../../src/kernel/deadlines.js';
import { TestClock } from '../support/app.js';
import { expires } from '../support/expires.js';
import { gate } from '../support/gate.js';
import { WEBHOOK_SECRET } from '../support/payments/stripe-stage.js';
import { useFolder } from '../support/folder.js';
import { TestTimer } from '../support/timer.js';

/** Takes webhooks as the server does: it checks the signature. */
class Endpoint {
  readonly taken: ProviderEvent[] = [];
  /** How many of the next webhooks are refused. */
  refusals = 0;
  /** Called for the next webhook, which is not answered. */
  ignore: (() => void) | null = null;
  private readonly server: Server;

  constructor(private readonly verify: (body: Buffer, signature: string) => ProviderEvent) {
    this.server = createServer(async (request, response) => {
      const event = this.verify(await buffer(request), String(request.headers['stripe-signature']));
      if (this.ignore) {
        this.ignore();
        this.ignore = null;
        return;
      }
      if (this.refusals > 0) {
        this.refusals -= 1;
        response.writeHead(503).end();
        return;
      }
      this.taken.push(event);
      response.writeHead(200).end();
    });
  }

  listen(): Promise<void> {
    return new Promise((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/api/stripe/webhook`;
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }
}

let clock: TestClock;
let timer: TestTimer;
let sandbox: StripeSandbox;
let endpoint: Endpoint;

const open = () =>
  new StripeSandbox({
    file: path.join(folder, 'sandbox-payments.db'),
    webhookSecret: WEBHOOK_SECRET,
    clock,
    ids: new RandomIds(),
    logger: { info: () => undefined, error: () => undefined },
    timer,
  });

const adapter = () =>
  new StripePayments({
    mode: 'test',
    secretKey: SANDBOX_KEY,
    webhookSecrets: [WEBHOOK_SECRET],
    fetch: sandbox.fetch,
    now: () => clock.now(),
  });

/** Opens a checkout and returns its id. */
async function openCheckout(): Promise<string> {
  const { sessionId } = await adapter().openCheckout({
    reference: new RandomIds().uuid(),
    userId: null,
    purpose: { kind: 'donation' },
    price: { amount: 500, currency: 'usd' },
    title: 'Donation',
    expiresAt: new Date(clock.now().getTime() + 60 * 60_000).toISOString(),
    successUrl: 'https://footnote.example/boost',
    cancelUrl: 'https://footnote.example/boost',
  });
  return sessionId;
}

/** Lets what was refused or not answered be tried again, for the first time or once more. */
async function retried(round: number): Promise<void> {
  await timer.pauses.atLeast(round);
  await timer.advance(timer.pauses[round - 1] ?? 0);
}

const taken = () => endpoint.taken.map(({ eventType, objectId }) => [eventType, objectId]);

afterEach(async () => {
  await sandbox.close();
  await endpoint.close();
});

const folder = useFolder(); // removed after the sandbox is closed

beforeEach(async () => {
  clock = new TestClock();
  timer = new TestTimer();
  sandbox = open();
  endpoint = new Endpoint((body, signature) => adapter().verify(body, [signature], clock.now()));
  await endpoint.listen();
});

describe('the webhooks of the sandbox', () => {
  it('are signed and delivered as soon as something happens', async () => {
    sandbox.deliverTo(endpoint.url);
    const sessionId = await openCheckout();
    sandbox.actOnCheckout(sessionId, 'pay');
    await sandbox.settled();
    expect(taken()).toEqual([['checkout.session.completed', sessionId]]);
  });

  it('are delivered after an act through the API', async () => {
    const sessionId = await openCheckout();
    sandbox.actOnCheckout(sessionId, 'pay');
    sandbox.deliverTo(endpoint.url);
    await sandbox.settled();
    const paymentIntentId = sandbox.payments(1)[0]?.paymentIntentId ?? '';
    const amount = { amount: 500, currency: 'usd' };
    await adapter().refund({ paymentIntentId, reference: 'ours', refundId: 'refund-1', amount });
    await sandbox.settled();
    expect(taken().map(([type]) => type)).toEqual([
      'checkout.session.completed',
      'charge.refunded',
      'refund.created',
    ]);
  });

  it('are repeated until they are accepted, without holding up others', async () => {
    endpoint.refusals = 5;
    sandbox.deliverTo(endpoint.url);
    const sessions = [await openCheckout(), await openCheckout()];
    for (const id of sessions) sandbox.actOnCheckout(id, 'pay');
    for (let round = 1; round <= 3; round += 1) await retried(round);
    await sandbox.settled();
    expect(timer.pauses).toEqual([1000, 2000, 4000]);
    expect(new Set(endpoint.taken.map(({ objectId }) => objectId))).toEqual(new Set(sessions));
    expect(endpoint.taken).toHaveLength(2);
    expect(endpoint.refusals).toBe(0);
  });

  expires('sandbox webhook', async () => {
    const { open: ignore, opened: ignored } = gate();
    endpoint.ignore = ignore;
    sandbox.deliverTo(endpoint.url);
    const sessionId = await openCheckout();
    sandbox.actOnCheckout(sessionId, 'pay');
    await ignored;
    await timer.advance(DEADLINES['sandbox webhook'].ms);
    await retried(1);
    await sandbox.settled();
    expect(taken()).toEqual([['checkout.session.completed', sessionId]]);
  });

  it('have the time of the try, so that an old event is not too old', async () => {
    const sessionId = await openCheckout();
    sandbox.actOnCheckout(sessionId, 'pay');
    clock.advance(86_400_000);
    sandbox.deliverTo(endpoint.url);
    await sandbox.settled();
    expect(taken()).toEqual([['checkout.session.completed', sessionId]]);
  });

  it('survive a restart', async () => {
    const sessionId = await openCheckout();
    sandbox.actOnCheckout(sessionId, 'pay');
    await sandbox.close();
    sandbox = open();
    expect(sandbox.undelivered()).toHaveLength(1);
    sandbox.deliverTo(endpoint.url);
    await sandbox.settled();
    await sandbox.close();
    sandbox = open();
    expect(sandbox.undelivered()).toEqual([]);
    expect(taken()).toEqual([['checkout.session.completed', sessionId]]);
    expect(sandbox.checkout(sessionId)?.status).toBe('complete');
  });

  it('survive an endpoint that is not there', async () => {
    const { url } = endpoint;
    await endpoint.close();
    sandbox.deliverTo(url);
    sandbox.actOnCheckout(await openCheckout(), 'expire');
    await sandbox.close();
    sandbox = open();
    expect(sandbox.undelivered()).toHaveLength(1);
  });

  it('can be delivered by hand', async () => {
    sandbox.actOnCheckout(await openCheckout(), 'pay');
    const [eventId = ''] = sandbox.undelivered();
    const { body, signature } = sandbox.webhook(eventId);
    const event = adapter().verify(Buffer.from(body), [signature], clock.now());
    expect(event.stripeEventId).toBe(eventId);
  });

  it('leave nothing behind where nothing happened', async () => {
    sandbox.deliverTo(endpoint.url);
    await sandbox.settled();
    expect(sandbox.payments(10)).toEqual([]);
    expect(sandbox.checkout('cs_test_1')).toBeNull();
    await expect(rm(path.join(folder, 'sandbox-payments.db'))).rejects.toThrow('ENOENT');
  });
});
