import type { QueryBus } from '@nestjs/cqrs';
import { Credentials } from '../../src/api/auth/credentials.service.js';
import { normaliseEmail } from '../../src/api/http/email-address.js';
import { EmailHashes } from '../../src/api/auth/email-hashes.js';
import { Passwords } from '../../src/api/auth/passwords.js';
import { Pause } from '../../src/api/auth/pause.port.js';
import { Slot } from '../../src/api/auth/slot.js';
import { VerificationTokens } from '../../src/api/auth/mailed-tokens.js';
import { RandomIds } from '../../src/infrastructure/clock/system-clock.js';
import { ServerSecret } from '../../src/infrastructure/sessions/server-secret.js';
import type { Logins } from '../../src/projections/accounts/accounts.queries.js';

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

  const check = (logins: Logins) => {
    passwords.checked.length = 0;
    const queries = { execute: () => Promise.resolve(logins) } as unknown as QueryBus;
    return new Credentials(queries, hashes, passwords).check('ann@example.org', 'quiet meadow');
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

describe('verification tokens', () => {
  const tokens = new VerificationTokens(new ServerSecret(Buffer.alloc(32, 1)));
  const id = '3f1c9a52-7d0e-4b86-9c41-2a5d8e7f6b10';

  it('can be made again, and name their verification', () => {
    const token = tokens.issue('ann', id);
    expect(token).toMatch(/^[\w-]{64}$/);
    expect(tokens.issue('ann', id)).toBe(token);
    expect(tokens.idIn(token)).toBe(id);
    expect(tokens.isIssued(token, 'ann', id)).toBe(true);
  });

  it('are of one account, one verification and one server', () => {
    const token = tokens.issue('ann', id);
    const elsewhere = new VerificationTokens(new ServerSecret(Buffer.alloc(32, 2)));
    expect(tokens.isIssued(token, 'bob', id)).toBe(false);
    expect(tokens.isIssued(token, 'ann', id.replace('3', '4'))).toBe(false);
    expect(elsewhere.isIssued(token, 'ann', id)).toBe(false);
  });

  it.each(['', 'x', 'A'.repeat(63), 'A'.repeat(65), `${'A'.repeat(63)}=`, `${'A'.repeat(63)}\n`])(
    'do not look like %j',
    (text) => {
      expect(tokens.idIn(text)).toBeNull();
    },
  );
});
