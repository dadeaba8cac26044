import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { AdminProposal } from '../../src/api/admin/proposals.service.js';
import { SECURITY_EVENTS } from '../../src/api/http/security-recorder.js';
import { operatorCommands } from '../../src/control/operator-commands.js';
import { NetworkHashes } from '../../src/infrastructure/key-ring/network-hashes.port.js';
import { StreamSecurityLog } from '../../src/infrastructure/security-log/pino-security-log.js';
import type { SecurityEntry } from '../../src/infrastructure/security-log/security-log.port.js';
import { invitationIn, newAdmin, signedInAdmin } from '../support/admins.js';
import { useOwnApp } from '../support/app.js';
import { ADMIN_PASSWORD, type Desk } from '../support/desk.js';
import { from } from '../support/limits.js';
import { mailsTo } from '../support/mails.js';
import { publishPost } from '../support/posts.js';
import { PASSWORD } from '../support/visitor.js';
import { mailedToken, signedUp, verified } from '../support/people.js';
import { jpegPhoto, svgPicture } from '../support/photos.js';
import { ScriptedJudge } from '../support/scripted-judge.js';
import type { Visitor } from '../support/visitor.js';
import { Noted } from '../support/waits.js';

const ATTACKER = '192.0.2.66';
const OWNER = '198.51.100.7';
const ANN = 'ann@example.org';
const WRONG = 'not the password';
const NEW = 'another quiet walk';

const app = useOwnApp('not shared yet', { per: 'start' });

const start = (env: Record<string, string> = {}) =>
  app.start({ judge: new ScriptedJudge(), env: { TRUSTED_PROXIES: '1', ALLOW_SANDBOX: 'yes', ...env } });

const fileOf = (dataDir: string) => path.join(dataDir, 'security', 'security-2026-11-21.log');

const text = () => readFile(fileOf(app.dataDir), 'utf8').catch(() => '');

const entries = async () =>
  (await text())
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as SecurityEntry & { readonly time: string; readonly log: string });

/** What the server of the test has recorded. */
let recorded: Noted<SecurityEntry>;
const watch = async () => {
  const { securityLog } = app.adapters;
  const record = securityLog.record.bind(securityLog);
  const noted = new Noted<SecurityEntry>();
  recorded = noted;
  securityLog.record = (entry, at) => {
    record(entry, at);
    noted.push(entry);
  };
};
app.onStart(watch);

/** The entries, once this many have been written. */
const written = async (count: number) => {
  await recorded.atLeast(count);
  return entries();
};

const call = (browser: Visitor, address: string, route: string, body: object = {}, method = 'POST') =>
  browser.request(method, route, {
    headers: { 'content-type': 'application/json', ...from(address).headers },
    body: JSON.stringify(body),
  });

/** A login of the back office for the person of an account. */
const adminOf = async (olga: Desk, email: string, accountId: string) => {
  await olga.setAdmin(accountId, true);
  const token = invitationIn((await mailsTo(app, email, 2)).at(-1));
  const { body } = await app.desk().accept(token, 'moe', ADMIN_PASSWORD);
  return { id: body.id, desk: await signedInAdmin(app, 'moe') };
};

