import type { DailySums } from '../../../src/api/payments/books.controller.js';
import type { AdminPayment, AdminPaymentDetails } from '../../../src/api/payments/payments.contract.js';
import type { PaymentSums } from '../../../src/api/payments/payments.controller.js';
import { adminBrowser } from '../../support/admins.js';
import { useOwnApp } from '../../support/app.js';
import { DESK, type Desk } from '../../support/desk.js';
import { buyBoost, heard, intentOf, sandboxOf, startPurchase } from '../../support/payments.js';
import { verified } from '../../support/people.js';
import { publishPost } from '../../support/posts.js';
import { HOUR, parkedPayment } from '../../support/reconciling.js';
import { settled } from '../../support/settled.js';

const PAYMENTS = `${DESK}/payments`;
const RANGE = 'from=2026-11-21&to=2026-11-22';

const textOf = ({ parts }: AdminPaymentDetails['timeline'][number]) => parts.map(({ text }) => text).join('');

describe('payments in the back office', () => {
  const app = useOwnApp('moves the clock, and lists all payments');
  let finance: Desk;
  let buyer: string;
  let postId: string;
  let intent: string;
  /** The one that was started last last. The first is applied, refunded in part, suspected of fraud, and disputed a day later. */
  const known: Record<'disputed' | 'mega' | 'parked' | 'started', string> = {
    disputed: '',
    mega: '',
    parked: '',
    started: '',
  };

  beforeAll(async () => {
    const { browser, user } = await verified(app, 'buyer@example.org');
    buyer = user.id;
    postId = await publishPost(app, buyer, 7);
    const paid = await buyBoost(app, browser, 'regular', postId);
    known.disputed = paid.id;
    intent = intentOf(paid);
    app.clock.advance(1000);
    known.mega = (await buyBoost(app, browser, 'mega')).id;
    const fiona = await adminBrowser(app, 'fiona', 'finance');
    await fiona.post(`${PAYMENTS}/${paid.id}/refund`, { amount: 50, reason: 'Fiona’s own note.' });
    sandboxOf(app).actOnPayment(intent, 'warn', null);
    await heard(app);
    app.clock.advance(22 * HOUR);
    sandboxOf(app).actOnPayment(intent, 'dispute', null);
    await heard(app);
    known.parked = await parkedPayment(app, browser);
    app.clock.advance(1000);
    const other = await verified(app, 'other@example.org');
    await startPurchase(other.browser);
    await settled(app);
    const { body } = await other.browser.get<{ id: string }[]>('/api/user/payments');
    known.started = body[0]?.id ?? '';
    finance = await adminBrowser(app, 'frank', 'finance');
  });
  const list = async (query: string) => {
    const { status, body } = await finance.get<AdminPayment[]>(`${PAYMENTS}?${query}`);
    expect(status).toBe(200);
    return body;
  };
  const ids = async (query: string) => (await list(query)).map(({ id }) => id);
  const details = async (id: string, desk = finance) =>
    (await desk.get<AdminPaymentDetails>(`${PAYMENTS}/${id}`)).body;

  it('are listed with what finance needs', async () => {
    expect(await ids('')).toEqual([known.started, known.parked, known.mega, known.disputed]);
    expect(await ids('sort=startedAt&limit=2')).toEqual([known.disputed, known.mega]);
    expect((await list('state=disputed'))[0]).toMatchObject({
      id: known.disputed,
      kind: 'boost',
      boostType: 'regular',
      state: 'disputed',
      needsAdmin: true,
      price: { amount: 199, currency: 'usd' },
      refunded: 50,
      userId: buyer,
      username: expect.any(String),
      paymentIntentId: intent,
      disputes: [{ id: expect.stringMatching(/^du_/), state: 'open' }],
      boostState: 'held',
    });
    const { body } = await finance.get<string>(`${PAYMENTS}?format=csv&state=disputed`);
    const [head, row] = body.split('\r\n');
    expect(head).toMatch(
      /^id,startedAt,paidAt,state,kind,boostType,amountInMajorUnits,refundedInMajorUnits,currency,/,
    );
    expect(row).toMatch(new RegExp(`^${known.disputed},.*,disputed,boost,regular,1.99,0.50,USD,`));
  });

  it.each<[string, (keyof typeof known)[]]>([
    ['state=paid', ['mega']],
    ['state=parked', ['parked']],
    ['state=started', ['started']],
    ['needsAdmin=true', ['parked', 'disputed']],
    ['needsAdmin=false&kind=boost', ['started', 'mega']],
    ['kind=donation', []],
    ['amountFrom=200', ['mega']],
    ['amountTo=199&state=parked', ['parked']],
    ['from=2026-11-22', ['started', 'parked']],
    ['to=2026-11-21', ['mega', 'disputed']],
    ['from=2026-11-21&to=2026-11-21&state=paid', ['mega']],
    ['userId=BUYER&needsAdmin=true&amountTo=199', ['parked', 'disputed']],
    [`userId=${crypto.randomUUID()}`, []],
  ])('pass the filters %s', async (query, names) => {
    expect(await ids(query.replace('BUYER', buyer))).toEqual(names.map((name) => known[name]));
  });

  it('are found by each id at Stripe, and by our reference', async () => {
    const [{ sessionId, disputes }] = (await list(`search=${intent}`)) as [AdminPayment];
    const [parked] = await list('state=parked');
    const events = (await app.adapters.storage.log.readAll(0, 1000)).filter(({ stream }) =>
      stream.startsWith('stripeEvent-'),
    );
    const about = (type: string) =>
      events.find(({ data }) => (data as { eventType: string }).eventType === type)?.data as {
        readonly stripeEventId: string;
        readonly objectId: string;
        readonly fields: { readonly charge: string };
      };
    const refund = about('refund.created');
    const warning = about('radar.early_fraud_warning.created');
    const all = [
      known.disputed,
      intent,
      sessionId,
      disputes[0]?.id,
      refund.objectId,
      refund.stripeEventId,
      refund.fields.charge,
      warning.objectId,
      warning.stripeEventId,
      about('checkout.session.completed').stripeEventId,
    ];
    for (const id of all)
      expect({ id, found: await ids(`search=${id}`) }).toEqual({ id, found: [known.disputed] });
    expect(await ids('search=pi_unknown')).toEqual([]);
    expect(await ids(`search=${intent}&state=parked`)).toEqual([]);
    expect(await ids(`search=${parked?.sessionId}`)).toEqual([known.parked]);
  });

  it.each([
    ['?amountFrom=2&amountTo=1', 'Amount to: the highest amount lies below the least.'],
    ['?from=2026-11-22&to=2026-11-21', 'To: the end lies before the start.'],
    ['/daily-sums?from=2026-01-01&to=2026-12-31', 'There are at most 92 days from `from` to `to`.'],
  ])('reject the filter %s', async (query, message) => {
    expect(await finance.get(`${PAYMENTS}${query}`)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining(message) },
    });
  });

  it('are summed up by currency, with the filters of the list', async () => {
    const sums = async (query: string) => (await finance.get<PaymentSums>(`${PAYMENTS}/sums?${query}`)).body;
    expect(await sums('')).toEqual({
      isWhole: true,
      currencies: [{ currency: 'usd', count: 2, paid: 199 + 999, refunded: 50 }],
    });
    expect(await sums(`state=disputed&search=${intent}`)).toMatchObject({
      currencies: [{ count: 1, paid: 199, refunded: 50 }],
    });
    expect(await sums('kind=donation')).toEqual({ isWhole: true, currencies: [] });
  });

  it('are summed up by day and currency', async () => {
    const { body } = await finance.get<DailySums[]>(`${PAYMENTS}/daily-sums?${RANGE}`);
    expect(body).toEqual([
      { day: '2026-11-22', currency: 'usd', payments: 1, paid: 250, refunded: 0, disputed: 149, net: 101 },
      { day: '2026-11-21', currency: 'usd', payments: 2, paid: 1198, refunded: 50, disputed: 0, net: 1148 },
    ]);
    expect((await finance.get(`${PAYMENTS}/daily-sums?from=2026-11-23&to=2026-11-30`)).body).toEqual([]);
  });

  it('show what happened, oldest first', async () => {
    const { timeline, can } = await details(known.disputed);
    const events = timeline.map(({ type }) => type);
    expect(events.slice(0, 2)).toEqual(['CheckoutStarted', 'CheckoutOpened']);
    for (const event of [
      'StripeEventReceived',
      'PaymentConfirmed',
      'BoostPurchased',
      'PaymentMailQueued',
      'RefundObserved',
      'FraudWarned',
      'DisputeObserved',
      'BoostHeld',
    ]) {
      expect(events).toContain(event);
    }
    expect(timeline.map(({ at }) => at)).toEqual(timeline.map(({ at }) => at).toSorted());
    const said = (type: string) => timeline.filter((one) => one.type === type).map(textOf);
    expect(said('PaymentMailQueued')).toEqual(
      ['payment confirmed', 'refund observed', 'dispute observed'].map((about) =>
        expect.stringContaining(`about this: ${about}.`),
      ),
    );
    expect(said('RefundObserved')).toEqual([
      expect.stringMatching(/reported re_\w+ of USD 0\.50 for payment \w+: from new to succeeded/),
    ]);
    const one = (type: string) => timeline.find((moment) => moment.type === type);
    expect(one('DisputeObserved')).toMatchObject({ actor: { kind: 'system' }, reason: null });
    expect(one('RefundStarted')).toMatchObject({
      actor: { kind: 'admin', role: 'finance', name: 'fiona' },
      parts: expect.arrayContaining([expect.objectContaining({ text: 'USD 0.50' })]),
      reason: 'Fiona’s own note.',
    });
    expect(can).toEqual({
      observe: false,
      grant: false,
      dismiss: false,
      decline: false,
      refund: false,
      mostRefundable: null,
      disputes: [],
      dismissWarnings: true,
    });
    // The other boost of the same wallet is not shown.
    expect(events.filter((event) => event === 'BoostPurchased')).toHaveLength(1);
  });

  it('say what may be done about a parked one', async () => {
    const { can, parked, timeline } = await details(known.parked);
    expect(parked).toBe('the amount is 250 usd, expected 199 usd');
    expect(can).toMatchObject({ grant: true, dismiss: true, refund: true, mostRefundable: null });
    const moment = timeline.find(({ type }) => type === 'PaymentParked');
    expect(moment).toMatchObject({ reason: parked });
    expect(moment && textOf(moment)).toMatch(/with USD 2\.50 received \(pi_\w+\)\.$/);
  });

  it('are unknown under another id', async () => {
    for (const page of ['', '/evidence'])
      expect((await finance.get(`${PAYMENTS}/${crypto.randomUUID()}${page}`)).status).toBe(404);
  });

  it('list each movement of money for bookkeeping', async () => {
    const { headers, body } = await finance.get<string>(`${PAYMENTS}/bookkeeping?${RANGE}`);
    expect(headers.get('content-disposition')).toBe(
      'attachment; filename="bookkeeping-2026-11-21-2026-11-22.csv"',
    );
    const [head, ...lines] = body.split('\r\n');
    expect(head).toBe('date,reference,kind,movement,amountInMajorUnits,currency,stripeId');
    const rows = lines.filter(Boolean).map((line) => line.split(','));
    const of = (reference: string) =>
      rows.filter((row) => row[1] === reference).map((row) => row.slice(2, 6));
    expect(of(known.disputed).toSorted()).toEqual([
      ['boost', 'dispute', '-1.49', 'USD'],
      ['boost', 'payment', '1.99', 'USD'],
      ['boost', 'refund', '-0.50', 'USD'],
    ]);
    expect(of(known.parked)).toEqual([['', 'payment', '2.50', 'USD']]);
    const first = ['2026-11-21T12:00:00.000Z', known.disputed, 'boost', 'payment', '1.99', 'USD', intent];
    expect(rows.find((row) => row[3] === 'payment')).toEqual(first);
  });

  it('prove what was bought, shown and when', async () => {
    const id = known.disputed;
    const { status, headers, body } = await finance.get<string>(`${PAYMENTS}/${id}/evidence`);
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toBe(`attachment; filename="evidence-${id}.txt"`);
    for (const part of [
      `Reference: ${id}`,
      'Bought: a Regular Boost: 24 hours of featured placement of a post of the buyer',
      'Price: USD 1.99',
      'Refunded: USD 0.50',
      `PaymentIntent: ${intent}`,
      `Account: ${buyer}`,
      'Email address: verified',
      `Post: ${app.url}/post/${postId}`,
      '2026-11-21T12:00:00.000Z  The buyer started the checkout of a Regular Boost',
      `Stripe confirmed the payment of USD 1.99 (${intent}).`,
      `The boost was applied to the post ${app.url}/post/${postId} until 2026-11-22T12:00:00.000Z. Its rank on the board:`,
      'A mail to the verified address of the buyer was queued: the payment was confirmed.',
      'A refund of USD 0.50 was started.',
      'Stripe showed a dispute of USD 1.49 as open, reason: fraudulent',
    ]) {
      expect(body).toContain(part);
    }
    // Nothing that concerns admins only, and no address.
    expect(body).not.toMatch(/fiona|own note|buyer@example|StripeEvent/i);
  });

  it('prove that a parked payment delivered nothing', async () => {
    const { body } = await finance.get<string>(`${PAYMENTS}/${known.parked}/evidence`);
    expect(body).toContain('Paid: not confirmed');
    expect(body).toContain('What was delivered\n==================\nNothing.\n');
  });

  it('say nothing of a post under legal hold to finance, whose audit trail leaves it out, too', async () => {
    const owner = await adminBrowser(app, 'olga', 'owner');
    const dora = await verified(app, 'dora@example.org');
    const held = await publishPost(app, dora.user.id, 7);
    const { id } = await buyBoost(app, dora.browser, 'mega', held);
    const shownTo = async (desk: Desk) => (await details(id, desk)).timeline.map(({ type }) => type);
    expect(await shownTo(finance)).toContain('BoostApplied');
    await owner.escalate(held, { reason: 'minor', note: 'Reported to the police.' });
    await settled(app);
    expect(await shownTo(owner)).toContain('BoostApplied');
    const shown = await shownTo(finance);
    expect(shown).toContain('BoostPurchased');
    expect(shown).not.toContain('BoostApplied');
  });
});
