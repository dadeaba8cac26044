import {
  ACTS,
  ACT_KINDS,
  TOLD_NAMES,
  actsWith,
  eventsOn,
  isSeenBy,
  kindAppealed,
  rolesToUndo,
  toldEvents,
  toldOf,
} from '../../src/domain/acts/acts.js';
import { ADMIN_ROLES } from '../../src/domain/admin/admin-role.js';
import { SUBJECT_KINDS } from '../../src/domain/acts/act.js';
import { APPEALED, type Appealed } from '../../src/domain/review/appeal.js';

const moderators = ['moderator', 'owner'];
const owners = ['owner'];
const means = expect.any(String);
const quiet = { effect: null, isAgainst: false, ifOwn: 'second', told: null };
const onPost = {
  ...quiet,
  subject: 'post',
  roles: moderators,
  effect: 'changed',
  ifOwn: 'waits',
  undo: { event: 'PostActUndone', roles: moderators },
};
const onReport = {
  ...quiet,
  subject: 'report',
  roles: moderators,
  ifOwn: 'waits',
  undo: { event: 'ReportReopened', roles: moderators },
};

const onPayment = {
  ...quiet,
  do: null,
  subject: 'payment',
  roles: ['finance', 'owner'],
  undo: { event: null, why: 'Money that moved cannot be moved back by undoing.' },
};
const ofEmails = {
  ...quiet,
  do: null,
  subject: 'email',
  undo: { event: null, why: 'What was seen cannot be unseen.' },
};

const facts: Readonly<Record<string, object>> = {
  PostApproved: { ...onPost, name: 'Post approved' },
  PostHidden: {
    ...onPost,
    name: 'Post hidden',
    effect: 'hidden',
    isAgainst: true,
    told: { as: 'hidden', sentence: 'Your post was hidden', means, appeal: 'post' },
  },
  PostShown: { ...onPost, name: 'Post shown', effect: 'shown' },
  PostRemoved: {
    ...onPost,
    name: 'Post removed',
    effect: 'hidden',
    isAgainst: true,
    told: { as: 'removed', sentence: 'Your post was removed', means, appeal: 'post' },
  },
  PostEscalated: {
    ...onPost,
    name: 'Post escalated',
    effect: 'hidden',
    isAgainst: true,
    undo: { event: 'LegalHoldLifted', roles: owners },
  },
  ReportReviewed: {
    ...onReport,
    name: 'Report reviewed',
    told: { as: 'reportReviewed', sentence: 'Your report was right', means, appeal: null },
  },
  ReportDismissed: {
    ...onReport,
    name: 'Report dismissed',
    told: { as: 'reportDismissed', sentence: 'Your report was dismissed', means, appeal: 'report' },
  },
  CommentHidden: {
    ...quiet,
    name: 'Comment hidden',
    subject: 'comment',
    roles: moderators,
    effect: 'changed',
    ifOwn: 'waits',
    undo: { event: 'CommentActUndone', roles: moderators },
    told: { as: 'commentHidden', sentence: 'Your comment was hidden', means, appeal: 'comment' },
  },
  RatingExcluded: {
    ...quiet,
    name: 'Rating excluded',
    subject: 'rating',
    roles: moderators,
    effect: 'changed',
    isByAdmin: true,
    undo: { event: 'RatingIncluded', roles: moderators, isByAdmin: true },
  },
  RaterExcluded: {
    ...quiet,
    name: 'Rater excluded',
    subject: 'rater',
    roles: moderators,
    undo: { event: 'RaterIncluded', roles: moderators },
  },
  PictureUnblocked: {
    ...quiet,
    name: 'Picture unblocked',
    subject: 'picture',
    roles: moderators,
    undo: { event: 'PictureUnblockingUndone', roles: moderators },
  },
  ProfileWithheld: {
    ...quiet,
    name: 'Profile withheld',
    subject: 'account',
    roles: moderators,
    isAgainst: true,
    undo: { event: 'ProfileWithholdingUndone', roles: moderators },
    told: { as: 'withheld', sentence: 'Part of your profile was withheld', means: null, appeal: 'profile' },
    do: null,
  },
  AccountStruck: {
    ...quiet,
    name: 'Account struck',
    subject: 'account',
    roles: owners,
    isAgainst: true,
    undo: { event: 'StrikeUndone', roles: owners },
    told: { as: 'struck', sentence: 'You got a strike', means: null, appeal: 'strike' },
    do: null,
  },
  AccountSuspended: {
    ...quiet,
    name: 'Account suspended',
    subject: 'account',
    roles: owners,
    isAgainst: true,
    undo: { event: 'AccountRestored', roles: owners, isByAdmin: true },
    told: { as: 'suspended', sentence: 'Your account was suspended', means: null, appeal: 'suspension' },
    do: null,
  },
  PaymentResolved: { ...onPayment, name: 'Payment settled' },
  RefundStarted: { ...onPayment, name: 'Payment refunded' },
  RefundDeclined: { ...onPayment, do: undefined, name: 'Refund declined' },
  DisputeResolved: { ...onPayment, name: 'Lost dispute decided' },
  FraudWarningsDismissed: { ...onPayment, do: undefined, name: 'Warnings of fraud dismissed' },
  StripeEventResolved: { ...onPayment, do: undefined, name: 'Parked event dismissed' },
  StripeDifferenceSettled: { ...onPayment, name: 'Difference settled' },
  EmailDisclosed: { ...ofEmails, name: 'Email looked up', roles: ['finance', 'owner'] },
  EmailsDisclosed: { ...ofEmails, name: 'List with emails downloaded', roles: owners },
  EventDisclosed: {
    ...ofEmails,
    subject: 'event',
    name: 'Event looked into',
    roles: ['finance', 'owner'],
  },
};

