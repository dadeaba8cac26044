import { setImmediate as nextTurn } from 'node:timers/promises';
import { Admins } from '../../../src/api/http/admins.js';
import { AdminRoles } from '../../../src/domain/admin/admin-roles.js';
import { adminBrowser, newAdmin, signedInAdmin } from '../../support/admins.js';
import { unique, useApp, useOwnApp } from '../../support/app.js';
import { ADDRESS } from '../../support/browser.js';
import { ADMIN_PASSWORD } from '../../support/desk.js';
import { expectRefusal } from '../../support/limits.js';
import { usePerson } from '../../support/people.js';
import { send } from '../../support/posts.js';

const MINUTE = 60_000;
const LOGIN = '/api/rtm-sys/login';

describe('the login of the back office', () => {
  const app = useApp();
  const ann = usePerson(app, 'ann');

  it('signs an admin in, with a cookie for the back office alone (V3.3.2)', async () => {
    const username = unique('Olga');
    await newAdmin(app, username, 'owner');
    const browser = app.desk();
    const { status, body, headers } = await browser.signIn(`${username.toLowerCase()} `);
    expect(status).toBe(200);
    expect(body).toMatchObject({ username, role: 'owner', hasTotp: false, isDismissed: false });
    expect(JSON.stringify(body)).not.toMatch(/hash|secret/i);
    const [, signIn] = await app.adapters.storage.log.readStream(`admin-${body.id}`);
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
    expect((await browser.self()).body.username).toBe(username);
    const { status: left, headers: last } = await browser.signOut();
    expect([left, last.get('clear-site-data')]).toEqual([204, '"cache"']);
    expect((await browser.self()).status).toBe(401);
  });

  it('gives one answer for a wrong password, an unknown name and a dismissed admin', async () => {
    const [olga, moe] = [unique('olga'), unique('moe')];
    const owner = await adminBrowser(app, olga, 'owner');
    await owner.dismiss(await newAdmin(app, moe, 'moderator'));
    for (const { status, body } of [
      await app.desk().signIn(olga, { password: 'not the password' }),
      await app.desk().signIn(unique('nobody')),
      await app.desk().signIn(moe),
    ]) {
      expect(status).toBe(401);
      expect(body).toMatchObject({ code: 'unauthenticated', message: 'Invalid credentials' });
    }
  });

  it('is worthless on the site, and a session of the site in the back office', async () => {
    const admin = await adminBrowser(app, unique('olga'));
    admin.cookies.set('session', admin.cookies.get('admin') ?? '');
    expect((await admin.get('/api/auth/me')).status).toBe(401);
    ann.cookies.set('admin', ann.cookies.get('session') ?? '');
    expect((await ann.get('/api/rtm-sys/me')).status).toBe(401);
  });

  it('is listed, and can be ended from another browser', async () => {
    const olga = unique('olga');
    const [one, other] = [await adminBrowser(app, olga), await signedInAdmin(app, olga)];
    const stranger = await adminBrowser(app, unique('moe'));
    const { body } = await one.get<{ id: string; isCurrent: boolean }[]>('/api/rtm-sys/sessions');
    expect(body.map(({ isCurrent }) => isCurrent).toSorted()).toEqual([false, true]);
    const session = `/api/rtm-sys/sessions/${body.find(({ isCurrent }) => !isCurrent)?.id}`;
    expect((await stranger.delete(session)).status).toBe(404);
    expect((await other.self()).status).toBe(200);
    expect((await one.delete(session)).status).toBe(204);
    expect((await other.self()).status).toBe(401);
    expect((await one.delete(session)).status).toBe(404);
  });

  const attempt = (network: string, username: string, password = ADMIN_PASSWORD, browser = app.desk()) =>
    browser.request('POST', LOGIN, {
      headers: { 'content-type': 'application/json', [ADDRESS]: network },
      body: JSON.stringify({ username, password }),
    });

  it('is limited by network and name: nobody keeps an admin out, nor the admins beside them', async () => {
    const [olga, moe] = [unique('olga'), unique('moe')];
    for (const name of [olga, moe]) await newAdmin(app, name, 'moderator');
    const known = await signedInAdmin(app, olga);
    const { address } = app.desk();
    // Further tries from any network are slowed down, by pauses without an end signal. All others go on as they are.
    const pause = app.timer.pause.bind(app.timer);
    const slowed: number[] = [];
    const spy = jest.spyOn(app.timer, 'pause').mockImplementation((milliseconds, signal) => {
      if (signal) return pause(milliseconds, signal);
      slowed.push(milliseconds);
      return nextTurn();
    });
    try {
      for (let time = 0; time < 10; time += 1) {
        expect((await attempt(address, olga, 'not the password')).status).toBe(401);
      }
      expectRefusal(await attempt(address, ` ${olga.toUpperCase()}`), 3600, '60 minutes');
      // The admin beside them, her own browser, and another network.
      expect((await attempt(address, moe)).status).toBe(200);
      expect((await attempt(address, olga, ADMIN_PASSWORD, known)).status).toBe(200);
      expect((await attempt(app.desk().address, olga)).status).toBe(200);
      expect(slowed).toEqual([2000, 2000]);
    } finally {
      spy.mockRestore();
    }
  });

  it('spares known browsers what strangers of their network use up, and counts no sign-in that succeeds', async () => {
    const olga = unique('olga');
    const known = await adminBrowser(app, olga);
    const { address } = known;
    for (let time = 0; time < 10; time += 1) expect((await known.signIn(olga)).status).toBe(200);
    for (let time = 0; time < 25; time += 1) {
      expect((await attempt(address, unique('nobody'))).status).toBe(401);
    }
    expect((await attempt(address, olga)).status).toBe(429);
    expect((await known.signIn(olga)).status).toBe(200);
    const headers = { 'content-type': 'application/json', [ADDRESS]: address };
    const passkey = await app.desk().request('POST', `${LOGIN}/passkey`, { headers, body: '{}' });
    expect(passkey.status).toBe(400);
  });
});

