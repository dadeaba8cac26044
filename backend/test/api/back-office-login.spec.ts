import { CodeTries } from '../../src/api/admin/second-factor.js';
import { Admins } from '../../src/api/http/admins.js';
import { codeAt, newAdmin, signedInAdmin } from '../support/admins.js';
import { type RunningApp, startApp, useOwnApp } from '../support/app.js';
import { ADMIN_PASSWORD, type Desk, PROOF } from '../support/desk.js';
import { expectRefusal, from } from '../support/limits.js';
import { verified } from '../support/people.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const LOGIN = '/api/rtm-sys/login';

const app = useOwnApp('not shared yet');
let owners = 0;

/** Creates an owner of the back office. Returns the name to sign in with. */
const anOwner = async () => {
  owners += 1;
  const username = `olga-${owners}`;
  await newAdmin(app, username, 'owner');
  return username;
};

const signedIn = async (username: string): Promise<Desk> => {
  const browser = app.desk();
  expect((await browser.signIn(username)).status).toBe(200);
  return browser;
};

const offered = async (browser: Desk) =>
  (await browser.post<{ secret: string; offer: string }>('/api/rtm-sys/totp/offer')).body;

/** Connects an authenticator app. Returns its secret and the recovery codes. */
const connect = async (browser: Desk, { clock }: RunningApp = app) => {
  const { secret, offer } = await offered(browser);
  const { status, body } = await browser.post<{ recoveryCodes: string[] }>('/api/rtm-sys/totp', {
    offer,
    code: codeAt(secret, clock.now()),
  });
  expect(status).toBe(200);
  return { secret, offer, recoveryCodes: body.recoveryCodes };
};

describe('the login of the back office', () => {
  it('ends in other browsers once an app is connected, which they have not shown', async () => {
    const username = await anOwner();
    const [one, other] = [await signedIn(username), await signedIn(username)];
    await connect(one);
    expect([(await one.self()).status, (await other.self()).status]).toEqual([200, 401]);
  });

  it('ends with a password that changes while it is checked', async () => {
    const username = await anOwner();
    const { adminSessions } = app.adapters.storage;
    const add = adminSessions.add.bind(adminSessions);
    const [one, other] = [await signedIn(username), app.desk()];
    adminSessions.add = async (session) => {
      adminSessions.add = add;
      app.clock.advance(1);
      const words = { currentPassword: ADMIN_PASSWORD, newPassword: 'a quiet walk at dusk' };
      expect((await one.put('/api/rtm-sys/password', words)).status).toBe(204);
      app.clock.advance(1);
      await add(session);
    };
    expect((await other.signIn(username)).status).toBe(200);
    expect((await other.self()).status).toBe(401);
  });

  it('signs an admin in, with a cookie for the back office alone (V3.3.2)', async () => {
    await newAdmin(app, 'Olga', 'owner');
    const browser = app.desk();
    const { status, body, headers } = await browser.signIn('olga ');
    expect(status).toBe(200);
    expect(body).toMatchObject({ username: 'Olga', role: 'owner', hasTotp: false, isDismissed: false });
    expect(JSON.stringify(body)).not.toMatch(/hash|secret/i);
    const [, signIn] = await app.adapters.storage.log.readStream(`admin-${String(Object(body).id)}`);
    expect(signIn).toMatchObject({
      type: 'AdminSignedIn',
      metadata: { actor: { kind: 'admin', role: 'owner' } },
    });
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^admin-browser=[\w-]{22}; Max-Age=34560000; Path=\/api\/rtm-sys; HttpOnly; SameSite=Strict$/,
      ),
      expect.stringMatching(
        /^admin=[\w-]{43}; Max-Age=28800; Path=\/api\/rtm-sys; HttpOnly; SameSite=Strict$/,
      ),
      expect.stringMatching(/^staff=\d+\.[\w-]{43}; Max-Age=28800; Path=\/; HttpOnly; SameSite=Strict$/),
      expect.stringMatching(/^device=[\w.~%-]+; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    expect((await browser.self()).body.username).toBe('Olga');
    const { status: left, headers: last } = await browser.signOut();
    expect([left, last.get('clear-site-data')]).toEqual([204, '"cache"']);
    expect((await browser.self()).status).toBe(401);
  });

  it('gives one answer for a wrong password, an unknown name and a dismissed admin', async () => {
    const olga = await anOwner();
    const mo = await newAdmin(app, `moe-of-${olga}`, 'moderator');
    const owner = await signedIn(olga);
    await owner.dismiss(mo);
    const attempts = [
      await app.desk().signIn(olga, { password: 'not the password' }),
      await app.desk().signIn('nobody'),
      await app.desk().signIn(`moe-of-${olga}`),
    ];
    for (const { status, body } of attempts) {
      expect(status).toBe(401);
      expect(body).toMatchObject({ code: 'unauthenticated', message: 'Invalid credentials' });
    }
  });

  it('is limited by network and name: nobody keeps an admin out, nor the admins beside them', async () => {
    await using limited = await startApp({
      env: { RATE_LIMITS: 'on', TRUSTED_PROXIES: '1', ALLOW_SANDBOX: 'yes' },
    });
    await newAdmin(limited, 'olga', 'owner');
    await newAdmin(limited, 'moe', 'moderator');
    const attempt = (network: string, password: string, username = 'olga', browser = limited.desk()) =>
      browser.request('POST', LOGIN, {
        headers: { 'content-type': 'application/json', ...from(network).headers },
        body: JSON.stringify({ username, password }),
      });
    const known = limited.desk();
    expect((await attempt('203.0.113.1', ADMIN_PASSWORD, 'olga', known)).status).toBe(200);
    for (let time = 0; time < 10; time += 1) {
      expect((await attempt('192.0.2.1', 'not the password')).status).toBe(401);
    }
    expectRefusal(await attempt('192.0.2.1', ADMIN_PASSWORD, ' OLGA'), 3600, '60 minutes');
    // The admin beside them, her own browser, and another network.
    expect((await attempt('192.0.2.1', ADMIN_PASSWORD, 'moe')).status).toBe(200);
    expect((await attempt('192.0.2.1', ADMIN_PASSWORD, 'olga', known)).status).toBe(200);
    const slowed = attempt('198.51.100.1', ADMIN_PASSWORD);
    await limited.timer.advance(2000);
    expect((await slowed).status).toBe(200);
  });

  it('spares known browsers what strangers of their network use up, and counts no sign-in that succeeds', async () => {
    await using limited = await startApp({ env: { RATE_LIMITS: 'on' } });
    await newAdmin(limited, 'olga', 'owner');
    const [known, other] = [limited.desk(), limited.desk()];
    for (let time = 0; time < 10; time += 1) {
      expect((await known.signIn('olga')).status).toBe(200);
    }
    for (let time = 0; time < 25; time += 1) {
      expect((await limited.desk().signIn(`nobody${time}`)).status).toBe(401);
    }
    expect((await other.signIn('olga')).status).toBe(429);
    expect((await known.signIn('olga')).status).toBe(200);
    expect((await limited.desk().post(`${LOGIN}/passkey`, {})).status).toBe(400);
  });
});