it.each(ACT_KINDS)('%s states its facts', (kind) =>
  // Without functions: what they do is in acts.spec.
  expect(JSON.parse(JSON.stringify(ACTS[kind]))).toEqual(facts[kind]),
);

describe('the acts', () => {
  it('are found by a fact', () =>
    expect(actsWith(({ isAgainst }) => isAgainst)).toEqual([
      'PostHidden',
      'PostRemoved',
      'PostEscalated',
      'ProfileWithheld',
      'AccountStruck',
      'AccountSuspended',
    ]));

  it('that people are told about have a name each', () => {
    expect(TOLD_NAMES).toEqual([
      'hidden',
      'removed',
      'reportReviewed',
      'reportDismissed',
      'commentHidden',
      'withheld',
      'struck',
      'suspended',
    ]);
    expect(toldOf('PostShown')).toBeNull();
    expect(toldOf('AccountSuspended')?.sentence).toBe('Your account was suspended');
  });

  it('are found by the appeal against them, and a removed post is appealed like a hidden one', () => {
    expect(APPEALED.map((about) => [about, kindAppealed(about)])).toEqual([
      ['post', 'PostHidden'],
      ['comment', 'CommentHidden'],
      ['report', 'ReportDismissed'],
      ['suspension', 'AccountSuspended'],
      ['strike', 'AccountStruck'],
      ['profile', 'ProfileWithheld'],
    ]);
    expect(() => kindAppealed('rating' as Appealed)).toThrow(/can be appealed/);
  });

  it('are undone by the roles of their undo', () => {
    expect(rolesToUndo('PostEscalated')).toEqual(owners);
    expect(rolesToUndo('PostHidden')).toEqual(moderators);
    expect(rolesToUndo('RefundStarted')).toEqual([]);
  });

  it('on payments and disclosures are seen by those who may do them, all others by everyone', () =>
    expect(
      ADMIN_ROLES.map((role) => [role, ACT_KINDS.filter((kind) => !isSeenBy(role, kind)).length]),
    ).toEqual([
      ['moderator', 10],
      ['finance', 1],
      ['owner', 0],
    ]));

  it('on a subject have events, those that undo them once', () =>
    expect(Object.fromEntries(SUBJECT_KINDS.map((subject) => [subject, eventsOn(subject)]))).toEqual({
      post: [
        'PostApproved',
        'PostActUndone',
        'PostHidden',
        'PostShown',
        'PostRemoved',
        'PostEscalated',
        'LegalHoldLifted',
      ],
      report: ['ReportReviewed', 'ReportReopened', 'ReportDismissed'],
      comment: ['CommentHidden', 'CommentActUndone'],
      rating: ['RatingExcluded', 'RatingIncluded'],
      rater: ['RaterExcluded', 'RaterIncluded'],
      account: [
        'ProfileWithheld',
        'ProfileWithholdingUndone',
        'AccountStruck',
        'StrikeUndone',
        'AccountSuspended',
        'AccountRestored',
      ],
      picture: ['PictureUnblocked', 'PictureUnblockingUndone'],
      payment: [
        'PaymentResolved',
        'RefundStarted',
        'RefundDeclined',
        'DisputeResolved',
        'FraudWarningsDismissed',
        'StripeEventResolved',
        'StripeDifferenceSettled',
      ],
      email: ['EmailDisclosed', 'EmailsDisclosed'],
      event: ['EventDisclosed'],
    }));

  it('that people are told about have events, too', () =>
    expect(toldEvents()).toEqual([
      'PostHidden',
      'PostActUndone',
      'PostRemoved',
      'ReportReviewed',
      'ReportReopened',
      'ReportDismissed',
      'CommentHidden',
      'CommentActUndone',
      'ProfileWithheld',
      'ProfileWithholdingUndone',
      'AccountStruck',
      'StrikeUndone',
      'AccountSuspended',
      'AccountRestored',
    ]));
});
