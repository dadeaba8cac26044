import { existsSync } from 'node:fs';
import path from 'node:path';
import { startApp, unique, useApp } from '../../support/app.js';
import { mailsTo, tokenIn } from '../../support/mails.js';
import { heard, startPurchase } from '../../support/payments.js';
import { usePerson } from '../../support/people.js';
import { answerOn, connectionTo } from '../../support/raw-http.js';
import { SmtpPostOffice } from '../../support/smtp.js';
import { hashOfStyle } from '../../support/styles.js';

const HOUR = 3_600_000;

/** The answer to a request that names this host. */
const onHost = (url: string, host: string, address: string) => {
  const socket = connectionTo(url);
  socket.write(`GET ${address} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  return answerOn(socket);
};

describe('the sandboxes', () => {
  const app = useApp();
  const buyer = usePerson(app, 'buyer');
  const page = (address: string) => app.browser().get<string>(address);
  /** Fills in and sends a form of a page. */
  const send = (address: string, fields: Record<string, string>, origin = app.url) =>
    app.browser().request(`POST`, address, {
      headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    });

  it.each(['footnote.test:3000', 'localhost.evil.example', '127.0.0.1.evil.example', 'evil.example', '@'])(
    'do not answer on the host %p, which may be one of a foreign site',
    async (host) => {
      for (const address of [
        '/sandbox/mail',
        '/sandbox/mail/any/html',
        '/sandbox/payments',
        '/sandbox/checkout/any',
      ]) {
        const { status, body } = await onHost(app.url, host, address);
        expect([status, body]).toEqual([421, expect.not.stringContaining('<')]);
      }
    },
  );

  it.each([
    [200, ['localhost', 'localhost:1', 'footnote.localhost', '127.0.0.1', 'LOCALHOST', '[::1]:3000']],
    [401, ['192.168.1.7:3000', '0.0.0.0', '[::ffff:192.168.1.7]']],
  ])('answer with %d on hosts of this machine, or of its network', async (status, hosts) => {
    for (const host of hosts)
      expect([host, (await onHost(app.url, host, '/sandbox/mail')).status]).toEqual([host, status]);
  });

  it('answer on the public host, with a code', async () => {
    const env = { PUBLIC_URL: 'https://footnote.example', ALLOW_SANDBOX: 'yes' };
    await using named = await startApp({ env });
    expect((await onHost(named.url, 'footnote.example', '/sandbox/mail')).status).toBe(401);
    expect((await onHost(named.url, 'other.example', '/sandbox/mail')).body).toContain(
      'The sandbox answers on https://footnote.example only.',
    );
  });

  it('do not exist in production, where mails are really sent (V15.2.3)', async () => {
    const office = await new SmtpPostOffice().listen();
    const env = {
      NODE_ENV: 'production',
      OPENAI_API_KEY: 'none',
      PUBLIC_URL: 'https://footnote.example',
      SMTP_URL: office.url,
      MAIL_FROM: 'hello@footnote.example',
      RATE_LIMITS: 'on',
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
    };
    const production = await startApp({ env });
    try {
      await production.browser().register('ann@example.org');
      await office.taken.atLeast(1);
      expect(office.taken[0]).toMatchObject({
        to: [{ address: 'ann@example.org' }],
        subject: 'Please verify your email address',
        text: expect.stringContaining('https://footnote.example/verify-email?token='),
      });
      const mail = office.taken[0]?.messageId?.slice(1, 37);
      for (const address of ['mail', `mail/${mail}`, 'payments', 'checkout/cs_test_1'])
        expect((await production.browser().get(`/sandbox/${address}`)).status).toBe(404);
      expect(production.adapters.paymentSandbox).toBeNull();
      for (const file of ['mail', 'sandbox-payments.db'])
        expect(existsSync(path.join(production.dataDir, file))).toBe(false);
    } finally {
      await production.stop();
      await office.close();
    }
  });

  describe('of mails', () => {
    it('list them newest first, and show a mail with a working link', async () => {
      const [first, second] = [`${unique('first')}@example.org`, `${unique('second')}@example.org`];
      for (const email of [first, second]) {
        await app.browser().register(email);
        await mailsTo(app, email, 1);
      }
      const { status, headers, body: list } = await page('/sandbox/mail');
      expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(headers.get('x-robots-tag')).toBe('noindex');
      expect(headers.get('cache-control')).toBe('private, no-store, no-transform');
      expect(list).toContain('<meta name="robots" content="noindex">');
      expect(list.indexOf(second)).toBeGreaterThan(0);
      expect(list.indexOf(first)).toBeGreaterThan(list.indexOf(second));

      const [mail] = await mailsTo(app, first, 1);
      expect(list).toContain(`href="/sandbox/mail/${mail?.id}"`);
      const { body: one } = await page(`/sandbox/mail/${mail?.id}`);
      const link = `${app.url}/verify-email?token=${tokenIn(mail)}`;
      expect(one).toContain('<h1>Please verify your email address</h1>');
      expect(one).toContain(`<a href="${link}" target="_blank" rel="noopener">${link}</a>`);
      expect(one).toContain(`<iframe title="The mail" src="/sandbox/mail/${mail?.id}/html" sandbox="`);

      const oneClick = `${app.url}/api/unsubscribe?token=`;
      expect(mail?.unsubscribe?.slice(0, oneClick.length)).toBe(oneClick);
      expect(one).toContain(`<dt>List-Unsubscribe</dt><dd><code>${mail?.unsubscribe}</code></dd>`);

      const frame = await page(`/sandbox/mail/${mail?.id}/html`);
      expect(frame.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(frame.body).toContain(` href="${link}"`);
      expect(frame.body).toContain('<base target="_blank">');
    });

    it('show a hostile mail without running any of it (V1.1.2, V3.2.1)', async () => {
      const id = unique('hostile');
      await app.adapters.mailer.send({
        id,
        to: 'eve@example.org',
        subject: '<script>alert("subject")</script>',
        html: '<p>Hi</p><script>alert("html")</script>',
        text: '<img src=x onerror=alert("text")> "https://example.org/?a=1&b=2" \'',
        unsubscribe: null,
      });
      for (const address of ['/sandbox/mail', `/sandbox/mail/${id}`]) {
        const { headers, body } = await page(address);
        // The only script of the page: it reads the theme.
        expect(body.match(/<script[^]*?<\/script>|<img/g)).toEqual(['<script src="/theme.js"></script>']);
        expect(body).toContain('&lt;script&gt;');
        expect(headers.get('content-security-policy')).toContain(
          `default-src 'none'; script-src 'self'; style-src ${hashOfStyle(body)}; frame-src 'self'`,
        );
      }
      expect((await page(`/sandbox/mail/${id}`)).body).toContain(
        '<a href="https://example.org/?a=1&amp;b=2" target="_blank"',
      );
      const frame = await page(`/sandbox/mail/${id}/html`);
      const policy = frame.headers.get('content-security-policy') ?? '';
      expect(policy).toMatch(/^default-src 'none';/);
      expect(policy).toMatch(/; sandbox allow-popups allow-popups-to-escape-sandbox$/);
      expect(policy).not.toMatch(/script/);
      expect(frame.headers.get('x-frame-options')).toBe('SAMEORIGIN');
    });

    it.each([
      '/sandbox/mail/nothing',
      '/sandbox/mail/nothing/html',
      '/sandbox/mail/..%2F..%2Fsecret',
      '/sandbox/mail/%00',
    ])('answer 404 at %s', async (address) => {
      expect(await page(address)).toMatchObject({
        status: 404,
        body: { message: 'This mail does not exist.', code: 'not_found' },
      });
    });
  });

  describe('of payments', () => {
    beforeEach(() => buyer.join(app, `${unique('buyer')}@example.org`));
    /** Opens a checkout. Returns its session and its address. */
    const open = async () => {
      const session = await startPurchase(buyer);
      return { session, address: `/sandbox/checkout/${session}` };
    };
    const observed = async (id: string) => {
      await heard(app);
      return app.adapters.payments.observe(id);
    };
    /** The id of the newest payment. */
    const newest = async () => /payment-(pi_\w+)/.exec((await page('/sandbox/payments')).body)?.[1] ?? '';

    it('show the price with its currency code, and where canceling leads', async () => {
      const { address } = await open();
      const { status, headers, body } = await page(address);
      expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(body).toContain('<h1>Regular Boost for 24 hours</h1>');
      expect(body).toContain('<p class="price">USD 1.99</p>');
      expect(body).toContain(`<a href="${app.url}/boost?cancelled=true">Cancel and go back</a>`);
      expect(headers.get('content-security-policy')).toBe(
        `default-src 'none'; script-src 'self'; style-src ${hashOfStyle(body)}; base-uri 'none'; form-action 'self' ${app.url}; frame-ancestors 'none'`,
      );
      expect(headers.get('x-robots-tag')).toBe('noindex');
      expect(headers.get('cache-control')).toBe('private, no-store, no-transform');
    });

    it('show a price without decimals, and a title as text', async () => {
      const { url } = await app.adapters.payments.openCheckout({
        reference: unique('reference'),
        userId: 'ann',
        purpose: { kind: 'boost', boostType: 'mega', postId: null },
        price: { amount: 199, currency: 'jpy' },
        title: '<script>alert(1)</script>',
        expiresAt: new Date(app.clock.now().getTime() + HOUR).toISOString(),
        successUrl: `${app.url}/boost`,
        cancelUrl: `${app.url}/boost`,
      });
      const { body } = await page(new URL(url).pathname);
      expect(body).toContain('<p class="price">JPY 199</p>');
      expect(body).not.toContain('<script>');
      expect(body).toContain('&lt;script');
    });

    it.each([
      ['pay', 'paid'],
      ['pay-later', 'pending'],
    ])('lead back to the site after: %s', async (act, state) => {
      const { address, session } = await open();
      const { status, headers } = await send(address, { act });
      expect([status, headers.get('location')]).toEqual([
        303,
        `${app.url}/boost?session_id=${session}&type=boost`,
      ]);
      expect(await observed(session)).toMatchObject([{ state }]);
      expect((await page(address)).body).toContain('This checkout is complete.');
      expect(await send(address, { act })).toMatchObject({ status: 409, body: { code: 'conflict' } });
    });

    it.each([
      ['decline', 'The card was declined.', 'unpaid'],
      ['expire', 'This checkout page has expired.', 'expired'],
    ])('stay on the page after: %s', async (act, text, state) => {
      const { address, session } = await open();
      const { status, headers } = await send(address, { act });
      expect([status, headers.get('location')]).toEqual([303, address]);
      expect((await page(address)).body).toContain(text);
      expect(await observed(session)).toMatchObject([{ state }]);
    });

    it('do nothing that they do not know, and nothing for other sites', async () => {
      const { address } = await open();
      for (const fields of [{ act: 'steal' }, {}]) expect((await send(address, fields)).status).toBe(400);
      expect((await send(address, { act: 'pay' }, 'https://evil.example')).status).toBe(403);
      expect((await page(address)).body).toContain('value="pay"');
    });

    it('list payments with a receipt, refund and dispute them', async () => {
      const { address } = await open();
      await send(address, { act: 'pay' });
      const id = await newest();
      expect((await page('/sandbox/payments')).body).toContain('Regular Boost for 24 hours · USD 1.99');
      const receipt = await app.adapters.payments.receiptUrl(id);
      const { status, body: shown } = await page(new URL(receipt ?? '').pathname);
      expect(status).toBe(200);
      expect(shown).toContain('<dd>USD 1.99</dd>');

      const refund = (amount: string) => send(`/sandbox/payments/${id}`, { act: 'refund', amount });
      const refunded = await refund('1.10');
      expect([refunded.status, refunded.headers.get('location')]).toEqual([303, '/sandbox/payments']);
      expect((await refund('0.90')).status).toBe(409);
      expect((await refund('0.9.0')).status).toBe(400);
      await refund('');
      const { body } = await page('/sandbox/payments');
      const refunds = [...body.matchAll(/Refund of (USD \d+\.\d+) <code>(re_\w+)/g)].slice(0, 2);
      expect(refunds.map(([, amount]) => amount)).toEqual(['USD 0.89', 'USD 1.10']);

      const refundId = refunds[0]?.[2] ?? '';
      await send(`/sandbox/refunds/${refundId}/fail`, {});
      expect(await observed(refundId)).toMatchObject([{ state: 'failed' }]);
      expect((await send(`/sandbox/refunds/${refundId}/fail`, {})).status).toBe(409);

      await send(`/sandbox/payments/${id}`, { act: 'dispute' });
      const { body: disputed } = await page('/sandbox/payments');
      const disputeId = /Dispute <code>(du_\w+)/.exec(disputed)?.[1] ?? '';
      // The dispute has taken the money, so nothing is left to refund.
      expect(disputed.split('<section')[1]).not.toContain('value="refund"');
      expect(await observed(disputeId)).toMatchObject([{ dispute: { state: 'open' } }]);
      await send(`/sandbox/disputes/${disputeId}`, { act: 'win' });
      expect(await observed(disputeId)).toMatchObject([{ dispute: { state: 'won' } }]);
      expect((await send(`/sandbox/disputes/${disputeId}`, { act: 'lose' })).status).toBe(409);
    });

    it.each([
      ['checkout/cs_test_1', 'pay'],
      ['payments/pi_1', 'refund'],
      ['disputes/du_1', 'win'],
      ['refunds/re_1/fail', ''],
    ])('answer 404 at %s', async (address, act) => {
      expect((await send(`/sandbox/${address}`, { act })).status).toBe(404);
    });
  });
});
