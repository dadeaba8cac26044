import { Account } from '../../../src/domain/account/account.js';
import { Email } from '../../../src/domain/account/email.js';
import type { User } from '../../../src/projections/accounts/accounts.js';
import { unique, useApp } from '../../support/app.js';
import { mailsTo, tokenIn } from '../../support/mails.js';
import { mailedToken, signedUp, verified } from '../../support/people.js';
import { beforeNext, send } from '../../support/posts.js';
import { settled } from '../../support/settled.js';
import { PASSWORD, type Visitor } from '../../support/visitor.js';

const NEW = 'a better walk at dawn';
const STRANGER = 'a stranger at the door';
const INVALID = 'Verification failed. This link is not valid. Please use the newest one or request another.';

const app = useApp();
const newEmail = () => `${unique('ann')}@example.org`;
/** Registers with the password of the stranger, and reads the mail. */
const registration = async (email = newEmail()) => {
  const { browser, user } = await signedUp(app, email, STRANGER);
  return { email, browser, user, token: await mailedToken(app, email) };
};
const verify = (browser: Visitor, body: object) => browser.post<User>('/api/auth/verify-email', body);
const me = async (browser: Visitor) => (await browser.me()).body.id ?? null;
const login = async (email: string, password = STRANGER) =>
  (await app.browser().login(email, password)).status;
const resend = (email: string, browser = app.browser()) =>
  browser.post('/api/auth/resend-verification', { email });
/** Deletes the account of a person. */
const remove = async (accountId: string) => {
  const now = app.clock.now().toISOString();
  await send(app, Account.DeleteAccount({ accountId, now, isConfirmed: true }));
  await settled(app);
};
/** Whether the address is free: an account that registers with it now can verify it. */
const isFree = async (email: string, mails: number) => {
  const owner = await signedUp(app, email);
  const token = tokenIn((await mailsTo(app, email, mails)).at(-1));
  return (await verify(owner.browser, { token })).status === 200;
};

