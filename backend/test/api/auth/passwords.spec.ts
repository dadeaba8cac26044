import { Account } from '../../../src/domain/account/account.js';
import { INVALID_RESET } from '../../../src/domain/account/credentials.js';
import { EMAIL_TAKEN, Email } from '../../../src/domain/account/email.js';
import { Passwords } from '../../../src/api/auth/passwords.js';
import { Accounts } from '../../../src/api/http/accounts.js';
import { Sessions } from '../../../src/api/http/sessions.js';
import { VerificationTokens } from '../../../src/site/mailed-tokens.js';
import { unique, useApp } from '../../support/app.js';
import { ADDRESS } from '../../support/browser.js';
import { mailsTo } from '../../support/mails.js';
import { registered, verified } from '../../support/people.js';
import { beforeNext, send } from '../../support/posts.js';
import { settled } from '../../support/settled.js';
import { suspensionFor } from '../../support/suspensions.js';
import { PASSWORD, type Visitor } from '../../support/visitor.js';

const OTHER = 'a loud run at dawn';
const THIRD = 'one more password';

const app = useApp();
const newEmail = () => `${unique('ann')}@example.org`;
const login = async (email: string, password = PASSWORD) => {
  const browser = app.browser();
  const { status } = await browser.login(email, password);
  return { browser, status };
};
const statusesOf = async (email: string, ...passwords: readonly string[]) => {
  const statuses: number[] = [];
  for (const password of passwords) statuses.push((await login(email, password)).status);
  return statuses;
};
const me = async (browser: Visitor) => (await browser.me()).status;
const sessionsOf = (accountId: string) => app.adapters.storage.sessions.ofAccount(accountId, app.clock.now());
/** Asks for a link. Returns it and the mail. */
const forget = async (email: string) => {
  const asked = await app.browser().post('/api/auth/forgot-password', { email: ` ${email.toUpperCase()} ` });
  expect(asked).toMatchObject({
    status: 200,
    body: { message: 'If an account exists, a password reset email has been sent.' },
  });
  await settled(app);
  const mail = (await mailsTo(app, email, 0)).findLast(({ subject }) => subject === 'Reset your password');
  return { mail, token: /\/reset-password\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '' };
};
const reset = (token: string, password = OTHER) =>
  app.browser().post('/api/auth/reset-password', { token, password });
const invalid = { status: 400, body: { message: INVALID_RESET } };

describe('a forgotten password', () => {
  it('is reset with a mailed link that names the account, which ends every session, also if it is suspended', async () => {
    const { browser, user } = await verified(app, newEmail());
    const { email } = user;
    await send(app, Account.SuspendAccount({ accountId: user.id, ...suspensionFor('Spam.') }));
    const { browser: other } = await login(email);
    const { mail, token } = await forget(email);
    expect(mail?.text).toContain(user.anonymousUsername);
    const answer = await reset(token);
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    // It starts no session, but this browser is not slowed down by wrong passwords of others.
    expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(/^device=/)]);
    expect([await me(browser), await me(other)]).toEqual([401, 401]);
    expect(await sessionsOf(user.id)).toEqual([]);
    expect(await statusesOf(email, PASSWORD, OTHER)).toEqual([401, 200]);
    await settled(app);
    const subjects = (await mailsTo(app, email, 0)).map(({ subject }) => subject);
    expect(subjects).toContain('Your password was changed');
  });

  it('is reset once per link, by the newest one only, also after a weak password was refused', async () => {
    const { email } = (await verified(app, newEmail())).user;
    const { token: older } = await forget(email);
    const { token: newest } = await forget(email);
    for (const other of ['x', older]) expect(await reset(other)).toMatchObject(invalid);
    expect(await reset(newest, 'password123')).toMatchObject({
      status: 400,
      body: { errors: { password: [expect.any(String)] } },
    });
    expect((await reset(newest)).status).toBe(200);
    expect(await reset(newest, THIRD)).toMatchObject(invalid);
    expect(await statusesOf(email, OTHER)).toEqual([200]);
  });
});

