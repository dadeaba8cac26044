import { accounts } from '../../src/projections/accounts/accounts.projection.js';
import { people } from '../../src/projections/accounts/people.projection.js';
import { type Happened, folding } from '../support/given.js';

const verification = { verificationId: 'v1', tokenHash: 't1', expiresAt: '2026-11-22T09:00:00.000Z' };

const registered = (accountId: string, username: string): Happened => ({
  type: 'AccountRegistered',
  at: '2026-11-21T09:00:00.000Z',
  data: {
    accountId,
    email: `${accountId}@example.org`,
    emailHash: `hash of ${accountId}`,
    username,
    passwordHash: `password of ${accountId}`,
  },
});
const requested = (accountId: string, asked = verification): Happened => ({
  type: 'VerificationRequested',
  data: {
    accountId,
    email: `${accountId}@example.org`,
    emailHash: `hash of ${accountId}`,
    username: 'SunnyOtter4821',
    ...asked,
  },
});
const verified = (accountId: string): Happened => ({ type: 'EmailVerified', data: { accountId } });
const destroyed: Happened = {
  type: 'AccountRegistered',
  data: { accountId: 'gone', email: null, emailHash: 'h', username: null, passwordHash: null },
};

describe('accounts', () => {
  it('begin unverified, with no profile, every kind of mail wanted, and the request that came with them', () =>
    folding(accounts, registered('ann', 'SunnyOtter4821'), requested('ann')).gives({
      ann: {
        email: 'ann@example.org',
        emailHash: 'hash of ann',
        passwordHash: 'password of ann',
        passwordChangedAt: null,
        reset: null,
        emailVerified: false,
        verification,
        username: 'SunnyOtter4821',
        displayUsername: null,
        bio: null,
        socialLinks: null,
        profilePictureUrl: null,
        isAdmin: false,
        suspension: null,
        notifications: { rating: true, comment: true, achievements: true },
        deletionDueAt: null,
        createdAt: '2026-11-21T09:00:00.000Z',
      },
    }));

  it('know the newest request only', () => {
    const newer = { ...verification, verificationId: 'v2' };
    const { document } = folding(accounts, registered('ann', 'A'), requested('ann'), requested('ann', newer));
    expect(document('ann')?.verification).toEqual(newer);
  });

  it('are verified one by one', () => {
    const { document } = folding(accounts, registered('ann', 'A'), registered('bob', 'B'), verified('ann'));
    expect(document('ann')?.emailVerified).toBe(true);
    expect(document('bob')?.emailVerified).toBe(false);
  });

  it('are not there for a person whose key was destroyed, whatever else is told of them', () =>
    folding(accounts, destroyed, requested('gone'), verified('gone')).gives({}));
});

describe('an account that is to be deleted', () => {
  const asked: Happened = {
    type: 'DeletionRequested',
    data: { accountId: 'ann', dueAt: '2026-11-28T09:00:00.000Z' },
  };
  const kept: Happened = { type: 'DeletionCancelled', data: { accountId: 'ann' } };
  const deleted: Happened = {
    type: 'AccountDeleted',
    data: { accountId: 'ann', emailHash: 'hash of ann', pictureId: null },
  };
  const dueAt = (...story: Happened[]) =>
    folding(accounts, registered('ann', 'A'), ...story).document('ann')?.deletionDueAt;

  it('says when, until its owner has changed their mind', () => {
    expect(dueAt()).toBeNull();
    expect(dueAt(asked)).toBe('2026-11-28T09:00:00.000Z');
    expect(dueAt(asked, kept)).toBeNull();
  });

  it('is gone then, whatever comes after', () => {
    folding(accounts, registered('ann', 'A'), asked, deleted, verified('ann'), kept).gives({});
    folding(people, registered('ann', 'A'), asked, deleted, verified('ann')).gives({});
  });
});

describe('people', () => {
  it('show the public side of an account, to be found by name', () =>
    folding(people, registered('ann', 'SunnyOtter4821'), requested('ann'), verified('ann')).gives({
      ann: {
        username: 'SunnyOtter4821',
        displayUsername: null,
        bio: null,
        socialLinks: null,
        profilePictureUrl: null,
        searchText: 'sunnyotter4821',
        isVerified: true,
      },
    }));

  it('hold nothing private', () => {
    const shown = JSON.stringify(folding(people, registered('ann', 'A'), requested('ann')).document('ann'));
    expect(shown).toContain('"A"');
    for (const secret of ['example.org', 'hash of', 'password of', 't1']) expect(shown).not.toContain(secret);
  });

  it('are not there when their key was destroyed', () =>
    folding(people, destroyed, verified('gone')).gives({}));
});
