import { request } from 'node:http';
import { Stripe } from 'stripe';
import { RefusedWebhooks } from '../../../src/api/http/refused-webhooks.js';
import { Payment } from '../../../src/domain/payment/payment.js';
import { BadWebhookError } from '../../../src/infrastructure/payments/payments.port.js';
import type { Alarm } from '../../../src/kernel/alarms.js';
import { AlarmMails } from '../../../src/reactions/mails/alarm-mails.js';
import { newAdmin } from '../../support/admins.js';
import { TestClock, useOwnApp } from '../../support/app.js';
import { mailsTo } from '../../support/mails.js';
import { startPurchase } from '../../support/payments.js';
import { verified } from '../../support/people.js';
import { send } from '../../support/posts.js';
import { settled } from '../../support/settled.js';

const SECRET = 'whsec_of_this_test';
const PATH = '/api/stripe/webhook';
const HOUR = 3_600_000;

describe('the webhook of the payment provider', () => {
  const app = useOwnApp('has the keys of Stripe', {
    env: {
      STRIPE_SECRET_KEY: 'sk_test_of_this_test',
      STRIPE_WEBHOOK_SECRET: `whsec_another,${SECRET}`,
      // Nothing listens there: no test here gets an answer from the provider.
      STRIPE_API_URL: 'http://127.0.0.1:9',
    },
  });
  const stripe = new Stripe('sk_test_of_this_test');
  let sent = 0;
  const bodyOf = (changes: object = {}) => {
    sent += 1;
    return JSON.stringify({
      id: `evt_${sent}`,
      object: 'event',
      type: 'product.created',
      api_version: '2026-01-01',
      created: 1_700_000_000,
      livemode: false,
      data: { object: { id: 'prod_1', object: 'product' } },
      ...changes,
    });
  };
  const seconds = () => Math.floor(app.clock.now().getTime() / 1000);
  const signed = (payload: string, { secret = SECRET, timestamp = seconds() } = {}) =>
    stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });

  /** Posts with these signature headers, each on its own line. */
  const post = (body: string, signatures: readonly string[]) =>
    new Promise<{ status: number; body: string }>((resolve, reject) => {
      const posted = request(new URL(PATH, app.url), {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(signatures.length > 0 && { 'stripe-signature': [...signatures] }),
        },
      });
      posted.on('response', (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks).toString() }),
        );
      });
      posted.on('error', reject);
      posted.end(body);
    });
  const events = async () => app.adapters.storage.log.readAll(0, 10_000);
  /** How many events the log has. */
  const stored = async () => (await events()).length;

  it('stores an event with a valid signature of any of the secrets, once, however often it comes', async () => {
    const before = await stored();
    const body = bodyOf();
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(body, [signed(body)])));
    expect(answers).toEqual(answers.map(() => ({ status: 200, body: '{"received":true}' })));
    expect((await post(body, [signed(body, { secret: 'whsec_another' })])).status).toBe(200);
    expect(await stored()).toBe(before + 1);
  });

  it.each<[string, (body: string) => { body?: string; signatures: string[] }]>([
    ['a changed body', (body) => ({ body: body.replace('prod_1', 'prod_2'), signatures: [signed(body)] })],
    ['no signature', () => ({ signatures: [] })],
    ['two signatures', (body) => ({ signatures: [signed(body), signed(body)] })],
    ['an empty body', () => ({ body: '', signatures: [signed('')] })],
  ])('refuses %s and stores nothing', async (_, change) => {
    const before = await stored();
    const whole = bodyOf();
    const { body = whole, signatures } = change(whole);
    expect((await post(body, signatures)).status).toBe(400);
    expect(await stored()).toBe(before);
  });

  it('accepts 256 KB and refuses more', async () => {
    const before = await stored();
    const padded = (size: number) => {
      const body = bodyOf();
      return `${body}${' '.repeat(size - body.length)}`;
    };
    const largest = padded(256 * 1024);
    expect((await post(largest, [signed(largest)])).status).toBe(200);
    for (const size of [256 * 1024 + 1, 1024 * 1024]) {
      const body = padded(size);
      expect((await post(body, [signed(body)])).status).toBe(413);
    }
    expect(await stored()).toBe(before + 1);
  });

  it('accepts events that nest deeper than any request of a page', async () => {
    const object = Array.from({ length: 90 }).reduce<object>((inner) => ({ inner }), { id: 'prod_1' });
    const body = bodyOf({ data: { object } });
    expect((await post(body, [signed(body)])).status).toBe(200);
  });

  it.each([101, 5000, 30_000])('refuses what nests %d deep before anything reads it', async (depth) => {
    const before = await stored();
    const deep = `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
    const body = bodyOf({ data: { object: { id: 'prod_1', deep: 'here' } } }).replace('"here"', deep);
    expect((await post(body, [signed(body)])).status).toBe(400);
    expect((await post(`${'['.repeat(depth)}${']'.repeat(depth)}`, [])).status).toBe(400);
    expect(await stored()).toBe(before);
  });

  it('parks events of the other mode, and thin events, and does nothing else', async () => {
    for (const changes of [
      { type: 'charge.refunded', livemode: true, data: { object: { id: 'ch_1', object: 'charge' } } },
      {
        type: 'v2.core.event_destination.ping',
        object: 'v2.core.event',
        created: '2026-11-21T12:00:00.000Z',
        data: undefined,
      },
    ]) {
      const before = await stored();
      const body = bodyOf(changes);
      expect((await post(body, [signed(body)])).status).toBe(200);
      await settled(app);
      expect(await stored()).toBe(before + 2);
      expect((await events()).at(-1)?.type).toBe('StripeEventParked');
    }
  });

  /** The alarm about webhooks, and the status that strangers see. */
  const alarmed = async () => {
    // A view that is behind at two looks, between which the clock is moved, seems to stand still.
    await settled(app);
    const { body } = await app.browser().get<{ status: string; alarms: Alarm[] }>('/health');
    const alarm = body.alarms.find(({ name }) => name === 'webhooks-refused');
    return { status: body.status, problem: alarm?.problem ?? null };
  };
  const NO_SECRET = 'no secret fits, or the body was changed on the way';
  const refuse = async (count: number, about: Parameters<typeof signed>[1]) => {
    for (let index = 0; index < count; index += 1) {
      const body = bodyOf();
      expect((await post(body, [signed(body, about)])).status).toBe(400);
    }
  };

  it('raises an alarm once several are refused while a checkout awaits one, and mails owners once a day', async () => {
    await newAdmin(app, 'olga', 'owner', 'olga@example.org');
    const accepted = bodyOf();
    await post(accepted, [signed(accepted)]);
    app.clock.advance(HOUR);
    await refuse(45, { secret: 'whsec_wrong' });
    expect(await alarmed()).toEqual({ status: 'ok', problem: null });
    const reference = crypto.randomUUID();
    const purpose = { kind: 'boost', boostType: 'regular', postId: null } as const;
    const price = { amount: 199, currency: 'usd' };
    const expiresAt = app.clock.now().toISOString();
    await send(
      app,
      Payment.StartCheckout({ reference, userId: null, purpose, price, mode: 'test', expiresAt }),
    );
    await send(app, Payment.OpenCheckout({ reference, sessionId: 'cs_1', url: 'https://checkout.example' }));
    await settled(app);
    // Anybody can send such webhooks, so they change nothing that anybody sees.
    const problem = `45 webhooks were refused and none was accepted since: ${NO_SECRET}`;
    expect(await alarmed()).toEqual({ status: 'ok', problem });
    const mails = app.server.get(AlarmMails, { strict: false });
    for (const hours of [0, 1, 24]) {
      app.clock.advance(hours * HOUR);
      await mails.send();
    }
    const mailed = await mailsTo(app, 'olga@example.org', 2);
    expect(mailed.map(({ subject }) => subject)).toEqual(
      Array(2).fill('Payments wait: webhooks of Stripe are refused'),
    );
    expect(mailed[0]?.text).toContain(problem);
    expect((await post('{"id": "evt_1"', [])).status).toBe(400);
    expect((await alarmed()).problem).toMatch(/^46 .*: the body cannot be read$/);
    await refuse(3, { timestamp: seconds() - 600 });
    await refuse(1, { secret: 'whsec_wrong' });
    expect(await alarmed()).toEqual({
      status: 'degraded',
      problem: '50 webhooks were refused and none was accepted since: the clocks differ by 600 s',
    });
    const last = bodyOf();
    await post(last, [signed(last)]);
    expect(await alarmed()).toEqual({ status: 'ok', problem: null });
    await refuse(3, { secret: 'whsec_wrong' });
    app.clock.advance(HOUR);
    expect((await alarmed()).problem).not.toBeNull();
    app.clock.advance(72 * HOUR);
    expect(await alarmed()).toEqual({ status: 'ok', problem: null });
  });

  it('stands beside no sandbox of payments, but one of mails', async () => {
    for (const [page, status] of [
      ['payments', 404],
      ['mail', 200],
    ] as const) {
      expect((await app.browser().get(`/sandbox/${page}`)).status).toBe(status);
    }
  });

  it('answers a checkout with 503 while the provider is away', async () => {
    const { browser } = await verified(app, 'away@example.org');
    await expect(startPurchase(browser)).rejects.toThrow(/503.*Failed to create checkout session/);
    const { status } = await browser.get('/api/user/payments');
    expect(status).toBe(200);
  });
});

const bad = new BadWebhookError('no secret fits');
const late = new BadWebhookError('the clocks differ by 600 s', true);

describe('refused webhooks', () => {
  let clock: TestClock;
  let webhooks: RefusedWebhooks;
  beforeEach(() => {
    clock = new TestClock();
    webhooks = new RefusedWebhooks(clock);
  });
  const refuse = (...errors: readonly BadWebhookError[]) => {
    for (const error of errors) webhooks.refused(error);
  };

  it('are many from three on, however slowly they come', () => {
    const since = clock.now();
    refuse(bad);
    clock.advance(24 * HOUR);
    refuse(bad);
    expect(webhooks.many).toBeNull();
    refuse(bad);
    expect(webhooks.many).toEqual({ count: 3, signed: 0, since, reason: 'no secret fits' });
  });

  it('are not many within an hour of one that was accepted, and begin again with it', () => {
    refuse(bad, bad, bad);
    webhooks.accepted();
    refuse(bad, bad, bad);
    clock.advance(HOUR - 1);
    expect(webhooks.many).toBeNull();
    clock.advance(1);
    expect(webhooks.many?.count).toBe(3);
  });

  it('are proven once the provider has sent three: what it sent gives the reason', () => {
    refuse(bad, late, late, bad);
    expect(webhooks.many).toMatchObject({ signed: 2, reason: 'the clocks differ by 600 s' });
    expect(webhooks.isProven).toBe(false);
    refuse(late);
    expect(webhooks.isProven).toBe(true);
  });
});
