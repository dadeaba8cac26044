import {
  EVENT_TYPES,
  TRAIL_TABS,
  seesEvent,
  seesLine,
  seesSome,
  typesIn,
  typesSeenBy,
} from '../../src/domain/trail/visibility.js';

const words = (text: string) => text.trim().split(/\s+/);

/** Every event type, by who sees its lines besides owners. */
const FOR_OWNERS = words(`
  AccountRegistered VerificationRequested EmailChanged EmailVerified PasswordResetRequested PasswordReset PasswordChanged
  PasswordHashRenewed SignedInOnNewDevice EmailPreferencesChanged AdminRightsGranted AdminRightsRevoked DeletionRequested DeletionCancelled
  AccountDeleted EmailClaimed EmailReleased RegistrationOpened UsernameClaimed UsernameReleased PostEscalated LegalHoldLifted
  WeekReopened ActivityNotified DigestNotified InboxRead AdminCreated AdminSignedIn AdminPasswordChanged AdminPasswordHashRenewed AdminReset TotpEnrolled TotpRemoved
  PasskeyAdded AdminSignedInWithPasskey PasskeyRemoved AdminSignedInOnNewDevice AdminErased AdminAppointed AdminRoleChanged
  AdminDismissed AdminReinstated AdminInvited AccountLinked AccountUnlinked InvitationWithdrawn InvitationAccepted
  InvitationConfirmed ActProposed ActRescheduled ActConfirmed ActWithdrawn ActLapsed ActCarriedOut ActFailed EmailDisclosed
  EmailsDisclosed EventDisclosed OperationRequested LogCreated LogClaimed ProgramUpgraded
  ReactionStarted LogRestored`);
const FOR_MODERATORS = words(`
  ProfileChanged ProfilePictureChanged AccountSuspended AccountRestored AccountStruck StrikeUndone AccountNoted ProfileWithheld
  ProfileWithholdingUndone WithheldNameTaken PhotoRated PhotoAdmitted
  PhotoRefused RatingClaimed PhotoDeleted UploadRefused PostPublished PostDeleted ScoreSheetShown ScoreSheetHidden PostApproved PostHidden PostShown
  PostRemoved PostActUndone PostCheckBegan PostCheckEnded PicturePublished PictureWithdrawn Rated RatingExcluded RatingIncluded RaterExcluded RaterIncluded
  Liked Unliked CommentPosted CommentDeleted CommentHidden CommentActUndone CommentLiked CommentUnliked PostReported CommentReported ProfileReported
  ReportReviewed ReportDismissed ReportReopened ReportAssigned ReportNoted ReportCategorised WeekRanked WeekClosed
  AchievementReached PictureBlocked PictureBlockExplained PictureUnblocked PictureBlockUndone PictureUnblockingUndone
  ReviewClaimed ReviewReleased ReviewDecided AppealFiled AppealDecided ActRefused OwnActAsked OwnActWithdrawn OwnActDue
  OwnActLapsed`);
const FOR_FINANCE = words(`
  CheckoutStarted CheckoutOpened CheckoutNotOpened PaymentPending PaymentConfirmed PaymentFailed PaymentParked PaymentResolved
  RefundRequested RefundDeclined RefundStarted RefundRejected RefundObserved DisputeObserved DisputeResolved FraudWarned
  FraudWarningsDismissed PaymentMailQueued PaymentIntentLinked StripeEventReceived StripeEventParked StripeEventResolved
  StripeObjectObserved StripeDifferenceSettled ReconciliationRun RefundCounted BoostPurchased BoostApplied BoostHeld BoostReleased
  BoostEndingNotified BoostEnded BoostRevoked BoostReinstated`);

describe('who sees which events of the trail', () => {
  it('is owners for every event', () => {
    expect([...FOR_OWNERS, ...FOR_MODERATORS, ...FOR_FINANCE].toSorted()).toEqual(EVENT_TYPES.toSorted());
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

  it('is also finance for a refund that an owner has to confirm', () => {
    const refund = { type: 'ActConfirmed', subjects: [{ kind: 'payment', id: 'p1' }] } as const;
    const other = { type: 'ActConfirmed', subjects: [{ kind: 'admin', id: 'a1' }] } as const;
    const sees = (event: Parameters<typeof seesLine>[1]) =>
      (['owner', 'moderator', 'finance'] as const).filter((role) => seesLine(role, event));
    expect([sees(refund), sees(other)]).toEqual([['owner', 'finance'], ['owner']]);
    expect(sees({ ...refund, type: 'AdminErased' })).toEqual(['owner']);
    expect([seesSome('finance', 'ActConfirmed'), seesSome('moderator', 'ActConfirmed')]).toEqual([
      true,
      false,
    ]);
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
