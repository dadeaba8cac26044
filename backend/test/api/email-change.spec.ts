import { CommandBus, type ICommand } from '@nestjs/cqrs';
import { Account } from '../../src/domain/account/account.js';
import type { User } from '../../src/projections/accounts/accounts.js';
import { useOwnApp } from '../support/app.js';
import { mailsTo, tokenIn } from '../support/mails.js';
import { PASSWORD } from '../support/visitor.js';
import { mailedToken, signedUp, verified } from '../support/people.js';
import type { Visitor } from '../support/visitor.js';

describe('an unverified address', () => {
  const app = useOwnApp('not shared yet');
  let people = 0;
  const addresses = () => {
    people += 1;
    return { typo: `typo-${people}@exmaple.org`, right: `right-${people}@example.org` };
  };
  const change = (browser: Visitor, email: string) => browser.put<User>('/api/auth/email', { email });
  const login = async (email: string, password = PASSWORD) =>
    (await app.browser().login(email, password)).status;

  it('can be corrected: the new one gets a link, and signs in', async () => {
    const { typo, right } = addresses();
    const { browser, user } = await signedUp(app, typo);
    expect(await change(browser, ` ${right.toUpperCase()} `)).toMatchObject({
      status: 200,
      body: { id: user.id, email: right, emailVerified: false },
    });
    expect((await browser.me()).body.email).toBe(right);
    const token = await mailedToken(app, right);
    expect(await browser.verifyEmail(token)).toMatchObject({
      status: 200,
      body: { id: user.id, email: right, emailVerified: true },
    });
    expect([await login(right), await login(typo)]).toEqual([200, 401]);
  });

  it('can sign in with the new address before it is verified, and no longer with the former one', async () => {
    const { typo, right } = addresses();
    const { browser } = await signedUp(app, typo);
    await change(browser, right);
    expect([await login(right), await login(typo)]).toEqual([200, 401]);
  });

  it('has links that end with it', async () => {
    const { typo, right } = addresses();
    const { browser } = await signedUp(app, typo);
    const old = await mailedToken(app, typo);
    await change(browser, right);
    expect(await browser.verifyEmail(old)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('This link is not valid') },
    });
    expect((await browser.me()).body.emailVerified).toBe(false);
    expect((await browser.verifyEmail(await mailedToken(app, right))).status).toBe(200);
  });

  it('is free for its owner after the change', async () => {
    const { typo, right } = addresses();
    const { browser } = await signedUp(app, typo);
    await change(browser, right);
    const owner = await signedUp(app, typo, 'the password of its owner');
    const [, mail] = await mailsTo(app, typo, 2);
    expect((await owner.browser.verifyEmail(tokenIn(mail))).status).toBe(200);
    await app.browser().post('/api/auth/resend-verification', { email: typo });
    expect((await browser.me()).body).toMatchObject({ email: right });
  });

  it('is free even when a verification of it was interrupted', async () => {
    const { typo, right } = addresses();
    const { browser, user } = await signedUp(app, typo);
    const token = await mailedToken(app, typo);
    const commands = app.server.get(CommandBus, { strict: false });
    const execute = commands.execute.bind(commands);
    // The change happens between the reservation of the address and the decision of the account.
    commands.execute = async (command: ICommand) => {
      if (!(command instanceof Account.commands.VerifyEmail)) return execute(command);
      commands.execute = execute;
      expect((await change(browser, right)).status).toBe(200);
      return execute(command);
    };
    expect((await browser.verifyEmail(token)).status).toBe(400);
    expect((await browser.me()).body).toMatchObject({ id: user.id, email: right });
    const owner = await signedUp(app, typo, 'the password of its owner');
    const [, mail] = await mailsTo(app, typo, 2);
    expect((await owner.browser.verifyEmail(tokenIn(mail))).status).toBe(200);
  });

  it('can be changed to a taken one with the same answer; only its owner learns that by mail', async () => {
    const { typo, right } = addresses();
    const { typo: other } = addresses();
    await verified(app, right);
    const { browser } = await signedUp(app, typo);
    const { browser: second } = await signedUp(app, other);
    const [taken, free] = [await change(browser, right), await change(second, `free-${right}`)];
    const shape = ({ status, body }: typeof taken) => [
      status,
      Object.keys(body).toSorted(),
      body.emailVerified,
    ];
    expect(shape(taken)).toEqual(shape(free));
    const mails = await mailsTo(app, right, 2);
    expect(mails.at(-1)?.text).not.toContain('verify-email');
    expect(await login(right)).toBe(200);
    expect((await browser.me()).body.emailVerified).toBe(false);
  });

  it('stays when the new one is invalid or the same', async () => {
    const { typo } = addresses();
    const { browser } = await signedUp(app, typo);
    for (const email of ['', 'ann', 'ann\u202e@example.org', typo, typo.toUpperCase()]) {
      expect(await change(browser, email)).toMatchObject({
        status: 400,
        body: { errors: { email: [expect.any(String)] } },
      });
    }
    expect(await mailsTo(app, typo, 1)).toHaveLength(1);
  });

  it('cannot be changed once it is verified, or by visitors', async () => {
    const { right, typo } = addresses();
    const { browser } = await verified(app, right);
    expect(await change(browser, typo)).toMatchObject({
      status: 409,
      body: { message: 'Your email address is verified already.' },
    });
    expect((await change(app.browser(), typo)).status).toBe(401);
    expect([await login(right), await login(typo)]).toEqual([200, 401]);
  });
});
