import { type ReviewDecision, Reviews } from '../../src/domain/review/review.js';
import { type ImpliedAct, actsOfReview, undosOfReview } from '../../src/domain/acts/implied-acts.js';
import { Post } from '../../src/domain/post/post.js';
import { Report } from '../../src/domain/report/report.js';
import { given } from '../support/given.js';
import { NOBODY } from '../../src/domain/admin/person.js';
import { someone } from '../support/roles.js';

const NOW = '2026-11-21T12:00:00.000Z';
const LATER = '2026-11-21T12:10:00.000Z';
const nobody = NOBODY;
const subject = { subject: 'post', subjectId: 'p1', postId: 'p1' } as const;

const claim = (adminId: string, changes: Partial<Parameters<typeof Reviews.ClaimReview>[0]> = {}) =>
  Reviews.ClaimReview({
    ...subject,
    ownerId: 'ann',
    adminId,
    decider: nobody,
    round: 0,
    reporters: ['bob'],
    now: NOW,
    until: LATER,
    isNew: true,
    ...changes,
  });
const claimed = (adminId: string, until = LATER) =>
  ({ type: 'ReviewClaimed', data: { ...subject, adminId, until, reporters: ['bob'] } }) as const;
const release = (adminId: string) => Reviews.ReleaseReview({ ...subject, adminId });
const released = (adminId: string) => ({ type: 'ReviewReleased', data: { ...subject, adminId } }) as const;
const data = (adminId: string, decision: ReviewDecision = 'hide') =>
  ({
    ...subject,
    ownerId: 'ann',
    adminId,
    shown: true,
    parts: [],
    seen: null,
    decision,
    actId: 'act1',
    reason: decision === 'hide' ? 'spam' : null,
    note: 'No adverts.',
    reports: [{ reporterId: 'bob', actId: 'act2' }],
  }) as const;
const decide = (adminId: string, decision: ReviewDecision = 'hide', ...accountIds: readonly string[]) =>
  Reviews.DecideReview({ ...data(adminId, decision), decider: someone(...accountIds) });
const decided = (adminId: string, decision: ReviewDecision = 'hide') =>
  ({ type: 'ReviewDecided', data: data(adminId, decision) }) as const;

const DECIDED = 'This post was decided already.';
const OTHERS = 'Another admin is reviewing this post.';

describe('claiming a review', () => {
  it('reserves the post', () => given(Reviews).when(claim('moe')).then(claimed('moe')));

  it('is rejected while another admin has it', () =>
    given(Reviews, claimed('moe')).when(claim('olga')).thenRejected(OTHERS, 'conflict'));

  it('is possible from the moment when the other claim ends, and after a release', () => {
    given(Reviews, claimed('moe', NOW)).when(claim('olga')).then(claimed('olga'));
    given(Reviews, claimed('moe'), released('moe')).when(claim('olga')).then(claimed('olga'));
  });

  it('is rejected for the same admin in another window, unless they ask for this post', () => {
    given(Reviews, claimed('moe'))
      .when(claim('moe'))
      .thenRejected('You are reviewing this post already.', 'conflict');
    given(Reviews, claimed('moe'))
      .when(claim('moe', { isNew: false }))
      .then(claimed('moe'));
  });

  it('is rejected for a queue that does not know of the decision yet', () => {
    given(Reviews, claimed('moe'), decided('moe')).when(claim('olga')).thenRejected(DECIDED, 'conflict');
    given(Reviews, claimed('moe'), decided('moe'))
      .when(claim('olga', { round: 1 }))
      .then(claimed('olga'));
  });

  it('is rejected for the admin’s own post', () =>
    given(Reviews)
      .when(claim('moe', { decider: someone('ann') }))
      .thenRejected('You cannot decide about your own content. Another admin has to.', 'forbidden'));
});

