import { CommandBus, type ICommand } from '@nestjs/cqrs';
import { Account } from '../../src/domain/account/account.js';
import { EMAIL_TAKEN } from '../../src/domain/account/email.js';
import { Email } from '../../src/domain/account/email.js';
import { INVALID_RESET } from '../../src/domain/account/credentials.js';
import { Accounts } from '../../src/api/http/accounts.js';
import { VerificationTokens } from '../../src/site/mailed-tokens.js';
import { useOwnApp } from '../support/app.js';
import { mailsTo } from '../support/mails.js';
import { registered } from '../support/people.js';
import { send } from '../support/posts.js';
import { settled } from '../support/settled.js';
import { PASSWORD } from '../support/visitor.js';

const OTHER = 'a loud run at dawn';
const HOUR = 60 * 60 * 1000;
const SENT = { message: 'If an account exists, a password reset email has been sent.' };

describe('a forgotten password of an address that nobody has verified', () => {
  const app = useOwnApp('not shared yet');
  let address = 0;
  const newEmail = () => {
    address += 1;
    return `unproved${address}@example.org`;
  };
  const part = <Part>(type: abstract new (...of: never[]) => Part): Part =>
    app.server.get<Part>(type, { strict: false });
  const state = (accountId: string) => part(Accounts).state(accountId);
  const isVerified = async (accountId: string) => (await state(accountId))?.verified;
  const login = async (email: string, password: string) =>
    (await app.browser().login(email, password)).status;
  /** Asks for a link. Returns it and the mail. */
  const forget = async (email: string) => {
    expect(await app.browser().post('/api/auth/forgot-password', { email })).toMatchObject({
      status: 200,
      body: SENT,
    });
    await settled(app);
    const mail = (await mailsTo(app, email, 0)).findLast(({ subject }) => subject === 'Reset your password');
    return { mail, token: /\/reset-password\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '' };
  };
  const reset = (token: string, headers: Readonly<Record<string, string>> = {}) =>
    app.browser().request('POST', '/api/auth/reset-password', {
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ token, password: OTHER }),
    });
  /** Verifies an account with its mailed link, and another password. */
  const verify = async (accountId: string) => {
    const { verificationId } = (await state(accountId))?.verification ?? { verificationId: '' };
    const token = part(VerificationTokens).issue(accountId, verificationId);
    return app.browser().post('/api/auth/verify-email', { token, password: PASSWORD });
  };
  /** Lets something happen just before the first command of a kind. */
  const before = (kind: new (data: never) => ICommand, happen: () => Promise<unknown>) => {
    const commands = part(CommandBus);
    const execute = commands.execute.bind(commands);
    commands.execute = async (command: ICommand) => {
      if (command instanceof kind) {
        commands.execute = execute;
        await happen();
      }
      return execute(command);
    };
  };

  it('is set with a mailed link, which verifies the newest account and names it', async () => {
    const email = newEmail();
    const older = await registered(app, email);
    const newest = await registered(app, email);
    const { mail, token } = await forget(email);
    expect(mail?.text).toContain(newest.user.anonymousUsername);
    expect(mail?.text).not.toContain(older.user.anonymousUsername);
    expect(await isVerified(newest.user.id)).toBe(false);

    expect(await reset(token)).toMatchObject({ status: 200, body: { success: true } });
    expect([await isVerified(newest.user.id), await isVerified(older.user.id)]).toEqual([true, false]);
    expect([(await newest.browser.me()).status, (await older.browser.me()).status]).toEqual([401, 200]);
    expect(await app.adapters.storage.sessions.ofAccount(newest.user.id, app.clock.now())).toEqual([]);
    expect(await login(email, OTHER)).toBe(200);
    expect(await verify(older.user.id)).toMatchObject({ status: 409, body: { message: EMAIL_TAKEN } });
    expect(await reset(token)).toMatchObject({ status: 400, body: { message: INVALID_RESET } });

    const { mail: next } = await forget(email);
    expect(next?.text).toContain(newest.user.anonymousUsername);
    expect(next?.text).not.toContain('not verified');
  });

  it('cancels a deletion that somebody else may have requested', async () => {
    const email = newEmail();
    const { browser, user } = await registered(app, email);
    expect((await browser.post('/api/user/deletion', { password: PASSWORD })).status).toBeLessThan(300);
    expect((await state(user.id))?.deletionDueAt).not.toBeNull();
    const { token } = await forget(email);
    expect((await reset(token)).status).toBe(200);
    expect((await state(user.id))?.deletionDueAt).toBeNull();
  });

  it('stays for who lets the link expire, and for who chooses a weak one', async () => {
    const email = newEmail();
    const { user } = await registered(app, email);
    const { token } = await forget(email);
    const weak = await app.browser().post('/api/auth/reset-password', { token, password: 'password123' });
    expect(weak.status).toBe(400);
    app.clock.advance(HOUR);
    expect(await reset(token)).toMatchObject({
      status: 400,
      body: { message: 'This link has expired. Please request a new one.' },
    });
    expect(await isVerified(user.id)).toBe(false);
    // The link has not reserved the address, either.
    const other = await registered(app, email);
    expect((await verify(other.user.id)).status).toBe(200);
  });

  it('is set once when the request is repeated after its answer was lost', async () => {
    const email = newEmail();
    const { user } = await registered(app, email);
    const { token } = await forget(email);
    const key = { 'idempotency-key': '3f1c9a52-7d0e-4b86-9c41-2a5d8e7f6b10' };
    before(Account.commands.ResetPassword, () => Promise.reject(new Error('the process is killed')));
    expect((await reset(token, key)).status).toBe(500);
    expect((await reset(token, key)).status).toBe(200);
    expect((await reset(token, key)).status).toBe(200);
    const types = (await app.adapters.storage.log.readStream(`account-${user.id}`)).map(({ type }) => type);
    expect(types.filter((type) => type === 'EmailVerified' || type === 'PasswordReset')).toEqual([
      'EmailVerified',
      'PasswordReset',
    ]);
  });

  describe('is refused or set, when meanwhile', () => {
    it('the account was verified with its own link: it is set', async () => {
      const email = newEmail();
      const { user } = await registered(app, email);
      const { token } = await forget(email);
      before(Account.commands.ResetPassword, () => verify(user.id));
      expect((await reset(token)).status).toBe(200);
      expect([await login(email, PASSWORD), await login(email, OTHER)]).toEqual([401, 200]);
      const types = (await app.adapters.storage.log.readStream(`account-${user.id}`)).map(({ type }) => type);
      expect(types.filter((type) => type === 'EmailVerified')).toHaveLength(1);
    });

    it('another account of the address was verified: it is refused', async () => {
      const email = newEmail();
      const other = await registered(app, email);
      const { user } = await registered(app, email);
      const { token } = await forget(email);
      before(Email.commands.ClaimEmail, () => verify(other.user.id));
      expect(await reset(token)).toMatchObject({ status: 409, body: { message: EMAIL_TAKEN } });
      expect([await isVerified(user.id), await isVerified(other.user.id)]).toEqual([false, true]);
      expect(await login(email, OTHER)).toBe(401);
    });

    it.each([['before it is used'], ['while it is used']])(
      'the address was corrected: the link, mailed to another one, is refused %s',
      async (when) => {
        const [email, right] = [newEmail(), newEmail()];
        const { browser, user } = await registered(app, email);
        const { token } = await forget(email);
        const correct = () => browser.put('/api/auth/email', { email: right });
        if (when === 'while it is used') before(Account.commands.ResetPassword, correct);
        else await correct();
        expect(await reset(token)).toMatchObject({ status: 400, body: { message: INVALID_RESET } });
        expect(await isVerified(user.id)).toBe(false);
        expect([await login(right, PASSWORD), await login(right, OTHER)]).toEqual([200, 401]);
        // Nobody has the former address.
        const other = await registered(app, email);
        expect((await verify(other.user.id)).status).toBe(200);
      },
    );

    it('the account was deleted: it is refused, and the address is free', async () => {
      const email = newEmail();
      const { user } = await registered(app, email);
      const { token } = await forget(email);
      const now = app.clock.now().toISOString();
      before(Account.commands.ResetPassword, () =>
        send(app, Account.DeleteAccount({ accountId: user.id, now, isConfirmed: true })),
      );
      expect(await reset(token)).toMatchObject({ status: 400, body: { message: INVALID_RESET } });
      const other = await registered(app, email);
      expect((await verify(other.user.id)).status).toBe(200);
    });

    it('the account was deleted before the link was asked for: the answer is the same', async () => {
      const email = newEmail();
      const { user } = await registered(app, email);
      const now = app.clock.now().toISOString();
      await send(app, Account.DeleteAccount({ accountId: user.id, now, isConfirmed: true }));
      expect((await forget(email)).mail).toBeUndefined();
    });
  });

  it('is set for the account that has reserved the address, although it is not the newest', async () => {
    const email = newEmail();
    const older = await registered(app, email);
    await registered(app, email);
    before(Account.commands.VerifyEmail, () => Promise.reject(new Error('the process is killed')));
    expect((await verify(older.user.id)).status).toBe(500);
    const { mail, token } = await forget(email);
    expect(mail?.text).toContain(older.user.anonymousUsername);
    expect((await reset(token)).status).toBe(200);
    expect(await isVerified(older.user.id)).toBe(true);
  });
});
