import { CommandBus, type ICommand } from '@nestjs/cqrs';
import { hash as argon2 } from '@node-rs/argon2';
import { Account } from '../../src/domain/account/account.js';
import { Admin } from '../../src/domain/admin/admin.js';
import { Accounts } from '../../src/api/http/accounts.js';
import { Admins } from '../../src/api/http/admins.js';
import { newAdmin } from '../support/admins.js';
import { useOwnApp } from '../support/app.js';
import { settled } from '../support/settled.js';
import { registered, verified } from '../support/people.js';
import { send } from '../support/posts.js';

/** As Android and Windows type it, and as a Mac may. */
const COMPOSED = 'caf\u00e9 at the quay';
const DECOMPOSED = 'cafe\u0301 at the quay';
const OTHER = 'a loud run at dawn';
const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 };

describe('a password with accents', () => {
  const app = useOwnApp('not shared yet');
  let person = 0;
  const newEmail = () => {
    person += 1;
    return `accents${person}@example.org`;
  };
  const signIn = async (email: string, password: string) => {
    const browser = app.browser();
    const { status } = await browser.login(email, password);
    return { browser, status };
  };
  const typesOf = async (stream: string) =>
    (await app.adapters.storage.log.readStream(stream)).map(({ type }) => type);
  /** A person whose hash was made of what was typed, as all were once. */
  const joinedBefore = async (typed: string) => {
    const email = newEmail();
    const { user } = await verified(app, email);
    const accountId = user.id;
    const accounts = app.server.get(Accounts, { strict: false });
    const currentHash = (await accounts.passwordHash(accountId)) ?? '';
    const passwordHash = await argon2(typed, CHEAP);
    await send(app, Account.ChangePassword({ accountId, currentHash, passwordHash }));
    app.clock.advance(1000);
    const renewals = async () =>
      (await typesOf(`account-${accountId}`)).filter((type) => type === 'PasswordHashRenewed').length;
    return { email, accountId, passwordHash, renewals };
  };

  it.each([
    [DECOMPOSED, COMPOSED],
    [COMPOSED, DECOMPOSED],
  ])('that was registered as %j signs in as %j', async (first, second) => {
    const email = newEmail();
    await registered(app, email, first);
    expect((await signIn(email, second)).status).toBe(200);
    expect((await signIn(email, first)).status).toBe(200);
    expect((await signIn(email, ` ${first}`)).status).toBe(401);
  });

  it.each([DECOMPOSED, COMPOSED])(
    'whose hash is older signs in, and gets a new hash that ends no session: %j',
    async (spelling) => {
      const { email, renewals } = await joinedBefore(DECOMPOSED);
      const { browser, status } = await signIn(email, spelling);
      expect([status, await renewals()]).toEqual([200, 1]);
      for (const again of [COMPOSED, DECOMPOSED]) expect((await signIn(email, again)).status).toBe(200);
      expect([(await browser.me()).status, await renewals()]).toEqual([200, 1]);
      await settled(app);
      const mails = (await app.adapters.mailBox?.list(100))?.filter(({ to }) => to === email) ?? [];
      // Of the change with which the test gave it an older hash.
      expect(mails.filter(({ subject }) => /password/i.test(subject))).toHaveLength(1);
    },
  );

  it('is not renewed by a wrong one, nor without need', async () => {
    const { email, renewals } = await joinedBefore(DECOMPOSED);
    expect((await signIn(email, `${COMPOSED}!`)).status).toBe(401);
    const composed = await joinedBefore(COMPOSED);
    expect((await signIn(composed.email, DECOMPOSED)).status).toBe(200);
    expect([await renewals(), await composed.renewals()]).toEqual([0, 0]);
  });

  it('signs in twice at once with an older hash, which is renewed once', async () => {
    const { email, renewals } = await joinedBefore(DECOMPOSED);
    const both = await Promise.all([signIn(email, COMPOSED), signIn(email, DECOMPOSED)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    for (const { browser } of both) expect((await browser.me()).status).toBe(200);
    expect(await renewals()).toBe(1);
  });

  it('is not restored when it was changed while it was checked', async () => {
    const { email, accountId, passwordHash, renewals } = await joinedBefore(DECOMPOSED);
    const commands = app.server.get(CommandBus, { strict: false });
    const execute = commands.execute.bind(commands);
    commands.execute = async (command: ICommand) => {
      if (command instanceof Account.commands.RenewPasswordHash) {
        commands.execute = execute;
        const other = await argon2(OTHER, CHEAP);
        await execute(Account.ChangePassword({ accountId, currentHash: passwordHash, passwordHash: other }));
      }
      return execute(command);
    };
    const { status } = await signIn(email, COMPOSED).finally(() => (commands.execute = execute));
    expect([status, await renewals()]).toEqual([401, 0]);
    expect((await signIn(email, COMPOSED)).status).toBe(401);
    expect((await signIn(email, OTHER)).status).toBe(200);
  });

  it('shows who one is, and is replaced, in every spelling', async () => {
    const { email, renewals } = await joinedBefore(DECOMPOSED);
    const { browser } = await signIn(email, COMPOSED);
    const confirm = (password: string) => browser.post('/api/auth/me/confirm', { password });
    expect([(await confirm(DECOMPOSED)).status, (await confirm(COMPOSED)).status]).toEqual([204, 204]);
    const update = (currentPassword: string, newPassword: string) =>
      browser.put('/api/auth/update-password', { currentPassword, newPassword });
    expect(await update(DECOMPOSED, DECOMPOSED)).toMatchObject({
      status: 400,
      body: { errors: { newPassword: ['Please choose another password than the current one'] } },
    });
    expect((await update(DECOMPOSED, OTHER)).status).toBe(200);
    expect(await renewals()).toBe(1);
  });

  it('is measured in its composed form', async () => {
    const register = (password: string) =>
      app.browser().post('/api/auth/register', { email: newEmail(), password });
    expect(await register('e\u0301'.repeat(7))).toMatchObject({
      status: 400,
      body: { errors: { password: ['Password must be at least 8 characters'] } },
    });
    const longest = 'o\u0302\u0323'.repeat(128);
    const email = newEmail();
    expect((await app.browser().register(email, longest)).status).toBe(201);
    for (const spelling of [longest, longest.normalize('NFD'), longest.normalize('NFC')]) {
      expect((await signIn(email, spelling)).status).toBe(200);
    }
    expect(await register(`${longest}a`)).toMatchObject({
      status: 400,
      body: { errors: { password: ['Password must be at most 128 characters'] } },
    });
  });

  it('may be no text at all: what is not well formed or without end is answered', async () => {
    const broken = 'a lone \ud800 surrogate';
    const email = newEmail();
    expect((await app.browser().register(email, broken)).status).toBe(201);
    expect((await signIn(email, broken)).status).toBe(200);
    const endless = `e${'\u0301'.repeat(30_000)}`;
    expect((await app.browser().register(newEmail(), endless)).status).toBe(400);
    expect((await signIn(email, endless)).status).toBe(400);
  });

  it('signs an admin in, in every spelling, and renews an older hash', async () => {
    const username = 'amelie';
    const adminId = await newAdmin(app, username, 'owner');
    const currentHash =
      (await app.server.get(Admins, { strict: false }).serving(adminId))?.passwordHash ?? '';
    const passwordHash = await argon2(DECOMPOSED, CHEAP);
    const proof = { factor: { kind: 'none' }, changes: 0 } as const;
    await send(app, Admin.ChangeAdminPassword({ adminId, currentHash, passwordHash, proof }));
    const desk = app.desk();
    expect((await desk.signIn(username, { password: COMPOSED })).status).toBe(200);
    expect((await desk.signInAgain({ currentPassword: DECOMPOSED })).status).toBe(204);
    expect((await desk.self()).status).toBe(200);
    const renewed = (await typesOf(`admin-${adminId}`)).filter((type) => type === 'AdminPasswordHashRenewed');
    expect(renewed).toHaveLength(1);
    expect((await app.desk().signIn(username, { password: `${COMPOSED} ` })).status).toBe(401);
  });
});
