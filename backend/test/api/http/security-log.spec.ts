import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { AdminProposal } from '../../../src/api/admin/proposals.service.js';
import { securityLogOf } from '../../../src/composition/adapters.js';
import { readConfig } from '../../../src/config.js';
import { SECURITY_EVENTS } from '../../../src/api/http/security-recorder.js';
import { operatorCommands } from '../../../src/control/operator-commands.js';
import { NetworkHashes } from '../../../src/infrastructure/key-ring/network-hashes.port.js';
import { FolderSecurityLog } from '../../../src/infrastructure/security-log/pino-security-log.js';
import type { SecurityEntry } from '../../../src/infrastructure/security-log/security-log.port.js';
import { adminBrowser, invitationIn, newAdmin, signedInAdmin } from '../../support/admins.js';
import { unique, useOwnApp } from '../../support/app.js';
import { ADMIN_PASSWORD, type Desk } from '../../support/desk.js';
import { from } from '../../support/limits.js';
import { mailsTo } from '../../support/mails.js';
import { publishPost } from '../../support/posts.js';
import { PASSWORD } from '../../support/visitor.js';
import { mailedToken, signedUp, verified } from '../../support/people.js';
import { jpegPhoto, svgPicture } from '../../support/photos.js';
import { ScriptedJudge } from '../../support/scripted-judge.js';
import type { Visitor } from '../../support/visitor.js';
import { Noted } from '../../support/waits.js';

const ATTACKER = '192.0.2.66';
const OWNER = '198.51.100.7';
const WRONG = 'not the password';
const NEW = 'another quiet walk';

const app = useOwnApp('has its own security log', {
  judge: new ScriptedJudge(),
  env: { RATE_LIMITS: 'on', TRUSTED_PROXIES: '1', ALLOW_SANDBOX: 'yes' },
});

const file = () => path.join(app.dataDir, 'security', 'security-2026-11-21.log');
const allLines = async () => (await readFile(file(), 'utf8').catch(() => '')).split('\n').slice(0, -1);
/** How many lines there were before the test. */
let before = 0;
const lines = async () => (await allLines()).slice(before);
const text = async () => (await lines()).join('\n');
const entries = async () =>
  (await lines()).map(
    (line) => JSON.parse(line) as SecurityEntry & { readonly time: string; readonly log: string },
  );

/** What the server has recorded in this test. */
let recorded: Noted<SecurityEntry>;
app.onStart(async () => watch());
const watch = () => {
  const { securityLog } = app.adapters;
  const record = securityLog.record.bind(securityLog);
  securityLog.record = (entry, at) => {
    record(entry, at);
    recorded.push(entry);
  };
};
let email: string;
beforeEach(async () => {
  // Requests are recorded after their answers, in their order: this one after those of the last test.
  recorded = new Noted();
  await app.browser().get('/api/rtm-sys/proposals');
  await recorded.one('the mark', ({ event }) => event === 'back-office-refused');
  // What one test repeats is not counted in the next.
  app.clock.advance(60_000);
  before = (await allLines()).length;
  recorded = new Noted();
  email = `${unique('ann')}@example.org`;
});

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
const adminOf = async (olga: Desk, accountId: string) => {
  await olga.setAdmin(accountId, true);
  const token = invitationIn((await mailsTo(app, email, 2)).at(-1));
  const username = unique('moe');
  const { body } = await app.desk().accept(token, username, ADMIN_PASSWORD);
  return { id: body.id, desk: await signedInAdmin(app, username) };
};

