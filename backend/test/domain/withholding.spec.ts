import type { ProfilePart } from '../../src/domain/account/account-state.js';
import { Account } from '../../src/domain/account/account.js';
import { deleted, registered } from '../support/account-story.js';
import { given } from '../support/given.js';
import { someone } from '../support/roles.js';

const AT = '2026-11-21T09:00:00.000Z';
const OWN = 'You cannot decide about your own content. Another admin has to.';
const JUST = 'A moderator has just withheld a part of your profile. Please look again.';
const accountId = 'ann';
const other = someone('bob');
const self = someone('ann');

const profile = (changes: { displayUsername?: string | null; bio?: string | null } = {}) =>
  ({
    type: 'ProfileChanged',
    data: {
      accountId,
      displayUsername: 'Rude',
      bio: 'I walk.',
      socialLinks: { instagram: 'ann' },
      ...changes,
    },
  }) as const;
const picture = (pictureId: string | null, previousId: string | null) =>
  ({ type: 'ProfilePictureChanged', data: { accountId, pictureId, previousId } }) as const;
const withheld = (actId: string, ...parts: readonly ProfilePart[]) =>
  ({ type: 'ProfileWithheld', data: { accountId, actId, parts, reason: 'abuse', note: 'Rude.' } }) as const;
const undone = (actId: string) =>
  ({ type: 'ProfileWithholdingUndone', data: { accountId, actId, because: 'A mistake.' } }) as const;
const taken = { type: 'WithheldNameTaken', data: { accountId } } as const;

const withhold = (parts: readonly ProfilePart[], { actId = 'w1', decider = other, ...more } = {}) =>
  Account.WithholdProfile({
    accountId,
    actId,
    decider,
    parts,
    reason: 'abuse',
    note: ' Rude. ',
    ...more,
  } as Parameters<typeof Account.WithholdProfile>[0]);
const undo = (actId: string, decider = other) =>
  Account.UndoWithholding({ accountId, actId, decider, because: 'A mistake.' });
const rename = (displayUsername: string | null, compared?: readonly string[]) =>
  Account.ChangeProfile({ accountId, displayUsername, ...(compared && { compared }) });
const take = Account.TakeWithheldName({ accountId });

describe('withholding', () => {
  it('names the parts once, in their order', () =>
    given(Account, registered, profile(), picture('p1', null))
      .when(withhold(['picture', 'name', 'name']))
      .then(withheld('w1', 'name', 'picture')));

  it('is rejected for nothing, and for a part that is empty', () => {
    given(Account, registered, profile())
      .when(withhold([]))
      .thenRejected('Please choose what to withhold.', 'invalid');
    given(Account, registered, profile({ bio: null }))
      .when(withhold(['name', 'bio']))
      .thenRejected('This profile has no bio to withhold.', 'conflict');
    given(Account, registered, profile())
      .when(withhold(['picture']))
      .thenRejected('This profile has no picture to withhold.', 'conflict');
  });

  it('is rejected for what is withheld already, until the person changes it', () => {
    given(Account, registered, profile(), withheld('w0', 'name', 'links'))
      .when(withhold(['links']))
      .thenRejected('A part of this profile is withheld already: links.', 'conflict');
    given(Account, registered, profile(), withheld('w0', 'name'), profile({ displayUsername: 'Ruder' }))
      .when(withhold(['name']))
      .then(withheld('w1', 'name'));
  });

  it('does nothing when repeated, also after it was undone', () => {
    given(Account, registered, profile(), withheld('w1', 'bio'))
      .when(withhold(['bio']))
      .thenNothing();
    given(Account, registered, profile(), withheld('w1', 'bio'), undone('w1'))
      .when(withhold(['bio']))
      .thenNothing();
  });

  it('is rejected for a profile that changed since the admin saw it', () => {
    const LATER = '2026-11-21T10:00:00.000Z';
    const changed = 'This profile has changed. Please look at it again.';
    const story = given(Account, registered, profile(), { ...profile({ bio: 'I run.' }), at: LATER });
    story.when(withhold(['bio'], { seen: AT } as object)).thenRejected(changed, 'conflict');
    story.when(withhold(['bio'], { seen: LATER } as object)).then(withheld('w1', 'bio'));
    given(Account, registered, profile(), { ...picture('p1', null), at: LATER })
      .when(withhold(['bio'], { seen: AT } as object))
      .thenRejected(changed, 'conflict');
  });

  it('is rejected for the own account, and for one that does not exist', () => {
    given(Account, registered, profile())
      .when(withhold(['bio'], { decider: self }))
      .thenRejected(OWN, 'forbidden');
    given(Account, registered, profile(), deleted)
      .when(withhold(['bio']))
      .thenRejected('User not found', 'notFound');
  });

  it('needs a description for another reason', () =>
    given(Account, registered, profile())
      .when(withhold(['bio'], { reason: 'other', note: ' ' } as object))
      .thenRejected('Please describe the reason.', 'invalid'));
});

