import { hash } from 'node:crypto';
import {
  CodeTries,
  newSecret,
  recoveryCodes,
  recoveryOf,
  stepOf,
} from '../../../src/api/admin/second-factor.js';
import { TOTP_SECRET, adminBrowser, codeAt } from '../../support/admins.js';
import { unique, useOwnApp } from '../../support/app.js';
import { ADMIN_PASSWORD, type Desk, PROOF } from '../../support/desk.js';

const MINUTE = 60_000;
const STEP = 30_000;
const CLOCK =
  'This code is for another time. Please check the clock of your phone, then wait for the next code.';
const USED = 'This code was used already. Please wait for the next one.';

describe('an authenticator app', () => {
  const app = useOwnApp('moves the clock', { env: { ADMIN_REQUIRE_TOTP: 'on' } });

  const someone = async () => {
    const username = unique('olga');
    const desk = await adminBrowser(app, username, 'owner');
    const signIn = (code?: string, password = ADMIN_PASSWORD) =>
      app.desk().signIn(username, { password, ...(code !== undefined && { code }) });
    return { desk, signIn };
  };
  const offered = async (desk: Desk) =>
    (await desk.post<{ secret: string; offer: string }>('/api/rtm-sys/totp/offer')).body;
  const enrol = (desk: Desk, offer: string, code: string) =>
    desk.post<{ recoveryCodes: string[] }>('/api/rtm-sys/totp', { offer, code });
  /** Somebody with an app, whose code counts from now on. `codeIn` is the code in this many steps. */
  const connected = async () => {
    const { desk, signIn } = await someone();
    const { secret, offer } = await offered(desk);
    const codeIn = (steps: number) => codeAt(secret, new Date(app.clock.now().getTime() + steps * STEP));
    const first = codeIn(0);
    const { status, body } = await enrol(desk, offer, first);
    expect(status).toBe(200);
    app.clock.advance(MINUTE);
    return { desk, signIn, codeIn, first, offer, recoveryCodes: body.recoveryCodes };
  };

  it('comes first where every admin needs one, is connected with a code, and stays', async () => {
    const { desk } = await someone();
    expect((await desk.self()).body.mustEnrolTotp).toBe(true);
    expect(await desk.admins()).toMatchObject({ status: 403, body: { code: 'totp_missing' } });
    const { secret, offer } = await offered(desk);
    expect((await enrol(desk, offer, codeAt(secret, app.clock.now()))).status).toBe(200);
    expect((await desk.admins()).status).toBe(200);
    app.clock.advance(MINUTE);
    await desk.signInAgain({ ...PROOF, code: codeAt(secret, app.clock.now()) });
    expect(await desk.post('/api/rtm-sys/totp/remove')).toMatchObject({
      status: 403,
      body: { message: 'Every admin needs an authenticator app or a passkey here.' },
    });
  });

  it('is asked for a new code at each sign-in, which counts in one of two browsers at the same time', async () => {
    const { signIn, codeIn, first } = await connected();
    expect(await signIn()).toMatchObject({ status: 401, body: { code: 'totp_required' } });
    expect((await signIn(first)).status).toBe(401);
    const answers = await Promise.all(Array.from({ length: 5 }, () => signIn(codeIn(0))));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401, 401]);
    expect((await signIn('000000')).status).toBe(401);
  });

  it('is replaced by each recovery code once, in any spelling', async () => {
    const { desk, signIn, recoveryCodes: codes } = await connected();
    expect(new Set(codes).size).toBe(10);
    const [first = '', second = ''] = codes;
    expect((await signIn(first)).status).toBe(200);
    expect((await signIn(first)).status).toBe(401);
    expect((await signIn(second.toUpperCase().replaceAll('-', ' '))).status).toBe(200);
    expect((await desk.self()).body.recoveryCodesLeft).toBe(8);
  });

  it('takes its secret only from an offer to the same admin, with a right code, within 10 minutes and once', async () => {
    const [{ desk }, { desk: other }] = [await someone(), await someone()];
    const refusal = {
      status: 400,
      body: { message: 'This secret is not valid any more. Please connect the app again.' },
    };
    const { secret, offer } = await offered(desk);
    const code = () => codeAt(secret, app.clock.now());
    expect(await enrol(other, offer, code())).toMatchObject(refusal);
    expect((await enrol(desk, 'ABC', code())).status).toBe(400);
    const wrong = codeAt(secret, new Date(app.clock.now().getTime() + 60 * MINUTE));
    expect((await enrol(desk, offer, wrong)).status).toBe(400);
    expect((await desk.self()).body.hasTotp).toBe(false);
    app.clock.advance(10 * MINUTE);
    expect(await enrol(desk, offer, code())).toMatchObject(refusal);

    const again = await connected();
    await again.desk.signInAgain({ ...PROOF, code: again.codeIn(0) });
    for (const reuse of [again.offer, ` ${again.offer}`]) {
      expect(await enrol(again.desk, reuse, again.codeIn(0))).toMatchObject(refusal);
    }
  });

  it('stops guesses of codes by someone who knows the password (V6.6.3)', async () => {
    const { signIn, codeIn } = await connected();
    for (let time = 0; time < 10; time += 1) expect((await signIn('12345')).status).toBe(401);
    expect((await signIn(codeIn(0))).status).toBe(429);
    app.clock.advance(15 * MINUTE);
    expect((await signIn(codeIn(0))).status).toBe(200);
  });

  describe('whose phone has a wrong clock', () => {
    it('is told so, after the right password alone', async () => {
      const { desk, codeIn, signIn } = await connected();
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
      const { desk: other } = await someone();
      const { secret, offer } = await offered(other);
      const code = codeAt(secret, new Date(app.clock.now().getTime() + 5 * STEP));
      expect(await enrol(other, offer, code)).toMatchObject({ body: { message: CLOCK } });
    });

    it('has used up that step with it, and no other one, also after a restart', async () => {
      const { codeIn, signIn } = await connected();
      const burnt = codeIn(5);
      expect((await signIn(burnt)).body).toMatchObject({ message: CLOCK });
      // Meanwhile an earlier step signs in.
      expect((await signIn(codeIn(0))).status).toBe(200);
      app.clock.advance(4 * STEP);
      expect(await signIn(burnt)).toMatchObject({ status: 401, body: { message: USED } });
      await app.restart();
      app.clock.advance(STEP);
      expect(await signIn(burnt)).toMatchObject({ status: 401, body: { message: USED } });
      expect((await signIn(codeIn(1))).status).toBe(200);
    });

    it('is the only one whose code is used up before a sign-in is recorded', async () => {
      const tries = app.server.get(CodeTries, { strict: false });
      const now = app.clock.now();
      const step = (number: number) => ({ adminId: 'a1', secret: 'SECRET', step: number });
      await tries.burn(step(2), now);
      // A sign-in that failed on the way, for example as the log was away, is repeated with the same code.
      for (let time = 0; time < 2; time += 1) {
        expect(await tries.isBurnt(step(1), now)).toBe(false);
        expect(await tries.isBurnt(step(2), now)).toBe(true);
      }
    });

    it('has used a try', async () => {
      const { codeIn, signIn } = await connected();
      for (let time = 0; time < 10; time += 1) expect((await signIn(codeIn(5))).status).toBe(401);
      expect((await signIn(codeIn(0))).status).toBe(429);
    });
  });
});

