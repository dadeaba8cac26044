import {
  EVENT_TYPES,
  TRAIL_TABS,
  seesEvent,
  typesIn,
  typesSeenBy,
} from '../../src/domain/trail/visibility.js';

/** Events that the other roles never see, one of each kind. */
const FOR_OWNERS = [
  'AccountRegistered',
  'EmailVerified',
  'AccountDeleted',
  'AdminSignedIn',
  'AdminAppointed',
  'AdminRightsGranted',
  'ActProposed',
  'EmailDisclosed',
  'PostEscalated',
  'LegalHoldLifted',
];
const FOR_MODERATORS = [
  'PhotoRated',
  'PostPublished',
  'CommentPosted',
  'ProfileChanged',
  'PostHidden',
  'ReviewDecided',
  'PictureBlocked',
  'PostReported',
  'ReportNoted',
  'AccountSuspended',
  'StrikeUndone',
  'AppealDecided',
  'RaterExcluded',
];
const FOR_FINANCE = [
  'CheckoutStarted',
  'StripeEventReceived',
  'RefundCounted',
  'ReconciliationRun',
  'BoostHeld',
];

describe('who sees which events of the trail', () => {
  it('is owners for every event', () => {
    expect(typesSeenBy('owner')).toBeNull();
    expect(EVENT_TYPES.filter((type) => !seesEvent('owner', type))).toEqual([]);
  });

  it.each([
    ['moderator', FOR_MODERATORS, [...FOR_OWNERS, ...FOR_FINANCE]],
    ['finance', FOR_FINANCE, [...FOR_OWNERS, ...FOR_MODERATORS]],
  ] as const)('is %s for their own', (role, seen, hidden) => {
    expect(seen.filter((type) => !seesEvent(role, type))).toEqual([]);
    expect(hidden.filter((type) => seesEvent(role, type))).toEqual([]);
    expect(typesSeenBy(role)).toEqual(EVENT_TYPES.filter((type) => seesEvent(role, type)));
  });

  it('is owners alone for an event that nobody has put into an area', () => {
    expect(
      (['owner', 'moderator', 'finance'] as const).filter((role) => seesEvent(role, 'FromTomorrow')),
    ).toEqual(['owner']);
  });

  it('does not depend on the tab, which is a filter', () => {
    expect(TRAIL_TABS).toEqual(['moderation', 'payments']);
    expect(typesIn('payments')).toEqual(typesSeenBy('finance'));
    expect(typesIn('moderation')).toEqual(
      expect.arrayContaining(['PostHidden', 'PostEscalated', 'AccountStruck']),
    );
    expect(typesIn('moderation')).not.toContain('PostPublished');
  });
});