describe('a forgotten password of an address that nobody has verified', () => {
  const state = (accountId: string) => app.server.get(Accounts, { strict: false }).state(accountId);
  const isVerified = async (accountId: string) => typeof (await state(accountId))?.verifiedAt === 'string';
  /** Verifies an account with its mailed link. */
  const verify = async (accountId: string) => {
    const { verificationId } = (await state(accountId))?.verification ?? { verificationId: '' };
    const token = app.server.get(VerificationTokens, { strict: false }).issue(accountId, verificationId);
    return app.browser().post('/api/auth/verify-email', { token, password: PASSWORD });
  };
  const killed = () => Promise.reject(new Error('the process is killed'));
  const join = async () => {
    const email = newEmail();
    return { email, ...(await registered(app, email)) };
  };
  const asked = async () => {
    const person = await join();
    return { ...person, ...(await forget(person.email)) };
  };
  /** Whether another account can verify the address. */
  const isFree = async (email: string) =>
    (await verify((await registered(app, email)).user.id)).status === 200;
  const remove = (accountId: string) => {
    const now = app.clock.now().toISOString();
    return send(app, Account.DeleteAccount({ accountId, now, isConfirmed: true }));
  };
  const setIn = async (accountId: string) => {
    const events = await app.adapters.storage.log.readStream(`account-${accountId}`);
    return events.map(({ type }) => type).filter((type) => /^EmailVerified$|^PasswordReset$/.test(type));
  };

  it('is set with a mailed link, which verifies the newest account and names it', async () => {
    const { email, ...older } = await join();
    const newest = await registered(app, email);
    const { mail, token } = await forget(email);
    expect(mail?.text).toContain(newest.user.anonymousUsername);
    expect(mail?.text).not.toContain(older.user.anonymousUsername);
    expect(await isVerified(newest.user.id)).toBe(false);

    expect(await reset(token)).toMatchObject({ status: 200, body: { success: true } });
    expect([await isVerified(newest.user.id), await isVerified(older.user.id)]).toEqual([true, false]);
    expect([await me(newest.browser), await me(older.browser)]).toEqual([401, 200]);
    expect(await sessionsOf(newest.user.id)).toEqual([]);
    expect(await statusesOf(email, OTHER)).toEqual([200]);
    expect(await verify(older.user.id)).toMatchObject({ status: 409, body: { message: EMAIL_TAKEN } });
    expect(await reset(token)).toMatchObject(invalid);

    const { mail: next } = await forget(email);
    expect(next?.text).toContain(newest.user.anonymousUsername);
    expect(next?.text).not.toContain('not verified');
  });

  it('cancels a deletion that another person may have requested', async () => {
    const { browser, user, token } = await asked();
    await browser.post('/api/user/deletion', { password: PASSWORD });
    expect((await state(user.id))?.deletionDueAt).not.toBeNull();
    expect((await reset(token)).status).toBe(200);
    expect((await state(user.id))?.deletionDueAt).toBeNull();
  });

  it('is set once when the request is repeated after its answer was lost', async () => {
    const { user, token } = await asked();
    // One browser, which gets no answer, and so no cookie.
    const { address } = app.browser();
    const key = { 'idempotency-key': crypto.randomUUID(), [ADDRESS]: address };
    const repeated = {
      headers: { 'content-type': 'application/json', ...key },
      body: JSON.stringify({ token, password: OTHER }),
    };
    beforeNext(app, Account.commands.ResetPassword, killed);
    for (const status of [500, 200, 200]) {
      const answer = await app.browser().request('POST', '/api/auth/reset-password', repeated);
      expect(answer.status).toBe(status);
    }
    expect(await setIn(user.id)).toEqual(['EmailVerified', 'PasswordReset']);
  });

  it('is set when meanwhile the account was verified with its own link', async () => {
    const { email, user, token } = await asked();
    beforeNext(app, Account.commands.ResetPassword, () => verify(user.id));
    expect((await reset(token)).status).toBe(200);
    expect(await statusesOf(email, PASSWORD, OTHER)).toEqual([401, 200]);
    expect(await setIn(user.id)).toEqual(['EmailVerified', 'PasswordReset']);
  });

  it('is not set when meanwhile another account of the address was verified', async () => {
    const { email, ...other } = await join();
    const { user } = await registered(app, email);
    const { token } = await forget(email);
    beforeNext(app, Email.commands.ClaimEmail, () => verify(other.user.id));
    expect(await reset(token)).toMatchObject({ status: 409, body: { message: EMAIL_TAKEN } });
    expect([await isVerified(user.id), await isVerified(other.user.id)]).toEqual([false, true]);
    expect(await statusesOf(email, OTHER)).toEqual([401]);
  });

  it.each(['before it is used', 'while it is used'])(
    'is not set when the address was corrected: the link was mailed to another one, %s',
    async (when) => {
      const { email, browser, user, token } = await asked();
      const right = newEmail();
      const correct = () => browser.put('/api/auth/email', { email: right });
      if (when === 'while it is used') beforeNext(app, Account.commands.ResetPassword, correct);
      else await correct();
      expect(await reset(token)).toMatchObject(invalid);
      expect(await isVerified(user.id)).toBe(false);
      expect(await statusesOf(right, PASSWORD, OTHER)).toEqual([200, 401]);
      expect(await isFree(email)).toBe(true);
    },
  );

  it('is not set when meanwhile the account was deleted, and asking again has the same answer', async () => {
    const { email, user, token } = await asked();
    beforeNext(app, Account.commands.ResetPassword, () => remove(user.id));
    expect(await reset(token)).toMatchObject(invalid);
    expect((await forget(email)).mail).toBeUndefined();
    expect(await isFree(email)).toBe(true);
  });

  it('is set for the account that has reserved the address, although it is not the newest', async () => {
    const { email, ...older } = await join();
    await registered(app, email);
    beforeNext(app, Account.commands.VerifyEmail, killed);
    expect((await verify(older.user.id)).status).toBe(500);
    const { mail, token } = await forget(email);
    expect(mail?.text).toContain(older.user.anonymousUsername);
    expect((await reset(token)).status).toBe(200);
    expect(await isVerified(older.user.id)).toBe(true);
  });
});

