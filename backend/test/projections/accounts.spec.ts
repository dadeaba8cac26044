import { accounts } from '../../src/projections/accounts/accounts.js';
import { people } from '../../src/projections/accounts/people.js';
import { type Happened, folding } from '../support/given.js';
import { SUSPENSION, suspensionFor } from '../support/suspensions.js';

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
const requested = (accountId: string, request = verification): Happened => ({
  type: 'VerificationRequested',
  data: {
    accountId,
    email: `${accountId}@example.org`,
    emailHash: `hash of ${accountId}`,
    username: 'SunnyOtter4821',
    ...request,
  },
});
const verified = (accountId: string): Happened => ({ type: 'EmailVerified', data: { accountId } });
const profile = { displayUsername: 'Ann of the Meadow', bio: 'I walk.', socialLinks: { instagram: 'ann' } };
const profileChanged: Happened = { type: 'ProfileChanged', data: { accountId: 'ann', ...profile } };
const pictured = (pictureId: string | null): Happened => ({
  type: 'ProfilePictureChanged',
  data: { accountId: 'ann', pictureId, previousId: null },
});
const destroyed: Happened = {
  type: 'AccountRegistered',
  data: { accountId: 'gone', email: null, emailHash: 'h', username: null, passwordHash: null },
};

describe('accounts', () => {
  it('show the corrected address', () =>
    folding(accounts, registered('ann', 'SunnyOtter4821'), {
      type: 'EmailChanged',
      data: { accountId: 'ann', email: 'anna@example.org', emailHash: 'h2', previousHash: 'h1' },
    }).gives({
      ann: expect.objectContaining({ email: 'anna@example.org', verifiedAt: null }),
    }));

  it('disappear with a corrected address whose key was destroyed', () =>
    folding(accounts, registered('ann', 'SunnyOtter4821'), {
      type: 'EmailChanged',
      data: { accountId: 'ann', email: null, emailHash: 'h2', previousHash: 'h1' },
    }).gives({}));

  it('start unverified, with an empty profile, all kinds of mail enabled, and their verification request', () =>
    folding(accounts, registered('ann', 'SunnyOtter4821'), requested('ann')).gives({
      ann: {
        email: 'ann@example.org',
        verifiedAt: null,
        username: 'SunnyOtter4821',
        displayUsername: null,
        bio: null,
        socialLinks: null,
        profilePictureUrl: null,
        profileChangedAt: null,
        withheld: [],
        isAdmin: false,
        suspensions: [],
        strikes: 0,
        notes: [],
        hiddenUntil: null,
        notifications: { rating: true, comment: true, achievements: true, boosts: true },
        emailWeekly: false,
        inbox: { upTo: '', posts: {} },
        digestSince: null,
        digestUpTo: null,
        deletionDueAt: null,
        createdAt: '2026-11-21T09:00:00.000Z',
      },
    }));

  it('are verified one by one', () => {
    const { document } = folding(accounts, registered('ann', 'A'), registered('bob', 'B'), verified('ann'));
    expect(document('ann')?.verifiedAt).toBe('2026-11-21T09:00:00.000Z');
    expect(document('bob')?.verifiedAt).toBeNull();
  });

  it('contain no credentials', () => {
    const { document } = folding(accounts, registered('ann', 'A'), requested('ann'));
    for (const secret of ['hash of', 'password of'])
      expect(JSON.stringify(document('ann'))).not.toContain(secret);
  });

  it('contain why a person may not write, and whether they see the back office', () => {
    const suspended: Happened = {
      type: 'AccountSuspended',
      data: { accountId: 'ann', ...suspensionFor('Spam.', SUSPENSION) },
    };
    const granted: Happened = { type: 'AdminRightsGranted', data: { accountId: 'ann' } };
    const story = [registered('ann', 'A'), suspended, granted];
    expect(folding(accounts, ...story).document('ann')).toMatchObject({
      suspensions: [suspensionFor('Spam.', SUSPENSION)],
      isAdmin: true,
    });
    const after = folding(
      accounts,
      ...story,
      { type: 'AccountRestored', data: { accountId: 'ann', suspensionId: SUSPENSION, reason: 'A mistake.' } },
      { type: 'AdminRightsRevoked', data: { accountId: 'ann' } },
    );
    expect(after.document('ann')).toMatchObject({ suspensions: [], isAdmin: false });
  });

  it('keep the latest notes of admins, with their authors', () => {
    const noted = (index: number): Happened => ({
      type: 'AccountNoted',
      metadata: { actor: { kind: 'admin', id: 'moe' } },
      data: { accountId: 'ann', noteId: `n${index}`, text: `Note ${index}.` },
    });
    const notes = Array.from({ length: 51 }, (_, index) => noted(index));
    const document = folding(accounts, registered('ann', 'A'), ...notes).document('ann');
    expect(document?.notes).toHaveLength(50);
    expect(document?.notes[0]).toEqual({ at: '2026-11-21T09:00:00.000Z', adminId: 'moe', text: 'Note 1.' });
  });

  it('forget suspensions that are over, and of very many those that end first and hide nothing', () => {
    const suspended = (suspensionId: string, endsAt: string | null, isHiding = false): Happened => ({
      type: 'AccountSuspended',
      at: '2026-11-21T09:00:00.000Z',
      data: {
        accountId: 'ann',
        ...suspensionFor('Spam.', suspensionId),
        cause: isHiding ? 'moderation' : 'dispute',
        endsAt,
      },
    });
    const ids = (...story: Happened[]) =>
      folding(accounts, registered('ann', 'A'), ...story)
        .document('ann')
        ?.suspensions.map(({ suspensionId }) => suspensionId);
    const over = '2026-11-20T09:00:00.000Z';
    expect(
      ids(
        suspended('over', over),
        suspended('hides', over, true),
        suspended('open', null),
        suspended('s', null),
      ),
    ).toEqual(['hides', 'open', 's']);
    const many = Array.from({ length: 60 }, (_, number) =>
      suspended(`s${number}`, `2027-01-${10 + (number % 20)}`),
    );
    expect(ids(suspended('hides', '2027-01-01', true), ...many)).toContain('hides');
    const left = ids(suspended('endless', null), ...many);
    expect([left?.length, left?.[0], left?.includes('s0'), left?.includes('s59')]).toEqual([
      50,
      'endless',
      false,
      true,
    ]);
  });

  it('do not exist for a person whose key was destroyed, whatever later events say', () =>
    folding(accounts, destroyed, requested('gone'), verified('gone')).gives({}));
});

