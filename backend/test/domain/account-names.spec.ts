import {
  FIRST,
  SECOND,
  USERNAME_BYTES,
  anonymousUsername,
} from '../../src/domain/account/anonymous-username.js';
import { Email } from '../../src/domain/account/email.js';
import { NAME_TOO_SIMILAR, UNUSED_CLAIM_MS, Username } from '../../src/domain/account/username.js';
import { given } from '../support/given.js';

describe('claiming an address', () => {
  const claimed = { type: 'EmailClaimed', data: { emailHash: 'e1', accountId: 'ann' } } as const;

  it('assigns a free address to the account', () =>
    given(Email).when(Email.ClaimEmail(claimed.data)).then(claimed));

  it('rejects an address of another account', () =>
    given(Email, claimed)
      .when(Email.ClaimEmail({ emailHash: 'e1', accountId: 'bob' }))
      .thenRejected('This email address already belongs to another account. Please log in.', 'conflict'));

  it('does nothing when the account already has it', () =>
    given(Email, claimed).when(Email.ClaimEmail(claimed.data)).thenNothing());
});

describe('releasing an address', () => {
  const claimed = { type: 'EmailClaimed', data: { emailHash: 'e1', accountId: 'ann' } } as const;
  const released = { type: 'EmailReleased', data: claimed.data } as const;
  const release = Email.ReleaseEmail(claimed.data);

  it('lets any account verify it, the former owner’s too', () => {
    given(Email, claimed).when(release).then(released);
    const toBob = { emailHash: 'e1', accountId: 'bob' };
    given(Email, claimed, released).when(Email.ClaimEmail(toBob)).then({ type: 'EmailClaimed', data: toBob });
    given(Email, claimed, released).when(Email.ClaimEmail(claimed.data)).then(claimed);
  });

  it('does nothing when the address belongs to another account or is free', () => {
    given(Email, { type: 'EmailClaimed', data: { emailHash: 'e1', accountId: 'bob' } })
      .when(release)
      .thenNothing();
    given(Email, claimed, released).when(release).thenNothing();
    given(Email).when(release).thenNothing();
  });
});

describe('claiming a username', () => {
  const claimed = {
    type: 'UsernameClaimed',
    data: { usernameHash: 'hash of sunnyotter4821', accountId: 'ann' },
  } as const;

  it('assigns a free name to the account', () =>
    given(Username).when(Username.ClaimUsername(claimed.data)).then(claimed));

  it('rejects a name of another account', () =>
    given(Username, claimed)
      .when(Username.ClaimUsername({ ...claimed.data, accountId: 'bob' }))
      .thenRejected('This username is taken.', 'conflict'));

  it('does nothing when the account already has it', () =>
    given(Username, claimed).when(Username.ClaimUsername(claimed.data)).thenNothing());
});

