import { hash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openAdapters } from '../../src/composition/adapters.js';
import { readConfig } from '../../src/config.js';
import { Credentials } from '../../src/api/auth/credentials.service.js';
import { normaliseEmail } from '../../src/api/http/email-address.js';
import { EmailHashes } from '../../src/api/http/email-hashes.js';
import type { Logins, LoginsOfAddress } from '../../src/api/auth/logins.service.js';
import { Passwords, USUAL_COST } from '../../src/api/auth/passwords.js';
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

describe('passwords', () => {
  const passwords = new Passwords(new RandomIds(), USUAL_COST);

  beforeAll(() => passwords.onModuleInit());

  it('are hashed by Argon2id at the cost that OWASP recommends, with a new salt each time (V11.4.2)', async () => {
    const [one, other] = [await passwords.hash('quiet meadow'), await passwords.hash('quiet meadow')];
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

  it.each(['caf\u00e9 au lait', 'cafe\u0301 au lait ', ' cafe\u0301 au lait', 'Cafe\u0301 au lait'])(
    'match only as they were typed, not %j (V6.2.8)',
    async (other) => {
      const stored = await passwords.hash('cafe\u0301 au lait');
      expect(await passwords.fits('cafe\u0301 au lait', stored)).toBe(true);
      expect(await passwords.fits(other, stored)).toBe(false);
    },
  );
});

describe('checking credentials', () => {
  /** Records the hash of each password check, or null for a check without a hash. */
  class CountedPasswords extends Passwords {
    readonly checked: (string | null)[] = [];

    override fits(password: string, passwordHash: string | null): Promise<boolean> {
      this.checked.push(passwordHash);
      return super.fits(password, passwordHash);
    }
  }

  const passwords = new CountedPasswords(new RandomIds(), USUAL_COST);
  const hashes = new EmailHashes(new ServerSecret(Buffer.alloc(32, 1)));
  let right: string;

  beforeAll(async () => {
    await passwords.onModuleInit();
    right = await passwords.hash('quiet meadow');
  });

  const check = (found: LoginsOfAddress) => {
    passwords.checked.length = 0;
    const logins = { of: () => Promise.resolve(found) } as unknown as Logins;
    return new Credentials(logins, hashes, passwords).check('ann@example.org', 'quiet meadow');
  };
  const login = (accountId: string, passwordHash = right) => ({ accountId, passwordHash });

  it('checks four hashes for any number of accounts', async () => {
    const other = await passwords.hash('something else');
    await check({ verified: login('ann'), unverified: [login('eve', other)] });
    expect(passwords.checked).toEqual([right, other, null, null]);
    await check({ verified: null, unverified: [login('eve', other), login('bob', other), login('ann')] });
    expect(passwords.checked).toEqual([null, other, other, right]);
    await expect(check({ verified: null, unverified: [] })).rejects.toThrow('Invalid email or password');
    expect(passwords.checked).toEqual([null, null, null, null]);
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
