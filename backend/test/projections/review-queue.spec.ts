import { UNRECORDED } from '../../src/domain/rating/rating.js';
import { unmoderated } from '../../src/domain/post/post-moderation.js';
import { reviewQueue } from '../../src/projections/moderation/review-queue.js';
import type { ReportCategory } from '../../src/domain/report/report.js';
import { type Happened, folding } from '../support/given.js';
import { postDeleted, postPublished } from '../support/made-up.js';
import { acted, checkBegan, checkEnded, escalated, lifted } from '../support/post-acts.js';

const at = '2026-11-21T09:00:00.000Z';
const subject = { subject: 'post', subjectId: 'p1', postId: 'p1' } as const;
const published = (review: 'before' | 'after' | 'none') =>
  postPublished('p1', { review, isPublic: review !== 'before', publishedAt: at });
const reported = (reporterId: string, category: ReportCategory, when = at): Happened => ({
  type: 'PostReported',
  at: when,
  data: { postId: 'p1', ownerId: 'ann', reporterId, category, reason: 'Look.' },
});
const undone = (changes: object = {}): Happened => ({
  type: 'PostActUndone',
  data: {
    postId: 'p1',
    ownerId: 'ann',
    actId: 'a1',
    because: 'A mistake.',
    isPublic: true,
    ...unmoderated(false),
    ...changes,
  },
});
const claimed: Happened = {
  type: 'ReviewClaimed',
  data: { ...subject, adminId: 'moe', until: '2026-11-21T12:10:00.000Z', reporters: [] },
};
const decided = (...reporters: string[]): Happened => ({
  type: 'ReviewDecided',
  data: {
    ...subject,
    ownerId: 'ann',
    adminId: 'moe',
    shown: null,
    parts: [],
    seen: null,
    decision: 'dismiss',
    actId: 'a1',
    reason: null,
    note: '',
    reports: reporters.map((reporterId) => ({ reporterId, actId: `${reporterId}-1` })),
  },
});
const fold = (...story: readonly Happened[]) => folding(reviewQueue, ...story).document('p1');

