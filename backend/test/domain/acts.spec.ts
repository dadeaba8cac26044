import { UNRECORDED } from '../../src/domain/rating/rating.js';
import type { Doing } from '../../src/domain/acts/act.js';
import { Account } from '../../src/domain/account/account.js';
import {
  commandOf,
  undoOf,
  ACT_KINDS,
  type ActKind,
  hasOtherDecider,
  rowOf,
} from '../../src/domain/acts/acts.js';
import { aggregateOf } from '../../src/domain/aggregates.js';
import type { Appointment } from '../../src/domain/admin/admin-roles-state.js';
import { Disclosure } from '../../src/domain/disclosure/disclosure.js';
import { type Decider, OwnSubject } from '../../src/domain/moderation/self-decision.js';
import { type Command, Rejected, decide, evolveAll } from '../../src/kernel/aggregate.js';
import { Payment } from '../../src/domain/payment/payment.js';
import { StripeObserved } from '../../src/domain/payment/stripe-observed.js';
import { registered } from '../support/account-story.js';
import { type Happened, recorded } from '../support/given.js';
import { postPublished } from '../support/made-up.js';
import { confirmed, disputed, facts, parked, reference, started, unheard } from '../support/payment-story.js';
import { suspensionFor } from '../support/suspensions.js';
import { NOBODY, personOf } from '../../src/domain/admin/person.js';
import { someone } from '../support/roles.js';

const postId = '01a20568-51f1-7236-8697-aff4fe4ff098';
const bob = '8c5f8e5e-9d5a-4a55-9d25-c3f6a2ed1f3b';
const imageHash = 'a'.repeat(64);
const decider: Decider = NOBODY;
const note = 'No adverts, please.';
const because = 'A mistake.';
const now = '2026-11-21T12:00:00.000Z';

const published = postPublished(postId);
const onPost = { subjectId: postId, ownerId: 'ann', before: [published] } as const;
const onReport = {
  subjectId: `${postId}-${bob}`,
  ownerId: bob,
  reason: null,
  before: [
    { type: 'PostReported', data: { postId, ownerId: 'ann', reporterId: bob, category: 'spam', reason: '' } },
  ],
} as const;
const onPayment = { subjectId: reference, ownerId: 'ann', reason: null } as const;
const wholeRefund = { amount: null, paid: null, begun: null, reason: note, inTerminal: false } as const;
const received = {
  stripeEventId: 'evt_1',
  eventType: 'charge.refunded',
  apiVersion: null,
  created: 1,
  livemode: true,
  objectId: null,
  fields: {},
};
const onAnn = { subjectId: 'ann', ownerId: 'ann', before: [registered] } as const;
const hidden = { postId, ownerId: 'ann', actId: 'a0', reason: 'spam', note } as const;
const suspension = { ...suspensionFor('Spam'), suspensionId: 'a1', code: 'spam', note } as const;

interface Story {
  readonly subjectId: string;
  /** Whom the act concerns. */
  readonly ownerId: string | null;
  readonly before: readonly Happened[];
  /** The reason that the act records, where it is not the one that is given. */
  readonly reason?: null;
  /** The note that it records. */
  readonly note?: string | null;
  /** What does it, if it needs more than a reason. */
  readonly asked?: (by: Decider) => Command<object>;
}