describe('claiming a display name', () => {
  const AT = '2026-11-21T10:00:00.000Z';
  const later = (milliseconds: number) => new Date(Date.parse(AT) + milliseconds).toISOString();
  const ofAnn = { usernameHash: 'look of ann', accountId: 'ann' };
  const ofBob = { usernameHash: 'look of ann', accountId: 'bob' };
  const claimed = { type: 'UsernameClaimed', data: ofAnn, at: AT } as const;
  const claim = (
    by: typeof ofAnn,
    unusedBy: { accountId: string; isDeleted: boolean } | null = null,
    now = later(1000),
  ) => Username.ClaimDisplayName({ ...by, unusedBy, now });
  const unusedBy = (accountId: string, isDeleted = false) => ({ accountId, isDeleted });

  it('assigns a free name to the account', () =>
    given(Username).when(claim(ofAnn)).then({ type: 'UsernameClaimed', data: ofAnn }));

  it('rejects a name that another account uses, however old', () =>
    given(Username, claimed)
      .when(claim(ofBob, null, later(10 * UNUSED_CLAIM_MS)))
      .thenRejected(NAME_TOO_SIMILAR, 'conflict'));

  it('claims the own name again, so that a release that is under way does not end it', () => {
    given(Username, claimed).when(claim(ofAnn)).then({ type: 'UsernameClaimed', data: ofAnn });
    given(Username, claimed, { ...claimed, at: later(1000) })
      .when(Username.ReleaseUsername({ ...ofAnn, claimedAt: AT }))
      .thenNothing();
  });

  it('takes over a name that its account claimed an hour ago and never used', () => {
    const take = (after: number) =>
      given(Username, claimed).when(claim(ofBob, unusedBy('ann'), later(after)));
    take(UNUSED_CLAIM_MS - 1).thenRejected(NAME_TOO_SIMILAR, 'conflict');
    take(UNUSED_CLAIM_MS).then({ type: 'UsernameClaimed', data: ofBob });
  });

  it('takes over the name of a deleted account at once', () =>
    given(Username, claimed)
      .when(claim(ofBob, unusedBy('ann', true)))
      .then({ type: 'UsernameClaimed', data: ofBob }));

  it('rejects a name that a third account has taken over meanwhile', () =>
    given(Username, claimed, {
      type: 'UsernameClaimed',
      data: { ...ofAnn, accountId: 'cleo' },
      at: AT,
    })
      .when(claim(ofBob, unusedBy('ann', true), later(UNUSED_CLAIM_MS)))
      .thenRejected(NAME_TOO_SIMILAR, 'conflict'));

  it('is possible for all after the release', () => {
    const released = { type: 'UsernameReleased', data: ofAnn } as const;
    given(Username, claimed)
      .when(Username.ReleaseUsername({ ...ofAnn, claimedAt: AT }))
      .then(released);
    given(Username, claimed, released).when(claim(ofBob)).then({ type: 'UsernameClaimed', data: ofBob });
  });

  it('releases nothing of another account, and nothing twice', () => {
    given(Username, claimed)
      .when(Username.ReleaseUsername({ ...ofBob, claimedAt: AT }))
      .thenNothing();
    given(Username, claimed, { type: 'UsernameReleased', data: ofAnn })
      .when(Username.ReleaseUsername({ ...ofAnn, claimedAt: AT }))
      .thenNothing();
  });
});

describe('an anonymous username', () => {
  it('is two words and four digits', () => {
    expect(anonymousUsername(new Uint8Array(USERNAME_BYTES))).toMatch(/^[A-Z][a-z]+[A-Z][a-z]+0000$/);
    expect(anonymousUsername(new Uint8Array(USERNAME_BYTES).fill(0xff))).toMatch(
      /^[A-Z][a-z]+[A-Z][a-z]+\d{4}$/,
    );
  });

  it('uses a separate random number for each word and for the digits', () => {
    const drawn = (first: number, second: number, digits: number) => {
      const numbers = new DataView(new ArrayBuffer(USERNAME_BYTES));
      for (const [index, number] of [first, second, digits].entries()) numbers.setUint32(index * 4, number);
      return anonymousUsername(new Uint8Array(numbers.buffer));
    };
    expect(drawn(1, 0, 0)).toBe(`${FIRST[1]}${SECOND[0]}0000`);
    expect(drawn(0, 1, 0)).toBe(`${FIRST[0]}${SECOND[1]}0000`);
    expect(drawn(0, 0, 42)).toBe(`${FIRST[0]}${SECOND[0]}0042`);
    expect(drawn(FIRST.length - 1, SECOND.length - 1, 9999)).toBe(`${FIRST.at(-1)}${SECOND.at(-1)}9999`);
    expect(drawn(FIRST.length, SECOND.length, 10_000)).toBe(drawn(0, 0, 0));
  });

  it('accepts a slice of a larger buffer', () => {
    const random = Uint8Array.from({ length: 2 * USERNAME_BYTES }, (_, index) => index);
    const middle = random.subarray(5, 5 + USERNAME_BYTES);
    expect(anonymousUsername(middle)).toBe(anonymousUsername(Uint8Array.from(middle)));
  });

  it('rejects too few random bytes', () => {
    expect(() => anonymousUsername(new Uint8Array(11))).toThrow(/needs 12 random bytes/);
    expect(anonymousUsername(new Uint8Array(12))).toMatch(/0000$/);
  });
});