describe('a session of the back office', () => {
  const app = useOwnApp('moves the clock');

  it('ends after 30 minutes without a request', async () => {
    const browser = await adminBrowser(app, unique('olga'));
    app.clock.advance(30 * MINUTE - 1);
    expect((await browser.self()).status).toBe(200);
    app.clock.advance(29 * MINUTE);
    const poll = { headers: { 'x-background': '1' } };
    expect((await browser.request('GET', '/api/rtm-sys/counts', poll)).status).toBe(200);
    app.clock.advance(MINUTE);
    expect((await browser.self()).status).toBe(401);
  });

  it('ends after 8 hours, however busy (V7.3.2)', async () => {
    const browser = await adminBrowser(app, unique('olga'));
    for (let minutes = 20; minutes < 8 * 60; minutes += 20) {
      app.clock.advance(20 * MINUTE);
      expect((await browser.self()).status).toBe(200);
    }
    app.clock.advance(20 * MINUTE);
    expect((await browser.self()).status).toBe(401);
  });

  const change = { currentPassword: ADMIN_PASSWORD, newPassword: 'a quiet walk at dusk' };

  it('ends with all others when the password changes, but for the browser that changed it', async () => {
    const olga = unique('olga');
    const [one, other] = [await adminBrowser(app, olga), await signedInAdmin(app, olga)];
    app.clock.advance(1);
    const put = (words: object) => one.put('/api/rtm-sys/password', { ...change, ...words });
    expect((await put({ currentPassword: 'wrong' })).status).toBe(400);
    expect((await put({ newPassword: 'short' })).status).toBe(400);
    expect((await put({})).status).toBe(204);
    expect([(await one.self()).status, (await other.self()).status]).toEqual([200, 401]);
    expect((await app.desk().signIn(olga)).status).toBe(401);
    expect((await app.desk().signIn(olga, { password: change.newPassword })).status).toBe(200);
  });

  it('ends with a password that changes while it is checked', async () => {
    const olga = unique('olga');
    const { adminSessions } = app.adapters.storage;
    const add = adminSessions.add.bind(adminSessions);
    const [one, other] = [await adminBrowser(app, olga), app.desk()];
    adminSessions.add = async (session) => {
      adminSessions.add = add;
      app.clock.advance(1);
      expect((await one.put('/api/rtm-sys/password', change)).status).toBe(204);
      app.clock.advance(1);
      await add(session);
    };
    expect((await other.signIn(olga)).status).toBe(200);
    expect((await other.self()).status).toBe(401);
  });
});

describe('creating a login again after a crash', () => {
  const app = useApp();

  it('completes one that got its role only, and is rejected once it is complete', async () => {
    const username = unique('olga');
    const adminId = app.server.get(Admins, { strict: false }).idOf(username);
    await send(app, AdminRoles.AppointAdmin({ adminId, role: 'owner' }));
    const olga = await adminBrowser(app, username, 'owner');
    expect((await olga.self()).body.username).toBe(username);
    await expect(newAdmin(app, username, 'owner')).rejects.toThrow('This username is taken.');
  });
});

describe('owners', () => {
  const app = useApp();

  it('change roles and dismiss admins, whose sessions end at once (V7.4.2)', async () => {
    const [orla, moe] = [unique('orla'), unique('moe')];
    const owner = await adminBrowser(app, orla, 'owner');
    const mo = await adminBrowser(app, moe);
    const { id } = (await mo.self()).body;
    expect((await mo.admins()).status).toBe(403);
    const promoted = await owner.changeRole(id, 'finance', 'New duties.');
    expect(promoted).toMatchObject({ status: 200, body: { role: 'finance' } });
    expect((await mo.self()).body.role).toBe('finance');
    const { body: admins } = await owner.admins();
    expect(admins.map(({ username }) => username)).toEqual(expect.arrayContaining([moe, orla]));
    expect((await owner.dismiss(id, '')).status).toBe(400);
    expect((await owner.dismiss(id)).status).toBe(200);
    expect((await mo.self()).status).toBe(401);
    expect((await owner.post(`/api/rtm-sys/admins/${id}/reinstate`, { reason: 'Came back.' })).status).toBe(
      200,
    );
    expect((await app.desk().signIn(moe)).status).toBe(200);
  });

  it('cannot dismiss each other at the same time: that needs two people', async () => {
    const both = [
      await adminBrowser(app, unique('odette'), 'owner'),
      await adminBrowser(app, unique('otto'), 'owner'),
    ];
    const ids = await Promise.all(both.map(async (owner) => (await owner.self()).body.id));
    const answers = await Promise.all(
      both.map((owner, index) => owner.dismiss(ids[1 - index], 'One of us.')),
    );
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    for (const owner of both) expect((await owner.self()).body.isDismissed).toBe(false);
  });
});