describe('the security log', () => {
  it('lets an attack be followed by account and network, without a personal value (V16.2.1, V16.3.1)', async () => {
    const { browser: owner, user } = await signedUp(app, email);
    await owner.verifyEmail(await mailedToken(app, email));
    const eve = app.browser();
    for (let time = 0; time < 11; time += 1) {
      await call(eve, ATTACKER, '/api/auth/login', { email, password: WRONG });
    }
    await call(eve, ATTACKER, '/api/auth/login', { email: 'nobody@example.org', password: WRONG });
    await call(eve, ATTACKER, '/api/auth/reset-password', { token: 'made-up-token', password: NEW });
    await call(eve, ATTACKER, '/api/auth/forgot-password', { email });
    const [, mail] = await mailsTo(app, email, 2);
    const token = /reset-password\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    await call(owner, OWNER, '/api/auth/reset-password', { token, password: NEW });
    await call(owner, OWNER, '/api/auth/login', { email, password: NEW });
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
    const words = [email, 'nobody', PASSWORD, WRONG, NEW, token];
    const secrets = [...words, 'made-up-token', ATTACKER, OWNER, '127.0.0.1'];
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
    const olgaId = await newAdmin(app, 'olga', 'owner', 'olga@example.org');
    const olga = await signedInAdmin(app, 'olga');
    const { user, browser: ann } = await verified(app, email);
    const admin = await adminOf(olga, user.id);
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

    await recorded.one('the last entry', ({ event }) => event === 'admin-export');
    const everything = await entries();
    const all = everything.slice(everything.findIndex(({ event }) => event === 'admin-sign-in-failed'));
    const line = (event: string, account: string, route: string, status: number, more: object = {}) => ({
      event,
      account,
      route: route.replace(' ', ' /api/rtm-sys/'),
      status,
      ...more,
    });
    const of = (subject: string, ...wrote: string[]) => ({ subject, ...(wrote.length > 0 && { wrote }) });
    const shown = all.map(({ event, account, route, status, subject, wrote, acts }) => {
      return { event, account, route, status, subject, wrote, acts };
    });
    expect(shown).toEqual([
      line('admin-sign-in-failed', olgaId, 'POST login', 401),
      line('admin-sign-in-failed', olgaId, 'POST login', 401),
      line('back-office-refused', user.id, 'GET admins', 401),
      line('refused', admin.id, 'GET admins', 403),
      line('refused', admin.id, 'PATCH posts/:id', 403, of(own)),
      line('admin-write', olgaId, 'PATCH posts/:id', 200, { ...of(own, 'PostHidden'), acts: [actId] }),
      line('admin-invited', olgaId, 'POST admins/invitations', 201, {
        wrote: ['AdminInvited', 'ActProposed'],
        acts: [invited.body.id],
      }),
      line('admin-act-proposed', olgaId, 'DELETE users/:id', 202, {
        ...of(user.id, 'ActProposed'),
        acts: [asked.body.id],
      }),
      line('admin-act-refused', olgaId, 'POST proposals/:id/confirm', 403, of(asked.body.id)),
      line('admin-export', olgaId, 'GET posts', 200),
    ]);
    expect(new Set(all.slice(0, 2).map(({ network }) => network)).size).toBe(2);
    expect(await text()).not.toMatch(/olga|otto|ann\d*@|secret reason/i);
  });

  it('leaves out no write of an admin, and no refusal because of a flood of another one (V16.3.2)', async () => {
    const moe = await adminBrowser(app, unique('moe'));
    for (let time = 0; time < 32; time += 1) await moe.post('/api/rtm-sys/queue/release');
    for (let time = 0; time < 31; time += 1) await moe.get('/api/rtm-sys/admins');
    await moe.get('/api/rtm-sys/proposals');
    const last = 'refused GET /api/rtm-sys/proposals';
    await recorded.one(last, ({ event, route }) => `${event} ${route}` === last);
    const all = (await entries()).map(({ event, route }) => `${event} ${route}`);
    const count = (wanted: string) => all.filter((line) => line === wanted).length;
    expect(count('admin-write POST /api/rtm-sys/queue/release')).toBe(32);
    expect(count('refused GET /api/rtm-sys/admins')).toBe(30);
    expect(count(last)).toBe(1);
  });

  it('says when sign-in is slowed down', async () => {
    for (let time = 0; time < 11; time += 1) {
      await call(app.browser(), `192.0.2.${time}`, '/api/auth/login', { email, password: WRONG });
    }
    const slowed = (await written(11)).map((entry) => entry.slowed ?? false);
    expect(slowed).toEqual([...Array.from({ length: 10 }, () => false), true]);
  });

  it('has refused uploads, requests from other sites or with invalid input, and commands of operators (V16.3.3)', async () => {
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
    expect(all.map(({ unlogged }) => unlogged ?? 0)).toEqual([...Array.from({ length: 30 }, () => 0), 10]);
  });

  it('is readable for its owner only, goes on after a restart, and loses no entry (V16.4.2)', async () => {
    const fail = () => call(app.browser(), OWNER, '/api/auth/login', { email, password: WRONG });
    await fail();
    await written(1);
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    expect((await stat(path.dirname(file()))).mode & 0o777).toBe(0o700);
    const networks = app.server.get(NetworkHashes, { strict: false });
    networks.hashesOf = () => Promise.reject(new Error('the key store does not answer'));
    await fail();
    await app.restart();
    watch();
    await fail();
    const networksOf = (await written(3)).map(({ event, network }) => [event, network !== null]);
    expect(networksOf).toEqual([true, false, true].map((isKnown) => ['sign-in-failed', isKnown]));
  });

  it('records answers of routes that exist', async () => {
    const fastify: FastifyInstance = app.server.getHttpAdapter().getInstance();
    const missing = Object.keys(SECURITY_EVENTS).filter((route) => {
      const [method = '', url = ''] = route.split(' ');
      return !fastify.hasRoute({ method, url });
    });
    expect(missing).toEqual([]);
  });

  it('goes to a stream with a name of its own, by a setting (V16.2.2)', async () => {
    const stream = new PassThrough();
    const config = readConfig({ NODE_ENV: 'test', DATA_DIR: app.dataDir, SECURITY_LOG: 'stdout' });
    const log = securityLogOf(config, stream);
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
  });
});

describe('the files of the security log', () => {
  const day = (number: number) => new Date(Date.UTC(2026, 10, number, 23, 59));
  const entry = { event: 'sign-in-failed', account: null, network: null } as const;
  let folder: string;
  const errors: unknown[] = [];

  beforeEach(async () => {
    folder = path.join(await mkdtemp(path.join(tmpdir(), 'footnote-security-')), 'security');
    errors.length = 0;
  });

  afterEach(() => rm(path.dirname(folder), { recursive: true }));

  it('are one a day, kept for 30 days', async () => {
    const log = new FolderSecurityLog(folder, (error) => errors.push(error));
    log.record(entry, day(1));
    log.record(entry, day(2));
    log.record(entry, day(2));
    expect(await readdir(folder)).toEqual(['security-2026-11-01.log', 'security-2026-11-02.log']);
    expect((await readFile(path.join(folder, 'security-2026-11-02.log'), 'utf8')).split('\n')).toHaveLength(
      3,
    );
    log.record(entry, day(31));
    expect(await readdir(folder)).toHaveLength(3);
    log.record(entry, day(32));
    expect(await readdir(folder)).toEqual([
      'security-2026-11-02.log',
      'security-2026-12-01.log',
      'security-2026-12-02.log',
    ]);
    await log.close();
    expect(errors).toEqual([]);
  });

  it('that cannot be written are told, and stop nothing', async () => {
    const log = new FolderSecurityLog('/dev/null/security', (error) => errors.push(error));
    log.record(entry, day(1));
    log.record(entry, day(1));
    await log.close();
    expect(errors).toHaveLength(2);
  });
});
