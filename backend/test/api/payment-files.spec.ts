import type { DailySums } from '../../src/api/payments/books.controller.js';
import { adminBrowser } from '../support/admins.js';
import { useOwnApp } from '../support/app.js';
import { DESK, type Desk } from '../support/desk.js';
import { buyBoost, heard, intentOf, sandboxOf } from '../support/payments.js';
import { verified } from '../support/people.js';
import { publishPost } from '../support/posts.js';
import { DAY, parkedPayment } from '../support/reconciling.js';
import { settled } from '../support/settled.js';

const PAYMENTS = `${DESK}/payments`;

describe('the files about payments', () => {
  const app = useOwnApp('not shared yet');
  let finance: Desk;
  let buyer: string;
  let postId: string;
  /** Applied, refunded in part, disputed and won. */
  let applied: string;
  let parked: string;
  let intent: string;

  beforeAll(async () => {
    const { browser, user } = await verified(app, 'buyer@example.org');
    buyer = user.id;
    postId = await publishPost(app, buyer, 7);
    const payment = await buyBoost(app, browser, 'regular', postId);
    applied = payment.id;
    intent = intentOf(payment);
    finance = await adminBrowser(app, 'fiona', 'finance');
    await finance.post(`${PAYMENTS}/${applied}/refund`, { amount: 50, reason: 'Fiona’s own note.' });
    await heard(app);
    app.clock.advance(DAY);
    sandboxOf(app).actOnPayment(intent, 'dispute', null);
    await heard(app);
    const [dispute] = sandboxOf(app).payment(intent)?.disputes ?? [];
    sandboxOf(app).actOnDispute(dispute?.disputeId ?? '', 'win');
    await heard(app);
    parked = await parkedPayment(app, browser);
    await settled(app);
    finance = await adminBrowser(app, 'frank', 'finance');
  });
  const range = 'from=2026-11-21&to=2026-11-22';

  it('sum up each day, by currency', async () => {
    const { body } = await finance.get<DailySums[]>(`${PAYMENTS}/daily-sums?${range}`);
    expect(body).toEqual([
      { day: '2026-11-22', currency: 'usd', payments: 1, paid: 250, refunded: 0, disputed: 0, net: 250 },
      { day: '2026-11-21', currency: 'usd', payments: 1, paid: 199, refunded: 50, disputed: 0, net: 149 },
    ]);
    expect((await finance.get(`${PAYMENTS}/daily-sums?from=2026-11-23&to=2026-11-30`)).body).toEqual([]);
  });

  it.each([
    ['from=2026-11-21', 'To: please enter a day, such as 2026-11-21.'],
    ['from=2026-01-01&to=2026-12-31', 'There are at most 92 days from `from` to `to`.'],
  ])('refuse the days %s', async (query, message) => {
    const answer = await finance.get(`${PAYMENTS}/daily-sums?${query}`);
    expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining(message) } });
  });

  it('list each movement of money for bookkeeping', async () => {
    const { headers, body } = await finance.get<string>(`${PAYMENTS}/bookkeeping?${range}`);
    expect(headers.get('content-disposition')).toBe(
      'attachment; filename="bookkeeping-2026-11-21-2026-11-22.csv"',
    );
    const [head, ...lines] = body.split('\r\n');
    expect(head).toBe('date,reference,kind,movement,amountInMajorUnits,currency,stripeId');
    const rows = lines.filter(Boolean).map((line) => line.split(','));
    const of = (reference: string) =>
      rows.filter((row) => row[1] === reference).map((row) => row.slice(2, 6));
    expect(of(applied).toSorted()).toEqual([
      ['boost', 'dispute returned', '1.49', 'USD'],
      ['boost', 'dispute', '-1.49', 'USD'],
      ['boost', 'payment', '1.99', 'USD'],
      ['boost', 'refund', '-0.50', 'USD'],
    ]);
    expect(of(parked)).toEqual([['', 'payment', '2.50', 'USD']]);
    expect(rows.find((row) => row[3] === 'payment')).toEqual([
      '2026-11-21T12:00:00.000Z',
      applied,
      'boost',
      'payment',
      '1.99',
      'USD',
      intent,
    ]);
  });

  it('prove what was bought, shown and when', async () => {
    const { status, headers, body } = await finance.get<string>(`${PAYMENTS}/${applied}/evidence`);
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toBe(`attachment; filename="evidence-${applied}.txt"`);
    for (const part of [
      `Reference: ${applied}`,
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
    const { body } = await finance.get<string>(`${PAYMENTS}/${parked}/evidence`);
    expect(body).toContain('Paid: not confirmed');
    expect(body).toContain('What was delivered\n==================\nNothing.\n');
    expect((await finance.get(`${PAYMENTS}/${crypto.randomUUID()}/evidence`)).status).toBe(404);
  });
});
