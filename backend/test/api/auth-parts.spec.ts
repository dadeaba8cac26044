import { Credentials } from '../../src/api/auth/credentials.service.js';
import { normaliseEmail } from '../../src/api/http/email-address.js';
import { EmailHashes } from '../../src/api/auth/email-hashes.js';
import type { Logins, LoginsOfAddress } from '../../src/api/auth/logins.service.js';
import { Passwords } from '../../src/api/auth/passwords.js';
import { Pause, Slot } from '../../src/api/auth/slot.js';
import { ResetTokens, VerificationTokens } from '../../src/api/auth/mailed-tokens.js';
import { RandomIds } from '../../src/infrastructure/clock/system-clock.js';
import { ServerSecret, sha256 } from '../../src/infrastructure/sessions/server-secret.js';

describe('the one spelling of an address', () => {
  it.each([
    ['  Ann@Example.ORG ', 'ann@example.org'],
    ['ann@Bücher.example', 'ann@xn--bcher-kva.example'],
    ['ann@例え.jp', 'ann@xn--r8jz45g.jp'],
    ['"a@b"@example.org', '"a@b"@example.org'],
    ['no address', 'no address'],
    ['ann@', 'ann@'],
    ['ann@exa mple.org', 'ann@exa mple.org'],
  ])('%j is %j', (text, address) => expect(normaliseEmail(text)).toBe(address));
});

describe('passwords', () => {
  const passwords = new Passwords(new RandomIds());

  beforeAll(() => passwords.onModuleInit());

  it('are hashed by Argon2id at the cost we chose, never twice alike', async () => {
    const [one, other] = [await passwords.hash('quiet meadow'), await passwords.hash('quiet meadow')];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(other);
  });

  it('fit their own hash and no other', async () => {
    const hash = await passwords.hash('quiet meadow');
    expect(await passwords.fits('quiet meadow', hash)).toBe(true);
    expect(await passwords.fits('Quiet meadow', hash)).toBe(false);
    expect(await passwords.fits('', hash)).toBe(false);
  });

  it('fit nothing where there is no hash', async () => {
    expect(await passwords.fits('quiet meadow', null)).toBe(false);
  });

  it('are the same however a keyboard spells their letters', async () => {
    const hash = await passwords.hash('cafe\u0301 au lait');
    expect(await passwords.fits('caf\u00e9 au lait', hash)).toBe(true);
  });
});

describe('checking credentials', () => {
  /** Counts how many passwords were checked, with or without a hash to check against. */
  class CountedPasswords extends Passwords {
    readonly checked: (string | null)[] = [];

    override fits(password: string, passwordHash: string | null): Promise<boolean> {
      this.checked.push(passwordHash);
      return super.fits(password, passwordHash);
    }
  }

  const passwords = new CountedPasswords(new RandomIds());
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

  it('takes four hashes whether there are four accounts, one or none', async () => {
    const other = await passwords.hash('something else');
    await check({ verified: login('ann'), unverified: [login('eve', other)] });
    expect(passwords.checked).toEqual([right, other, null, null]);
    await check({ verified: null, unverified: [login('eve', other), login('bob', other), login('ann')] });
    expect(passwords.checked).toEqual([null, other, other, right]);
    await expect(check({ verified: null, unverified: [] })).rejects.toThrow('Invalid email or password');
    expect(passwords.checked).toEqual([null, null, null, null]);
  });

  it('prefers the account that has proved the address', async () => {
    expect(await check({ verified: login('ann'), unverified: [login('eve')] })).toMatchObject({
      accountId: 'ann',
    });
  });

  it('refuses when neither password is right', async () => {
    const other = await passwords.hash('something else');
    const refused = check({ verified: login('ann', other), unverified: [login('eve', other)] });
    await expect(refused).rejects.toThrow('Invalid email or password');
  });
});