describe('a session of the back office', () => {
  it('ends after 30 minutes without a request', async () => {
    const olga = await anOwner();
    const browser = await signedIn(olga);
    app.clock.advance(30 * MINUTE - 1);
    expect((await browser.self()).status).toBe(200);
    app.clock.advance(29 * MINUTE);
    const poll = { headers: { 'x-background': '1' } };
    expect((await browser.request('GET', '/api/rtm-sys/counts', poll)).status).toBe(200);
    app.clock.advance(MINUTE);
    expect((await browser.self()).status).toBe(401);
  });

  it('ends after 8 hours, however busy (V7.3.2)', async () => {
    const olga = await anOwner();
    const browser = await signedIn(olga);
    for (let minutes = 20; minutes < 8 * 60; minutes += 20) {
      app.clock.advance(20 * MINUTE);
      expect((await browser.self()).status).toBe(200);
    }
    app.clock.advance(20 * MINUTE);
    expect((await browser.self()).status).toBe(401);
  });

  it('is worthless on the site, and a session of the site in the back office', async () => {
    const olga = await anOwner();
    const admin = await signedIn(olga);
    admin.cookies.set('session', admin.cookies.get('admin') ?? '');
    expect((await admin.get('/api/auth/me')).status).toBe(401);
    const { browser } = await verified(app, 'ann@example.org');
    browser.cookies.set('admin', browser.cookies.get('session') ?? '');
    expect((await browser.get('/api/rtm-sys/me')).status).toBe(401);
  });

  it('ends with all others when the password changes, but for the browser that changed it', async () => {
    const olga = await anOwner();
    const [one, other] = [await signedIn(olga), await signedIn(olga)];
    app.clock.advance(1);
    const change = { currentPassword: ADMIN_PASSWORD, newPassword: 'another long password' };
    expect((await one.put('/api/rtm-sys/password', { ...change, currentPassword: 'wrong' })).status).toBe(
      400,
    );
    expect((await one.put('/api/rtm-sys/password', { ...change, newPassword: 'short' })).status).toBe(400);
    expect((await one.put('/api/rtm-sys/password', change)).status).toBe(204);
    expect((await one.self()).status).toBe(200);
    expect((await other.self()).status).toBe(401);
    expect((await app.desk().signIn(olga)).status).toBe(401);
    expect((await app.desk().signIn(olga, { password: change.newPassword })).status).toBe(200);
  });

  it('is listed, and can be ended from another one', async () => {
    const olga = await anOwner();
    await newAdmin(app, `moe-of-${olga}`, 'moderator');
    const [one, other, stranger] = [
      await signedIn(olga),
      await signedIn(olga),
      await signedIn(`moe-of-${olga}`),
    ];
    const { body } = await one.get<{ id: string; isCurrent: boolean }[]>('/api/rtm-sys/sessions');
    expect(body.map(({ isCurrent }) => isCurrent).toSorted()).toEqual([false, true]);
    const id = body.find(({ isCurrent }) => !isCurrent)?.id ?? '';
    expect((await stranger.delete(`/api/rtm-sys/sessions/${id}`)).status).toBe(404);
    expect((await other.self()).status).toBe(200);
    expect((await one.delete(`/api/rtm-sys/sessions/${id}`)).status).toBe(204);
    expect((await other.self()).status).toBe(401);
    expect((await one.delete(`/api/rtm-sys/sessions/${id}`)).status).toBe(404);
  });
});