/** What each act is done to. */
const stories: Readonly<Record<string, Story>> = {
  PostApproved: { ...onPost, reason: null, note: '' },
  PostHidden: onPost,
  PostShown: { ...onPost, before: [published, { type: 'PostHidden', data: hidden }] },
  PostRemoved: onPost,
  PostEscalated: onPost,
  ReportReviewed: onReport,
  ReportDismissed: onReport,
  CommentHidden: {
    subjectId: 'c1',
    ownerId: 'ann',
    before: [
      {
        type: 'CommentPosted',
        data: { commentId: 'c1', postId, postOwnerId: bob, authorId: 'ann', parent: null, text: 'Buy!' },
      },
    ],
  },
  RatingExcluded: {
    subjectId: `${postId}-${bob}`,
    ownerId: bob,
    reason: null,
    before: [{ type: 'Rated', data: { postId, ownerId: 'ann', userId: bob, score: 1, ...UNRECORDED } }],
  },
  RaterExcluded: { subjectId: bob, ownerId: bob, reason: null, before: [] },
  PictureUnblocked: {
    subjectId: imageHash,
    ownerId: null,
    before: [
      {
        type: 'PictureBlocked',
        data: { imageHash, perceptualHash: '0123456789abcdef', postId, actId: 'a0', reason: 'spam' },
      },
    ],
  },
  ProfileWithheld: {
    ...onAnn,
    before: [
      ...onAnn.before,
      {
        type: 'ProfileChanged',
        data: { accountId: 'ann', displayUsername: null, bio: 'Buy!', socialLinks: null },
      },
    ],
    asked: (by) =>
      Account.WithholdProfile({
        accountId: 'ann',
        actId: 'a1',
        parts: ['bio'],
        reason: 'spam',
        note,
        decider: by,
      }),
  },
  AccountStruck: {
    ...onAnn,
    asked: (by) =>
      Account.StrikeAccount({ accountId: 'ann', actId: 'a1', reason: 'spam', note, decider: by, now }),
  },
  AccountSuspended: {
    ...onAnn,
    asked: (by) => Account.SuspendAccount({ accountId: 'ann', ...suspension, decider: by, now }),
  },
  PaymentResolved: {
    ...onPayment,
    ownerId: null,
    before: [started, parked('x', null)],
    asked: (by) => Payment.DismissPayment({ reference, actId: 'a1', note, decider: by }),
  },
  RefundStarted: {
    ...onPayment,
    ownerId: null,
    before: [started, confirmed],
    asked: (by) => Payment.StartRefund({ reference, refundId: 'a1', ...wholeRefund, decider: by }),
  },
  RefundDeclined: {
    ...onPayment,
    before: [started, confirmed, { type: 'RefundRequested', data: { ...facts, requestId: 'q1' } }],
  },
  DisputeResolved: {
    ...onPayment,
    before: [started, confirmed, disputed('lost')],
    asked: (by) =>
      Payment.ResolveDispute({ reference, actId: 'a1', disputeId: 'd1', boost: 'kept', note, decider: by }),
  },
  FraudWarningsDismissed: {
    ...onPayment,
    before: [started, confirmed, { type: 'FraudWarned', data: { ...facts, warningId: 'w1' } }],
  },
  EmailDisclosed: {
    subjectId: 'ann',
    ownerId: 'ann',
    before: [],
    reason: null,
    note: null,
    asked: () => Disclosure.DiscloseEmail({ actId: 'a1', holder: 'account', subjectId: 'ann' }),
  },
  EmailsDisclosed: {
    subjectId: 'users',
    ownerId: null,
    reason: null,
    note: null,
    before: [],
    asked: () => Disclosure.DiscloseEmails({ actId: 'a1', list: 'users' }),
  },
  EventDisclosed: {
    subjectId: 'e1',
    ownerId: 'ann',
    reason: null,
    note: null,
    before: [],
    asked: () =>
      Disclosure.DiscloseEvent({
        actId: 'a1',
        eventId: 'e1',
        type: 'CommentPosted',
        holder: 'account',
        subjectId: 'ann',
      }),
  },
  StripeEventResolved: {
    subjectId: 'evt_1',
    ownerId: null,
    reason: null,
    before: [
      { type: 'StripeEventReceived', data: received },
      { type: 'StripeEventParked', data: { stripeEventId: 'evt_1', reason: 'x' } },
    ],
  },
  StripeDifferenceSettled: {
    subjectId: 'ch_1',
    ownerId: 'ann',
    reason: null,
    before: [],
    asked: (by) => StripeObserved.SettleDifference({ ...unheard, note, decider: by }),
  },
};

/** @throws Error for an act that has no story yet */
const storyOf = (kind: string): Story => {
  const story = stories[kind];
  if (!story) throw new Error(`please tell how ${kind} is done`);
  return story;
};

