import { Account } from '../../src/domain/account/account.js';
import {
  actOfAppeal,
  actOnReport,
  actsOfReview,
  changesVisibility,
  undosOfReview,
} from '../../src/domain/acts/implied-acts.js';
import { Comment } from '../../src/domain/comment/comment.js';
import type { DomainEvents } from '../../src/domain/events.js';
import { Post } from '../../src/domain/post/post.js';
import { Report } from '../../src/domain/report/report.js';
import type { Appealed } from '../../src/domain/review/appeal.js';
import type { ReviewDecision } from '../../src/domain/review/review.js';
import { someone } from '../support/roles.js';

const postId = '01a20568-51f1-7236-8697-aff4fe4ff098';
const bob = '8c5f8e5e-9d5a-4a55-9d25-c3f6a2ed1f3b';
const decider = someone('moe');
const because = 'A mistake.';

const decided = (
  decision: ReviewDecision,
  changes: Partial<DomainEvents['ReviewDecided']> = {},
): DomainEvents['ReviewDecided'] => ({
  subject: 'post',
  subjectId: postId,
  postId,
  ownerId: 'ann',
  adminId: 'moe',
  decision,
  actId: 'a1',
  reason: decision === 'hide' || decision === 'remove' ? 'spam' : null,
  note: 'No adverts.',
  reports: [{ reporterId: bob, actId: 'a2' }],
  shown: true,
  parts: [],
  seen: null,
  ...changes,
});

const onPost = (kind: string, command: object) => ({
  kind,
  isUndo: false,
  actId: 'a1',
  subjectId: postId,
  ownerId: 'ann',
  command,
});
const onReport = (kind: string, status: 'reviewed' | 'dismissed') => ({
  kind,
  isUndo: false,
  actId: 'a2',
  subjectId: `${postId}-${bob}`,
  ownerId: bob,
  command: Report.DecideReport({
    subjectId: postId,
    reporterId: bob,
    actId: 'a2',
    decider,
    status,
    note: '',
  }),
});
const act = { postId, actId: 'a1', decider };
const given = { reason: 'spam', note: 'No adverts.' } as const;
const right = onReport('ReportReviewed', 'reviewed');
const wrong = onReport('ReportDismissed', 'dismissed');

describe('a decision of a review', () => {
  it.each([
    ['approve', [onPost('PostApproved', Post.ApprovePost({ ...act, shown: true })), wrong]],
    ['hide', [onPost('PostHidden', Post.HidePost({ ...act, ...given })), right]],
    ['remove', [onPost('PostRemoved', Post.RemovePost({ ...act, ...given })), right]],
    ['dismiss', [wrong]],
  ] as const)('to %s implies an act on the post and on each report', (decision, acts) =>
    expect(actsOfReview(decided(decision), decider)).toStrictEqual(acts),
  );

  it('implies nothing for reports that there are not', () =>
    expect(actsOfReview(decided('dismiss', { reports: [] }), decider)).toEqual([]));

  it('decides about a report that comes later alike', () => {
    const report = { reporterId: bob, actId: 'a2' };
    expect(actOnReport(report, { subjectId: postId, decision: 'remove' }, decider)).toStrictEqual(right);
    expect(actOnReport(report, { subjectId: postId, decision: 'approve' }, decider)).toStrictEqual(wrong);
  });

  it('has no note once the key of the owner has been destroyed', () => {
    const [hidden] = actsOfReview(decided('hide', { note: null }), decider);
    expect(hidden?.command).toStrictEqual(Post.HidePost({ ...act, reason: 'spam', note: '' }));
  });

  const reopened = Report.ReopenReport({ subjectId: postId, reporterId: bob, actId: 'a2', decider, because });
  it.each([
    ['approve', [reopened, Post.UndoPostAct({ ...act, because })]],
    ['hide', [reopened, Post.UndoPostAct({ ...act, because })]],
    ['remove', [reopened, Post.UndoPostAct({ ...act, because })]],
    ['dismiss', [reopened]],
  ] as const)('to %s is undone with all its acts', (decision, commands) =>
    expect(undosOfReview(decided(decision), { adminId: 'moe', decider, because })).toStrictEqual(commands),
  );

  it('to hide a comment hides it, and to approve one only dismisses the reports', () => {
    const about = { subject: 'comment', subjectId: postId } as const;
    const [hidden] = actsOfReview(decided('hide', about), decider);
    expect(hidden?.command).toStrictEqual(
      Comment.HideComment({ commentId: postId, actId: 'a1', decider, ...given }),
    );
    expect(actsOfReview(decided('approve', about), decider)).toStrictEqual([wrong]);
  });

  it('to hide a profile withholds the chosen parts, as the admin saw them', () => {
    const seen = '2026-11-21T09:00:00.000Z';
    const about = { subject: 'profile', subjectId: 'ann', parts: ['bio'], seen } as const;
    const [withheld] = actsOfReview(decided('hide', about), decider);
    expect(withheld?.command).toStrictEqual(
      Account.WithholdProfile({ accountId: 'ann', actId: 'a1', decider, ...given, parts: ['bio'], seen }),
    );
  });

  it('changes what visitors see, but not by the acts on its reports', () => {
    const seen = (decision: ReviewDecision) =>
      actsOfReview(decided(decision), decider).map(changesVisibility);
    expect([seen('approve'), seen('hide'), seen('remove')]).toEqual([
      [true, false],
      [true, false],
      [true, false],
    ]);
  });
});

describe('a granted appeal', () => {
  const why = 'The appeal was granted.';
  const report = { subjectId: postId, reporterId: bob, actId: 'a1', decider, because: why };
  it.each([
    ['post', postId, 'PostHidden', Post.UndoPostAct({ ...act, because: why, isByAppeal: true })],
    [
      'comment',
      'c1',
      'CommentHidden',
      Comment.UndoCommentAct({ commentId: 'c1', actId: 'a1', decider, because: why }),
    ],
    ['report', `${postId}-${bob}`, 'ReportDismissed', Report.ReopenReport(report)],
    [
      'suspension',
      'ann',
      'AccountSuspended',
      Account.RestoreAccount({ accountId: 'ann', suspensionId: 'a1', reason: why, decider }),
    ],
    [
      'strike',
      'ann',
      'AccountStruck',
      Account.UndoStrike({ accountId: 'ann', actId: 'a1', decider, because: why }),
    ],
  ] as const)('about a %s undoes the act', (about: Appealed, subjectId, kind, command) => {
    const appeal = { actId: 'a1', about, subjectId, postId: null, postOwnerId: null };
    expect(actOfAppeal({ ...appeal, ownerId: 'ann', adminId: 'olga' }, decider)).toStrictEqual({
      kind,
      isUndo: true,
      actId: 'a1',
      subjectId,
      ownerId: 'ann',
      command,
    });
  });

  it('makes only a post visible at once', () => {
    const appeal = { actId: 'a1', postId: null, postOwnerId: null, ownerId: 'ann', adminId: 'olga' };
    const ofAppeal = (about: Appealed, subjectId: string) =>
      actOfAppeal({ ...appeal, about, subjectId }, decider);
    expect(changesVisibility(ofAppeal('post', postId))).toBe(true);
    // A comment changes what visitors see of a post, but the post stays where it is.
    expect(changesVisibility(ofAppeal('comment', 'c1'))).toBe(false);
    expect(changesVisibility(ofAppeal('suspension', 'ann'))).toBe(false);
  });
});
