import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hash as argon2, verify } from '@node-rs/argon2';
import { Credentials, type HashRenewals } from '../../../src/api/auth/credentials.service.js';
import type { Login, Logins, LoginsOfAddress } from '../../../src/api/auth/logins.service.js';
import { NewPasswords, Passwords, USUAL_COST } from '../../../src/api/auth/passwords.js';
import { Accounts } from '../../../src/api/http/accounts.js';
import { Admins } from '../../../src/api/http/admins.js';
import { EmailHashes } from '../../../src/api/http/email-address.js';
import { openAdapters } from '../../../src/composition/adapters.js';
import { readConfig } from '../../../src/config.js';
import { Account } from '../../../src/domain/account/account.js';
import { Admin } from '../../../src/domain/admin/admin.js';
import { RandomIds } from '../../../src/infrastructure/clock/system-clock.js';
import { ServerSecret } from '../../../src/infrastructure/sessions/server-secret.js';
import { newAdmin } from '../../support/admins.js';
import { unique, useApp } from '../../support/app.js';
import { mailsTo } from '../../support/mails.js';
import { verified } from '../../support/people.js';
import { beforeNext, send } from '../../support/posts.js';
import { settled } from '../../support/settled.js';

/** As Android and Windows type it, and as a Mac may. */
const COMPOSED = 'caf\u00e9 at the quay';
const DECOMPOSED = 'cafe\u0301 at the quay';
/** Neither composed nor decomposed. */
const MIXED = 'caf\u00e9 cafe\u0301';
const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 };

describe('passwords', () => {
  const passwords = new Passwords(new RandomIds(), CHEAP);

  beforeAll(() => passwords.onModuleInit());

  it('are hashed by Argon2id at the cost that OWASP recommends, with a new salt each time (V11.4.2)', async () => {
    const usual = new Passwords(new RandomIds(), USUAL_COST);
    const [one, other] = [await usual.hash('quiet meadow'), await usual.hash('quiet meadow')];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(other);
  });

  it('have this cost on a server', async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'footnote-passwords-'));
    const adapters = await openAdapters(readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir }));
    await adapters.storage.close();
    await rm(dataDir, { recursive: true });
    expect(adapters.passwordCost).toEqual(USUAL_COST);
  });

  it('match their own hash and no other', async () => {
    const stored = await passwords.hash('quiet meadow');
    expect(await passwords.fits('quiet meadow', stored)).toBe(true);
    expect(await passwords.fits('Quiet meadow', stored)).toBe(false);
    expect(await passwords.fits('', stored)).toBe(false);
    expect(await passwords.fits('quiet meadow', null)).toBe(false);
  });

  it.each([COMPOSED, DECOMPOSED])('match in canonically equivalent spellings: %j (V6.2.8)', async (typed) => {
    const stored = await passwords.hash(typed);
    expect(await verify(stored, COMPOSED)).toBe(true);
    expect(await passwords.fits(COMPOSED, stored)).toBe(true);
    expect(await passwords.fits(DECOMPOSED, stored)).toBe(true);
  });

  it.each([
    `${DECOMPOSED} `,
    ` ${DECOMPOSED}`,
    'Cafe\u0301 at the quay',
    'cafe at the quay',
    '\uff43af\u00e9 at the quay',
    'caf\u00e9\u00a0at the quay',
  ])('match in no other spelling: %j (V6.2.8)', async (other) => {
    expect(await passwords.fits(other, await passwords.hash(DECOMPOSED))).toBe(false);
  });

  it.each([COMPOSED, DECOMPOSED, MIXED])('match an older hash, of what was typed: %j', async (typed) => {
    const older = await argon2(typed, CHEAP);
    expect(await passwords.fits(typed, older)).toBe(true);
    expect(await passwords.fits(typed.normalize('NFC'), older)).toBe(typed !== MIXED);
    expect(await passwords.fits(`${typed}!`, older)).toBe(false);
  });

  it.each(['\ud800 alone \udc00', '\udc00'.repeat(128), 'e\u0301'.repeat(128)])(
    'may be any text: %j',
    async (typed) => {
      expect(await passwords.fits(typed, await passwords.hash(typed))).toBe(true);
    },
  );

  it('are looked up among breached ones in their composed form, which is hashed', async () => {
    const asked: string[] = [];
    const breached = { has: async (password: string) => asked.push(password) === 0 };
    const stored = await new NewPasswords(passwords, breached).hash('password', DECOMPOSED, {
      email: null,
      names: [],
    });
    expect(asked).toEqual([COMPOSED]);
    expect(await verify(stored, COMPOSED)).toBe(true);
  });

  describe('with an older hash', () => {
    const renew = async (typed: string, older: string, replace?: (renewed: string) => string | null) => {
      const renewed: string[] = [];
      const current = await passwords.renew(typed, older, async (made) => {
        renewed.push(made);
        return replace ? replace(made) : made;
      });
      return { renewed, current };
    };

    it.each([DECOMPOSED, MIXED])('get one of their composed form: %j', async (typed) => {
      const older = await argon2(typed, CHEAP);
      const { renewed, current } = await renew(typed, older);
      expect(renewed).toEqual([current]);
      expect(await verify(current, typed.normalize('NFC'))).toBe(true);
    });

    it('keep one that is of the composed form', async () => {
      for (const typed of [COMPOSED, DECOMPOSED, 'quiet meadow']) {
        const stored = await passwords.hash(typed);
        expect(await renew(typed, stored)).toEqual({ renewed: [], current: stored });
      }
    });

    it('keep what another sign-in has stored, and nothing of a password that was changed', async () => {
      const older = await argon2(DECOMPOSED, CHEAP);
      const other = await passwords.hash(COMPOSED);
      const changed = await passwords.hash('something else');
      expect((await renew(DECOMPOSED, older, () => other)).current).toBe(other);
      expect((await renew(DECOMPOSED, older, () => changed)).current).toBe(older);
      expect((await renew(DECOMPOSED, older, () => null)).current).toBe(older);
    });
  });
});