describe('an authenticator app', () => {
  it('is connected with a code, and then each sign-in needs a new one', async () => {
    const olga = await anOwner();
    const browser = await signedIn(olga);
    const { secret, recoveryCodes } = await connect(browser);
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(await app.desk().signIn(olga)).toMatchObject({
      status: 401,
      body: { code: 'totp_required' },
    });
    const used = codeAt(secret, app.clock.now());
    expect((await app.desk().signIn(olga, { code: used })).status).toBe(401);
    app.clock.advance(MINUTE);
    const code = codeAt(secret, app.clock.now());
    expect((await app.desk().signIn(olga, { code })).status).toBe(200);
    expect((await app.desk().signIn(olga, { code })).status).toBe(401);
    expect((await app.desk().signIn(olga, { code: '000000' })).status).toBe(401);
  });

  it('accepts one code in one of two browsers at the same time', async () => {
    const olga = await anOwner();
    const { secret } = await connect(await signedIn(olga));
    app.clock.advance(MINUTE);
    const code = codeAt(secret, app.clock.now());
    const answers = await Promise.all(Array.from({ length: 5 }, () => app.desk().signIn(olga, { code })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401, 401]);
  });

  it('is replaced by each recovery code once, in any spelling', async () => {
    const olga = await anOwner();
    const browser = await signedIn(olga);
    const { recoveryCodes } = await connect(browser);
    const [first = '', second = ''] = recoveryCodes;
    expect((await app.desk().signIn(olga, { code: first })).status).toBe(200);
    expect((await app.desk().signIn(olga, { code: first })).status).toBe(401);
    expect((await app.desk().signIn(olga, { code: second.toUpperCase().replaceAll('-', ' ') })).status).toBe(
      200,
    );
    expect((await browser.self()).body.recoveryCodesLeft).toBe(8);
  });

  it('is not connected with a wrong code', async () => {
    const olga = await anOwner();
    const browser = await signedIn(olga);
    const { secret, offer } = await offered(browser);
    const right = { offer, code: codeAt(secret, app.clock.now()) };
    for (const wrong of [
      { ...right, code: codeAt(secret, new Date(app.clock.now().getTime() + HOUR)) },
      { ...right, offer: 'ABC' },
    ]) {
      expect((await browser.post('/api/rtm-sys/totp', wrong)).status).toBe(400);
    }
    expect((await browser.self()).body.hasTotp).toBe(false);
  });

  it('takes its secret only from an offer to the same admin, within 10 minutes and once', async () => {
    const names = [await anOwner(), await anOwner()] as const;
    const [olga, moe] = [await signedIn(names[0]), await signedIn(names[1])];
    const { secret, offer } = await offered(olga);
    const code = () => codeAt(secret, app.clock.now());
    const enrol = (browser: Desk, using: string) =>
      browser.post('/api/rtm-sys/totp', { offer: using, code: code() });
    const refusal = {
      status: 400,
      body: { message: 'This secret is not valid any more. Please connect the app again.' },
    };
    expect(await enrol(moe, offer)).toMatchObject(refusal);
    app.clock.advance(10 * MINUTE);
    expect(await enrol(olga, offer)).toMatchObject(refusal);
    await olga.signInAgain();
    const again = await connect(olga);
    app.clock.advance(MINUTE);
    const shown = codeAt(again.secret, app.clock.now());
    expect((await olga.signInAgain({ ...PROOF, code: shown })).status).toBe(204);
    expect((await olga.post('/api/rtm-sys/totp/remove')).status).toBe(204);
    await olga.signInAgain();
    const reuse = { offer: again.offer, code: shown };
    expect(await olga.post('/api/rtm-sys/totp', reuse)).toMatchObject(refusal);
    const respelled = { ...reuse, offer: ` ${again.offer}` };
    expect(await olga.post('/api/rtm-sys/totp', respelled)).toMatchObject(refusal);
  });

  it('stops guesses of codes by someone who knows the password (V6.6.3)', async () => {
    const olga = await anOwner();
    const { secret } = await connect(await signedIn(olga));
    app.clock.advance(MINUTE);
    for (let time = 0; time < 10; time += 1) {
      expect((await app.desk().signIn(olga, { code: '12345' })).status).toBe(401);
    }
    const code = () => codeAt(secret, app.clock.now());
    expect((await app.desk().signIn(olga, { code: code() })).status).toBe(429);
    app.clock.advance(15 * MINUTE);
    expect((await app.desk().signIn(olga, { code: code() })).status).toBe(200);
  });

  describe('whose phone has a wrong clock', () => {
    const CLOCK =
      'This code is for another time. Please check the clock of your phone, then wait for the next code.';
    const USED = 'This code was used already. Please wait for the next one.';
    const STEP = 30_000;
    const someone = async () => {
      const username = await anOwner();
      const desk = await signedIn(username);
      const { secret } = await connect(desk);
      app.clock.advance(MINUTE);
      const codeIn = (steps: number) => codeAt(secret, new Date(app.clock.now().getTime() + steps * STEP));
      const signIn = (code: string, password = ADMIN_PASSWORD) =>
        app.desk().signIn(username, { password, code });
      return { desk, codeIn, signIn };
    };

    it('is told so, after the right password alone', async () => {
      const { desk, codeIn, signIn } = await someone();
      for (const steps of [-4, 5]) {
        expect(await signIn(codeIn(steps))).toMatchObject({ status: 401, body: { message: CLOCK } });
        expect(await desk.signInAgain({ ...PROOF, code: codeIn(steps) })).toMatchObject({
          status: 400,
          body: { message: CLOCK },
        });
      }
      expect(await signIn(codeIn(3), 'not the password')).toMatchObject({
        status: 401,
        body: { message: 'Invalid credentials' },
      });
      expect(await signIn(codeIn(20))).toMatchObject({ body: { message: 'This code is not valid.' } });
      const other = await signedIn(await anOwner());
      const { secret, offer } = await offered(other);
      const code = codeAt(secret, new Date(app.clock.now().getTime() + 5 * STEP));
      expect(await other.post('/api/rtm-sys/totp', { offer, code })).toMatchObject({
        body: { message: CLOCK },
      });
    });

    it('has used up that step with it, and no other one', async () => {
      const { codeIn, signIn } = await someone();
      const burnt = codeIn(5);
      expect((await signIn(burnt)).body).toMatchObject({ message: CLOCK });
      // Meanwhile an earlier step signs in.
      expect((await signIn(codeIn(0))).status).toBe(200);
      app.clock.advance(4 * STEP);
      expect(await signIn(burnt)).toMatchObject({ status: 401, body: { message: USED } });
      app.clock.advance(STEP);
      expect(await signIn(burnt)).toMatchObject({ status: 401, body: { message: USED } });
      expect((await signIn(codeIn(1))).status).toBe(200);
    });

    it('has used it up after a restart, too', async () => {
      let site = await startApp();
      await newAdmin(site, 'olga', 'owner');
      const { secret } = await connect(await signedInAdmin(site, 'olga'), site);
      const { clock } = site;
      clock.advance(MINUTE);
      const code = codeAt(secret, new Date(clock.now().getTime() + 5 * STEP));
      expect((await site.desk().signIn('olga', { code })).body).toMatchObject({ message: CLOCK });
      site = await site.restart();
      await using running = site;
      running.clock.advance(clock.now().getTime() + 5 * STEP - running.clock.now().getTime());
      expect((await running.desk().signIn('olga', { code })).body).toMatchObject({ message: USED });
      const next = codeAt(secret, new Date(running.clock.now().getTime() + STEP));
      expect((await running.desk().signIn('olga', { code: next })).status).toBe(200);
    });

    it('is the only one whose code is used up before a sign-in is recorded', async () => {
      const tries = app.server.get(CodeTries, { strict: false });
      const now = app.clock.now();
      const stepOf = (step: number) => ({ adminId: 'a1', secret: 'SECRET', step });
      await tries.burn(stepOf(2), now);
      // A sign-in that failed on the way, for example as the log was away, is repeated with the same code.
      for (let time = 0; time < 2; time += 1) {
        expect(await tries.isBurnt(stepOf(1), now)).toBe(false);
        expect(await tries.isBurnt(stepOf(2), now)).toBe(true);
      }
    });

    it('has used a try', async () => {
      const { codeIn, signIn } = await someone();
      for (let time = 0; time < 10; time += 1) expect((await signIn(codeIn(5))).status).toBe(401);
      expect((await signIn(codeIn(0))).status).toBe(429);
    });
  });

  it('comes first where every admin needs one, and stays', async () => {
    await using strict = await startApp({ env: { ADMIN_REQUIRE_TOTP: 'on' } });
    await newAdmin(strict, 'olga', 'owner');
    const browser = await signedInAdmin(strict, 'olga');
    expect((await browser.self()).body.mustEnrolTotp).toBe(true);
    expect(await browser.admins()).toMatchObject({
      status: 403,
      body: { code: 'totp_missing' },
    });
    const { secret } = await connect(browser, strict);
    expect((await browser.admins()).status).toBe(200);
    strict.clock.advance(MINUTE);
    await browser.signInAgain({ ...PROOF, code: codeAt(secret, strict.clock.now()) });
    expect(await browser.post('/api/rtm-sys/totp/remove')).toMatchObject({
      status: 403,
      body: { message: 'Every admin needs an authenticator app or a passkey here.' },
    });
  });

  it('that is disconnected is not asked for at the next sign-in', async () => {
    const olga = await anOwner();
    const browser = await signedIn(olga);
    const { secret } = await connect(browser);
    app.clock.advance(MINUTE);
    await browser.signInAgain({ ...PROOF, code: codeAt(secret, app.clock.now()) });
    expect((await browser.post('/api/rtm-sys/totp/remove')).status).toBe(204);
    expect((await app.desk().signIn(olga)).status).toBe(200);
  });
});