describe('releasing a review', () => {
  it('gives the post back', () => given(Reviews, claimed('moe')).when(release('moe')).then(released('moe')));

  it('does nothing for an admin who does not have it', () => {
    given(Reviews).when(release('moe')).thenNothing();
    given(Reviews, claimed('olga')).when(release('moe')).thenNothing();
  });
});

describe('deciding a review', () => {
  it('records the decision', () => given(Reviews, claimed('moe')).when(decide('moe')).then(decided('moe')));

  it('is possible after the claim has ended, until another admin takes the post', () => {
    given(Reviews, claimed('moe', '2026-11-21T09:00:00.000Z')).when(decide('moe')).then(decided('moe'));
    given(Reviews, claimed('moe'), claimed('olga')).when(decide('moe')).thenRejected(OTHERS, 'conflict');
  });

  it('does nothing when the same admin repeats it', () =>
    given(Reviews, claimed('moe'), decided('moe')).when(decide('moe')).thenNothing());

  it('is rejected for other decisions and other admins', () => {
    const story = given(Reviews, claimed('moe'), decided('moe'));
    story.when(decide('moe', 'approve')).thenRejected(DECIDED, 'conflict');
    story.when(decide('olga')).thenRejected(DECIDED, 'conflict');
  });

  it('is rejected without a claim', () =>
    given(Reviews).when(decide('moe')).thenRejected('Please open this post for review first.', 'conflict'));

  it('needs a reason against the owner', () => {
    const without = Reviews.DecideReview({ ...data('moe'), reason: null, decider: nobody });
    given(Reviews, claimed('moe'))
      .when(without)
      .thenRejected('Please choose a reason from the list', 'invalid');
    given(Reviews, claimed('moe')).when(decide('moe', 'approve')).then(decided('moe', 'approve'));
  });

  it.each(['comment', 'profile'] as const)('removes no %s', (of) =>
    given(Reviews, claimed('moe'))
      .when(Reviews.DecideReview({ ...data('moe', 'remove'), subject: of, reason: 'spam', decider: nobody }))
      .thenRejected(`A ${of} can be hidden, but not removed.`, 'invalid'),
  );

  it('is rejected for the admin’s own post', () =>
    given(Reviews, claimed('moe'))
      .when(decide('moe', 'approve', 'ann'))
      .thenRejected('You cannot decide about your own content. Another admin has to.', 'forbidden'));
});

describe('the acts of a decision', () => {
  const commandIn = ({ command }: ImpliedAct) => command;
  const act = { postId: 'p1', actId: 'act1', decider: nobody };

  const report = (status: 'reviewed' | 'dismissed') =>
    Report.DecideReport({
      subjectId: 'p1',
      reporterId: 'bob',
      actId: 'act2',
      decider: nobody,
      status,
      note: '',
    });

  it.each([
    ['approve', [Post.ApprovePost({ ...act, shown: true }), report('dismissed')]],
    ['hide', [Post.HidePost({ ...act, reason: 'spam', note: 'No adverts.' }), report('reviewed')]],
    ['remove', [Post.RemovePost({ ...act, reason: 'spam', note: 'No adverts.' }), report('reviewed')]],
    ['dismiss', [report('dismissed')]],
  ] as const)('%s', (decision, acts) =>
    expect(actsOfReview({ ...data('moe', decision), reason: 'spam' }, nobody).map(commandIn)).toEqual(acts),
  );
});

describe('undoing a decision', () => {
  const how = { decider: nobody, because: 'A tattoo.' };
  const onPost = Post.UndoPostAct({ postId: 'p1', actId: 'act1', ...how });
  const onReport = Report.ReopenReport({ subjectId: 'p1', reporterId: 'bob', actId: 'act2', ...how });

  it('undoes the acts on the reports, and then that on the post', () =>
    expect(undosOfReview(data('moe', 'hide'), { adminId: 'moe', ...how })).toEqual([onReport, onPost]));

  it('has no act on the post to undo where only reports were decided', () =>
    expect(undosOfReview(data('moe', 'dismiss'), { adminId: 'moe', ...how })).toEqual([onReport]));
});