describe('checking credentials', () => {
  /** Counts the hashes that are computed, by what they are compared with. */
  class CountedPasswords extends Passwords {
    readonly tries: string[] = [];

    protected override isMadeOf(passwordHash: string, form: string): Promise<boolean> {
      this.tries.push(passwordHash);
      return super.isMadeOf(passwordHash, form);
    }
  }

  const passwords = new CountedPasswords(new RandomIds(), CHEAP);
  const hashes = new EmailHashes(new ServerSecret(Buffer.alloc(32, 1)));
  let right: string;

  beforeAll(async () => {
    await passwords.onModuleInit();
    right = await passwords.hash('quiet meadow');
  });

  const check = (found: LoginsOfAddress, typed = 'quiet meadow') => {
    passwords.tries.length = 0;
    const logins = { of: () => Promise.resolve(found) } as unknown as Logins;
    const renewals = { renew: (login: Login) => login } as unknown as HashRenewals;
    return new Credentials(logins, hashes, passwords, renewals).check('ann@example.org', typed);
  };
  const login = (accountId: string, passwordHash = right) => ({ accountId, passwordHash });

  it('tries three forms with four hashes, for any number of accounts and any password', async () => {
    const other = await passwords.hash('something else');
    const older = await argon2('cafe\u0301 at the quay', CHEAP);
    const newer = await passwords.hash('cafe\u0301 at the quay');
    const found: LoginsOfAddress[] = [
      { verified: login('ann'), unverified: [login('eve', other)] },
      { verified: null, unverified: [login('eve', other), login('bob', older), login('ann')] },
      { verified: login('ann', older), unverified: [] },
      { verified: login('ann', newer), unverified: [] },
      { verified: null, unverified: [] },
    ];
    for (const logins of found) {
      for (const typed of ['quiet meadow', 'caf\u00e9 at the quay', 'cafe\u0301 at the quay']) {
        await check(logins, typed).catch(() => undefined);
        const known = [logins.verified, ...logins.unverified].flatMap((each) => each ?? []);
        expect(passwords.tries).toHaveLength(12);
        for (const { passwordHash } of known) {
          expect(passwords.tries.filter((tried) => tried === passwordHash)).toHaveLength(3);
        }
      }
    }
    await expect(check({ verified: null, unverified: [] })).rejects.toThrow('Invalid email or password');
  });

  it('prefers the account that has verified the address', async () => {
    expect(await check({ verified: login('ann'), unverified: [login('eve')] })).toMatchObject({
      accountId: 'ann',
    });
  });

  it('rejects a password that matches no account', async () => {
    const other = await passwords.hash('something else');
    const refused = check({ verified: login('ann', other), unverified: [login('eve', other)] });
    await expect(refused).rejects.toThrow('Invalid email or password');
  });
});