describe('a verification link', () => {
  it('works once, even when three requests use it at the same time', async () => {
    const { browser, user, token } = await registration();
    const use = () => verify(app.browser(), { token, password: STRANGER });
    const answers = await Promise.all([use(), use(), use()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
    const late = app.browser();
    expect(await verify(late, { token })).toMatchObject({
      status: 400,
      body: {
        message: 'Verification failed. This link has already been used. Please log in.',
        code: 'invalid',
      },
    });
    expect(await me(late)).toBeNull();
    // It does no harm in a browser that is signed in.
    expect(await verify(browser, { token })).toMatchObject({
      status: 200,
      body: { id: user.id, emailVerified: true },
    });
  });

  it('is invalid once a newer one was requested', async () => {
    const { email, browser, token } = await registration();
    await resend(email);
    const [, newer] = await mailsTo(app, email, 2);
    expect(tokenIn(newer)).not.toBe(token);
    for (const old of [token, 'x']) {
      expect(await verify(browser, { token: old })).toMatchObject({
        status: 400,
        body: { message: INVALID },
      });
    }
    expect((await verify(browser, { token: tokenIn(newer) })).status).toBe(200);
  });

  it('is rejected for an account that is deleted meanwhile, and the address is free for a new one', async () => {
    const { email, user, token } = await registration();
    beforeNext(app, Email.commands.ClaimEmail, () => remove(user.id));
    expect(await verify(app.browser(), { token, password: STRANGER })).toMatchObject({
      status: 400,
      body: { message: INVALID },
    });
    expect(await isFree(email, 1)).toBe(true);
  });

  it('is not mailed again for an account that is deleted meanwhile, and the answer does not show it', async () => {
    const { email, user } = await registration();
    beforeNext(app, Account.commands.RequestVerification, () => remove(user.id));
    expect((await resend(email)).status).toBe(200);
    const events = await app.adapters.storage.log.readStream(`account-${user.id}`);
    expect(events.at(-1)).toMatchObject({ type: 'AccountDeleted' });
  });

  it('of another registration of the address is rejected where a registration of it waits', async () => {
    const victim = await registration();
    const stranger = await signedUp(app, victim.email, STRANGER);
    const [, second] = await mailsTo(app, victim.email, 2);
    expect(await verify(victim.browser, { token: tokenIn(second) })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('another registration') },
    });
    expect((await stranger.browser.me()).body.emailVerified).toBe(false);
    // The signed-in account gets the next link, although it is not the newest.
    await resend(victim.email, victim.browser);
    const [, , third] = await mailsTo(app, victim.email, 3);
    expect(third?.text).toContain(victim.user.anonymousUsername);
    expect(await verify(victim.browser, { token: tokenIn(third) })).toMatchObject({
      status: 200,
      body: { id: victim.user.id, emailVerified: true },
    });
  });

  it('needs no password in the browser that registered, even signed out, or that is signed in', async () => {
    const home = await registration();
    await home.browser.logout();
    expect((await verify(home.browser, { token: home.token })).status).toBe(200);
    expect(await me(home.browser)).toBe(home.user.id);

    const { email, token } = await registration();
    const browser = app.browser();
    await browser.login(email, STRANGER);
    expect((await verify(browser, { token })).status).toBe(200);
  });

  it('does not trust a forged cookie', async () => {
    const { browser, token } = await registration();
    const { browser: another } = await registration();
    const value = browser.cookies.get('registered') ?? '';
    const [accountId] = value.split('.');
    const [, signature] = (another.cookies.get('registered') ?? '').split('.');
    const open = async (cookie: string) => {
      const elsewhere = app.browser();
      elsewhere.cookies.set('registered', cookie);
      return (await verify(elsewhere, { token })).status;
    };
    for (const forged of [`${accountId}.${signature}`, `${accountId}`, `${accountId}.`, `${value}.x`]) {
      expect(await open(forged)).toBe(403);
    }
    expect(await open(value)).toBe(200);
  });

  it.each([
    ['in the browser that registered', {}],
    ['with the password', { password: STRANGER }],
    ['with a new password', { newPassword: NEW }],
  ])('asks before it signs another account out, %s', async (_, entered) => {
    const { user, token, ...home } = await registration();
    const isHome = Object.keys(entered).length === 0;
    const browser = isHome ? home.browser : app.browser();
    const other = await verified(app, newEmail());
    await browser.login(other.user.email);
    expect(await verify(browser, { token })).toMatchObject(
      isHome
        ? { status: 409, body: { code: 'other_session' } }
        : { status: 403, body: { code: 'password_required' } },
    );
    expect(await verify(browser, { token, ...entered })).toMatchObject({
      status: 409,
      body: {
        code: 'other_session',
        message: `This link is for ${user.anonymousUsername}. You are signed in as ${other.user.anonymousUsername}.`,
      },
    });
    expect(await me(browser)).toBe(other.user.id);
    expect((await verify(browser, { token, ...entered, replaceSession: true })).status).toBe(200);
    expect(await me(browser)).toBe(user.id);
  });

  describe('opened elsewhere', () => {
    it('changes nothing without the password of the account, and signs nobody in (V7.6.2)', async () => {
      const { user, browser, email, token } = await registration();
      const elsewhere = app.browser();
      expect(await verify(elsewhere, { token })).toMatchObject({
        status: 403,
        body: {
          code: 'password_required',
          message: `Please enter the password of ${user.anonymousUsername} to verify its email address.`,
        },
      });
      expect(await verify(elsewhere, { token, password: PASSWORD })).toMatchObject({
        status: 400,
        body: { errors: { password: [expect.stringContaining('not the password')] } },
      });
      expect(elsewhere.cookies.size).toBe(0);
      expect((await browser.me()).body.emailVerified).toBe(false);
      // The address is not reserved either.
      expect(await isFree(email, 2)).toBe(true);
    });

    it('with a new password, leaves a stranger who registered neither password nor session', async () => {
      const { email, browser: stranger, user, token } = await registration();
      const victim = app.browser();
      expect(await verify(victim, { token, newPassword: 'password123' })).toMatchObject({
        status: 400,
        body: { errors: { newPassword: [expect.any(String)] } },
      });
      expect(await verify(victim, { token, newPassword: NEW })).toMatchObject({
        status: 200,
        body: { id: user.id, emailVerified: true },
      });
      expect([await me(victim), await me(stranger)]).toEqual([user.id, null]);
      expect([await login(email), await login(email, NEW)]).toEqual([401, 200]);
      const [, told] = await mailsTo(app, email, 2);
      expect(told?.subject).toBe('Your password was changed');
      // They were appended together: there was no moment at which the address was verified and the old password worked.
      const { log } = app.adapters.storage;
      const [verification, change] = (await log.readStream(`account-${user.id}`)).slice(2);
      expect([verification?.type, change?.type]).toEqual(['EmailVerified', 'PasswordReset']);
      expect((await log.readAll(verification?.position ?? 0, 1))[0]?.id).toBe(change?.id);
    });

    it('sets no password once it is used', async () => {
      const { email, browser, token } = await registration();
      await verify(browser, { token });
      for (const late of [browser, app.browser()]) {
        expect((await verify(late, { token, newPassword: NEW })).status).toBe(400);
      }
      expect([await login(email), await login(email, NEW)]).toEqual([200, 401]);
      expect((await browser.me()).status).toBe(200);
    });
  });
});

