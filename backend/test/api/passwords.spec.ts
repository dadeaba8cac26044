import { hash } from 'node:crypto';
import { CommandBus, type ICommand } from '@nestjs/cqrs';
import { Account } from '../../src/domain/account/account.js';
import { ResetTokens, VerificationTokens } from '../../src/site/mailed-tokens.js';
import { Passwords } from '../../src/api/auth/passwords.js';
import type { Session } from '../../src/infrastructure/sessions/session-store.port.js';
import { useOwnApp } from '../support/app.js';
import { mailsTo } from '../support/mails.js';
import { settled } from '../support/settled.js';
import { PASSWORD } from '../support/visitor.js';
import { signedUp, verified } from '../support/people.js';
import { send } from '../support/posts.js';
import { suspensionFor } from '../support/suspensions.js';
import type { Visitor } from '../support/visitor.js';

const OTHER = 'a loud run at dawn';
const HOUR = 60 * 60 * 1000;
const INVALID = 'This link is not valid any more. Please use the newest one or request another.';
const SENT = { message: 'If an account exists, a password reset email has been sent.' };

describe('passwords over HTTP', () => {
  const app = useOwnApp('not shared yet');
  let person = 0;
  const join = async () => {
    person += 1;
    const email = `person${person}@example.org`;
    return { email, ...(await verified(app, email)) };
  };
  const login = async (email: string, password = PASSWORD) => {
    const browser = app.browser();
    const { status } = await browser.login(email, password);
    return { browser, status };
  };
  const me = async (browser: Visitor) => (await browser.me()).status;
  const forget = (email: string) => app.browser().post('/api/auth/forgot-password', { email });
  /** The token in the newest mail about it, once the address has received this many mails: they may overtake each other. */
  const mailedToken = async (email: string, mails: number) => {
    const mail = (await mailsTo(app, email, mails)).findLast(
      ({ subject }) => subject === 'Reset your password',
    );
    expect(mail?.subject).toBe('Reset your password');
    return /\/reset-password\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  };
  const subjectsTo = async (email: string, mails: number) =>
    (await mailsTo(app, email, mails)).map(({ subject }) => subject);
  const reset = (token: string, password = OTHER) =>
    app.browser().post('/api/auth/reset-password', { token, password });
  const update = (browser: Visitor, currentPassword = PASSWORD, newPassword = OTHER) =>
    browser.put('/api/auth/update-password', { currentPassword, newPassword });

  describe('forgotten', () => {
    it('are reset by a mailed link that names the account, without a login', async () => {
      const { email, user } = await join();
      expect(await forget(`  ${email.toUpperCase()} `)).toMatchObject({ status: 200, body: SENT });
      const [, mail] = await mailsTo(app, email, 2);
      expect(mail?.text).toContain(user.anonymousUsername);
      const token = await mailedToken(email, 2);
      const browser = app.browser();
      const answer = await browser.post('/api/auth/reset-password', { token, password: OTHER });
      expect(answer).toMatchObject({ status: 200, body: { success: true } });
      // It starts no session, but this browser is not slowed down by wrong passwords of others.
      expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(/^device=/)]);
      expect((await login(email)).status).toBe(401);
      expect((await login(email, OTHER)).status).toBe(200);
    });

    it('end every session after a reset, which a mail confirms', async () => {
      const { email, browser, user } = await join();
      const { browser: other } = await login(email);
      await forget(email);
      await reset(await mailedToken(email, 3));
      expect([await me(browser), await me(other)]).toEqual([401, 401]);
      expect(await app.adapters.storage.sessions.ofAccount(user.id, app.clock.now())).toEqual([]);
      expect((await subjectsTo(email, 4)).at(-1)).toBe('Your password was changed');
    });

    it('are reset once per link, and by the newest link only', async () => {
      const { email } = await join();
      await forget(email);
      const older = await mailedToken(email, 2);
      await forget(email);
      const newest = await mailedToken(email, 3);
      expect(await reset(older)).toMatchObject({ status: 400, body: { message: INVALID } });
      expect((await reset(newest)).status).toBe(200);
      expect(await reset(newest, 'one more password')).toMatchObject({
        status: 400,
        body: { message: INVALID },
      });
      expect((await login(email, OTHER)).status).toBe(200);
    });

    it('can be reset within an hour', async () => {
      const { email } = await join();
      await forget(email);
      const token = await mailedToken(email, 2);
      app.clock.advance(HOUR);
      expect(await reset(token)).toMatchObject({
        status: 400,
        body: { message: 'This link has expired. Please request a new one.' },
      });
      expect((await login(email)).status).toBe(200);
      await forget(email);
      const another = await mailedToken(email, 4);
      app.clock.advance(HOUR - 1);
      expect((await reset(another)).status).toBe(200);
    });

    it('are not reset by a forged token or a token for another purpose', async () => {
      const { email, user } = await join();
      await forget(email);
      const token = await mailedToken(email, 2);
      const request = new ResetTokens(app.adapters.secret).requestOf(token);
      const forVerifying = new VerificationTokens(app.adapters.secret).issue(
        user.id,
        request?.requestId ?? '',
      );
      const others = ['x', 'A'.repeat(64), `${token.slice(0, -4)}AAAA`, forVerifying, 'x'.repeat(300)];
      for (const other of others) {
        expect(await reset(other)).toMatchObject({ status: 400, body: { message: INVALID } });
      }
      expect(await app.browser().post('/api/auth/reset-password', { password: OTHER })).toMatchObject({
        status: 400,
        body: { errors: { token: ['No reset token provided'] } },
      });
      expect((await reset(token)).status).toBe(200);
    });

    it('can be reset with the same link after a weak password was rejected', async () => {
      const { email } = await join();
      await forget(email);
      const token = await mailedToken(email, 2);
      for (const weak of ['short', 'password123', 'x'.repeat(129)]) {
        expect(await reset(token, weak)).toMatchObject({
          status: 400,
          body: { errors: { password: [expect.any(String)] } },
        });
      }
      expect((await reset(token)).status).toBe(200);
    });

    it('are not reset at an unknown address', async () => {
      expect(await forget('unknown@example.org')).toMatchObject({ status: 200, body: SENT });
      await settled(app);
      expect(await mailsTo(app, 'unknown@example.org', 0)).toEqual([]);
    });

    it('can be reset by a suspended user', async () => {
      const { email, user } = await join();
      await send(app, Account.SuspendAccount({ accountId: user.id, ...suspensionFor('Spam.') }));
      await forget(email);
      expect((await reset(await mailedToken(email, 3))).status).toBe(200);
    });
  });

  describe('changed', () => {
    it('end every other session, and renew the current one (V6.2.2, V7.4.3)', async () => {
      const { email, browser, user } = await join();
      const { browser: other } = await login(email);
      const before = browser.cookies.get('session') ?? '';
      expect(await update(browser)).toMatchObject({ status: 200, body: { success: true } });
      expect([await me(browser), await me(other)]).toEqual([200, 401]);
      const former = app.browser();
      former.cookies.set('session', before);
      expect(await me(former)).toBe(401);
      expect(await app.adapters.storage.sessions.ofAccount(user.id, app.clock.now())).toHaveLength(1);
      expect((await login(email)).status).toBe(401);
      expect((await login(email, OTHER)).status).toBe(200);
      expect(await subjectsTo(email, 4)).toContain('Your password was changed');
    });

    it('stay unchanged when the current one is wrong or the new one is weak (V6.2.3)', async () => {
      const { email, browser } = await join();
      const { browser: other } = await login(email);
      const message = 'Current password is incorrect';
      expect(await update(browser, 'not the one')).toMatchObject({
        status: 400,
        body: { message, errors: { currentPassword: [message] } },
      });
      for (const weak of ['short', 'password123', 'x'.repeat(129)]) {
        expect(await update(browser, PASSWORD, weak)).toMatchObject({
          status: 400,
          body: { errors: { newPassword: [expect.any(String)] } },
        });
      }
      expect([await me(browser), await me(other), (await login(email)).status]).toEqual([200, 200, 200]);
    });

    it('must differ from the current one, as they were typed', async () => {
      const { browser: other } = await join();
      const email = 'spelled@example.org';
      const { browser } = await signedUp(app, email, 'ﬁve barefoot miles ');
      const same = 'ﬁve barefoot miles ';
      expect(await update(browser, same, same)).toMatchObject({
        status: 400,
        body: { errors: { newPassword: ['Please choose another password than the current one'] } },
      });
      expect(await update(other, 'not the one', 'not the one')).toMatchObject({
        status: 400,
        body: { message: 'Current password is incorrect' },
      });
      const others = ['ﬁve barefoot miles', 'five barefoot miles '].map((typed) => login(email, typed));
      expect((await Promise.all(others)).map(({ status }) => status)).toEqual([401, 401]);
      expect([await me(browser), (await login(email, same)).status]).toEqual([200, 200]);
    });

    it('invalidate reset links that were mailed before', async () => {
      const { email, browser } = await join();
      await forget(email);
      const token = await mailedToken(email, 2);
      await update(browser);
      expect(await reset(token, 'one more password')).toMatchObject({
        status: 400,
        body: { message: INVALID },
      });
    });

    it('end sessions that the server failed to remove', async () => {
      const { email, browser, user } = await join();
      await login(email);
      const { sessions } = app.adapters.storage;
      const kept = await sessions.ofAccount(user.id, app.clock.now());
      app.clock.advance(1000);
      await update(browser);
      // As after a crash between the event and the removal.
      for (const session of kept) await sessions.add(session);
      const statuses = await Promise.all(kept.map((session) => statusWith(session)));
      expect(statuses).toEqual([401, 401]);
      expect(await me(browser)).toBe(200);
    });

    it('reject a login with the old password that is under way during the change', async () => {
      const { email, browser } = await join();
      const passwords = app.server.get(Passwords, { strict: false });
      const fits = passwords.fits.bind(passwords);
      let changed: number | null = null;
      passwords.fits = async (...asked) => {
        const answer = await fits(...asked);
        if (answer) {
          passwords.fits = fits;
          changed = (await update(browser)).status;
        }
        return answer;
      };
      const { browser: late, status } = await login(email);
      expect([changed, status, await me(late), await me(browser)]).toEqual([200, 401, 401, 200]);
    });

    it('end all sessions when a reset follows before the change is answered', async () => {
      const { email, browser, user } = await join();
      const commands = app.server.get(CommandBus, { strict: false });
      const execute = commands.execute.bind(commands);
      let resetBetween: number | null = null;
      commands.execute = async (command: ICommand) => {
        if (!(command instanceof Account.commands.ChangePassword)) return execute(command);
        commands.execute = execute;
        await execute(command);
        await forget(email);
        const mail = (await mailsTo(app, email, 3)).find(({ subject }) => subject === 'Reset your password');
        const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
        resetBetween = (await reset(token, 'one more password')).status;
      };
      expect((await update(browser)).status).toBe(401);
      expect([resetBetween, await me(browser)]).toEqual([200, 401]);
      expect(await app.adapters.storage.sessions.ofAccount(user.id, app.clock.now())).toEqual([]);
      expect((await login(email, 'one more password')).status).toBe(200);
    });

    /** The store has only hashes, so this replaces the stored hash with the hash of a known token. */
    const statusWith = async (session: Session) => {
      const { sessions } = app.adapters.storage;
      await sessions.remove(session.tokenHash);
      const token = app.adapters.ids.secret(32);
      await sessions.add({ ...session, tokenHash: hash('sha256', token) });
      const holder = app.browser();
      holder.cookies.set('session', token);
      return me(holder);
    };
  });
});
