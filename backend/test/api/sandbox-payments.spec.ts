import { existsSync } from 'node:fs';
import path from 'node:path';
import { startApp, useOwnApp } from '../support/app.js';
import { hashOfStyle } from '../support/styles.js';

const HOUR = 3_600_000;

describe('the sandbox checkout', () => {
  const app = useOwnApp('not shared yet');
  let references = 0;
  const page = (address: string) => app.browser().get<string>(address);

  /** Fills in and sends a form of a page. */
  const send = (address: string, fields: Record<string, string>) =>
    app.browser().request(`POST`, address, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    });

  /** Opens a checkout and returns its address on this server. */
  const open = async ({ amount = 999, currency = 'usd', title = 'Mega boost' } = {}) => {
    references += 1;
    const { url, sessionId } = await app.adapters.payments.openCheckout({
      reference: `reference-${references}`,
      userId: 'ann',
      purpose: { kind: 'boost', boostType: 'mega', postId: null },
      price: { amount, currency },
      title,
      expiresAt: new Date(app.clock.now().getTime() + HOUR).toISOString(),
      successUrl: `${app.url}/boost?session_id={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${app.url}/boost?cancelled=true`,
    });
    expect(url).toBe(`${app.url}/sandbox/checkout/${sessionId}`);
    return { address: `/sandbox/checkout/${sessionId}`, sessionId };
  };

  /** The id of the newest payment. */
  const newest = async () => /payment-(pi_\w+)/.exec((await page('/sandbox/payments')).body)?.[1] ?? '';

  it('shows the price with its currency code, and where canceling leads', async () => {
    const { address } = await open();
    const { status, headers, body } = await page(address);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(body).toContain('<h1>Mega boost</h1>');
    expect(body).toContain('<p class="price">USD 9.99</p>');
    expect(body).toContain(`<a href="${app.url}/boost?cancelled=true">Cancel and go back</a>`);
    expect(headers.get('content-security-policy')).toBe(
      `default-src 'none'; script-src 'self'; style-src ${hashOfStyle(body)}; base-uri 'none'; form-action 'self' ${app.url}; frame-ancestors 'none'`,
    );
    expect(headers.get('x-robots-tag')).toBe('noindex');
    expect(headers.get('cache-control')).toBe('private, no-store, no-transform');
  });

  it('shows a price without decimals, and a title as text', async () => {
    const { address } = await open({ amount: 199, currency: 'jpy', title: '<script>alert(1)</script>' });
    const { body } = await page(address);
    expect(body).toContain('<p class="price">JPY 199</p>');
    expect(body).not.toContain('<script>');
    expect(body).toContain('&lt;script');
  });

  it.each([
    ['pay', 'paid'],
    ['pay-later', 'pending'],
  ])('leads back to the site after: %s', async (act, state) => {
    const { address, sessionId } = await open();
    const { status, headers } = await send(address, { act });
    expect([status, headers.get('location')]).toEqual([303, `${app.url}/boost?session_id=${sessionId}`]);
    expect(await app.adapters.payments.observe(sessionId)).toMatchObject([{ state }]);
    expect((await page(address)).body).toContain('This checkout is complete.');
    expect(await send(address, { act })).toMatchObject({ status: 409, body: { code: 'conflict' } });
  });

  it.each([
    ['decline', 'The card was declined.', 'unpaid'],
    ['expire', 'This checkout page has expired.', 'expired'],
  ])('stays on the page after: %s', async (act, text, state) => {
    const { address, sessionId } = await open();
    const { status, headers } = await send(address, { act });
    expect([status, headers.get('location')]).toEqual([303, address]);
    expect((await page(address)).body).toContain(text);
    expect(await app.adapters.payments.observe(sessionId)).toMatchObject([{ state }]);
  });

  it('expires after its time', async () => {
    const { address } = await open();
    app.clock.advance(HOUR);
    expect((await page(address)).body).toContain('This checkout page has expired.');
  });

  it('does nothing that it does not know, and nothing for other sites', async () => {
    const { address } = await open();
    expect((await send(address, { act: 'steal' })).status).toBe(400);
    expect((await send(address, {})).status).toBe(400);
    const from = { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' };
    const elsewhere = await app.browser().request('POST', address, { headers: from, body: 'act=pay' });
    expect(elsewhere.status).toBe(403);
    expect((await page(address)).body).toContain('value="pay"');
  });

  it('lists payments, and refunds and disputes them', async () => {
    const { address } = await open({ title: 'Regular boost', amount: 199 });
    await send(address, { act: 'pay' });
    const id = await newest();
    const { payments } = app.adapters;
    expect((await page('/sandbox/payments')).body).toContain('Regular boost · USD 1.99');

    const refunded = await send(`/sandbox/payments/${id}`, { act: 'refund', amount: '1.10' });
    expect([refunded.status, refunded.headers.get('location')]).toEqual([303, '/sandbox/payments']);
    const tooMuch = await send(`/sandbox/payments/${id}`, { act: 'refund', amount: '0.90' });
    expect(tooMuch.status).toBe(409);
    expect((await send(`/sandbox/payments/${id}`, { act: 'refund', amount: '0.9.0' })).status).toBe(400);
    await send(`/sandbox/payments/${id}`, { act: 'refund', amount: '' });
    const { body } = await page('/sandbox/payments');
    const refunds = [...body.matchAll(/Refund of (USD \d+\.\d+) <code>(re_\w+)/g)];
    expect(refunds.map(([, amount]) => amount)).toEqual(['USD 0.89', 'USD 1.10']);

    const refundId = refunds[0]?.[2] ?? '';
    await send(`/sandbox/refunds/${refundId}/fail`, {});
    expect(await payments.observe(refundId)).toMatchObject([{ state: 'failed' }]);
    expect((await send(`/sandbox/refunds/${refundId}/fail`, {})).status).toBe(409);

    await send(`/sandbox/payments/${id}`, { act: 'dispute' });
    const { body: disputed } = await page('/sandbox/payments');
    const disputeId = /Dispute <code>(du_\w+)/.exec(disputed)?.[1] ?? '';
    // The dispute has taken the money, so nothing is left to refund.
    expect(disputed.split('<section')[1]).not.toContain('value="refund"');
    expect(await payments.observe(disputeId)).toMatchObject([{ dispute: { state: 'open' } }]);
    await send(`/sandbox/disputes/${disputeId}`, { act: 'win' });
    expect(await payments.observe(disputeId)).toMatchObject([{ dispute: { state: 'won' } }]);
    expect((await send(`/sandbox/disputes/${disputeId}`, { act: 'lose' })).status).toBe(409);
  });

  it('has a receipt', async () => {
    const { address } = await open({ title: 'Regular boost', amount: 199 });
    await send(address, { act: 'pay' });
    const receipt = await app.adapters.payments.receiptUrl(await newest());
    const { status, body } = await page(new URL(receipt ?? '').pathname);
    expect(status).toBe(200);
    expect(body).toContain('<dd>USD 1.99</dd>');
  });

  it.each([
    '/sandbox/checkout/cs_test_1',
    '/sandbox/payments/pi_1',
    '/sandbox/disputes/du_1',
    '/sandbox/refunds/re_1/fail',
  ])('answers 404 at %s', async (address) => {
    const acts = { checkout: 'pay', payments: 'refund', disputes: 'win', refunds: '' };
    const act = acts[address.split('/')[2] as keyof typeof acts];
    expect((await send(address, { act })).status).toBe(404);
  });

  it('keeps payments and undelivered webhooks over a restart', async () => {
    const { address } = await open({ title: 'Boost before the restart' });
    await send(address, { act: 'pay' });
    await app.restart();
    expect((await page('/sandbox/payments')).body).toContain('Boost before the restart');
  });
});

describe('the payment sandbox', () => {
  it('does not exist beside a real provider', async () => {
    const env = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
    await using app = await startApp({ env });
    for (const address of ['/sandbox/payments', '/sandbox/checkout/cs_test_1']) {
      expect((await app.browser().get(address)).status).toBe(404);
    }
    expect(app.adapters.paymentSandbox).toBeNull();
    expect(existsSync(path.join(app.dataDir, 'sandbox-payments.db'))).toBe(false);
  });

  it('leaves no file where nobody pays', async () => {
    await using app = await startApp();
    expect((await app.browser().get<string>('/sandbox/payments')).body).toContain('No payment yet.');
    expect(existsSync(path.join(app.dataDir, 'sandbox-payments.db'))).toBe(false);
  });
});
