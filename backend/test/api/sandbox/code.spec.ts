import { existsSync } from 'node:fs';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DamagedFileError } from '../../../src/infrastructure/disk/damaged-file.js';
import { sandboxCodeIn } from '../../../src/infrastructure/sessions/sandbox-code.js';
import { type RunningApp, unique, useApp, useOwnApp } from '../../support/app.js';
import { from } from '../../support/limits.js';
import { buyBoost, startPurchase } from '../../support/payments.js';
import { verified } from '../../support/people.js';
import { routesOf } from '../../support/routes.js';
import { hashOfStyle } from '../../support/styles.js';
import type { Visitor } from '../../support/visitor.js';

const HOUR = 3_600_000;
const MINUTES_5 = 5 * 60_000;
const DAYS_180 = 180 * 24 * 60 * 60 * 1000;
const WRONG = '2222-2222-2222-2222';
const BANNER = 'Test site. Do not enter personal data.';

const fileOf = ({ dataDir }: RunningApp) => path.join(dataDir, 'sandbox-code');
const codeOf = async (app: RunningApp) => (await readFile(fileOf(app), 'utf8')).trim();

/** Sends the form of the page that asks for the code. */
const enter = (
  browser: Visitor,
  code: string,
  { to = '/sandbox/mail', headers = {} }: { to?: string; headers?: Record<string, string> } = {},
) =>
  browser.request<string>('POST', '/sandbox/code', {
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams({ code, to }).toString(),
  });

const statusOf = async (browser: Visitor, headers: Record<string, string> = {}) =>
  (await browser.request('GET', '/sandbox/mail', { headers })).status;

