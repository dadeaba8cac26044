import { Account } from '../../src/domain/account/account.js';
import { MAIL_KINDS } from '../../src/domain/account/mail-kind.js';
import { LONGEST_BIO, LONGEST_DISPLAY_NAME } from '../../src/domain/account/profile.js';
import { deleted, registered } from '../support/account-story.js';
import { given } from '../support/given.js';

describe('changing mail preferences', () => {
  const all = {
    accountId: 'ann',
    emailNotificationsRating: true,
    emailNotificationsComment: true,
    emailNotificationsAchievements: true,
    emailNotificationsBoosts: true,
    emailWeekly: false,
  };
  const noComments = {
    type: 'EmailPreferencesChanged',
    data: { ...all, emailNotificationsComment: false },
  } as const;
  const stopComments = Account.ChangeEmailPreferences({ accountId: 'ann', emailNotificationsComment: false });

  it('changes the given fields and keeps the others, which are on by default', () => {
    given(Account, registered).when(stopComments).then(noComments);
    given(Account, registered, noComments)
      .when(Account.ChangeEmailPreferences({ accountId: 'ann', emailNotificationsRating: false }))
      .then({
        type: 'EmailPreferencesChanged',
        data: { ...noComments.data, emailNotificationsRating: false },
      });
  });

  it('does nothing without a change, and ignores undefined fields', () => {
    given(Account, registered, noComments).when(stopComments).thenNothing();
    given(Account, registered).when(Account.ChangeEmailPreferences(all)).thenNothing();
    given(Account, registered)
      .when(Account.ChangeEmailPreferences({ accountId: 'ann', emailNotificationsRating: undefined }))
      .thenNothing();
  });

  it('is rejected when the account does not exist or was deleted', () => {
    given(Account).when(stopComments).thenRejected('User not found', 'notFound');
    given(Account, registered, deleted).when(stopComments).thenRejected('User not found', 'notFound');
  });
});

describe('changing the profile', () => {
  const profile = {
    accountId: 'ann',
    displayUsername: 'Ann',
    bio: 'I walk.',
    socialLinks: { instagram: 'ann' },
  };
  const changed = { type: 'ProfileChanged', data: profile } as const;

  it('changes the given fields, clears null fields, and keeps the others', () => {
    given(Account, registered).when(Account.ChangeProfile(profile)).then(changed);
    given(Account, registered, changed)
      .when(Account.ChangeProfile({ accountId: 'ann', bio: null, displayUsername: undefined }))
      .then({ type: 'ProfileChanged', data: { ...profile, bio: null } });
  });

  it('does nothing without a change', () => {
    given(Account, registered, changed)
      .when(Account.ChangeProfile({ ...profile, socialLinks: { instagram: 'ann' } }))
      .thenNothing();
    given(Account, registered)
      .when(Account.ChangeProfile({ accountId: 'ann', bio: null }))
      .thenNothing();
  });

  it('is rejected when the account does not exist or was deleted', () => {
    given(Account).when(Account.ChangeProfile(profile)).thenRejected('User not found', 'notFound');
    given(Account, registered, deleted)
      .when(Account.ChangeProfile(profile))
      .thenRejected('User not found', 'notFound');
  });
});

describe('changing the profile picture', () => {
  const show = (pictureId: string | null) => Account.ChangeProfilePicture({ accountId: 'ann', pictureId });
  const shown = (pictureId: string | null, previousId: string | null) =>
    ({ type: 'ProfilePictureChanged', data: { accountId: 'ann', pictureId, previousId } }) as const;

  it('names the previous picture, which is to be deleted', () => {
    given(Account, registered).when(show('p1')).then(shown('p1', null));
    given(Account, registered, shown('p1', null)).when(show('p2')).then(shown('p2', 'p1'));
    given(Account, registered, shown('p1', null), shown('p2', 'p1')).when(show(null)).then(shown(null, 'p2'));
  });

  it('with inPlaceOf, replaces only that picture', () => {
    const undo = Account.ChangeProfilePicture({ accountId: 'ann', pictureId: null, inPlaceOf: 'p1' });
    given(Account, registered, shown('p1', null)).when(undo).then(shown(null, 'p1'));
    given(Account, registered, shown('p1', null), shown('p2', 'p1')).when(undo).thenNothing();
    given(Account, registered).when(undo).thenNothing();
  });

  it('does nothing without a change', () => {
    given(Account, registered, shown('p1', null)).when(show('p1')).thenNothing();
    given(Account, registered).when(show(null)).thenNothing();
  });

  it('is rejected when the account does not exist or was deleted', () => {
    given(Account).when(show('p1')).thenRejected('User not found', 'notFound');
    given(Account, registered, deleted).when(show('p1')).thenRejected('User not found', 'notFound');
  });
});

describe('the constants of profiles and mails', () => {
  it('are four kinds of mail, named in links of older mails', () =>
    expect(MAIL_KINDS).toEqual(['rating', 'comment', 'achievements', 'boosts']));

  it('are 50 characters for names and 500 for bios', () =>
    expect([LONGEST_DISPLAY_NAME, LONGEST_BIO]).toEqual([50, 500]));
});