describe('a slot of time', () => {
  /** A pause that ends when the test says so. */
  class HeldPause extends Pause {
    readonly asked: number[] = [];
    private readonly ends: (() => void)[] = [];

    for(milliseconds: number): Promise<void> {
      this.asked.push(milliseconds);
      return new Promise((resolve) => this.ends.push(resolve));
    }

    end(): void {
      for (const end of this.ends) end();
    }
  }

  const outcome = async (promise: Promise<void>) => {
    const seen = { value: 'under way' };
    promise.then(
      () => (seen.value = 'done'),
      () => (seen.value = 'failed'),
    );
    await new Promise(setImmediate);
    return seen;
  };

  it('answers at its end and not when the work is done', async () => {
    const pause = new HeldPause();
    const seen = await outcome(new Slot(pause).fill(() => Promise.resolve()));
    expect([seen.value, pause.asked]).toEqual(['under way', [300]]);
    pause.end();
    await new Promise(setImmediate);
    expect(seen.value).toBe('done');
  });

  it('holds a failure back just as long', async () => {
    const pause = new HeldPause();
    const seen = await outcome(new Slot(pause).fill(() => Promise.reject(new Error('no'))));
    expect(seen.value).toBe('under way');
    pause.end();
    await new Promise(setImmediate);
    expect(seen.value).toBe('failed');
  });

  it('waits for work that is longer', async () => {
    const pause = new HeldPause();
    let finish = (): void => undefined;
    const seen = await outcome(new Slot(pause).fill(() => new Promise((resolve) => (finish = resolve))));
    pause.end();
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
  const nobodys = () => Promise.reject(new Error('no view is to be asked'));

  /** The form that tokens had before they named their account: without its 16 bytes in front. */
  const older = Buffer.from(token, 'base64url').subarray(16).toString('base64url');

  it('can be made again, and name their account and request without asking anybody', async () => {
    expect(token).toMatch(/^[\w-]{86}$/);
    expect(tokens.issue(accountId, requestId)).toBe(token);
    expect(await tokens.requestOf(token, nobodys)).toEqual(request);
  });

  it('are of one purpose and one server', async () => {
    expect(await new ResetTokens(secret).requestOf(token, nobodys)).toBeNull();
    const elsewhere = new VerificationTokens(new ServerSecret(Buffer.alloc(32, 2)));
    expect(await elsewhere.requestOf(token, nobodys)).toBeNull();
  });

  it.each([0, 15, 16, 31, 32, 63])('are worth nothing once byte %i is another', async (at) => {
    const bytes = Buffer.from(token, 'base64url');
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    expect(await tokens.requestOf(bytes.toString('base64url'), nobodys)).toBeNull();
  });

  it('are one text, and not another one of the same bytes', async () => {
    const spelled = token.slice(0, -1) + String.fromCharCode(token.charCodeAt(85) + 1);
    expect(Buffer.from(spelled, 'base64url')).toEqual(Buffer.from(token, 'base64url'));
    expect(await tokens.requestOf(spelled, nobodys)).toBeNull();
  });

  it('of older mails lead to whoever the request is known to be of', async () => {
    expect(older).toHaveLength(64);
    const asked: string[] = [];
    const found = await tokens.requestOf(older, (id) => {
      asked.push(id);
      return Promise.resolve(accountId);
    });
    expect([found, asked]).toEqual([request, [requestId]]);
    expect(await tokens.requestOf(older, () => Promise.resolve(requestId))).toBeNull();
    expect(await tokens.requestOf(older, () => Promise.resolve(null))).toBeNull();
  });

  it('leave the same hash in the log in either form, so a mail may be sent by a newer program', () =>
    expect(tokens.hashOf(accountId, requestId)).toBe(sha256(older)));

  it.each(['', 'x', 'A'.repeat(63), 'A'.repeat(65), 'A'.repeat(85), 'A'.repeat(87), `${'A'.repeat(63)}=`])(
    'do not look like %j',
    async (text) => {
      expect(await tokens.requestOf(text, nobodys)).toBeNull();
    },
  );
});