describe('a changed password', () => {
  const update = (browser: Visitor, currentPassword = PASSWORD, newPassword = OTHER) =>
    browser.put('/api/auth/update-password', { currentPassword, newPassword });

  it('ends every other session, and renews the current one (V6.2.2, V7.4.3)', async () => {
    const { browser, user } = await verified(app, newEmail());
    const { browser: other } = await login(user.email);
    const former = app.browser();
    former.cookies.set('session', browser.cookies.get('session') ?? '');
    expect(await update(browser)).toMatchObject({ status: 200, body: { success: true } });
    expect([await me(browser), await me(other), await me(former)]).toEqual([200, 401, 401]);
    expect(await sessionsOf(user.id)).toHaveLength(1);
    expect(await statusesOf(user.email, PASSWORD, OTHER)).toEqual([401, 200]);
    await settled(app);
    const subjects = (await mailsTo(app, user.email, 0)).map(({ subject }) => subject);
    expect(subjects).toContain('Your password was changed');
  });

  it('needs the current one, and is not weak (V6.2.3)', async () => {
    const { browser, user } = await verified(app, newEmail());
    const { browser: other } = await login(user.email);
    const message = 'Current password is incorrect';
    for (const newPassword of [OTHER, 'not the one']) {
      expect(await update(browser, 'not the one', newPassword)).toMatchObject({
        status: 400,
        body: { message, errors: { currentPassword: [message] } },
      });
    }
    expect(await update(browser, PASSWORD, 'password123')).toMatchObject({
      status: 400,
      body: { errors: { newPassword: [expect.any(String)] } },
    });
    expect([await me(browser), await me(other), (await login(user.email)).status]).toEqual([200, 200, 200]);
  });

  it('rejects a login with the old one that is under way during the change', async () => {
    const { browser, user } = await verified(app, newEmail());
    const passwords = app.server.get(Passwords, { strict: false });
    const fits = passwords.fits.bind(passwords);
    let changed: number | null = null;
    const spy = jest.spyOn(passwords, 'fits').mockImplementation(async (...asked) => {
      const answer = await fits(...asked);
      if (answer) {
        spy.mockRestore();
        changed = (await update(browser)).status;
      }
      return answer;
    });
    const { browser: late, status } = await login(user.email);
    expect([changed, status, await me(late), await me(browser)]).toEqual([200, 401, 401, 200]);
  });

  it('ends all sessions when a reset follows before the change is answered', async () => {
    const { browser, user } = await verified(app, newEmail());
    const sessions = app.server.get(Sessions, { strict: false });
    const startAlone = sessions.startAlone.bind(sessions);
    let between: number | null = null;
    const spy = jest.spyOn(sessions, 'startAlone').mockImplementation(async (...asked) => {
      spy.mockRestore();
      between = (await reset((await forget(user.email)).token, THIRD)).status;
      return startAlone(...asked);
    });
    expect((await update(browser)).status).toBe(401);
    expect([between, await me(browser)]).toEqual([200, 401]);
    expect(await sessionsOf(user.id)).toEqual([]);
    expect(await statusesOf(user.email, THIRD)).toEqual([200]);
  });
});
