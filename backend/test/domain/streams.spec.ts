import { aggregates } from '../../src/domain/aggregates.js';
import { type Command, streamOf } from '../../src/kernel/aggregate.js';

const post = { postId: 'p1', ownerId: 'ann', isPublic: true };
const comment = { commentId: 'c1', postId: 'p1', authorId: 'bob' };

/** Command data of each aggregate, and the name of its stream, which must never change. */
const STREAMS: readonly [facts: object, stream: string][] = [
  [{ accountId: 'ann' }, 'account-ann'],
  [{ emailHash: 'e1', accountId: 'ann' }, 'email-e1'],
  [{ emailHash: 'e1', accountId: 'ann' }, 'registrations-e1'],
  [{ usernameHash: 'u1', accountId: 'ann' }, 'username-u1'],
  [{ photoId: 'p1' }, 'photo-p1'],
  [{ uploader: 'account:ann', photoId: 'p1' }, 'uploader-account:ann'],
  [{ postId: 'p1', ownerId: 'ann' }, 'post-p1'],
  [{ ownerId: 'ann', imageHash: 'h1', postId: 'p1' }, 'publication-ann-h1'],
  [{ post, userId: 'bob', score: 8 }, 'rating-p1-bob'],
  [{ post, userId: 'bob' }, 'like-p1-bob'],
  [{ commentId: 'c1', post }, 'comment-c1'],
  [{ comment, post, userId: 'cleo' }, 'commentLike-c1-cleo'],
  [{ post, reporterId: 'bob' }, 'report-p1-bob'],
  [{ week: '2026-W47' }, 'week-2026-W47'],
  [
    { postId: 'p1', ownerId: 'ann', achievement: { kind: 'ratings', count: 10 } },
    'achievement-p1-ratings-10',
  ],
  [{ postId: 'p1', accountId: 'ann' }, 'notice-p1-ann'],
  [{ accountId: 'ann', week: '2026-W47' }, 'digest-ann'],
  [{ accountId: 'ann' }, 'inbox-ann'],
  [{ reference: 'r1' }, 'payment-r1'],
  [{ paymentIntentId: 'pi_1', reference: 'r1' }, 'paymentIntent-pi_1'],
  [{ stripeEventId: 'evt_1' }, 'stripeEvent-evt_1'],
  [{ objectId: 'dp_1', state: 'lost' }, 'stripeObserved-dp_1-lost'],
  [{ runId: 'r1' }, 'reconciliation-r1'],
  [{ refundId: 'f1', reference: 'r1' }, 'refundDay-all'],
  [{ userId: 'ann', boostId: 'r1' }, 'boosts-ann'],
  [{ adminId: 'a1' }, 'admin-a1'],
  [{ adminId: 'a1', role: 'owner' }, 'adminRoles-all'],
  [{ proposalId: 'r1' }, 'proposal-r1'],
  [{ userId: 'bob', actId: 'x1' }, 'rater-bob'],
  [{ imageHash: 'h1', actId: 'act1' }, 'blockedPicture-h1'],
  [{ subjectId: 'p1', adminId: 'a1' }, 'review-p1'],
  [{ actId: 'x1', adminId: 'a1' }, 'appeal-x1'],
  [{ decisionId: 'd1', actId: 'x1' }, 'decision-d1'],
  [{ subjectId: 'p1', actId: 'x1' }, 'ownAct-p1'],
  [{ actId: 'x1' }, 'disclosure-x1'],
  [{ operationId: 'o1' }, 'operation-o1'],
];

describe('the streams of the aggregates', () => {
  it('keep their names, which existing data folders use', () => {
    const streams = aggregates.map((aggregate, index) =>
      streamOf(aggregate, { data: STREAMS[index]?.[0] ?? {} } as Command<object>),
    );
    expect(streams).toEqual(STREAMS.map(([, stream]) => stream));
  });

  it('belong to one aggregate each, which decides all of its commands', () => {
    expect(new Set(aggregates.map(({ category }) => category)).size).toBe(aggregates.length);
    for (const { commands, decide } of aggregates) {
      expect(Object.keys(decide).toSorted()).toEqual(Object.keys(commands).toSorted());
    }
  });

  it('have snapshots if they can grow, encrypted if they hold personal data', () => {
    const snapshots = aggregates.flatMap(({ category, snapshot }) =>
      snapshot ? [[category, snapshot.isPersonal]] : [],
    );
    expect(snapshots).toEqual([
      ['account', true],
      ['registrations', false],
      ['uploader', false],
      ['notice', false],
      ['refundDay', false],
      ['boosts', false],
      ['admin', true],
      ['adminRoles', false],
    ]);
  });
});
