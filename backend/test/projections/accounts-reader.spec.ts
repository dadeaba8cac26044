import { accounts } from '../../src/projections/accounts/accounts.js';
import { people } from '../../src/projections/accounts/people.js';
import { useSite } from '../support/story-site.js';
import type { Happened } from '../support/given.js';
import { destroyed, registered, shownAs } from '../support/people-story.js';
import { suspensionFor } from '../support/suspensions.js';

const site = useSite([accounts, people]);

const verification = { verificationId: 'v1', tokenHash: 't1', expiresAt: '2026-11-22T09:00:00.000Z' };
const requested: Happened = {
  type: 'VerificationRequested',
  data: {
    accountId: 'ann',
    email: 'ann@example.org',
    emailHash: 'hash of ann',
    username: 'SunnyOtter4821',
    ...verification,
  },
};
describe('the reader of accounts', () => {
  const tellOfAnn = (...story: readonly Happened[]) =>
    site.tell(registered('ann', 'SunnyOtter4821'), requested, ...story);

  it('shows owners their whole account, without credentials', async () => {
    await tellOfAnn(
      ...shownAs('ann', 'Ann'),
      { type: 'AccountSuspended', data: { accountId: 'ann', ...suspensionFor('Spam.') } },
      {
        type: 'EmailPreferencesChanged',
        data: {
          accountId: 'ann',
          emailNotificationsRating: true,
          emailNotificationsComment: false,
          emailNotificationsAchievements: true,
          emailNotificationsBoosts: true,
          emailWeekly: false,
        },
      },
    );
    const user = {
      id: 'ann',
      email: 'ann@example.org',
      anonymousUsername: 'SunnyOtter4821',
      displayUsername: 'Ann',
      bio: 'I am Ann.',
      profilePictureUrl: '/images/picture-ann/320.webp',
      socialLinks: { instagram: 'ann' },
      withheld: [],
      isAdmin: false,
      emailVerified: false,
      verifiedAt: null,
      createdAt: '2026-11-21T09:00:00.000Z',
      emailNotificationsRating: true,
      emailNotificationsComment: false,
      emailNotificationsAchievements: true,
      emailNotificationsBoosts: true,
      emailWeekly: false,
      deletionDueAt: null,
      suspension: { reason: 'Spam.', cause: 'moderation', endsAt: null },
    };
    expect(await site.readers.accounts.user('ann')).toEqual(user);
    expect(await site.readers.accounts.user('bob')).toBeNull();
  });

  it.each([
    ['EmailNotificationsRating', [false, true, true]],
    ['EmailNotificationsComment', [true, false, true]],
    ['EmailNotificationsAchievements', [true, true, false]],
  ] as const)('returns the wanted mails: all but %s', async (_, [rating, comment, achievements]) => {
    const wants = {
      emailNotificationsRating: rating,
      emailNotificationsComment: comment,
      emailNotificationsAchievements: achievements,
      emailNotificationsBoosts: true,
      emailWeekly: true,
    };
    await tellOfAnn({ type: 'EmailPreferencesChanged', data: { accountId: 'ann', ...wants } });
    expect(await site.readers.accounts.user('ann')).toMatchObject(wants);
  });

  it('lists accounts to delete once they are due, oldest first, a hundred at a time', async () => {
    const deletionRequested = (accountId: string, dueAt: string): Happened[] => [
      registered(accountId, accountId),
      { type: 'DeletionRequested', data: { accountId, dueAt } },
    ];
    const dueAt = '2026-11-28T12:00:00.000Z';
    const due = (at: number) => site.readers.accounts.dueDeletions(new Date(at));
    await tellOfAnn(
      ...deletionRequested('bob', dueAt),
      ...deletionRequested('cleo', '2026-11-27T12:00:00.000Z'),
    );
    expect(await due(Date.parse(dueAt) - 1)).toEqual(['cleo']);
    expect(await due(Date.parse(dueAt))).toEqual(['cleo', 'bob']);
    const crowd = Array.from({ length: 101 }, (_, index) =>
      deletionRequested(`p${index + 100}`, dueAt),
    ).flat();
    await site.tell(...crowd);
    expect(await due(Date.parse(dueAt))).toHaveLength(100);
  });

  it('shows others the public side of existing people, once each', async () => {
    await site.tell(registered('ann', 'SunnyOtter4821'), ...shownAs('ann', 'Ann'), destroyed('gone'));
    expect(await site.readers.people.byIds(['ann', 'gone', 'nobody', 'ann'])).toEqual(
      new Map([
        [
          'ann',
          {
            username: 'SunnyOtter4821',
            displayUsername: 'Ann',
            bio: 'I am Ann.',
            socialLinks: { instagram: 'ann' },
            profilePictureUrl: '/images/picture-ann/320.webp',
            kept: null,
            _id: 'ann',
            _position: 3,
          },
        ],
      ]),
    );
  });
});