describe('a password with accents', () => {
  const app = useApp();
  const OTHER = 'a loud run at dawn';
  const newEmail = () => `${unique('accents')}@example.org`;
  const signIn = async (email: string, password: string) => {
    const browser = app.browser();
    const { status } = await browser.login(email, password);
    return { browser, status };
  };
  const statuses = (email: string, ...passwords: readonly string[]) =>
    Promise.all(passwords.map(async (password) => (await signIn(email, password)).status));
  const countOf = async (wanted: string, stream: string) => {
    const events = await app.adapters.storage.log.readStream(stream);
    return events.filter(({ type }) => type === wanted).length;
  };
  /** A person whose hash was made of what was typed, as all were once. */
  const joinedBefore = async (typed: string) => {
    const { user } = await verified(app, newEmail());
    const { id: accountId, email } = user;
    const currentHash = (await app.server.get(Accounts, { strict: false }).passwordHash(accountId)) ?? '';
    const passwordHash = await argon2(typed, CHEAP);
    await send(app, Account.ChangePassword({ accountId, currentHash, passwordHash }));
    const renewals = () => countOf('PasswordHashRenewed', `account-${accountId}`);
    return { email, accountId, passwordHash, renewals };
  };

  it('signs in in both spellings, and gets a new hash for an older one, which ends no session', async () => {
    const { email, renewals } = await joinedBefore(DECOMPOSED);
    expect([await statuses(email, `${COMPOSED}!`), await renewals()]).toEqual([[401], 0]);
    const { browser, status } = await signIn(email, COMPOSED);
    expect([status, await renewals()]).toEqual([200, 1]);
    expect(await statuses(email, COMPOSED, DECOMPOSED)).toEqual([200, 200]);
    expect([(await browser.me()).status, await renewals()]).toEqual([200, 1]);
    await settled(app);
    // Of the change with which the test gave it an older hash.
    const mails = (await mailsTo(app, email, 0)).filter(({ subject }) => /password/i.test(subject));
    expect(mails).toHaveLength(1);
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
    beforeNext(app, Account.commands.RenewPasswordHash, async () => {
      const other = await argon2(OTHER, CHEAP);
      await send(app, Account.ChangePassword({ accountId, currentHash: passwordHash, passwordHash: other }));
    });
    expect(await statuses(email, COMPOSED)).toEqual([401]);
    expect([await renewals(), await statuses(email, COMPOSED, OTHER)]).toEqual([0, [401, 200]]);
  });

  it('shows who one is, and is replaced, in every spelling', async () => {
    const { email, renewals } = await joinedBefore(DECOMPOSED);
    const { browser } = await signIn(email, COMPOSED);
    for (const password of [DECOMPOSED, COMPOSED]) {
      expect((await browser.post('/api/auth/me/confirm', { password })).status).toBe(204);
    }
    const update = (newPassword: string) =>
      browser.put('/api/auth/update-password', { currentPassword: DECOMPOSED, newPassword });
    expect(await update(DECOMPOSED)).toMatchObject({
      status: 400,
      body: { errors: { newPassword: ['Please choose another password than the current one'] } },
    });
    expect((await update(OTHER)).status).toBe(200);
    expect(await renewals()).toBe(1);
  });

  it('is measured in its composed form, and may be no text at all', async () => {
    const email = newEmail();
    const register = (password: string, address = newEmail()) => app.browser().register(address, password);
    const longest = 'o\u0302\u0323'.repeat(128);
    for (const [password, words] of [
      ['e\u0301'.repeat(7), 'least 8'],
      [`${longest}a`, 'most 128'],
    ] as const) {
      expect(await register(password)).toMatchObject({
        status: 400,
        body: { errors: { password: [`Password must be at ${words} characters`] } },
      });
    }
    expect((await register(longest, email)).status).toBe(201);
    expect(await statuses(email, longest, longest.normalize('NFD'), longest.normalize('NFC'))).toEqual([
      200, 200, 200,
    ]);
    const [broken, other] = ['a lone \ud800 surrogate', newEmail()];
    expect((await register(broken, other)).status).toBe(201);
    const endless = `e${'\u0301'.repeat(30_000)}`;
    expect([(await register(endless)).status, await statuses(other, broken, endless)]).toEqual([
      400,
      [200, 400],
    ]);
  });

  it('signs an admin in, in every spelling, and renews an older hash', async () => {
    const username = unique('amelie');
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
    expect(await countOf('AdminPasswordHashRenewed', `admin-${adminId}`)).toBe(1);
    expect((await app.desk().signIn(username, { password: `${COMPOSED} ` })).status).toBe(401);
  });
});
