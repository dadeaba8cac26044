import { hash } from 'node:crypto';
import { AdminCredentials } from '../../../src/api/admin/admin-credentials.service.js';
import { openApiOf } from '../../../src/api/http/openapi.js';
import { Admin } from '../../../src/domain/admin/admin.js';
import type { Proof } from '../../../src/domain/admin/proof.js';
import { ServerSecret } from '../../../src/infrastructure/sessions/server-secret.js';
import { TOTP_SECRET, codeAt, newAdmin, proofOf, signedInAdmin } from '../../support/admins.js';
import { unique, useOwnApp } from '../../support/app.js';
import { Authenticator } from '../../support/authenticator.js';
import { ADMIN_PASSWORD, DESK, type Desk, PROOF } from '../../support/desk.js';
import { mailsTo } from '../../support/mails.js';
import { ORIGIN, PASSKEYS, confirmBy, offer } from '../../support/passkeys.js';
import { send } from '../../support/posts.js';
import { settled } from '../../support/settled.js';

const MINUTE = 60_000;
const RECOVERY = 'abcdefghijklmnopqrstuvwxyz';
const app = useOwnApp('moves the clock', { env: { PUBLIC_URL: ORIGIN, ALLOW_SANDBOX: 'yes' } });
type Login = 'none' | 'app' | 'passkey' | 'both';
type Shown = 'password' | 'code' | 'recovery' | 'passkey';

/** What a cell needs: an admin, who may have lost the freshness of the session, and what they have. */
interface Someone {
  readonly id: string;
  readonly desk: Desk;
  readonly key: Authenticator;
  readonly passkeyId: string;
  /** Of another session of theirs. */
  readonly elsewhere: string;
}

/** Starts a session, as one that was stored before proofs were kept. */
const sessionOf = async (accountId: string, proof: string | null = null) => {
  const token = app.adapters.ids.secret(32);
  const id = app.adapters.ids.uuid();
  const now = app.clock.now();
  await app.adapters.storage.adminSessions.add({
    tokenHash: hash('sha256', token),
    id,
    accountId,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: new Date(now.getTime() + 8 * 60 * MINUTE),
    userAgent: null,
    address: null,
    proof,
  });
  const desk = app.desk();
  desk.cookies.set('__Secure-admin', token);
  return { id, desk };
};

/** A new admin with a login of this kind, in a session that shows nothing. */
const someone = async (login: Login): Promise<Someone> => {
  const id = await newAdmin(app, unique('somebody'), 'moderator');
  const key = new Authenticator(ORIGIN);
  const passkeyId = app.adapters.ids.uuid();
  let proof: Proof = { factor: { kind: 'none' }, changes: 0 };
  if (login === 'app' || login === 'both') {
    const keyed = app.server.get(ServerSecret, { strict: false }).hmac('recovery-code', id, RECOVERY);
    const recoveryHashes = [keyed.toString('hex')];
    await send(app, Admin.EnrolTotp({ adminId: id, secret: TOTP_SECRET, recoveryHashes, step: 0, proof }));
    proof = { factor: { kind: 'totp', step: 0 }, changes: 1 };
  }
  const { desk: prover } = await sessionOf(id, JSON.stringify(proof));
  if (login === 'passkey' || login === 'both') {
    const response = key.create(await offer(prover));
    await prover.post(PASSKEYS, { name: 'Key', response });
  }
  const [passkey] = (await prover.get<{ id: string }[]>(PASSKEYS)).body;
  const { desk } = await sessionOf(id);
  return { id, desk, key, passkeyId: passkey?.id ?? passkeyId, elsewhere: (await sessionOf(id)).id };
};

/** Shows who somebody is. Returns the status of the answer. */
const show = async ({ desk, key, id }: Someone, shown: Shown): Promise<number> => {
  const code = { code: codeAt(TOTP_SECRET, app.clock.now()), recovery: RECOVERY };
  if (shown === 'password') return (await desk.signInAgain()).status;
  if (shown !== 'passkey') return (await desk.signInAgain({ ...PROOF, code: code[shown] })).status;
  const isKnown = (await desk.self()).body.passkeys > 0;
  if (isKnown) return (await confirmBy(desk, key)).status;
  // Of the right person, but nobody added it.
  const user = { id: Buffer.from(id, 'hex').toString('base64url'), name: 'x', displayName: 'x' };
  key.create({ challenge: 'any', rp: { id: 'footnote.example', name: 'x' }, user, pubKeyCredParams: [] });
  return (await confirmBy(desk, key)).status;
};

/** An offer of the server, as if the admin had got it in time. */
const offered = async ({ id, desk }: Someone) => {
  const admin = (await desk.self()).body;
  return app.server.get(AdminCredentials, { strict: false }).offer({ ...admin, id });
};

/** Every write of an own login. Each is right, except perhaps for who asks. */
const ROUTES: Readonly<
  Record<string, (who: Someone) => Promise<{ readonly status: number; body: unknown }>>
