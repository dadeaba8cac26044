import { existsSync } from 'node:fs';
import path from 'node:path';
import { startApp, useOwnApp } from '../support/app.js';
import { mailsTo, tokenIn } from '../support/mails.js';
import { answerOn, connectionTo } from '../support/raw-http.js';
import { SmtpPostOffice } from '../support/smtp.js';
import { hashOfStyle } from '../support/styles.js';

/** The answer to a request that names this host. */
const onHost = (url: string, host: string, address: string) => {
  const socket = connectionTo(url);
  socket.write(`GET ${address} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  return answerOn(socket);
};

describe('the sandbox mail page', () => {
  const app = useOwnApp('not shared yet');
  const page = (address: string) => app.browser().get<string>(address);

  it('is empty at first', async () => {
    const { status, headers, body } = await page('/sandbox/mail');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(body).toContain('No mail yet.');
  });

  it('lists mails newest first, and shows a mail with a working link', async () => {
    for (const email of ['first@example.org', 'second@example.org']) {
      await app.browser().register(email);
      await mailsTo(app, email, 1);
    }
    const { body: list } = await page('/sandbox/mail');
    expect(list.indexOf('second@example.org')).toBeGreaterThan(0);
    expect(list.indexOf('first@example.org')).toBeGreaterThan(list.indexOf('second@example.org'));

    const [mail] = await mailsTo(app, 'first@example.org', 1);
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

  it('shows a hostile mail without running any of it (V1.1.2, V3.2.1)', async () => {
    await app.adapters.mailer.send({
      id: 'hostile',
      to: 'eve@example.org',
      subject: '<script>alert("subject")</script>',
      html: '<p>Hi</p><script>alert("html")</script>',
      text: '<img src=x onerror=alert("text")> "https://example.org/?a=1&b=2" \'',
      unsubscribe: null,
    });
    for (const address of ['/sandbox/mail', '/sandbox/mail/hostile']) {
      const { headers, body } = await page(address);
      // The only script of the page: it reads the theme.
      expect(body.match(/<script[^]*?<\/script>|<img/g)).toEqual(['<script src="/theme.js"></script>']);
      expect(body).toContain('&lt;script&gt;');
      expect(headers.get('content-security-policy')).toContain(
        `default-src 'none'; script-src 'self'; style-src ${hashOfStyle(body)}; frame-src 'self'`,
      );
    }
    expect((await page('/sandbox/mail/hostile')).body).toContain(
      '<a href="https://example.org/?a=1&amp;b=2" target="_blank"',
    );
    const frame = await page('/sandbox/mail/hostile/html');
    const policy = frame.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none';/);
    expect(policy).toMatch(/; sandbox allow-popups allow-popups-to-escape-sandbox$/);
    expect(policy).not.toMatch(/script/);
    expect(frame.headers.get('x-frame-options')).toBe('SAMEORIGIN');
  });

  it.each(['footnote.test:3000', 'localhost.evil.example', '127.0.0.1.evil.example', 'evil.example', '@'])(
    'does not answer on the host %p, which may be one of a foreign site',
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

  it.each(['localhost', 'localhost:1', 'footnote.localhost', '127.0.0.1', 'LOCALHOST', '[::1]:3000'])(
    'answers on %s',
    async (host) => {
      expect((await onHost(app.url, host, '/sandbox/mail')).status).toBe(200);
    },
  );

  it.each(['192.168.1.7:3000', '0.0.0.0', '[::ffff:192.168.1.7]'])(
    'asks for its code on %s',
    async (host) => {
      expect((await onHost(app.url, host, '/sandbox/mail')).status).toBe(401);
    },
  );

  it('answers on the public host, with a code', async () => {
    await using named = await startApp({
      env: { PUBLIC_URL: 'https://footnote.example', ALLOW_SANDBOX: 'yes' },
    });
    expect((await onHost(named.url, 'footnote.example', '/sandbox/mail')).status).toBe(401);
    expect((await onHost(named.url, 'other.example', '/sandbox/mail')).body).toContain(
      'The sandbox answers on https://footnote.example only.',
    );
  });

  it('is excluded from search engines and caches', async () => {
    const { headers, body } = await page('/sandbox/mail');
    expect(headers.get('x-robots-tag')).toBe('noindex');
    expect(headers.get('cache-control')).toBe('private, no-store, no-transform');
    expect(body).toContain('<meta name="robots" content="noindex">');
  });

  it.each([
    '/sandbox/mail/nothing',
    '/sandbox/mail/nothing/html',
    '/sandbox/mail/..%2F..%2Fsecret',
    '/sandbox/mail/%00',
  ])('answers 404 at %s', async (address) => {
    expect(await page(address)).toMatchObject({
      status: 404,
      body: { message: 'This mail does not exist.', code: 'not_found' },
    });
  });

  it('does not exist in production, where mails are really sent (V15.2.3)', async () => {
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
      for (const address of ['', `/${office.taken[0]?.messageId?.slice(1, 37)}`]) {
        expect((await production.browser().get(`/sandbox/mail${address}`)).status).toBe(404);
      }
      expect(existsSync(path.join(production.dataDir, 'mail'))).toBe(false);
    } finally {
      await production.stop();
      await office.close();
    }
  });
});