describe('the sandboxes of a test site', () => {
  const app = useOwnApp('asks everybody for the code, moves the clock and restarts', {
    env: { ALLOW_SANDBOX: 'yes', RATE_LIMITS: 'on', CURRENCY: 'jpy' },
  });
  // Codes can be tried again.
  beforeEach(() => app.clock.advance(MINUTES_5));

  it('ask for the code on every route', async () => {
    const calls = routesOf(app).filter(({ path: at }) => at.startsWith('/sandbox'));
    expect(calls.length).toBeGreaterThan(9);
    for (const { call, method, path: at } of calls) {
      if (call === 'POST /sandbox/code') continue;
      const { status, headers, body } = await app.browser().request<string>(method, at);
      expect([call, status, headers.get('location')]).toEqual([call, 401, null]);
      expect(body).toContain('<form method="post" action="/sandbox/code">');
      expect(headers.get('cache-control')).toBe('private, no-store, no-transform');
      expect(headers.get('content-security-policy')).toContain(`style-src ${hashOfStyle(body)};`);
    }
  });

  it('lead on to the page that was asked for, as text, and to no other site', async () => {
    const { body } = await app.browser().get<string>('/sandbox/mail?"><script>');
    expect(body).toContain('name="to" value="/sandbox/mail?');
    expect(body).not.toContain('<script>');
    for (const to of [
      'https://evil.example',
      '//evil.example',
      '/sandbox',
      '/sandbox/\\evil.example',
      '/boost',
    ]) {
      expect((await enter(app.browser(), await codeOf(app), { to })).status).toBe(400);
    }
  });

  it('open to a browser that gives the code once, in either case and with blanks', async () => {
    const browser = app.browser();
    for (const nothing of ['', '   ', '----']) expect((await enter(browser, nothing)).status).toBe(401);
    const refused = await enter(browser, WRONG);
    expect([refused.status, refused.headers.getSetCookie()]).toEqual([401, []]);
    expect(refused.body).toContain('This is not the code.');
    expect(await statusOf(browser)).toBe(401);

    const code = await codeOf(app);
    expect(code).toMatch(/^(?:[2-9A-HJ-NP-Z]{4}-){6}[2-9A-HJ-NP-Z]{4}$/);
    const { status, headers } = await enter(browser, ` ${code.toLowerCase().replaceAll('-', ' ')}`);
    expect([status, headers.get('location')]).toEqual([303, '/sandbox/mail']);
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^sandbox=\d+\.[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    expect(await statusOf(browser)).toBe(200);
    expect(await statusOf(app.browser())).toBe(401);
  });

  it('believe no cookie that was changed, or that is old', async () => {
    const browser = app.browser();
    await enter(browser, await codeOf(app));
    const [expiresAt = '', signature = ''] = (browser.cookies.get('sandbox') ?? '').split('.');
    for (const forged of [`${Number(expiresAt) + 1}.${signature}`, `${expiresAt}.`, expiresAt, '', '.']) {
      expect(await statusOf(app.browser(), { cookie: `sandbox=${forged}` })).toBe(401);
    }
    app.clock.advance(DAYS_180 - 1);
    expect(await statusOf(browser)).toBe(200);
    app.clock.advance(1);
    expect(await statusOf(browser)).toBe(401);
  });

  it('can be tried ten times in five minutes, whatever X-Forwarded-For says', async () => {
    for (let tries = 0; tries < 10; tries += 1) {
      expect((await enter(app.browser(), WRONG, from(`192.0.2.${tries}`))).status).toBe(401);
    }
    expect((await enter(app.browser(), await codeOf(app), from('192.0.2.10'))).status).toBe(429);
    app.clock.advance(MINUTES_5);
    expect((await enter(app.browser(), await codeOf(app))).status).toBe(303);
  });

  it('stand behind a banner, as all pages do, and are empty at first', async () => {
    const browser = app.browser();
    for (const address of ['/', '/nowhere', '/sandbox/mail', '/api/docs']) {
      const [before, ...after] = (await browser.get<string>(address)).body.split(BANNER);
      expect([before, after.length]).toEqual([expect.stringMatching(/<aside class="test-site"[^>]*>$/), 1]);
    }
    await enter(browser, await codeOf(app));
    for (const [address, text] of [
      ['/sandbox/payments', 'No payment yet.'],
      ['/sandbox/mail', 'No mail yet.'],
    ] as const) {
      const { body } = await browser.get<string>(address);
      expect(body).toContain(BANNER);
      expect(body).toContain(text);
    }
    // No file is left where nobody pays.
    expect(existsSync(path.join(app.dataDir, 'sandbox-payments.db'))).toBe(false);
  });

  it('keep the code for this user alone, and payments, over restarts; a new code ends what the old one opened', async () => {
    expect((await stat(fileOf(app))).mode & 0o777).toBe(0o600);
    const browser = app.browser();
    const code = await codeOf(app);
    await enter(browser, code);
    // The signed webhooks of a payment come without the code.
    const ann = await verified(app, 'ann@example.org');
    expect(await buyBoost(app, ann.browser)).toMatchObject({ kind: 'boost', boost: expect.any(Object) });
    const checkout = `/sandbox/checkout/${await startPurchase(ann.browser, 'mega')}`;
    await app.restart();
    expect([await codeOf(app), await statusOf(browser)]).toEqual([code, 200]);
    expect((await browser.get<string>(checkout)).body).toContain('value="pay"');
    app.clock.advance(HOUR);
    expect((await browser.get<string>(checkout)).body).toContain('This checkout page has expired.');
    expect((await browser.get<string>('/sandbox/payments')).body).toContain(
      'Regular Boost for 24 hours · JPY 290',
    );
    await rm(fileOf(app));
    await app.restart();
    expect(await codeOf(app)).not.toBe(code);
    expect(await statusOf(browser)).toBe(401);
    expect((await enter(browser, code)).status).toBe(401);
  });
});

describe('the sandboxes of this machine', () => {
  const app = useApp();

  it('ask nobody for a code, under no banner', async () => {
    expect(await statusOf(app.browser())).toBe(200);
    for (const address of ['/', '/sandbox/mail']) {
      expect((await app.browser().get<string>(address)).body).not.toContain(BANNER);
    }
  });

  it.each([
    'Forwarded',
    'Via',
    'X-Forwarded-For',
    'X-FORWARDED-HOST',
    'x-forwarded-proto',
    'x-forwarded-anything',
    'X-Real-IP',
  ])('ask for it if a proxy added %s', async (name) => {
    const browser = app.browser();
    // The value says nothing: a proxy that hides others may name this machine.
    const headers = { [name]: '127.0.0.1' };
    expect(await statusOf(browser, headers)).toBe(401);
    await enter(browser, await codeOf(app));
    expect(await statusOf(browser, headers)).toBe(200);
  });

  it.each(['', 'short', '0000-0000-0000-0000'])('have no code such as %j', async (content) => {
    const file = path.join(app.dataDir, unique('damaged-code'));
    await writeFile(file, content);
    expect(() => sandboxCodeIn(file)).toThrow(DamagedFileError);
    await rm(file);
  });
});
