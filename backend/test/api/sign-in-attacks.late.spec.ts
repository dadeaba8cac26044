import { TOTP_SECRET, codeAt, enrolled, newAdmin } from '../support/admins.js';
import { useOwnApp } from '../support/app.js';
import { ADMIN_PASSWORD, type Desk } from '../support/desk.js';
import { from } from '../support/limits.js';
import { mailsTo } from '../support/mails.js';
import { signedUp, verified } from '../support/people.js';
import { settled } from '../support/settled.js';
import { PASSWORD, type Visitor } from '../support/visitor.js';

const ANN = 'ann@example.org';
const WRONG = 'not the password';
const HOUR = 3_600_000;

const app = useOwnApp('not shared yet', {
  per: 'test',
  env: { RATE_LIMITS: 'on', TRUSTED_PROXIES: '1', ALLOW_SANDBOX: 'yes' },
});
/** The pauses since the attack began, in milliseconds. They take no time, but move the clock. */
let pauses: number[];

beforeEach(async () => {
  pauses = [];
  app.timer.pause = async (milliseconds) => {
    pauses.push(milliseconds);
    app.clock.advance(milliseconds);
  };
});
const signIn = (browser: Visitor, address: string, email = ANN, password = PASSWORD) =>
  browser.request<{ message: string }>('POST', '/api/auth/login', {
    headers: { 'content-type': 'application/json', ...from(address).headers },
    body: JSON.stringify({ email, password }),
  });

const guess = (address: string, email = ANN) => signIn(app.browser(), address, email, WRONG);

/** Guesses from this many networks, once each. Returns the statuses. */
const guesses = async (times: number, email = ANN) => {
  const statuses = [];
  for (let time = 0; time < times; time += 1) statuses.push((await guess(`192.0.2.${time}`, email)).status);
  return statuses;
};

describe('many wrong passwords', () => {
  it('from many networks are slowed down, and the owner signs in anywhere at once', async () => {
    const { browser } = await verified(app, ANN);
    await browser.logout();
    pauses = [];
    expect(new Set(await guesses(40))).toEqual(new Set([401]));
    expect(pauses).toEqual([
      ...Array.from({ length: 20 }, () => 2000),
      ...Array.from({ length: 10 }, () => 5000),
    ]);
    // The browser that has signed in before.
    pauses = [];
    expect((await signIn(browser, '192.0.2.1')).status).toBe(200);
    expect(pauses).toEqual([]);
    // Another one, on a network from which nobody has guessed.
    expect((await signIn(app.browser(), '198.51.100.1')).status).toBe(200);
    expect(pauses).toEqual([5000]);
  });

  it.each([ANN, 'unknown@example.org'])(
    'from one network for %s are ten in an hour, which does not concern other networks',
    async (email) => {
      await verified(app, ANN);
      // All of them are in one /48.
      const network = (time: number) => `2001:db8:0:${time}::1`;
      for (let time = 0; time < 10; time += 1) expect((await guess(network(time), email)).status).toBe(401);
      const refused = await guess(network(10), email);
      expect(refused).toMatchObject({
        status: 429,
        body: { message: expect.stringContaining('60 minutes') },
      });
      expect((await guess('2001:db8:1::1', email)).status).toBe(401);
      app.clock.advance(HOUR);
      expect((await guess(network(10), email)).status).toBe(401);
    },
  );

  it('in a browser that the owner has used are 25 in an hour', async () => {
    const { browser } = await verified(app, ANN);
    for (let time = 0; time < 25; time += 1) {
      expect((await signIn(browser, `192.0.2.${time}`, ANN, WRONG)).status).toBe(401);
    }
    expect((await signIn(browser, '198.51.100.1', ANN, WRONG)).status).toBe(429);
    expect((await signIn(app.browser(), '198.51.100.1')).status).toBe(200);
  });

  it('end for the owner with a new password by mail, wherever the mail is opened', async () => {
    await verified(app, ANN);
    await guesses(40);
    const anywhere = app.browser();
    await anywhere.post('/api/auth/forgot-password', { email: ANN });
    await settled(app);
    const mail = (await mailsTo(app, ANN, 2)).find(({ subject }) => /reset/i.test(subject));
    const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
    const password = 'another quiet walk';
    expect((await anywhere.post('/api/auth/reset-password', { token, password })).status).toBe(200);
    pauses = [];
    expect((await signIn(anywhere, '192.0.2.1', ANN, password)).status).toBe(200);
    expect(pauses).toEqual([]);
  });

  it('are slowed down for a browser that has only registered the address', async () => {
    await verified(app, ANN);
    const { browser: eve } = await signedUp(app, ANN, 'the password of eve');
    expect((await signIn(eve, '192.0.2.1', ANN, 'the password of eve')).status).toBe(200);
    await guesses(15);
    pauses = [];
    expect((await signIn(eve, '198.51.100.1', ANN, WRONG)).status).toBe(401);
    expect(pauses).toEqual([2000]);
  });

  it('of an admin from many networks are slowed down, not those of the browser that the admin uses', async () => {
    await newAdmin(app, 'olga', 'owner');
    const desk = app.desk();
    const attempt = (browser: Desk, address: string, password: string) =>
      browser.request('POST', '/api/rtm-sys/login', {
        headers: { 'content-type': 'application/json', ...from(address).headers },
        body: JSON.stringify({ username: 'olga', password }),
      });
    expect((await attempt(desk, '203.0.113.1', ADMIN_PASSWORD)).status).toBe(200);
    pauses = [];
    for (let time = 0; time < 40; time += 1) {
      expect((await attempt(app.desk(), `192.0.2.${time}`, WRONG)).status).toBe(401);
    }
    expect(pauses.slice(0, 31)).toEqual([
      ...Array.from({ length: 20 }, () => 2000),
      ...Array.from({ length: 11 }, () => 5000),
    ]);
    pauses = [];
    expect((await attempt(desk, '192.0.2.1', ADMIN_PASSWORD)).status).toBe(200);
    expect(pauses).toEqual([]);
  });
});

describe('wrong codes of an admin', () => {
  it('of a stranger with the password do not use up those of the browser that the admin uses', async () => {
    await enrolled(app, await newAdmin(app, 'olga', 'owner'));
    const desk = app.desk();
    const enter = (browser: Desk, address: string, code: string) =>
      browser.request('POST', '/api/rtm-sys/login', {
        headers: { 'content-type': 'application/json', ...from(address).headers },
        body: JSON.stringify({ username: 'olga', password: ADMIN_PASSWORD, code }),
      });
    const rightCode = () => {
      app.clock.advance(30_000);
      return codeAt(TOTP_SECRET, app.clock.now());
    };
    // Right codes are not counted.
    for (let time = 0; time < 12; time += 1) {
      expect((await enter(desk, '203.0.113.1', rightCode())).status).toBe(200);
    }
    for (let time = 0; time < 10; time += 1) {
      expect((await enter(app.desk(), `192.0.2.${time}`, '000000')).status).toBe(401);
    }
    app.clock.advance(60_000);
    expect((await enter(app.desk(), '198.51.100.1', rightCode())).status).toBe(429);
    expect((await enter(desk, '198.51.100.1', rightCode())).status).toBe(200);
  });
});