> = {
  'PUT /api/rtm-sys/password': ({ desk }) =>
    desk.put(`${DESK}/password`, { currentPassword: ADMIN_PASSWORD, newPassword: 'another long password' }),
  'POST /api/rtm-sys/totp/offer': ({ desk }) => desk.post(`${DESK}/totp/offer`),
  'POST /api/rtm-sys/totp': async (who) => {
    const { secret, offer: made } = await offered(who);
    return who.desk.post(`${DESK}/totp`, { offer: made, code: codeAt(secret, app.clock.now()) });
  },
  'POST /api/rtm-sys/totp/remove': ({ desk }) => desk.post(`${DESK}/totp/remove`),
  'POST /api/rtm-sys/passkeys/offer': ({ desk }) => desk.post(`${PASSKEYS}/offer`),
  'POST /api/rtm-sys/passkeys': async ({ id, desk, passkeyId }) => {
    // The challenge of a session of theirs that had shown who they are.
    const { passkeys, hasTotp } = (await desk.self()).body;
    const proof =
      passkeys > 0 ? JSON.stringify({ factor: { kind: 'passkey', passkeyId }, changes: 0 }) : null;
    const { desk: prover } = await sessionOf(id, proof ?? proofOf({ hasApp: hasTotp }));
    const response = new Authenticator(ORIGIN).create(await offer(prover));
    desk.cookies.set('__Secure-passkey', prover.cookies.get('__Secure-passkey') ?? '');
    return desk.post(PASSKEYS, { name: 'New', response });
  },
  'POST /api/rtm-sys/passkeys/{id}/remove': ({ desk, passkeyId }) =>
    desk.post(`${PASSKEYS}/${passkeyId}/remove`),
  'DELETE /api/rtm-sys/sessions/{id}': ({ desk, elsewhere }) => desk.delete(`${DESK}/sessions/${elsewhere}`),
};

/**
 * Whether a route does what it is asked (yes) or answers 403 with the code `sign_in_again` (no). `shown` is whether the server
 * takes what is shown as a proof at all: without an app, no code is asked for, and the password is all that counts. After 10
 * minutes, no route does it.
 */
const EXPECTED = `
  login    proof      shown  password  offerApp  newApp  dropApp  offerKey  newKey  dropKey  session
  none     password   yes    yes       yes       yes     yes      yes       yes     yes      yes
  none     code       yes    yes       yes       yes     yes      yes       yes     yes      yes
  none     recovery   yes    yes       yes       yes     yes      yes       yes     yes      yes
  none     passkey    no     no        no        no      no       no        no      no       no
  app      password   no     no        no        no      no       no        no      no       no
  app      code       yes    yes       yes       yes     yes      yes       yes     yes      yes
  app      recovery   yes    no        yes       yes     no       no        no      no       no
  app      passkey    no     no        no        no      no       no        no      no       no
  passkey  password   no     no        no        no      no       no        no      no       no
  passkey  code       no     no        no        no      no       no        no      no       no
  passkey  recovery   no     no        no        no      no       no        no      no       no
  passkey  passkey    yes    yes       yes       yes     yes      yes       yes     yes      yes
  both     password   no     no        no        no      no       no        no      no       no
  both     code       yes    yes       yes       yes     yes      yes       yes     yes      yes
  both     recovery   yes    no        yes       yes     no       no        no      no       no
  both     passkey    yes    yes       yes       yes     yes      yes       yes     yes      yes
`;

const rows = EXPECTED.trim()
  .split('\n')
  .slice(1)
  .flatMap((line) => {
    const [login, shown, isShown = '', ...cells] = line.trim().split(/\s+/);
    const later = cells.map(() => 'no');
    return [
      [login as Login, shown as Shown, 0, isShown, cells] as const,
      [login as Login, shown as Shown, 10 * MINUTE + 1, isShown, later] as const,
    ];
  });

describe('every write of an own login takes a fresh proof', () => {
  it('is in the table, with every login and proof', async () => {
    const { paths } = openApiOf(app.server);
    const writes = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const own =
      /^(?:POST|PUT|PATCH|DELETE) \/api\/rtm-sys\/(?:me|password|totp|passkeys|sessions|email)(?:\/|$)/;
    // It is how somebody shows who they are.
    const expected = [...Object.keys(ROUTES), 'POST /api/rtm-sys/me/confirm'];
    expect(writes.filter((route) => own.test(route)).toSorted()).toEqual(expected.toSorted());
    expect(rows).toHaveLength(4 * 4 * 2);
    for (const [, , , , cells] of rows) expect(cells).toHaveLength(Object.keys(ROUTES).length);
  });

  it.each(rows)(
    'a login with %s, shown by %s, after %i ms (V7.5.1)',
    async (login, shown, wait, isShown, cells) => {
      /** Somebody for all that is refused, and somebody new for each change. */
      const proven = async () => {
        const who = await someone(login);
        expect((await show(who, shown)) === 204 ? 'yes' : 'no').toBe(isShown);
        app.clock.advance(wait);
        return who;
      };
      let refused: Someone | undefined;
      const outcomes: string[] = [];
      for (const [index, call] of Object.values(ROUTES).entries()) {
        const who = cells[index] === 'no' ? (refused ??= await proven()) : await proven();
        const { status, body } = await call(who);
        if (status < 300) outcomes.push('yes');
        else if (status === 403 && Object(body).code === 'sign_in_again') outcomes.push('no');
        else outcomes.push(`${status} ${JSON.stringify(body)}`);
      }
      expect(outcomes).toEqual(cells);
    },
  );
});