describe('an account with a deletion request', () => {
  const deletionRequested: Happened = {
    type: 'DeletionRequested',
    data: { accountId: 'ann', dueAt: '2026-11-28T09:00:00.000Z' },
  };
  const cancelled: Happened = { type: 'DeletionCancelled', data: { accountId: 'ann' } };
  const deleted: Happened = {
    type: 'AccountDeleted',
    data: { accountId: 'ann', emailHash: 'hash of ann', pictureId: null },
  };
  const dueAt = (...story: Happened[]) =>
    folding(accounts, registered('ann', 'A'), ...story).document('ann')?.deletionDueAt;

  it('has the deletion date until the owner cancels', () => {
    expect(dueAt()).toBeNull();
    expect(dueAt(deletionRequested)).toBe('2026-11-28T09:00:00.000Z');
    expect(dueAt(deletionRequested, cancelled)).toBeNull();
  });

  it('is removed by the deletion, whatever follows', () => {
    folding(accounts, registered('ann', 'A'), deletionRequested, deleted, verified('ann'), cancelled).gives(
      {},
    );
    folding(people, registered('ann', 'A'), deletionRequested, deleted, verified('ann')).gives({});
  });
});

describe('people', () => {
  it('contain the public side of an account', () =>
    folding(people, registered('ann', 'SunnyOtter4821'), requested('ann'), verified('ann')).gives({
      ann: {
        username: 'SunnyOtter4821',
        displayUsername: null,
        bio: null,
        socialLinks: null,
        profilePictureUrl: null,
        kept: null,
      },
    }));

  it('contain nothing private', () => {
    const shown = JSON.stringify(folding(people, registered('ann', 'A'), requested('ann')).document('ann'));
    expect(shown).toContain('"A"');
    for (const secret of ['example.org', 'hash of', 'password of', 't1']) expect(shown).not.toContain(secret);
  });

  it('do not contain a person whose key was destroyed', () =>
    folding(people, destroyed, verified('gone')).gives({}));
});

describe('a profile', () => {
  const filledIn = [registered('ann', 'A'), profileChanged, pictured('p1')];
  const shown = { ...profile, profilePictureUrl: '/images/p1/320.webp' };
  const emptyFields = { displayUsername: null, bio: null, socialLinks: null };
  const cleared: Happened[] = [
    { type: 'ProfileChanged', data: { accountId: 'ann', ...emptyFields } },
    pictured(null),
  ];
  const hidden = { ...emptyFields, profilePictureUrl: null };

  it('shows a person their own description and picture', () => {
    expect(folding(accounts, ...filledIn).document('ann')).toMatchObject(shown);
    expect(folding(accounts, ...filledIn, ...cleared).document('ann')).toMatchObject(hidden);
  });

  it('is the same for others', () => {
    expect(folding(people, ...filledIn).document('ann')).toMatchObject(shown);
    expect(folding(people, ...filledIn, ...cleared).document('ann')).toMatchObject(hidden);
  });
});
