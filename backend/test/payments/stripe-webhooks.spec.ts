import { Stripe } from 'stripe';
import { BadWebhookError } from '../../src/infrastructure/payments/payments.port.js';
import { HANDLED_TYPES } from '../../src/domain/payment/stripe-event.js';
import { readWebhook } from '../../src/infrastructure/payments/stripe-webhooks.js';

const NOW = new Date('2026-11-21T12:00:00.000Z');
const SECONDS = NOW.getTime() / 1000;
const OLD = 'whsec_old';
const NEW = 'whsec_new';

const EVENT = {
  id: 'evt_1',
  object: 'event',
  api_version: '2026-10-28.endive',
  created: SECONDS - 2,
  livemode: false,
  type: 'checkout.session.completed',
  data: { object: { id: 'cs_1', object: 'checkout.session', status: 'complete' } },
};

/** The signature of a body, made by Stripe's library. */
function signed(body: string, { secret = NEW, timestamp = SECONDS } = {}): string {
  return Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp });
}

const read = (body: string, signatures: readonly string[], now = NOW) =>
  readWebhook(Buffer.from(body), signatures, [OLD, NEW], now);

/** Reads a signed body. */
const reading = (event: unknown) => {
  const body = JSON.stringify(event);
  return read(body, [signed(body)]);
};

const body = JSON.stringify(EVENT);
const NO_SECRET = 'no secret fits, or the body was changed on the way';

describe('a webhook', () => {
  it('is reduced to what is stored', () => {
    expect(read(body, [signed(body)])).toEqual({
      stripeEventId: 'evt_1',
      eventType: 'checkout.session.completed',
      apiVersion: '2026-10-28.endive',
      created: SECONDS - 2,
      livemode: false,
      objectId: 'cs_1',
      fields: { status: 'complete' },
    });
  });

  it.each([OLD, NEW])('may be signed with either secret: %s', (secret) => {
    expect(read(body, [signed(body, { secret })])).toMatchObject({ stripeEventId: 'evt_1' });
  });

  it('may have signatures of several secrets', () => {
    const [, signature] = signed(body).split(',');
    const header = `${signed(body, { secret: 'whsec_other' })},${signature}`;
    expect(read(body, [header])).toMatchObject({ stripeEventId: 'evt_1' });
  });

  it.each([-300, 300])('may be %d s away', (seconds) => {
    const header = signed(body, { timestamp: SECONDS + seconds });
    expect(read(body, [header])).toMatchObject({ stripeEventId: 'evt_1' });
  });

  const header = signed(body);
  it.each([
    ['a tampered body', body.replace('cs_1', 'cs_2'), [header], NO_SECRET],
    ['a wrong secret', body, [signed(body, { secret: 'whsec_other' })], NO_SECRET],
    ['no signature', body, [`t=${SECONDS}`], NO_SECRET],
    ['an old scheme only', body, [header.replace('v1=', 'v0=')], NO_SECRET],
    ['another timestamp than the signed one', body, [header.replace(/t=\d+/, `t=${SECONDS + 1}`)], NO_SECRET],
    ['an empty body', '', [signed('')], 'the body is not JSON'],
    ['an age of 301 s', body, [signed(body, { timestamp: SECONDS - 301 })], 'the clocks differ by 301 s'],
    ['a time 301 s ahead', body, [signed(body, { timestamp: SECONDS + 301 })], 'the clocks differ by 301 s'],
    [
      'an old time that nobody of ours has signed',
      body,
      [signed(body, { secret: 'whsec_other', timestamp: SECONDS - 600 })],
      NO_SECRET,
    ],
    ['no header', body, [], 'the signature is missing'],
    ['two headers', body, [header, header], 'there is more than one signature header'],
    [
      'two timestamps',
      body,
      [`t=${SECONDS - 999},${header}`],
      'the signature header has no single timestamp',
    ],
    [
      'the same timestamp twice',
      body,
      [`t=${SECONDS},${header}`],
      'the signature header has no single timestamp',
    ],
    [
      'a second timestamp behind a space',
      body,
      [`${header}, t=${SECONDS}`],
      'the signature header has no single timestamp',
    ],
    ['no timestamp', body, [header.replace(/t=\d+,/, '')], 'the signature header has no single timestamp'],
    [
      'a timestamp that is no number',
      body,
      [header.replace(/t=\d+/, `t=${SECONDS}x`)],
      'the signature header has no single timestamp',
    ],
    ['an empty header', body, [''], 'the signature header has no single timestamp'],
  ])('is refused with %s', (_, text, signatures, message) => {
    expect(() => read(text, signatures)).toThrow(new BadWebhookError(message));
  });

  it('is refused half a second after 300 s, as one that Stripe has sent', () => {
    const later = new Date(NOW.getTime() + 300_500);
    expect(() => read(body, [header], later)).toThrow(
      expect.objectContaining({ message: 'the clocks differ by 301 s', isSigned: true }),
    );
    expect(() => read(`${body} `, [header])).toThrow(expect.objectContaining({ isSigned: false }));
  });

  it('is refused when it is not JSON', () => {
    expect(() => read('{', [signed('{')])).toThrow(new BadWebhookError('the body is not JSON'));
  });

  const { id: _id, ...withoutId } = EVENT;
  const { type: _type, ...withoutType } = EVENT;
  it.each([
    ['a list', [EVENT]],
    ['null', null],
    ['a text', 'evt_1'],
    ['no id', withoutId],
    ['no type', withoutType],
    ['an id that is no word', { ...EVENT, id: 'evt_1/../evt_2' }],
    ['an endless id', { ...EVENT, id: 'e'.repeat(256) }],
    ['no time', { ...EVENT, created: null }],
    ['no mode', { ...EVENT, livemode: 'false' }],
  ])('is refused when it is not an event: %s', (_, event) => {
    expect(() => reading(event)).toThrow(new BadWebhookError('the body is not an event of Stripe'));
  });

  it('may be of a type that nobody knows, without an object', () => {
    expect(reading({ ...EVENT, type: 'moon.full', data: null, api_version: null })).toMatchObject({
      eventType: 'moon.full',
      apiVersion: null,
      objectId: null,
      fields: {},
    });
  });

  it.each([
    [{ id: 'me_1', type: 'billing.meter', url: '/v1/billing/meters/me_1' }, 'me_1'],
    [null, null],
  ])('may be thin: %j', (related_object, objectId) => {
    const thin = {
      id: 'evt_thin',
      object: 'v2.core.event',
      type: 'v1.billing.meter.error_report_triggered',
      created: '2026-11-21T11:59:58.000Z',
      livemode: false,
      related_object,
    };
    expect(reading(thin)).toEqual({
      stripeEventId: 'evt_thin',
      eventType: 'v1.billing.meter.error_report_triggered',
      apiVersion: null,
      created: SECONDS - 2,
      livemode: false,
      objectId,
      fields: {},
    });
  });
});

