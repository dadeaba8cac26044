import { TOTP_SECRET, codeAt, enrolled, newAdmin } from '../../support/admins.js';
import { unique, useOwnApp } from '../../support/app.js';
import { ADMIN_PASSWORD, type Desk } from '../../support/desk.js';
import { from } from '../../support/limits.js';
import { mailsTo } from '../../support/mails.js';
import { signedUp, verified } from '../../support/people.js';
import { settled } from '../../support/settled.js';
import { PASSWORD, type Visitor } from '../../support/visitor.js';

const WRONG = 'not the password';
const HOUR = 3_600_000;

const app = useOwnApp('moves the clock', {
  env: { RATE_LIMITS: 'on', TRUSTED_PROXIES: '1', ALLOW_SANDBOX: 'yes' },
});
/** The pauses since the attack began, in milliseconds. They take no time, but move the clock. */
let pauses: number[];
app.onStart(async () => {
  app.timer.pause = async (milliseconds) => {
    pauses.push(milliseconds);
    app.clock.advance(milliseconds);
  };
});
beforeEach(() => {
  // What the networks of one test try is not counted in the next.
  app.clock.advance(HOUR);
  pauses = [];
});
const slowed = (first: number, second: number) => [
  ...Array.from({ length: first }, () => 2000),
  ...Array.from({ length: second }, () => 5000),
];

describe('many wrong passwords', () => {
  let email: string;
  let ann: Visitor;
  beforeEach(async () => {
    email = `${unique('ann')}@example.org`;
    ann = (await verified(app, email)).browser;
    pauses = [];
  });
  const signIn = (browser: Visitor, address: string, password = PASSWORD, who = email) =>
    browser.request<{ message: string }>('POST', '/api/auth/login', {
      headers: { 'content-type': 'application/json', ...from(address).headers },
      body: JSON.stringify({ email: who, password }),
    });
  const guess = (address: string, who = email) => signIn(app.browser(), address, WRONG, who);
  /** Guesses from this many networks, once each. */
  const guesses = async (times: number) => {
    for (let time = 0; time < times; time += 1) expect((await guess(`192.0.2.${time}`)).status).toBe(401);
  };

  it('from many networks are slowed down, and the owner signs in anywhere at once', async () => {
    await ann.logout();
    await guesses(40);
    expect(pauses).toEqual(slowed(20, 10));
    // The browser that has signed in before.
    pauses = [];
    expect((await signIn(ann, '192.0.2.1')).status).toBe(200);
    expect(pauses).toEqual([]);
    // Another one, on a network from which nobody has guessed.
    expect((await signIn(app.browser(), '198.51.100.1')).status).toBe(200);
    expect(pauses).toEqual([5000]);
  });

  it.each(['a person', 'nobody'])(
    'from one network for %s are ten in an hour, which does not concern other networks',
    async (who) => {
      const address = who === 'nobody' ? `${unique('unknown')}@example.org` : email;
      // All of them are in one /48.
      const network = (time: number) => `2001:db8:0:${time}::1`;
      for (let time = 0; time < 10; time += 1) expect((await guess(network(time), address)).status).toBe(401);
      expect(await guess(network(10), address)).toMatchObject({
        status: 429,
        body: { message: expect.stringContaining('60 minutes') },
      });
      expect((await guess('2001:db8:1::1', address)).status).toBe(401);
      app.clock.advance(HOUR);
      expect((await guess(network(10), address)).status).toBe(401);
    },
  );

  it('in a browser that the owner has used are 25 in an hour', async () => {
    for (let time = 0; time < 25; time += 1) {
      expect((await signIn(ann, `192.0.2.${time}`, WRONG)).status).toBe(401);
    }
    expect((await signIn(ann, '198.51.100.1', WRONG)).status).toBe(429);
    expect((await signIn(app.browser(), '198.51.100.1')).status).toBe(200);
  });

  it('end for the owner with a new password by mail, wherever the mail is opened', async () => {
    await guesses(40);
    const anywhere = app.browser();
    await anywhere.post('/api/auth/forgot-password', { email });
    await settled(app);
    const mail = (await mailsTo(app, email, 2)).find(({ subject }) => /reset/i.test(subject));
    const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
    const password = 'another quiet walk';
    expect((await anywhere.post('/api/auth/reset-password', { token, password })).status).toBe(200);
    pauses = [];
    expect((await signIn(anywhere, '192.0.2.1', password)).status).toBe(200);
    expect(pauses).toEqual([]);
  });

  it('are slowed down for a browser that has only registered the address', async () => {
    const { browser: eve } = await signedUp(app, email, 'the password of eve');
    expect((await signIn(eve, '192.0.2.1', 'the password of eve')).status).toBe(200);
    await guesses(15);
    pauses = [];
    expect((await signIn(eve, '198.51.100.1', WRONG)).status).toBe(401);
    expect(pauses).toEqual([2000]);
  });
});

describe('of an admin', () => {
  let username: string;
  let adminId: string;
  beforeEach(async () => {
    username = unique('olga');
    adminId = await newAdmin(app, username, 'owner');
  });
  const signIn = (browser: Desk, address: string, fields: object = {}) =>
    browser.request('POST', '/api/rtm-sys/login', {
      headers: { 'content-type': 'application/json', ...from(address).headers },
      body: JSON.stringify({ username, password: ADMIN_PASSWORD, ...fields }),
    });

  it('wrong passwords from many networks are slowed down, not those of the browser that the admin uses', async () => {
    const desk = app.desk();
    expect((await signIn(desk, '203.0.113.1')).status).toBe(200);
    pauses = [];
    for (let time = 0; time < 40; time += 1) {
      expect((await signIn(app.desk(), `192.0.2.${time}`, { password: WRONG })).status).toBe(401);
    }
    expect(pauses.slice(0, 31)).toEqual(slowed(20, 11));
    pauses = [];
    expect((await signIn(desk, '192.0.2.1')).status).toBe(200);
    expect(pauses).toEqual([]);
  });

  it('wrong codes of a stranger with the password do not use up those of the browser that the admin uses', async () => {
    await enrolled(app, adminId);
    const desk = app.desk();
    const rightCode = () => {
      app.clock.advance(30_000);
      return codeAt(TOTP_SECRET, app.clock.now());
    };
    // Right codes are not counted.
    for (let time = 0; time < 12; time += 1) {
      expect((await signIn(desk, '203.0.113.1', { code: rightCode() })).status).toBe(200);
    }
    for (let time = 0; time < 10; time += 1) {
      expect((await signIn(app.desk(), `192.0.2.${time}`, { code: '000000' })).status).toBe(401);
    }
    app.clock.advance(60_000);
    expect((await signIn(app.desk(), '198.51.100.1', { code: rightCode() })).status).toBe(429);
    expect((await signIn(desk, '198.51.100.1', { code: rightCode() })).status).toBe(200);
  });
});
