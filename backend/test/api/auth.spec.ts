import { anonymousUsername } from '../../src/domain/account/anonymous-username.js';
import { Username } from '../../src/domain/account/username.js';
import { RandomIds } from '../../src/infrastructure/clock/system-clock.js';
import type { User } from '../../src/projections/accounts/accounts.js';
import { startApp, useOwnApp } from '../support/app.js';
import { mailsTo, tokenIn } from '../support/mails.js';
import { PASSWORD } from '../support/visitor.js';
import { signedUp, verified } from '../support/people.js';
import { send } from '../support/posts.js';
import type { Visitor } from '../support/visitor.js';

describe('accounts over HTTP', () => {
  const app = useOwnApp('not shared yet');
  const me = async (browser: Visitor) => (await browser.me()).status;

  it('covers the whole way: register, verify, log out, log in', async () => {
    const { browser, user } = await signedUp(app, '  Ann@Example.ORG ');
    expect(user).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      email: 'ann@example.org',
      anonymousUsername: expect.stringMatching(/^([A-Z][a-z]+){2}\d{4}$/),
      displayUsername: null,
      bio: null,
      profilePictureUrl: null,
      socialLinks: null,
      isAdmin: false,
      emailVerified: false,
      createdAt: app.clock.now().toISOString(),
      emailNotificationsRating: true,
      emailNotificationsComment: true,
      emailNotificationsAchievements: true,
      emailNotificationsBoosts: true,
      deletionDueAt: null,
      suspension: null,
    });
    expect((await browser.me()).body).toEqual(user);

    const [mail] = await mailsTo(app, 'ann@example.org', 1);
    expect(mail?.subject).toBe('Please verify your email address');
    expect(mail?.text).toContain(`${app.url}/verify-email?token=${tokenIn(mail)}`);
    expect(mail?.html).toContain(`href="${app.url}/verify-email?token=${tokenIn(mail)}"`);

    const elsewhere = app.browser();
    const answer = await elsewhere.verifyEmail(tokenIn(mail), PASSWORD);
    expect(answer).toMatchObject({ status: 200, body: { ...user, emailVerified: true } });
    expect((await elsewhere.me()).body).toEqual({ ...user, emailVerified: true });
    expect((await browser.me()).body).toEqual({ ...user, emailVerified: true });

    expect(await browser.logout()).toMatchObject({ status: 204, body: '' });
    expect(await me(browser)).toBe(401);
    expect(await me(elsewhere)).toBe(200);

    const login = await browser.login('ANN@example.org');
    expect(login).toMatchObject({ status: 200, body: { id: user.id, emailVerified: true } });
    expect((await browser.me()).body.id).toBe(user.id);
  });

  it('lets an unverified user log in again', async () => {
    const { browser, user } = await signedUp(app, 'newcomer@example.org');
    await browser.logout();
    const { status, body } = await browser.login(user.email);
    expect([status, body.id, body.emailVerified]).toEqual([200, user.id, false]);
  });

  it('gives each account its own username, even when the first one that it would get is taken', async () => {
    const accountId = crypto.randomUUID();
    let isNext = false;
    class ChosenIds extends RandomIds {
      override uuid(): string {
        const isChosen = isNext;
        isNext = false;
        return isChosen ? accountId : super.uuid();
      }
    }
    await using site = await startApp({ ids: new ChosenIds() });
    const { secret } = site.adapters;
    const taken = anonymousUsername(secret.hmac('anonymous username', accountId, '1'));
    const usernameHash = secret.hmac('username', taken.toLowerCase()).toString('hex');
    await send(site, Username.ClaimUsername({ usernameHash, accountId: crypto.randomUUID() }));
    isNext = true;
    const { user } = await signedUp(site, 'one@example.org');
    expect(user.id).toBe(accountId);
    expect(user.anonymousUsername).not.toBe(taken);
    expect(user.anonymousUsername).toMatch(/^[A-Z][a-z]+[A-Z][a-z]+\d{4}$/);
  });

  it('rejects a visitor without a session with a readable message', async () => {
    expect(await app.browser().me()).toMatchObject({
      status: 401,
      body: { message: 'Please log in to continue.', code: 'unauthenticated', requestId: expect.any(String) },
    });
  });

  it('accepts a logout without a session', async () => {
    expect((await app.browser().logout()).status).toBe(204);
  });

  describe('does not reveal which addresses have an account', () => {
    const withoutId = ({ body }: { body: unknown }) => {
      const { requestId: _, ...rest } = body as { requestId: string };
      return rest;
    };

    it('at login: a wrong password and an unknown address get the same answer', async () => {
      await verified(app, 'known@example.org');
      const login = (email: string) => app.browser().login(email, 'wrong password');
      const [known, unknown] = [await login('known@example.org'), await login('unknown@example.org')];
      expect(known.status).toBe(401);
      expect(known.body).toMatchObject({ message: 'Invalid email or password', code: 'unauthenticated' });
      expect(unknown.status).toBe(known.status);
      expect(withoutId(unknown)).toEqual(withoutId(known));
    });

    it('at registration: a taken address gets a new account like any other, and its owner gets a mail', async () => {
      const owner = await verified(app, 'taken@example.org');
      const second = await signedUp(app, 'taken@example.org', 'another password');
      const fresh = await signedUp(app, 'fresh@example.org', 'another password');
      const unlike = (user: User) => ({ ...user, id: '', email: '', anonymousUsername: '' });
      expect(unlike(second.user)).toEqual(unlike(fresh.user));
      expect(second.user.id).not.toBe(owner.user.id);

      const [, mail] = await mailsTo(app, 'taken@example.org', 2);
      expect(mail?.subject).toBe('You already have an account');
      expect(mail?.text).toContain(`${app.url}/login`);
      expect(mail?.text).not.toContain('verify-email');
      expect(mail?.html).not.toContain('verify-email');
    });

    it('at login to a shared address: each password opens its own account', async () => {
      const owner = await verified(app, 'shared@example.org');
      const second = await signedUp(app, 'shared@example.org', 'another password');
      const login = async (password: string) =>
        (await app.browser().login('shared@example.org', password)).body;
      expect(await login(PASSWORD)).toMatchObject({ id: owner.user.id, emailVerified: true });
      expect(await login('another password')).toMatchObject({ id: second.user.id, emailVerified: false });
    });

    it('at login after a second registration: the first password still opens the first account', async () => {
      const first = await signedUp(app, 'shadow@example.org');
      await signedUp(app, 'shadow@example.org', 'another password');
      const { body } = await app.browser().login('shadow@example.org');
      expect(body.id).toBe(first.user.id);
    });

    it('when a verification mail is requested again', async () => {
      await signedUp(app, 'waiting@example.org');
      await verified(app, 'done@example.org');
      const resend = (email: string) => app.browser().post('/api/auth/resend-verification', { email });
      const answers = await Promise.all(
        ['waiting@example.org', 'done@example.org', 'unknown@example.org'].map(resend),
      );
      for (const { status, body } of answers) {
        expect(status).toBe(200);
        expect(body).toEqual({ message: 'If an account exists, a verification email has been sent.' });
      }
      const [first, second] = await mailsTo(app, 'waiting@example.org', 2);
      expect(tokenIn(first)).not.toBe(tokenIn(second));
      expect(await mailsTo(app, 'done@example.org', 1)).toHaveLength(1);
      expect(await mailsTo(app, 'unknown@example.org', 0)).toHaveLength(0);
    });
  });

  it('keeps no address, password or token in the log or in the sessions', async () => {
    const { browser } = await signedUp(app, 'secret-address@example.org');
    const [mail] = await mailsTo(app, 'secret-address@example.org', 1);
    const events = await app.adapters.storage.log.readAll(0, 10_000);
    expect(events.some(({ type }) => type === 'VerificationRequested')).toBe(true);
    const session = browser.cookies.get('session') ?? '';
    const log = JSON.stringify(events);
    for (const secret of ['secret-address', PASSWORD, '$argon2', tokenIn(mail), session])
      expect(log).not.toContain(secret);
  });
});
