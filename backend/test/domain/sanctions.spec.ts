import type { StrikeStep } from '../../src/domain/account/account-state.js';
import { Account } from '../../src/domain/account/account.js';
import type { SuspendedByAdmin } from '../../src/domain/account/sanctions.js';
import { deleted, registered } from '../support/account-story.js';
import { given } from '../support/given.js';
import { SUSPENSION, suspensionFor } from '../support/suspensions.js';
import { someone } from '../support/roles.js';

const now = '2026-11-21T12:00:00.000Z';
const NEXT_WEEK = '2026-11-28T12:00:00.000Z';
const OWN = 'You cannot decide about your own content. Another admin has to.';
const accountId = 'ann';
const other = someone('bob');
const self = someone('ann');

const struck = (actId: string, step: StrikeStep) =>
  ({ type: 'AccountStruck', data: { accountId, actId, step, reason: 'spam', note: 'Again.' } }) as const;
const suspendedBy = (actId: string, endsAt: string | null) =>
  ({
    type: 'AccountSuspended',
    data: {
      accountId,
      suspensionId: actId,
      cause: 'moderation',
      reason: 'Advertising or spam',
      endsAt,
      code: 'spam',
      note: 'Again.',
      hidesPosts: false,
    },
  }) as const;
const undone = (actId: string) =>
  ({ type: 'StrikeUndone', data: { accountId, actId, because: 'A mistake.' } }) as const;
const restored = (suspensionId: string) =>
  ({ type: 'AccountRestored', data: { accountId, suspensionId, reason: 'A mistake.' } }) as const;
const strike = (actId: string, decider = other) =>
  Account.StrikeAccount({ accountId, actId, reason: 'spam', note: ' Again. ', decider, now });
const undo = (actId: string, decider = other) =>
  Account.UndoStrike({ accountId, actId, because: 'A mistake.', decider });

const first = struck('s1', 'warning');
const second = [struck('s2', 'week'), suspendedBy('s2', NEXT_WEEK)] as const;
const third = [struck('s3', 'permanent'), suspendedBy('s3', null)] as const;

describe('a strike', () => {
  it('is a warning at first', () => given(Account, registered).when(strike('s1')).then(first));
  it('suspends for seven days the second time', () =>
    given(Account, registered, first)
      .when(strike('s2'))
      .then(...second));
  it('suspends without an end the third time, and every time after', () => {
    given(Account, registered, first, ...second)
      .when(strike('s3'))
      .then(...third);
    given(Account, registered, first, ...second, ...third)
      .when(strike('s4'))
      .then(struck('s4', 'permanent'), suspendedBy('s4', null));
  });
  it('does nothing when repeated, also after it was undone', () => {
    given(Account, registered, first).when(strike('s1')).thenNothing();
    given(Account, registered, first, undone('s1')).when(strike('s1')).thenNothing();
  });
  it('needs a description for another reason', () =>
    given(Account, registered)
      .when(
        Account.StrikeAccount({ accountId, actId: 's1', reason: 'other', note: ' ', decider: other, now }),
      )
      .thenRejected('Please describe the reason.', 'invalid'));
  it('is rejected for the own account, and for one that does not exist', () => {
    given(Account, registered).when(strike('s1', self)).thenRejected(OWN, 'forbidden');
    given(Account, registered, deleted).when(strike('s1')).thenRejected('User not found', 'notFound');
  });
});

describe('undoing a strike', () => {
  it('lifts what it led to', () => {
    given(Account, registered, first).when(undo('s1')).then(undone('s1'));
    given(Account, registered, first, ...second)
      .when(undo('s2'))
      .then(undone('s2'), restored('s2'));
  });
  it('lets the next one take its step', () =>
    given(Account, registered, first, ...second, undone('s2'), restored('s2'))
      .when(strike('s5'))
      .then(struck('s5', 'week'), suspendedBy('s5', NEXT_WEEK)));
  it('does not lift a suspension twice', () =>
    given(Account, registered, first, ...second, restored('s2'))
      .when(undo('s2'))
      .then(undone('s2')));
  it('does nothing when repeated', () =>
    given(Account, registered, first, undone('s1')).when(undo('s1')).thenNothing());
  it('is rejected for the own account', () =>
    given(Account, registered, first).when(undo('s1', self)).thenRejected(OWN, 'forbidden'));
});

describe('suspending and restoring', () => {
  const suspension = { accountId, ...suspensionFor('Spam', SUSPENSION) };

  it('by an admin needs an end in the future, and a description for another reason', () => {
    const byAdmin = (changes: Partial<SuspendedByAdmin>) =>
      given(Account, registered).when(
        Account.SuspendAccount({ ...suspension, decider: other, now, code: 'spam', note: '', ...changes }),
      );
    byAdmin({ endsAt: now }).thenRejected('The end of a suspension is in the future.', 'invalid');
    byAdmin({ code: 'other', note: ' ' }).thenRejected('Please describe the reason.', 'invalid');
  });

  it('is rejected for the own account', () => {
    given(Account, registered)
      .when(Account.SuspendAccount({ ...suspension, decider: self }))
      .thenRejected(OWN, 'forbidden');
    given(Account, registered, { type: 'AccountSuspended', data: suspension })
      .when(
        Account.RestoreAccount({ accountId, suspensionId: SUSPENSION, reason: 'A mistake.', decider: self }),
      )
      .thenRejected(OWN, 'forbidden');
  });
});

describe('a note about a person', () => {
  const noted = { type: 'AccountNoted', data: { accountId, noteId: 'n1', text: 'Asked twice.' } } as const;
  const note = (text: string, decider = other) =>
    Account.NoteOnAccount({ accountId, noteId: 'n1', text, decider });

  it('is written once', () => {
    given(Account, registered).when(note(' Asked twice. ')).then(noted);
    given(Account, registered, noted).when(note('Asked twice.')).thenNothing();
  });
  it('is rejected without words, for the own account, and for a deleted one', () => {
    given(Account, registered).when(note(' ')).thenRejected('Please write something first.', 'invalid');
    given(Account, registered).when(note('Nice.', self)).thenRejected(OWN, 'forbidden');
    given(Account, registered, deleted).when(note('Gone.')).thenRejected('User not found', 'notFound');
  });
});