const keyedHash = (code: string) => `keyed(${code})`;
const random = (bytes: number) => Buffer.alloc(bytes, 255).toString('base64url');

describe('recovery codes', () => {
  it('have 128 bits, and are stored as keyed hashes (V6.5.2, V6.5.4)', () => {
    const { codes, hashes } = recoveryCodes(random, keyedHash);
    expect(codes).toHaveLength(10);
    expect(codes[0]).toBe('7777-7777-7777-7777-7777-7777-74');
    expect(hashes[0]).toBe('keyed(77777777777777777777777774)');
    const factor = { kind: 'recovery', codeHash: hashes[0] };
    expect(recoveryOf(hashes, codes[0] ?? '', keyedHash)).toEqual(factor);
    // On a keyboard of another script, within text that runs from right to left.
    const typed = `\u202B${(codes[0] ?? '').replaceAll('7', '\u0667').replaceAll('-', ' \u2013 ')}\u200F`;
    expect(recoveryOf(hashes, typed, keyedHash)).toEqual(factor);
  });

  it('of 80 bits, from before, work on', () => {
    const codeHash = hash('sha256', 'abcdefghijklmnop');
    expect(recoveryOf([codeHash], 'ABCD-EFGH-IJKL-MNOP', keyedHash)).toEqual({ kind: 'recovery', codeHash });
    expect(recoveryOf([codeHash], 'ABCD-EFGH-IJKL-MNOQ', keyedHash)).toBeNull();
  });
});

it('makes secrets of 160 bits from the random source (V6.5.3)', () => {
  expect(newSecret(random)).toBe('7'.repeat(32));
});

describe('the code of an app', () => {
  const now = new Date('2026-05-04T10:00:00Z');
  const found = { step: Math.floor(now.getTime() / STEP), isNear: false };
  const code = codeAt(TOTP_SECRET, now);

  it.each([
    ['Arabic-Indic', 0x0660],
    ['Persian', 0x06f0],
    ['Devanagari', 0x0966],
    ['Thai', 0x0e50],
    ['fullwidth', 0xff10],
    ['mathematical bold', 0x1d7ce],
    ['mathematical monospace', 0x1d7f6],
  ])('is read in %s digits', (_, zero) => {
    const typed = code.replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
    expect(stepOf(TOTP_SECRET, typed, now)).toEqual(found);
  });

  it.each([
    ['blanks', ' \u00A0\u202F\u3000\t'],
    ['hyphens, dashes and minus signs', '-\u2011\u2013\u2212'],
    ['dots', '.\u00B7'],
    ['marks of direction', '\u200E\u200F\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069'],
    ['what shows nothing', '\u200B\u2060\uFEFF\u00AD'],
  ])('is read with %s in it and around it', (_, marks) => {
    const typed = `${marks}${code.slice(0, 3)}${marks}${code.slice(3)}${marks}`;
    expect(stepOf(TOTP_SECRET, typed, now)).toEqual(found);
  });

  it.each([
    ['five digits', code.slice(1)],
    ['seven digits', `${code}0`],
    ['superscript digits, which are no digits', code.replaceAll(/\d/g, '\u00B2')],
    ['letters', `${code.slice(1)}x`],
    ['nothing', ''],
  ])('is six digits, not %s', (_, typed) => {
    expect(stepOf(TOTP_SECRET, typed, now)).toBeNull();
  });

  it.each([
    [-12, null],
    [-11, true],
    [-2, true],
    [-1, false],
    [1, false],
    [2, true],
    [11, true],
    [12, null],
  ])('of the step %i from now: near is %s', (away, isNear) => {
    const typed = codeAt(TOTP_SECRET, new Date(now.getTime() + away * STEP));
    expect(stepOf(TOTP_SECRET, typed, now)).toEqual(
      isNear === null ? null : { step: found.step + away, isNear },
    );
  });
});