describe('undoing a withholding', () => {
  it('is done once', () => {
    const story = [registered, profile(), withheld('w1', 'bio')] as const;
    given(Account, ...story)
      .when(undo('w1'))
      .then(undone('w1'));
    given(Account, ...story, undone('w1'))
      .when(undo('w1'))
      .thenNothing();
    given(Account, ...story)
      .when(undo('w9'))
      .thenNothing();
  });

  it('leaves other withholdings', () =>
    given(Account, registered, profile(), withheld('w1', 'bio'), withheld('w2', 'name'), undone('w1'))
      .when(withhold(['name'], { actId: 'w3' }))
      .thenRejected('A part of this profile is withheld already: name.', 'conflict'));

  it('is rejected for the own account', () =>
    given(Account, registered, profile(), withheld('w1', 'bio'))
      .when(undo('w1', self))
      .thenRejected(OWN, 'forbidden'));
});

describe('a change of a profile with withheld parts', () => {
  const story = [registered, profile(), withheld('w1', 'name')] as const;

  it('is rejected beside a withholding that the new value was not compared with', () => {
    given(Account, ...story)
      .when(rename('Kind'))
      .thenRejected(JUST, 'conflict');
    given(Account, ...story)
      .when(rename('Kind', ['w1']))
      .then(profile({ displayUsername: 'Kind' }));
    given(Account, ...story, withheld('w2', 'name'))
      .when(rename('Kind', ['w1']))
      .thenRejected(JUST, 'conflict');
    given(Account, ...story, undone('w1'))
      .when(rename('Kind'))
      .then(profile({ displayUsername: 'Kind' }));
  });

  it('is free for the other parts, and for removing', () => {
    given(Account, ...story)
      .when(Account.ChangeProfile({ accountId, bio: 'I run.' }))
      .then(profile({ bio: 'I run.' }));
    given(Account, ...story)
      .when(rename(null))
      .then(profile({ displayUsername: null }));
  });

  it('is the same for a picture, with its look', () => {
    const shown = [registered, picture('p1', null), withheld('w1', 'picture')] as const;
    const change = { accountId, pictureId: 'p2', look: '0123456789abcdef' };
    given(Account, ...shown)
      .when(Account.ChangeProfilePicture(change))
      .thenRejected(JUST, 'conflict');
    given(Account, ...shown)
      .when(Account.ChangeProfilePicture({ ...change, compared: ['w1'] }))
      .then({
        type: 'ProfilePictureChanged',
        data: { accountId, pictureId: 'p2', previousId: 'p1', look: change.look },
      });
    given(Account, ...shown)
      .when(Account.ChangeProfilePicture({ accountId, pictureId: null }))
      .then(picture(null, 'p1'));
  });
});

describe('a withheld name', () => {
  it('can go to another person, once, while it is withheld', () => {
    const story = [registered, profile(), withheld('w1', 'name')] as const;
    given(Account, ...story)
      .when(take)
      .then(taken);
    given(Account, ...story, taken)
      .when(take)
      .thenNothing();
    given(Account, ...story, undone('w1'))
      .when(take)
      .thenNothing();
    given(Account, registered, profile(), withheld('w1', 'bio')).when(take).thenNothing();
  });

  it('that went to another person is no name of this one any more', () =>
    given(Account, registered, profile(), withheld('w1', 'name'), taken, undone('w1'))
      .when(withhold(['name'], { actId: 'w2' }))
      .thenRejected('This profile has no name to withhold.', 'conflict'));
});
