import { hash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hash as argon2, verify } from '@node-rs/argon2';
import { openAdapters } from '../../src/composition/adapters.js';
import { readConfig } from '../../src/config.js';
import { Credentials, HashRenewals } from '../../src/api/auth/credentials.service.js';
import { normaliseEmail, EmailHashes } from '../../src/api/http/email-address.js';
import type { Login, Logins, LoginsOfAddress } from '../../src/api/auth/logins.service.js';
import { NewPasswords, Passwords, USUAL_COST } from '../../src/api/auth/passwords.js';
import { AnswerTime } from '../../src/api/auth/answer-time.js';
import { TestTimer } from '../support/timer.js';
import { ResetTokens, VerificationTokens } from '../../src/site/mailed-tokens.js';
import { RandomIds } from '../../src/infrastructure/clock/system-clock.js';
import { ServerSecret } from '../../src/infrastructure/sessions/server-secret.js';

describe('normaliseEmail', () => {
  it.each([
    ['  Ann@Example.ORG ', 'ann@example.org'],
    ['ann@Bücher.example', 'ann@xn--bcher-kva.example'],
    ['ann@例え.jp', 'ann@xn--r8jz45g.jp'],
    ['"a@b"@example.org', '"a@b"@example.org'],
    ['no address', 'no address'],
    ['ann@', 'ann@'],
    ['ann@exa mple.org', 'ann@exa mple.org'],
  ])('turns %j into %j', (text, address) => expect(normaliseEmail(text)).toBe(address));
});

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
  });

  it('match nothing without a hash', async () => {
    expect(await passwords.fits('quiet meadow', null)).toBe(false);
  });

  const COMPOSED = 'caf\u00e9 au lait';
  const DECOMPOSED = 'cafe\u0301 au lait';
  /** Neither composed nor decomposed. */
  const MIXED = 'caf\u00e9 cafe\u0301';

  it.each([COMPOSED, DECOMPOSED])('match in canonically equivalent spellings: %j (V6.2.8)', async (typed) => {
    const stored = await passwords.hash(typed);
    expect(await verify(stored, COMPOSED)).toBe(true);
    expect(await passwords.fits(COMPOSED, stored)).toBe(true);
    expect(await passwords.fits(DECOMPOSED, stored)).toBe(true);
  });

  it.each([
    `${DECOMPOSED} `,
    ` ${DECOMPOSED}`,
    'Cafe\u0301 au lait',
    'cafe au lait',
    '\uff43af\u00e9 au lait',
    'caf\u00e9\u00a0au lait',
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
    const older = await argon2('cafe\u0301 au lait', CHEAP);
    const newer = await passwords.hash('cafe\u0301 au lait');
    const found: LoginsOfAddress[] = [
      { verified: login('ann'), unverified: [login('eve', other)] },
      { verified: null, unverified: [login('eve', other), login('bob', older), login('ann')] },
      { verified: login('ann', older), unverified: [] },
      { verified: login('ann', newer), unverified: [] },
      { verified: null, unverified: [] },
    ];
    for (const logins of found) {
      for (const typed of ['quiet meadow', 'caf\u00e9 au lait', 'cafe\u0301 au lait']) {
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

describe('a time slot', () => {
  /** A timer whose rests take their time, too. */
  const slowly = () => {
    const timer = new TestTimer();
    timer.rest = timer.pause;
    return timer;
  };

  const outcome = async (promise: Promise<void>) => {
    const seen = { value: 'under way' };
    promise.then(
      () => (seen.value = 'done'),
      () => (seen.value = 'failed'),
    );
    await new Promise(setImmediate);
    return seen;
  };

  it('answers at the end of the slot, not when the work is done', async () => {
    const timer = slowly();
    const seen = await outcome(new AnswerTime(timer).fill(() => Promise.resolve()));
    await timer.advance(299);
    expect(seen.value).toBe('under way');
    await timer.advance(1);
    await new Promise(setImmediate);
    expect(seen.value).toBe('done');
  });

  it('delays a failure as long as a success', async () => {
    const timer = slowly();
    const seen = await outcome(new AnswerTime(timer).fill(() => Promise.reject(new Error('no'))));
    expect(seen.value).toBe('under way');
    await timer.advance(300);
    await new Promise(setImmediate);
    expect(seen.value).toBe('failed');
  });

  it('waits for work that takes longer than the slot', async () => {
    const timer = slowly();
    let finish = (): void => undefined;
    const seen = await outcome(
      new AnswerTime(timer).fill(() => new Promise((resolve) => (finish = resolve))),
    );
    await timer.advance(300);
    await new Promise(setImmediate);
    expect(seen.value).toBe('under way');
    finish();
    await new Promise(setImmediate);
    expect(seen.value).toBe('done');
  });
});

describe('mailed tokens', () => {
  const secret = new ServerSecret(Buffer.alloc(32, 1));
  const tokens = new VerificationTokens(secret);
  const accountId = '7b0d6f3e-1c52-4a8e-b1f7-90c4d2e6a835';
  const requestId = '3f1c9a52-7d0e-4b86-9c41-2a5d8e7f6b10';
  const request = { accountId, requestId };
  const token = tokens.issue(accountId, requestId);

  it('can be issued again, and name their account and request', async () => {
    expect(token).toMatch(/^[\w-]{86}$/);
    expect(tokens.issue(accountId, requestId)).toBe(token);
    expect(tokens.requestOf(token)).toEqual(request);
  });

  it('are valid for one purpose and one server (V9.2.2)', async () => {
    expect(new ResetTokens(secret).requestOf(token)).toBeNull();
    const elsewhere = new VerificationTokens(new ServerSecret(Buffer.alloc(32, 2)));
    expect(elsewhere.requestOf(token)).toBeNull();
  });

  it.each([0, 15, 16, 31, 32, 63])('are invalid once byte %i has changed (V9.1.1)', async (at) => {
    const bytes = Buffer.from(token, 'base64url');
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    expect(tokens.requestOf(bytes.toString('base64url'))).toBeNull();
  });

  it('have one valid spelling: another text of the same bytes is rejected', async () => {
    const spelled = token.slice(0, -1) + String.fromCharCode(token.charCodeAt(85) + 1);
    expect(Buffer.from(spelled, 'base64url')).toEqual(Buffer.from(token, 'base64url'));
    expect(tokens.requestOf(spelled)).toBeNull();
  });

  it('are stored as their SHA-256 hash', () =>
    expect(tokens.hashOf(accountId, requestId)).toBe(hash('sha256', token)));

  it.each(['', 'x', 'A'.repeat(63), 'A'.repeat(65), 'A'.repeat(85), 'A'.repeat(87), `${'A'.repeat(63)}=`])(
    'are rejected in the wrong format: %j',
    async (text) => {
      expect(tokens.requestOf(text)).toBeNull();
    },
  );
});