describe('a proof of an own login', () => {
  it('by a password is worth nothing once an app is connected, and the session ends in another browser', async () => {
    const { id, desk } = await someone('none');
    await desk.signInAgain();
    const { desk: other } = await sessionOf(id, proofOf({ hasApp: false }));
    const { secret, offer: made } = (
      await other.post<{ secret: string; offer: string }>(`${DESK}/totp/offer`)
    ).body;
    await other.post(`${DESK}/totp`, { offer: made, code: codeAt(secret, app.clock.now()) });
    expect(await desk.post(`${PASSKEYS}/offer`)).toMatchObject({ status: 401 });
    expect(await other.post(`${PASSKEYS}/offer`)).toMatchObject({
      status: 403,
      body: { code: 'sign_in_again' },
    });
  });

  it('by a recovery code comes after the password, says what it is for, and connects one app', async () => {
    const who = await someone('app');
    expect(await who.desk.signInAgain({ currentPassword: 'not the password', code: RECOVERY })).toMatchObject(
      {
        status: 400,
        body: { message: 'Invalid credentials' },
      },
    );
    expect((await who.desk.signInAgain({ code: RECOVERY })).status).toBe(400);
    expect((await who.desk.self()).body.recoveryCodesLeft).toBe(1);
    await show(who, 'recovery');
    expect(await who.desk.post(`${DESK}/totp/remove`)).toMatchObject({
      status: 403,
      body: { message: expect.stringMatching(/^A recovery code only signs in and connects a new/) },
    });
    expect((await ROUTES['POST /api/rtm-sys/totp']?.(who))?.status).toBe(200);
    expect((await who.desk.self()).body.recoveryCodesLeft).toBe(10);
    expect((await ROUTES['POST /api/rtm-sys/totp']?.(who))?.status).toBe(403);
  });

  it('by a password alone does not replace a passkey, also without ADMIN_REQUIRE_TOTP', async () => {
    const who = await someone('passkey');
    const { username } = (await who.desk.self()).body;
    // Without ADMIN_REQUIRE_TOTP, the password goes on to sign in.
    const signedIn = await signedInAdmin(app, username);
    for (const route of ['PUT /api/rtm-sys/password', 'POST /api/rtm-sys/totp/offer'] as const) {
      const answer = await ROUTES[route]?.({ ...who, desk: signedIn });
      expect(answer).toMatchObject({ status: 403, body: { code: 'sign_in_again' } });
    }
  });
});

it('each change of a login is mailed to its admin', async () => {
  const address = 'olga.of.mails@example.org';
  const id = await newAdmin(app, 'olga.of.mails', 'moderator', address);
  const { desk } = await sessionOf(id, proofOf({ hasApp: false }));
  const who = { id, desk, key: new Authenticator(ORIGIN), passkeyId: '', elsewhere: '' };
  await ROUTES['POST /api/rtm-sys/totp']?.(who);
  const { desk: byApp } = await sessionOf(id, proofOf({ hasApp: true }));
  const passkey = {
    adminId: id,
    passkeyId: app.adapters.ids.uuid(),
    name: 'Key',
    credentialId: 'c',
    publicKey: 'k',
  };
  const proof: Proof = { factor: { kind: 'totp', step: 0 }, changes: 1 };
  await send(app, Admin.AddPasskey({ ...passkey, transports: [], counter: 0, proof }));
  await byApp.post(`${PASSKEYS}/${passkey.passkeyId}/remove`);
  await byApp.post(`${DESK}/totp/remove`);
  const { desk: last } = await sessionOf(id, JSON.stringify({ factor: { kind: 'none' }, changes: 2 }));
  expect((await ROUTES['PUT /api/rtm-sys/password']?.({ ...who, desk: last }))?.status).toBe(204);
  await settled(app);
  const texts = (await mailsTo(app, address, 5)).map(({ text }) => text).join();
  for (const what of [
    'An authenticator app was connected',
    'The passkey Key was added',
    'A passkey was removed',
    'The authenticator app was disconnected',
    'A new password was set',
  ]) {
    expect(texts).toContain(what);
  }
  // No app is asked for any more.
  expect((await app.desk().signIn('olga.of.mails', { password: 'another long password' })).status).toBe(200);
  // It asks again: the old proof went with the old password.
  expect((await last.post(`${DESK}/totp/offer`)).status).toBe(403);
});