describe('the security log', () => {
  it('lets an attack be followed by account and network, without a personal value (V16.2.1, V16.3.1)', async () => {
    await start({ RATE_LIMITS: 'on' });
    const { browser: owner, user } = await signedUp(app, ANN);
    await owner.verifyEmail(await mailedToken(app, ANN));
    const eve = app.browser();
    for (let time = 0; time < 11; time += 1) {
      await call(eve, ATTACKER, '/api/auth/login', { email: ANN, password: WRONG });
    }
    await call(eve, ATTACKER, '/api/auth/login', { email: 'nobody@example.org', password: WRONG });
    await call(eve, ATTACKER, '/api/auth/reset-password', { token: 'made-up-token', password: NEW });
    await call(eve, ATTACKER, '/api/auth/forgot-password', { email: ANN });
    const [, mail] = await mailsTo(app, ANN, 2);
    const token = /reset-password\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    await call(owner, OWNER, '/api/auth/reset-password', { token, password: NEW });
    await call(owner, OWNER, '/api/auth/login', { email: ANN, password: NEW });
    await call(
      owner,
      OWNER,
      '/api/auth/update-password',
      { currentPassword: WRONG, newPassword: NEW },
      'PUT',
    );
    const change = { currentPassword: NEW, newPassword: PASSWORD };
    await call(owner, OWNER, '/api/auth/update-password', change, 'PUT');
    await call(owner, OWNER, '/api/auth/logout');
    const all = await written(21);

    const networks = app.server.get(NetworkHashes, { strict: false });
    const [attacker] = await networks.hashesOf(ATTACKER, 0);
    const [home] = await networks.hashesOf(OWNER, 0);
    const steps = (network: string) =>
      all.filter((entry) => entry.network === network).map(({ event, account }) => [event, account]);
    expect(steps(attacker)).toEqual([
      ...Array.from({ length: 10 }, () => ['sign-in-failed', user.id]),
      ['limit-reached', null],
      ['sign-in-failed', null],
      ['reset-refused', null],
      ['reset-requested', user.id],
    ]);
    expect(steps(home)).toEqual(
      ['password-reset', 'sign-in', 'password-refused', 'password-changed', 'sign-out'].map((event) => [
        event,
        user.id,
      ]),
    );
    expect(all.slice(0, 2).map(({ event, account }) => [event, account])).toEqual([
      ['registered', user.id],
      ['email-verified', user.id],
    ]);
    expect(all.find(({ event }) => event === 'limit-reached')).toMatchObject({
      log: 'security',
      time: app.clock.now().toISOString(),
      code: 'too_many_requests',
      limit: 'signIn',
      requestId: expect.any(String),
    });

    const log = await text();
    const secrets = [
      ANN,
      'nobody',
      PASSWORD,
      WRONG,
      NEW,
      token,
      'made-up-token',
      ATTACKER,
      OWNER,
      '127.0.0.1',
    ];
    const cookies = [...owner.cookies.values(), ...eve.cookies.values()];
    expect([...secrets, ...cookies].filter((secret) => log.includes(secret))).toEqual([]);
    expect(Object.keys(all[0] ?? {}).toSorted()).toEqual([
      'account',
      'event',
      'level',
      'log',
      'network',
      'requestId',
      'route',
      'status',
      'time',
    ]);
  });

  it('tells attacks on the back office, with the acts, by account and network', async () => {
    await start();
    const olgaId = await newAdmin(app, 'olga', 'owner', 'olga@example.org');
    const olga = await signedInAdmin(app, 'olga');
    const { user, browser: ann } = await verified(app, ANN);
    const admin = await adminOf(olga, ANN, user.id);
    const own = await publishPost(app, user.id, 7);
    for (const network of ['192.0.2.1', '192.0.2.2']) {
      await call(app.browser(), network, '/api/rtm-sys/login', { username: 'Olga', password: WRONG });
    }
    await ann.get('/api/rtm-sys/admins');
    await admin.desk.get('/api/rtm-sys/admins');
    await admin.desk.decide(own, { isModerated: true });
    const { actId } = (await olga.hide(own, { reason: 'other', note: 'A secret reason.' })).body;
    const invitation = { email: 'otto@example.org', role: 'owner' };
    const invited = await olga.post<{ id: string }>('/api/rtm-sys/admins/invitations', invitation);
    const asked = await olga.delete<AdminProposal>(`/api/rtm-sys/users/${user.id}`, { reason: 'abuse' });
    await olga.post(`/api/rtm-sys/proposals/${asked.body.id}/confirm`);
    await olga.get('/api/rtm-sys/posts?format=csv');

    const attack = async () => {
      const everything = await entries();
      const first = everything.findIndex(({ event }) => event === 'admin-sign-in-failed');
      return first < 0 ? [] : everything.slice(first);
    };
    await recorded.one('the last entry', ({ event }) => event === 'admin-export');
    const all = await attack();
    const shown = all.map(({ event, account, route, status, subject, wrote, acts }) => ({
      event,
      account,
      ...(event !== 'admin-sign-in-failed' && { route, status }),
      ...(subject !== undefined && { subject }),
      ...(wrote && { wrote }),
      ...(acts && { acts }),
    }));
    const about = (rest: string) => `/api/rtm-sys/${rest}`;
    expect(shown).toEqual([
      { event: 'admin-sign-in-failed', account: olgaId },
      { event: 'admin-sign-in-failed', account: olgaId },
      { event: 'back-office-refused', account: user.id, route: `GET ${about('admins')}`, status: 401 },
      { event: 'refused', account: admin.id, route: `GET ${about('admins')}`, status: 403 },
      {
        event: 'refused',
        account: admin.id,
        route: `PATCH ${about('posts/:id')}`,
        status: 403,
        subject: own,
      },
      {
        event: 'admin-write',
        account: olgaId,
        route: `PATCH ${about('posts/:id')}`,
        status: 200,
        subject: own,
        wrote: ['PostHidden'],
        acts: [actId],
      },
      {
        event: 'admin-invited',
        account: olgaId,
        route: `POST ${about('admins/invitations')}`,
        status: 201,
        wrote: ['AdminInvited', 'ActProposed'],
        acts: [invited.body.id],
      },
      {
        event: 'admin-act-proposed',
        account: olgaId,
        route: `DELETE ${about('users/:id')}`,
        status: 202,
        subject: user.id,
        wrote: ['ActProposed'],
        acts: [asked.body.id],
      },
      {
        event: 'admin-act-refused',
        account: olgaId,
        route: `POST ${about('proposals/:id/confirm')}`,
        status: 403,
        subject: asked.body.id,
      },
      { event: 'admin-export', account: olgaId, route: `GET ${about('posts')}`, status: 200 },
    ]);
    expect(new Set(all.slice(0, 2).map(({ network }) => network)).size).toBe(2);
    expect(await text()).not.toMatch(/olga|otto|ann@|secret reason/i);
  });

  it('leaves out no write of an admin, and no refusal because of a flood of another one (V16.3.2)', async () => {
    await start();
    await newAdmin(app, 'moe', 'moderator');
    const moe = await signedInAdmin(app, 'moe');
    for (let time = 0; time < 32; time += 1) await moe.post('/api/rtm-sys/queue/release');
    for (let time = 0; time < 31; time += 1) await moe.get('/api/rtm-sys/admins');
    await moe.get('/api/rtm-sys/proposals');
    const last = 'refused GET /api/rtm-sys/proposals';
    const lines = async () => (await entries()).map(({ event, route }) => `${event} ${route}`);
    await recorded.one(last, ({ event, route }) => `${event} ${route}` === last);
    const all = await lines();
    const count = (wanted: string) => all.filter((line) => line === wanted).length;
    expect(count('admin-write POST /api/rtm-sys/queue/release')).toBe(32);
    expect(count('refused GET /api/rtm-sys/admins')).toBe(30);
    expect(count(last)).toBe(1);
  });

  it('says when sign-in is slowed down', async () => {
    await start({ RATE_LIMITS: 'on' });
    for (let time = 0; time < 11; time += 1) {
      await call(app.browser(), `192.0.2.${time}`, '/api/auth/login', { email: ANN, password: WRONG });
    }
    const slowed = (await written(11)).map((entry) => entry.slowed ?? false);
    expect(slowed).toEqual([...Array.from({ length: 10 }, () => false), true]);
  });

  it('has refused uploads, requests from other sites or with invalid input, and commands of operators (V16.3.3)', async () => {
    await start();
    const visitor = app.browser();
    await visitor.uploadPhoto(await jpegPhoto(1));
    await visitor.uploadPhoto(svgPicture());
    await visitor.request('POST', '/api/auth/logout', { headers: { origin: 'https://elsewhere.example' } });
    // Requests are recorded after their answers, commands of operators at once.
    await visitor.post('/api/donations/checkout', { amount: -1 });
    await written(4);
    const commands = operatorCommands(app.server);
    await commands['late-mails']?.([]);
    const act = { act: 'grant', reference: 'unknown-reference', amount: null, reason: 'she called' };
    const asked = (admin: string) => commands['payments']?.([JSON.stringify({ ...act, admin })]);
    await expect(asked('ann.smith')).rejects.toThrow('unknown-reference');
    await expect(asked('Ann Smith, ann@example.org')).rejects.toThrow('not the name of an admin');
    await expect(commands['payments']?.(['{"admin":"ann@example.org'])).rejects.toThrow('is not JSON');
    await expect(commands['payments']?.(['{"act":"ann@example.org"}'])).rejects.toThrow('does not fit');
    await expect(commands['admin-create']?.(['null'])).rejects.toThrow('does not fit');
    const all = await written(10);
    const upload = { event: 'upload-refused', account: null };
    expect(all).toMatchObject([
      { ...upload, code: 'picture_refused' },
      upload,
      { event: 'request-refused', code: 'forbidden' },
      { event: 'write-refused', route: 'POST /api/donations/checkout', status: 400 },
      { event: 'operator-command', command: 'late-mails' },
      {
        event: 'operator-command',
        command: 'payments',
        act: 'grant unknown-reference',
        operator: 'ann.smith',
        failed: true,
      },
      { event: 'operator-command', command: 'payments', act: 'grant unknown-reference', failed: true },
      { event: 'operator-command', command: 'payments', failed: true },
      { event: 'operator-command', command: 'payments', failed: true },
      { event: 'operator-command', command: 'admin-create', failed: true },
    ]);
    expect(await text()).not.toMatch(/Ann Smith|example\.org|she called|elsewhere/);
  });

  it('counts what a flood repeats, instead of writing each of it', async () => {
    await start();
    const foreign = { headers: { origin: 'https://elsewhere.example' } };
    const repeat = async (times: number) => {
      for (let time = 0; time < times; time += 1) {
        await app.browser().request('DELETE', '/api/ratings/pending', foreign);
      }
    };
    await repeat(40);
    app.clock.advance(60_000);
    await repeat(1);
    const all = await written(31);
    expect(all).toHaveLength(31);
    expect(all.map(({ unlogged }) => unlogged ?? 0)).toEqual([...Array.from({ length: 30 }, () => 0), 10]);
  });

  it('is readable for its owner only, and goes on after a restart (V16.4.2)', async () => {
    await start();
    const login = { email: ANN, password: WRONG };
    await call(app.browser(), OWNER, '/api/auth/login', login);
    await written(1);
    expect((await stat(fileOf(app.dataDir))).mode & 0o777).toBe(0o600);
    expect((await stat(path.dirname(fileOf(app.dataDir)))).mode & 0o777).toBe(0o700);
    await app.restart();
    await watch();
    await call(app.browser(), OWNER, '/api/auth/login', login);
    expect(await written(1)).toHaveLength(2);
  });

  it('loses no entry when the network cannot be hashed, or the server stops', async () => {
    await start();
    const networks = app.server.get(NetworkHashes, { strict: false });
    networks.hashesOf = () => Promise.reject(new Error('the key store does not answer'));
    await call(app.browser(), OWNER, '/api/auth/login', { email: ANN, password: WRONG });
    await app.restart();
    expect(await entries()).toMatchObject([{ event: 'sign-in-failed', network: null }]);
  });

  it('records answers of routes that exist', async () => {
    await start();
    const fastify: FastifyInstance = app.server.getHttpAdapter().getInstance();
    const missing = Object.keys(SECURITY_EVENTS).filter((route) => {
      const [method = '', url = ''] = route.split(' ');
      return !fastify.hasRoute({ method, url });
    });
    expect(missing).toEqual([]);
  });

  it('goes to a stream with a name of its own, by a setting (V16.2.2)', async () => {
    await start({ SECURITY_LOG: 'stdout' });
    const stream = new PassThrough();
    const log = new StreamSecurityLog(stream);
    log.record({ event: 'sign-in-failed', account: null, network: 'hash' }, app.clock.now());
    expect(JSON.parse(String(stream.read()))).toEqual({
      level: 'info',
      log: 'security',
      time: app.clock.now().toISOString(),
      event: 'sign-in-failed',
      account: null,
      network: 'hash',
    });
    await log.close();
    expect(stream.writable).toBe(true);
    expect(await text()).toBe('');
  });
});
