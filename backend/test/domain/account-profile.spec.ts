import {
  ChangeEmailPreferences,
  ChangeProfile,
  ChangeProfilePicture,
} from '../../src/domain/account/account.commands.js';
import { account } from '../../src/domain/account/account.js';
import { MAIL_KINDS } from '../../src/domain/account/mail-kind.js';
import { LONGEST_BIO, LONGEST_DISPLAY_NAME } from '../../src/domain/account/profile-text.js';
import { deleted, registered } from '../support/account-story.js';
import { given } from '../support/given.js';

describe('saying which mails are wanted', () => {
  const all = {
    accountId: 'ann',
    emailNotificationsRating: true,
    emailNotificationsComment: true,
    emailNotificationsAchievements: true,
  };
  const noComments = {
    type: 'EmailPreferencesChanged',
    data: { ...all, emailNotificationsComment: false },
  } as const;
  const stopComments = new ChangeEmailPreferences({ accountId: 'ann', emailNotificationsComment: false });

  it('changes what is named and leaves the rest, which is on at first', () => {
    given(account, registered).when(stopComments).then(noComments);
    given(account, registered, noComments)
      .when(new ChangeEmailPreferences({ accountId: 'ann', emailNotificationsRating: false }))
      .then({
        type: 'EmailPreferencesChanged',
        data: { ...noComments.data, emailNotificationsRating: false },
      });
  });

  it('does nothing where it is so already, and for what is undefined', () => {
    given(account, registered, noComments).when(stopComments).thenNothing();
    given(account, registered).when(new ChangeEmailPreferences(all)).thenNothing();
    given(account, registered)
      .when(new ChangeEmailPreferences({ accountId: 'ann', emailNotificationsRating: undefined }))
      .thenNothing();
  });

  it('is refused where there is no account, or none any more', () => {
    given(account).when(stopComments).thenRejected('User not found', 'notFound');
    given(account, registered, deleted).when(stopComments).thenRejected('User not found', 'notFound');
  });
});

describe('saying who one is', () => {
  const profile = {
    accountId: 'ann',
    displayUsername: 'Ann',
    bio: 'I walk.',
    socialLinks: { instagram: 'ann' },
  };
  const changed = { type: 'ProfileChanged', data: profile } as const;

  it('changes what is named, takes away what is null, and leaves the rest', () => {
    given(account, registered).when(new ChangeProfile(profile)).then(changed);
    given(account, registered, changed)
      .when(new ChangeProfile({ accountId: 'ann', bio: null, displayUsername: undefined }))
      .then({ type: 'ProfileChanged', data: { ...profile, bio: null } });
  });

  it('does nothing where it is so already', () => {
    given(account, registered, changed)
      .when(new ChangeProfile({ ...profile, socialLinks: { instagram: 'ann' } }))
      .thenNothing();
    given(account, registered)
      .when(new ChangeProfile({ accountId: 'ann', bio: null }))
      .thenNothing();
  });

  it('is refused where there is no account, or none any more', () => {
    given(account).when(new ChangeProfile(profile)).thenRejected('User not found', 'notFound');
    given(account, registered, deleted)
      .when(new ChangeProfile(profile))
      .thenRejected('User not found', 'notFound');
  });
});

describe('showing a picture of oneself', () => {
  const show = (pictureId: string | null) => new ChangeProfilePicture({ accountId: 'ann', pictureId });
  const shown = (pictureId: string | null, previousId: string | null) =>
    ({ type: 'ProfilePictureChanged', data: { accountId: 'ann', pictureId, previousId } }) as const;

  it('names the one before it, which is to be deleted', () => {
    given(account, registered).when(show('p1')).then(shown('p1', null));
    given(account, registered, shown('p1', null)).when(show('p2')).then(shown('p2', 'p1'));
    given(account, registered, shown('p1', null), shown('p2', 'p1')).when(show(null)).then(shown(null, 'p2'));
  });

  it('takes the place of the one that it names, and of no other', () => {
    const undo = new ChangeProfilePicture({ accountId: 'ann', pictureId: null, inPlaceOf: 'p1' });
    given(account, registered, shown('p1', null)).when(undo).then(shown(null, 'p1'));
    given(account, registered, shown('p1', null), shown('p2', 'p1')).when(undo).thenNothing();
    given(account, registered).when(undo).thenNothing();
  });

  it('does nothing where it is so already', () => {
    given(account, registered, shown('p1', null)).when(show('p1')).thenNothing();
    given(account, registered).when(show(null)).thenNothing();
  });

  it('is refused where there is no account, or none any more', () => {
    given(account).when(show('p1')).thenRejected('User not found', 'notFound');
    given(account, registered, deleted).when(show('p1')).thenRejected('User not found', 'notFound');
  });
});

describe('what the rules offer', () => {
  it('are three kinds of mail that links in older mails name', () =>
    expect(MAIL_KINDS).toEqual(['rating', 'comment', 'achievements']));

  it('are names of fifty characters, and texts of five hundred', () =>
    expect([LONGEST_DISPLAY_NAME, LONGEST_BIO]).toEqual([50, 500]));
});