describe('an unverified address', () => {
  const change = (browser: Visitor, email: string) => browser.put<User>('/api/auth/email', { email });

  it('can be corrected: the new one gets a link and signs in, and the former one is free for its owner', async () => {
    const { email: typo, browser, user, token: old } = await registration();
    const right = newEmail();
    expect(await change(browser, ` ${right.toUpperCase()} `)).toMatchObject({
      status: 200,
      body: { id: user.id, email: right, emailVerified: false },
    });
    expect([await login(right), await login(typo)]).toEqual([200, 401]);
    expect(await verify(browser, { token: old })).toMatchObject({ status: 400, body: { message: INVALID } });
    expect((await browser.me()).body).toMatchObject({ email: right, emailVerified: false });
    expect(await isFree(typo, 2)).toBe(true);
    await resend(typo);
    expect(await verify(browser, { token: await mailedToken(app, right) })).toMatchObject({
      status: 200,
      body: { id: user.id, email: right, emailVerified: true },
    });
    expect(await login(right)).toBe(200);
  });

  it('is free even when a verification of it was interrupted', async () => {
    const { email: typo, browser, user, token } = await registration();
    const right = newEmail();
    // The change happens between the reservation of the address and the decision of the account.
    beforeNext(app, Account.commands.VerifyEmail, () => change(browser, right));
    expect((await verify(browser, { token })).status).toBe(400);
    expect((await browser.me()).body).toMatchObject({ id: user.id, email: right });
    expect(await isFree(typo, 2)).toBe(true);
  });

  it('can be changed to a taken one with the same answer; only its owner learns that by mail', async () => {
    const { email } = (await verified(app, newEmail())).user;
    const [{ browser }, { browser: second }] = [await registration(), await registration()];
    const [taken, free] = [await change(browser, email), await change(second, newEmail())];
    const shape = ({ status, body }: typeof taken) => [
      status,
      Object.keys(body).toSorted(),
      body.emailVerified,
    ];
    expect(shape(taken)).toEqual(shape(free));
    expect((await mailsTo(app, email, 2)).at(-1)?.text).not.toContain('verify-email');
    expect(await login(email, PASSWORD)).toBe(200);
    expect((await browser.me()).body.emailVerified).toBe(false);
  });

  it('stays when the new one is the same', async () => {
    const { email, browser } = await registration();
    for (const same of [email, email.toUpperCase()]) {
      expect(await change(browser, same)).toMatchObject({
        status: 400,
        body: { errors: { email: ['This is your email address already'] } },
      });
    }
    await settled(app);
    expect(await mailsTo(app, email, 1)).toHaveLength(1);
  });
});