describe('owners', () => {
  it('change roles and dismiss admins, whose sessions end at once (V7.4.2)', async () => {
    const orla = await newAdmin(app, 'orla', 'owner');
    const id = await newAdmin(app, 'moe', 'moderator');
    const [owner, mo] = [await signedIn('orla'), await signedIn('moe')];
    expect((await mo.admins()).status).toBe(403);
    const promoted = await owner.changeRole(id, 'finance', 'New duties.');
    expect(promoted).toMatchObject({ status: 200, body: { role: 'finance' } });
    expect((await mo.self()).body.role).toBe('finance');
    const { body: admins } = await owner.admins();
    expect(admins.map(({ username }) => username)).toEqual(expect.arrayContaining(['moe', 'orla']));
    expect((await owner.dismiss(id, '')).status).toBe(400);
    expect((await owner.dismiss(id)).status).toBe(200);
    expect((await mo.self()).status).toBe(401);
    expect((await owner.dismiss(orla, 'Me.')).status).toBe(403);
    expect((await owner.post(`/api/rtm-sys/admins/${id}/reinstate`, { reason: 'Came back.' })).status).toBe(
      200,
    );
    expect((await app.desk().signIn('moe')).status).toBe(200);
  });

  it('cannot dismiss each other at the same time: that needs two people', async () => {
    const ids = [await newAdmin(app, 'odette', 'owner'), await newAdmin(app, 'otto', 'owner')];
    const both = [await signedIn('odette'), await signedIn('otto')];
    const answers = await Promise.all(
      both.map((owner, index) => owner.dismiss(ids[1 - index], 'One of us.')),
    );
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    const admins = await app.server.get(Admins, { strict: false }).all();
    expect(admins.filter(({ id, isDismissed }) => ids.includes(id) && !isDismissed)).toHaveLength(2);
  });
});