const doing = (kind: ActKind, changes: Partial<Doing> = {}): Command<object> => {
  const { subjectId, asked } = storyOf(kind);
  const { decider: by } = { decider, ...changes };
  const given = { subjectId, actId: 'a1', adminId: 'moe', decider, reason: 'spam', note } as const;
  return asked?.(by) ?? commandOf(kind, { ...given, ...changes });
};
const undoing = (kind: ActKind, by = decider): Command<object> => {
  const { subjectId } = storyOf(kind);
  const command = undoOf(kind, { subjectId, actId: 'a1', adminId: 'olga', decider: by, because });
  if (!command) throw new Error(`${kind} stays`);
  return command;
};

/** The events of a command after a story. */
function eventsOf(command: Command<object>, story: readonly Happened[]): readonly Happened[] {
  const aggregate = aggregateOf(command);
  const state = evolveAll(aggregate, aggregate.initial, recorded(story));
  return decide(aggregate, command, state) as readonly Happened[];
}

/** Acts whose subjects are on a post. */
const NAMING_A_POST: ReadonlySet<ActKind> = new Set(['ReportReviewed', 'ReportDismissed', 'CommentHidden']);
const UNDONE = ACT_KINDS.filter((kind) => rowOf(kind).undo.event !== null);

describe.each(ACT_KINDS)('the act %s', (kind) => {
  const { before, subjectId, ownerId, reason = 'spam', note: noted = note } = storyOf(kind);
  const { of } = rowOf(kind);

  it('is written as its event, which says what was done', () => {
    const [done, ...others] = eventsOf(doing(kind), before);
    expect([done?.type, others]).toEqual([kind, []]);
    const post = NAMING_A_POST.has(kind) && { postId };
    const said = { actId: 'a1', subjectId, ...post, ownerId, reason, note: noted };
    expect(of(done?.data as never)).toEqual(said);
  });

  it('does nothing when it is repeated', () => {
    const done = eventsOf(doing(kind), before);
    expect(eventsOf(doing(kind), [...before, ...done])).toEqual([]);
  });
});

describe.each(UNDONE)('undoing the act %s', (kind) => {
  const { before } = storyOf(kind);
  const { undo } = rowOf(kind);

  it('is written as its event, which says why', () => {
    const done = eventsOf(doing(kind), before);
    const [event, ...others] = eventsOf(undoing(kind), [...before, ...done]);
    expect([event?.type, others]).toEqual([undo.event, []]);
    expect(undo.event !== null && undo.of(event?.data as never)).toEqual({ actId: 'a1', because });
  });

  it('does nothing when it is repeated', () => {
    const done = eventsOf(doing(kind), before);
    const events = eventsOf(undoing(kind), [...before, ...done]);
    expect(eventsOf(undoing(kind), [...before, ...done, ...events])).toEqual([]);
  });
});

it('money that moved is not moved back', () => {
  const how = { subjectId: reference, actId: 'a1', adminId: 'olga', decider, because };
  const kinds = ACT_KINDS.filter((kind) => !UNDONE.includes(kind));
  expect(kinds.map((kind) => undoOf(kind, how))).toEqual(kinds.map(() => null));
});

/** An event of Stripe that could not be acted on is of no payment that we know. To look something up decides nothing. */
const concerning = ACT_KINDS.filter(
  (kind) => kind !== 'StripeEventResolved' && !['email', 'event'].includes(rowOf(kind).subject),
);

it.each(concerning)('%s is neither done nor undone by whom it concerns', (kind) => {
  const { before, ownerId } = storyOf(kind);
  // A picture is of posts in other streams.
  const concerned = kind === 'PictureUnblocked' ? ['ann'] : [];
  const own = { ...someone('zoe', ownerId ?? 'ann'), concerned };
  const done = eventsOf(doing(kind), before);
  const what = rowOf(kind).subject === 'payment' ? 'payment' : 'content';
  const refused = new Rejected(
    'forbidden',
    `You cannot decide about your own ${what}. Another admin has to.`,
  );
  expect(() => eventsOf(doing(kind, { decider: own }), before)).toThrow(refused);
  if (!UNDONE.includes(kind)) return;
  expect(() => eventsOf(undoing(kind, own), [...before, ...done])).toThrow(refused);
});

