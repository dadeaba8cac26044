import { CommandBus, type ICommand } from '@nestjs/cqrs';
import { Account } from '../../src/domain/account/account.js';
import { Email } from '../../src/domain/account/email.js';
import { startApp, useOwnApp } from '../support/app.js';
import { mailsTo, tokenIn } from '../support/mails.js';
import { PASSWORD } from '../support/visitor.js';
import { mailedToken, signedUp } from '../support/people.js';
import { send } from '../support/posts.js';
import { settled } from '../support/settled.js';

const DAY = 24 * 60 * 60 * 1000;
const INVALID = 'Verification failed. This link is not valid. Please use the newest one or request another.';

describe('a verification link', () => {
  const app = useOwnApp('not shared yet');
  /** Opens a link in another browser than the one that registered, and enters the password. */
  const verify = (token: string, browser = app.browser(), password = PASSWORD) =>
    browser.verifyEmail(token, password);

  it('works once', async () => {
    await signedUp(app, 'once@example.org');
    const [mail] = await mailsTo(app, 'once@example.org', 1);
    expect((await verify(tokenIn(mail))).status).toBe(200);
    const browser = app.browser();
    expect(await verify(tokenIn(mail), browser)).toMatchObject({
      status: 400,
      body: {
        message: 'Verification failed. This link has already been used. Please log in.',
        code: 'invalid',
      },
    });
    expect((await browser.me()).status).toBe(401);
  });

  it('goes to the exact address, not to one with the same ending', async () => {
    await signedUp(app, 'ann@example.org');
    await mailedToken(app, 'ann@example.org');
    await signedUp(app, 'joann@example.org');
    await mailedToken(app, 'joann@example.org');
    expect(await verify(await mailedToken(app, 'ann@example.org'))).toMatchObject({
      status: 200,
      body: { email: 'ann@example.org', emailVerified: true },
    });
  });

  it('works once when three requests use it at the same time', async () => {
    await signedUp(app, 'twice@example.org');
    const [mail] = await mailsTo(app, 'twice@example.org', 1);
    const answers = await Promise.all([verify(tokenIn(mail)), verify(tokenIn(mail)), verify(tokenIn(mail))]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  it('is invalid once a newer one was requested', async () => {
    await signedUp(app, 'newer@example.org');
    await app.browser().post('/api/auth/resend-verification', { email: 'newer@example.org' });
    const [older, newer] = await mailsTo(app, 'newer@example.org', 2);
    expect(await verify(tokenIn(older))).toMatchObject({ status: 400, body: { message: INVALID } });
    expect((await verify(tokenIn(newer))).status).toBe(200);
  });

  it('expires after 24 hours, and leaves the address free for another account', async () => {
    await using late = await startApp();
    const browser = late.browser();
    await browser.register('late@example.org');
    const [first] = await mailsTo(late, 'late@example.org', 1);
    const owner = late.browser();
    await owner.register('just@example.org');
    const [just] = await mailsTo(late, 'just@example.org', 1);
    late.clock.advance(DAY - 1);
    expect((await owner.verifyEmail(tokenIn(just))).status).toBe(200);
    late.clock.advance(1);
    expect(await browser.verifyEmail(tokenIn(first))).toMatchObject({
      status: 400,
      body: { message: 'Verification failed. This link has expired. Please request a new one.' },
    });
    const other = late.browser();
    await other.register('late@example.org', 'another password');
    const [, second] = await mailsTo(late, 'late@example.org', 2);
    expect((await other.verifyEmail(tokenIn(second))).status).toBe(200);
  });

  it('is rejected when another account has verified the address first', async () => {
    await signedUp(app, 'race@example.org', 'first password');
    await signedUp(app, 'race@example.org', 'second password');
    const [first, second] = await mailsTo(app, 'race@example.org', 2);
    expect((await verify(tokenIn(first), app.browser(), 'first password')).status).toBe(200);
    expect(await verify(tokenIn(second))).toMatchObject({
      status: 409,
      body: {
        message: 'This email address already belongs to another account. Please log in.',
        code: 'conflict',
      },
    });
  });

  it('is rejected when forged or changed', async () => {
    await signedUp(app, 'forged@example.org');
    const [mail] = await mailsTo(app, 'forged@example.org', 1);
    const token = tokenIn(mail);
    const flipped = (at: number) =>
      token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
    for (const forged of [
      flipped(0),
      flipped(30),
      flipped(63),
      token.slice(1),
      `${token}A`,
      'x',
      'A'.repeat(64),
    ]) {
      expect(await verify(forged)).toMatchObject({ status: 400, body: { message: INVALID } });
    }
    expect((await verify(token)).status).toBe(200);
  });

  it('needs a token', async () => {
    expect(await app.browser().post('/api/auth/verify-email', {})).toMatchObject({
      status: 400,
      body: {
        message: 'No verification token provided',
        errors: { token: ['No verification token provided'] },
      },
    });
  });

  describe('of an account that is deleted while the view still shows it', () => {
    /** Deletes the account immediately before a command of this class. */
    const deleteBefore = (Last: new (data: never) => ICommand, accountId: string) => {
      const commands = app.server.get(CommandBus, { strict: false });
      const execute = commands.execute.bind(commands);
      commands.execute = async (command: ICommand) => {
        if (!(command instanceof Last)) return execute(command);
        commands.execute = execute;
        const now = '2026-11-21T12:00:00.000Z';
        await send(app, Account.RequestDeletion({ accountId, dueAt: now }));
        await send(app, Account.DeleteAccount({ accountId, now }));
        await settled(app);
        return execute(command);
      };
    };

    it('is rejected, and the address is free for a new account', async () => {
      const { user } = await signedUp(app, 'free@example.org');
      const token = await mailedToken(app, 'free@example.org');
      deleteBefore(Email.commands.ClaimEmail, user.id);
      expect(await verify(token)).toMatchObject({ status: 400, body: { message: INVALID } });
      const next = await signedUp(app, 'free@example.org', 'another password');
      expect((await verify(await mailedToken(app, 'free@example.org'), next.browser)).status).toBe(200);
    });

    it('is not mailed again, and the answer does not show that the account is gone', async () => {
      const { user } = await signedUp(app, 'silent@example.org');
      await settled(app);
      deleteBefore(Account.commands.RequestVerification, user.id);
      const asked = await app
        .browser()
        .post('/api/auth/resend-verification', { email: 'silent@example.org' });
      expect(asked.status).toBe(200);
      const events = await app.adapters.storage.log.readStream(`account-${user.id}`);
      expect(events.at(-1)).toMatchObject({ type: 'AccountDeleted' });
    });
  });

  describe('of an address that another user has registered too', () => {
    it('is mailed again for the account that requests it, and the mail names that account', async () => {
      const victim = await signedUp(app, 'asked@example.org');
      await signedUp(app, 'asked@example.org', 'a stranger at the door');
      await mailsTo(app, 'asked@example.org', 2);
      await victim.browser.post('/api/auth/resend-verification', { email: 'asked@example.org' });
      const mails = await mailsTo(app, 'asked@example.org', 3);
      expect(mails[2]?.text).toContain(victim.user.anonymousUsername);
      const answer = await victim.browser.verifyEmail(tokenIn(mails[2]));
      expect(answer).toMatchObject({ status: 200, body: { id: victim.user.id, emailVerified: true } });
    });

    it('does not verify the account of the other user when the owner of the address opens it', async () => {
      const victim = await signedUp(app, 'lured@example.org');
      const stranger = await signedUp(app, 'lured@example.org', 'a stranger at the door');
      const [first, second] = await mailsTo(app, 'lured@example.org', 2);
      const refused = await victim.browser.verifyEmail(tokenIn(second));
      expect(refused).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('another registration') },
      });
      expect((await stranger.browser.me()).body.emailVerified).toBe(false);
      expect((await victim.browser.verifyEmail(tokenIn(first))).status).toBe(200);
    });
  });

  it('can be opened again by the user whom it signed in', async () => {
    const { browser } = await signedUp(app, 'double-click@example.org');
    const [mail] = await mailsTo(app, 'double-click@example.org', 1);
    for (const _ of ['first', 'second']) {
      const { status, body } = await browser.verifyEmail(tokenIn(mail));
      expect(status).toBe(200);
      expect(body.emailVerified).toBe(true);
    }
    expect((await app.browser().verifyEmail(tokenIn(mail))).status).toBe(400);
  });
});