describe('the review queue', () => {
  it('has posts whose publication asks for a review, with their clock', () => {
    expect(fold(published('none'))).toMatchObject({ isOpen: false, harm: 0, since: null, dueAt: null });
    expect(fold(published('before'))).toMatchObject({
      isOpen: true,
      harm: 2,
      since: at,
      dueAt: '2026-11-21T21:00:00.000Z',
    });
    expect(fold(published('after'))).toMatchObject({
      isOpen: true,
      harm: 0,
      dueAt: '2026-11-24T09:00:00.000Z',
    });
  });

  it('has a post in check until the check ends, first, for an hour', () => {
    const began = { ...checkBegan('bob'), at: '2026-11-21T10:00:00.000Z' };
    expect(fold(published('none'), began)).toMatchObject({
      isOpen: true,
      harm: 4,
      since: began.at,
      checkedSince: began.at,
      dueAt: '2026-11-21T11:00:00.000Z',
    });
    const mere = fold(published('none'), reported('bob', 'minor'));
    expect(mere).toMatchObject({ harm: 3, dueAt: '2026-11-21T10:00:00.000Z' });
    const ended = { isOpen: false, harm: 0, checkedSince: null };
    expect(fold(published('none'), began, checkEnded())).toMatchObject(ended);
  });

  describe('with more than 200 reports of a post', () => {
    const from = (count: number, category: ReportCategory) =>
      Array.from({ length: count }, (_, index) => reported(`r${index}`, category));
    const of = (reporterId: string) => ({ ...subject, ownerId: 'ann', reporterId, actId: 'a1' });
    const dismissed = (reporterId: string): Happened => ({
      type: 'ReportDismissed',
      data: { ...of(reporterId), note: '' },
    });
    const reopened: Happened = { type: 'ReportReopened', data: { ...of('r0'), because: 'Too early.' } };

    it('lists 200: decided ones leave first, then the oldest', () => {
      const reporters = (...story: Happened[]) =>
        fold(published('none'), ...from(200, 'spam'), ...story, reported('new', 'explicit'))?.reports.map(
          ({ reporterId }) => reporterId,
        ) ?? [];
      const without = (reporter: string) => [
        ...from(200, 'spam')
          .map((_, index) => `r${index}`)
          .filter((one) => one !== reporter),
        'new',
      ];
      expect(reporters()).toEqual(without('r0'));
      expect(reporters(dismissed('r7'), dismissed('r8'))).toEqual(without('r7'));
    });

    it('is in the queue until the last is decided, and again when one is reopened', () => {
      const story = [published('none'), reported('r0', 'explicit'), ...from(202, 'spam').slice(1)];
      const all = story.slice(1).map((_, index) => dismissed(`r${index}`));
      expect(fold(...story)).toMatchObject({ isOpen: true, harm: 3, others: { pending: 2 } });
      expect(fold(...story, ...all.slice(1))).toMatchObject({
        isOpen: true,
        harm: 3,
        since: at,
        dueAt: '2026-11-21T13:00:00.000Z',
      });
      expect(fold(...story, ...all)).toMatchObject({ isOpen: false, harm: 0, dueAt: null });
      expect(fold(...story, ...all, reopened)).toMatchObject({ isOpen: true, harm: 3 });
      const decidedFirst = [published('none'), reported('r0', 'explicit'), dismissed('r0')];
      const later = from(201, 'spam').slice(1);
      expect(fold(...decidedFirst, ...later)).toMatchObject({ harm: 0, others: { pending: 0 } });
      expect(fold(...decidedFirst, ...later, reopened)).toMatchObject({ harm: 3, others: { pending: 1 } });
    });

    it('takes the category that an admin gave one that is not listed', () =>
      expect(
        fold(published('none'), ...from(201, 'spam'), {
          type: 'ReportCategorised',
          data: { ...subject, ownerId: 'ann', reporterId: 'r0', category: 'minor' },
        }),
      ).toMatchObject({ harm: 3, dueAt: '2026-11-21T10:00:00.000Z' }));
  });

  it('has no post under legal hold, and the same as before once it is lifted', () => {
    const story = [published('before'), reported('bob', 'explicit'), claimed] as const;
    expect(fold(...story, escalated('e1'))).toMatchObject({ isOpen: false });
    expect(fold(...story, escalated('e1'), reported('cleo', 'spam'))).toMatchObject({ isOpen: false });
    expect(fold(...story, escalated('e1'), lifted('e1'))).toEqual(fold(...story));
  });

  it('has reported posts, with the most harm, the oldest report and the first target', () =>
    expect(
      fold(
        published('none'),
        reported('bob', 'spam', '2026-11-21T10:00:00.000Z'),
        reported('cleo', 'explicit', '2026-11-21T11:00:00.000Z'),
      ),
    ).toMatchObject({
      isOpen: true,
      harm: 3,
      since: '2026-11-21T10:00:00.000Z',
      dueAt: '2026-11-21T15:00:00.000Z',
      reports: [
        { reporterId: 'bob', category: 'spam', at: '2026-11-21T10:00:00.000Z', isPending: true },
        { reporterId: 'cleo', category: 'explicit', at: '2026-11-21T11:00:00.000Z', isPending: true },
      ],
    }));

  it('keeps one report of a person who reports again', () =>
    expect(fold(published('none'), reported('bob', 'spam'), reported('bob', 'other'))?.reports).toEqual([
      { reporterId: 'bob', category: 'other', at, isPending: true },
    ]));

  it.each(['PostApproved', 'PostHidden', 'PostShown', 'PostRemoved'] as const)(
    'leaves out a post after %s, but not its reports',
    (type) => {
      const act = acted(type, 'a1') as Happened;
      expect(fold(published('before'), act)).toMatchObject({ isOpen: false });
      expect(fold(published('before'), reported('bob', 'spam'), act)).toMatchObject({
        isOpen: true,
        harm: 0,
      });
    },
  );

  it('has a post again when the act is undone, unless another decision is left', () => {
    const approved = acted('PostApproved', 'a1');
    const held = { isHeld: true };
    expect(fold(published('before'), approved, undone(held))?.isOpen).toBe(true);
    expect(fold(published('after'), approved, undone())?.isOpen).toBe(true);
    expect(fold(published('before'), approved, undone({ isHidden: true, ...held }))?.isOpen).toBe(false);
    expect(fold(published('before'), approved, undone())?.isOpen).toBe(false);
    expect(fold(published('none'), approved, undone())?.isOpen).toBe(false);
  });

  it('counts reach up and down, in bands', () => {
    const rating = { postId: 'p1', ownerId: 'ann', userId: 'bob', score: 8 };
    const like = { postId: 'p1', userId: 'bob' };
    const story: Happened[] = [
      published('none'),
      { type: 'Rated', data: { ...rating, ...UNRECORDED } },
      { type: 'Liked', data: like },
      { type: 'Liked', data: like },
      { type: 'Liked', data: like },
    ];
    expect(fold(published('none'))).toMatchObject({ reach: 0, reachBand: 0 });
    expect(fold(...story)).toMatchObject({ reach: 4, reachBand: 3 });
    expect(fold(...story, { type: 'Unliked', data: like })).toMatchObject({ reach: 3, reachBand: 2 });
  });

  it('shows who has claimed a post, until it is released or decided', () => {
    const claim = { adminId: 'moe', until: '2026-11-21T12:10:00.000Z' };
    expect(fold(published('before'), claimed)?.claim).toEqual(claim);
    const released: Happened = { type: 'ReviewReleased', data: { ...subject, adminId: 'moe' } };
    expect(fold(published('before'), claimed, released)?.claim).toBeNull();
    expect(fold(published('before'), claimed, decided())).toMatchObject({
      claim: null,
      isOpen: false,
      round: 1,
    });
  });

  it('keeps a report that came in while an admin decided about others', () =>
    expect(
      fold(published('none'), reported('bob', 'spam'), reported('cleo', 'other'), decided('bob')),
    ).toMatchObject({ isOpen: true, round: 1, reports: [{ isPending: false }, { isPending: true }] }));

  it('leaves out reports that were decided alone, until that is undone', () => {
    const of = { ...subject, ownerId: 'ann', reporterId: 'bob', actId: 'a1' };
    const dismissed: Happened = { type: 'ReportDismissed', data: { ...of, note: '' } };
    const reopened: Happened = { type: 'ReportReopened', data: { ...of, because: 'Too early.' } };
    const story = [published('none'), reported('bob', 'explicit')];
    expect(fold(...story, dismissed)).toMatchObject({ isOpen: false, harm: 0 });
    expect(fold(...story, dismissed, reopened)).toMatchObject({ isOpen: true, harm: 3 });
  });

  it('takes the category that an admin gave a report', () =>
    expect(
      fold(published('none'), reported('bob', 'other'), {
        type: 'ReportCategorised',
        data: { ...subject, ownerId: 'ann', reporterId: 'bob', category: 'minor' },
      }),
    ).toMatchObject({ harm: 3, dueAt: '2026-11-21T10:00:00.000Z' }));

  it('has comments and profiles from their first report until the last is decided, or they are gone', () => {
    const said = { ownerId: 'ann', reporterId: 'bob', category: 'abuse', reason: 'Insults.' } as const;
    const onComment: Happened = { type: 'CommentReported', data: { ...said, commentId: 'c1', postId: 'p1' } };
    const onProfile: Happened = { type: 'ProfileReported', data: said };
    const queue = (...story: Happened[]) => folding(reviewQueue, onComment, onProfile, ...story);
    const reviewed: Happened = {
      type: 'ReportReviewed',
      data: {
        subject: 'comment',
        subjectId: 'c1',
        postId: 'p1',
        ownerId: 'ann',
        reporterId: 'bob',
        actId: 'a1',
        note: '',
      },
    };
    const deletedComment: Happened = {
      type: 'CommentDeleted',
      data: {
        commentId: 'c1',
        postId: 'p1',
        postOwnerId: 'eve',
        authorId: 'ann',
        parent: null,
        because: 'author',
        wasHidden: false,
      },
    };
    const gone: Happened = {
      type: 'AccountDeleted',
      data: { accountId: 'ann', emailHash: 'hash', pictureId: null },
    };
    expect(queue().document('c1')).toMatchObject({ subject: 'comment', isOpen: true, harm: 2 });
    expect(queue().document('ann')).toMatchObject({ subject: 'profile', postId: null, isOpen: true });
    expect(queue(reviewed).document('c1')).toMatchObject({ isOpen: false });
    expect(queue(deletedComment).document('c1')).toBeUndefined();
    expect(queue(gone).document('ann')).toBeUndefined();
  });

  it('drops deleted posts', () => expect(fold(published('before'), postDeleted('p1'))).toBeUndefined());
});