it.each(['PostHidden', 'ReportReviewed'] as const)('%s is not done by who reported the post', (kind) => {
  const own = { ...someone('zoe'), concerned: ['zoe'] };
  const { before } = storyOf(kind);
  expect(() => eventsOf(doing(kind, { decider: own }), before)).toThrow(OwnSubject);
  expect(eventsOf(doing(kind, { decider: { ...own, concerned: ['max'] } }), before)).toHaveLength(1);
});

describe('whether another admin can decide', () => {
  const one = {
    role: 'moderator',
    isDismissed: false,
    ownerSince: null,
    accountIds: [],
    unlinkedIds: [],
    invitationId: null,
  } as const;
  const among = (
    others: Readonly<Record<string, Partial<Appointment>>>,
    isUndo = false,
    kind: ActKind = 'PostHidden',
  ) => {
    const admins = Object.fromEntries(
      Object.entries(others).map(([id, other]) => [id, { ...one, ...other }]),
    );
    const roles = { admins: { moe: one, ...admins }, invitations: {} };
    return hasOtherDecider(roles, { kind, isUndo, by: personOf('moe', roles), concerned: ['ann'] });
  };

  it('depends on a role that allows it', () => {
    expect(among({})).toBe(false);
    expect(among({ fin: { role: 'finance' } })).toBe(false);
    expect(among({ max: {} })).toBe(true);
    expect(among({ max: {} }, true, 'PostEscalated')).toBe(false);
    expect(among({ olga: { role: 'owner' } }, true, 'PostEscalated')).toBe(true);
  });
  it('leaves out who was dismissed', () => expect(among({ max: { isDismissed: true } })).toBe(false));
  it('leaves out other logins of whom it concerns', () => {
    expect(among({ max: { accountIds: ['bob', 'ann'] } })).toBe(false);
    // The accounts are of one person, as Fin's logins show.
    expect(
      among({ max: { accountIds: ['bob'] }, fin: { role: 'finance', accountIds: ['bob', 'ann'] } }),
    ).toBe(false);
  });
  it('leaves out other logins of the one who asks', () =>
    expect(among({ moe: { accountIds: ['bob'] }, max: { accountIds: ['bob'] } })).toBe(false));
});

describe('an act', () => {
  it('that takes its reason from the admin is rejected without one', () => {
    const rejected = new Rejected('invalid', 'Please choose a reason from the list');
    for (const kind of ['PostHidden', 'PostRemoved', 'PostEscalated', 'CommentHidden'] as const) {
      const ask = () => doing(kind, { reason: null });
      expect(ask).toThrow(rejected);
      expect(ask).toThrow(expect.objectContaining({ refusal: 'invalid' }));
    }
  });

  it('that shows a post needs no reason', () => {
    const [shown] = eventsOf(doing('PostShown', { reason: null }), storyOf('PostShown').before);
    expect(shown).toMatchObject({ type: 'PostShown', data: { reason: null, note: '' } });
  });

  it('that needs more than a reason has a command of its own', () => {
    const plain = { subjectId: 'ann', actId: 'a1', adminId: 'moe', decider, reason: 'spam', note } as const;
    expect(() => commandOf('AccountStruck', plain)).toThrow(/needs more than a reason/);
    expect(() => commandOf('AccountSuspended', plain)).toThrow(/needs more than a reason/);
  });

  it('on a report is impossible under an id that is none', () =>
    expect(() => doing('ReportReviewed', { subjectId: 'r1' })).toThrow(/is not the id of a report/));

  it('names the admin where their key encrypts it', () => {
    for (const kind of ['PostEscalated', 'PictureUnblocked'] as const) {
      const { before } = storyOf(kind);
      const done = eventsOf(doing(kind), before);
      const undone = eventsOf(undoing(kind), [...before, ...done]);
      expect([...done, ...undone].map(({ data }) => data)).toMatchObject([
        { adminId: 'moe' },
        { adminId: 'olga' },
      ]);
    }
  });

  it('is no suspension because of a dispute', () => {
    const { of } = rowOf('AccountSuspended');
    expect(of({ accountId: 'ann', ...suspension, cause: 'dispute' } as never)).toBeNull();
  });
});
