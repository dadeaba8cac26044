import type { User } from '../../src/projections/accounts/accounts.js';
import { useOwnApp } from '../support/app.js';
import { mailsTo, tokenIn } from '../support/mails.js';
import { PASSWORD } from '../support/visitor.js';
import { mailedToken, signedUp, verified } from '../support/people.js';
import type { Visitor } from '../support/visitor.js';

const NEW = 'a better walk at dawn';
const STRANGER = 'a stranger at the door';

describe('a verification link', () => {
  const app = useOwnApp('not shared yet');
  let people = 0;
  const freshEmail = () => {
    people += 1;
    return `person-${people}@example.org`;
  };
  /** Registers with the password of the stranger, and reads the mail. */
  const registration = async () => {
    const email = freshEmail();
    const { browser, user } = await signedUp(app, email, STRANGER);
    return { email, browser, user, token: await mailedToken(app, email) };
  };
  const verify = (browser: Visitor, body: object) => browser.post<User>('/api/auth/verify-email', body);
  const me = async (browser: Visitor) => (await browser.me()).body.id ?? null;
  const login = (email: string, password: string) => app.browser().login(email, password);

  describe('opened in the browser that registered', () => {
    it('verifies and signs in', async () => {
      const { browser, user, token } = await registration();
      expect(await verify(browser, { token })).toMatchObject({
        status: 200,
        body: { id: user.id, emailVerified: true },
      });
      expect(await me(browser)).toBe(user.id);
    });

    it('does so after signing out, too', async () => {
      const { browser, user, token } = await registration();
      await browser.logout();
      expect(await verify(browser, { token })).toMatchObject({ status: 200, body: { emailVerified: true } });
      expect(await me(browser)).toBe(user.id);
    });

    it('asks before it signs another account out', async () => {
      const { browser, user, token } = await registration();
      const other = await verified(app, freshEmail());
      await browser.login(other.user.email);
      expect(await verify(browser, { token })).toMatchObject({
        status: 409,
        body: {
          code: 'other_session',
          message: `This link is for ${user.anonymousUsername}. You are signed in as ${other.user.anonymousUsername}.`,
        },
      });
      expect(await me(browser)).toBe(other.user.id);
      expect((await verify(browser, { token, replaceSession: true })).status).toBe(200);
      expect(await me(browser)).toBe(user.id);
    });
  });

  it('needs no password in a browser that is signed in to the account', async () => {
    const { email, token } = await registration();
    const browser = app.browser();
    await browser.login(email, STRANGER);
    expect((await verify(browser, { token })).status).toBe(200);
  });

  describe('opened elsewhere', () => {
    it('changes nothing without a password, and signs nobody in (V7.6.2)', async () => {
      const { user, browser, email, token } = await registration();
      const elsewhere = app.browser();
      expect(await verify(elsewhere, { token })).toMatchObject({
        status: 403,
        body: {
          code: 'password_required',
          message: `Please enter the password of ${user.anonymousUsername} to verify its email address.`,
        },
      });
      expect(elsewhere.cookies.size).toBe(0);
      expect((await browser.me()).body.emailVerified).toBe(false);
      // The address is not reserved either: another registration of it can be verified.
      const owner = await signedUp(app, email);
      const [, second] = await mailsTo(app, email, 2);
      expect((await verify(owner.browser, { token: tokenIn(second) })).status).toBe(200);
    });

    it('accepts the password of the account only', async () => {
      const { browser, user, token } = await registration();
      const elsewhere = app.browser();
      const wrong = await verify(elsewhere, { token, password: PASSWORD });
      expect(wrong).toMatchObject({
        status: 400,
        body: { errors: { password: [expect.stringContaining('not the password')] } },
      });
      expect(elsewhere.cookies.size).toBe(0);
      expect((await verify(elsewhere, { token, password: STRANGER })).status).toBe(200);
      expect([await me(elsewhere), await me(browser)]).toEqual([user.id, user.id]);
    });

    it('with a new password, leaves a stranger who registered neither password nor session', async () => {
      const { email, browser: stranger, user, token } = await registration();
      const victim = app.browser();
      expect(await verify(victim, { token, newPassword: NEW })).toMatchObject({
        status: 200,
        body: { id: user.id, emailVerified: true },
      });
      expect([await me(victim), await me(stranger)]).toEqual([user.id, null]);
      expect((await login(email, STRANGER)).status).toBe(401);
      expect((await login(email, NEW)).status).toBe(200);
      const [, told] = await mailsTo(app, email, 2);
      expect(told?.subject).toBe('Your password was changed');
    });

    it('with a new password, leaves no moment at which the address is verified and the old password works', async () => {
      const { user, token } = await registration();
      await verify(app.browser(), { token, newPassword: NEW });
      const { log } = app.adapters.storage;
      const events = await log.readStream(`account-${user.id}`);
      expect(events.map(({ type }) => type).slice(-2)).toEqual(['EmailVerified', 'PasswordReset']);
      const [first, second] = events.slice(-2);
      // They were appended together: no other event can be between them.
      const [next] = await log.readAll(first?.position ?? 0, 1);
      expect(next?.id).toBe(second?.id);
    });

    it('checks the new password by the rules of every new password', async () => {
      const { token } = await registration();
      for (const newPassword of ['short', 'password123', 'x'.repeat(129), null]) {
        const answer = await verify(app.browser(), { token, newPassword });
        expect(answer).toMatchObject({
          status: 400,
          body: { errors: { newPassword: [expect.any(String)] } },
        });
      }
      expect((await verify(app.browser(), { token, newPassword: NEW })).status).toBe(200);
    });

    it.each([
      ['the password', { password: STRANGER }],
      ['a new password', { newPassword: NEW }],
    ])('asks before it signs another account out, with %s', async (_, entered) => {
      const { user, token } = await registration();
      const other = await verified(app, freshEmail());
      expect(await verify(other.browser, { token })).toMatchObject({
        status: 403,
        body: { code: 'password_required' },
      });
      expect(await verify(other.browser, { token, ...entered })).toMatchObject({
        status: 409,
        body: { code: 'other_session' },
      });
      expect(await me(other.browser)).toBe(other.user.id);
      expect((await verify(other.browser, { token, ...entered, replaceSession: true })).status).toBe(200);
      expect(await me(other.browser)).toBe(user.id);
    });

    it('sets no password once it is used', async () => {
      const { email, browser, token } = await registration();
      await verify(browser, { token });
      for (const late of [browser, app.browser()]) {
        expect((await verify(late, { token, newPassword: NEW })).status).toBe(400);
      }
      expect([(await login(email, STRANGER)).status, (await login(email, NEW)).status]).toEqual([200, 401]);
      expect((await browser.me()).status).toBe(200);
    });
  });

  it('does not trust a forged cookie', async () => {
    const { browser, token } = await registration();
    const value = browser.cookies.get('registered') ?? '';
    expect(value).not.toBe('');
    const { browser: another } = await registration();
    const [accountId] = value.split('.');
    const [, signature] = (another.cookies.get('registered') ?? '').split('.');
    for (const forged of [`${accountId}.${signature}`, `${accountId}`, `${accountId}.`, `${value}.x`]) {
      const elsewhere = app.browser();
      elsewhere.cookies.set('registered', forged);
      expect((await verify(elsewhere, { token })).status).toBe(403);
    }
    const elsewhere = app.browser();
    elsewhere.cookies.set('registered', value);
    expect((await verify(elsewhere, { token })).status).toBe(200);
  });
});