describe('what is stored of a webhook', () => {
  const stored = (object: object) => reading({ ...EVENT, data: { object } }).fields;
  const PERSONAL = {
    customer_details: { email: 'ann@example.org', name: 'Ann' },
    customer_email: 'ann@example.org',
    receipt_email: 'ann@example.org',
    billing_details: { address: { line1: 'Meadow Lane 1' } },
    payment_method_details: { card: { last4: '4242' } },
    evidence: { customer_name: 'Ann' },
    description: 'For Ann',
    metadata: { note: 'Ann' },
    client_reference_id: 'ann@example.org',
    url: 'https://checkout.stripe.com/secret',
    payment_intent: { id: 'pi_1', receipt_email: 'ann@example.org' },
    currency: 'usd',
  };

  it.each<[Record<string, unknown>, Record<string, unknown>]>([
    [
      {
        object: 'checkout.session',
        amount_total: 999,
        payment_status: 'paid',
        mode: 'payment',
        client_reference_id: 'r1',
      },
      { amount_total: 999, payment_status: 'paid', mode: 'payment', client_reference_id: 'r1' },
    ],
    [
      { object: 'charge', amount: 999, amount_refunded: 100, refunded: false, disputed: true },
      { amount: 999, amount_refunded: 100, refunded: false, disputed: true },
    ],
    [
      { object: 'refund', amount: 100, charge: 'ch_1', failure_reason: null },
      { amount: 100, charge: 'ch_1', failure_reason: null },
    ],
    [
      { object: 'dispute', amount: 999, charge: 'ch_1', reason: 'fraudulent' },
      { amount: 999, charge: 'ch_1', reason: 'fraudulent' },
    ],
  ])('are ids, amounts and states: %j', (object, fields) => {
    expect(stored({ ...PERSONAL, ...object })).toEqual({
      ...fields,
      currency: 'usd',
      payment_intent: 'pi_1',
    });
  });

  it('is nothing of an object that we do not know', () => {
    expect(stored({ ...PERSONAL, id: 'cus_1', object: 'customer' })).toEqual({});
  });

  it('is no text and no fraction in an allowed field', () => {
    expect(stored({ object: 'charge', status: 'Ann paid', amount: 1.5, currency: ['usd'] })).toEqual({});
  });
});

it('asks Stripe for at most 20 types of events, as it allows', () => {
  expect(HANDLED_TYPES.length).toBeLessThanOrEqual(20);
  expect(new Set(HANDLED_TYPES).size).toBe(HANDLED_TYPES.length);
});
