import { UNRECORDED } from '../../src/domain/rating/rating.js';
import { isShown, unmoderated } from '../../src/domain/post/post-moderation.js';
import { acts, isDone } from '../../src/projections/acts.js';
import { leaderboard } from '../../src/projections/leaderboard/leaderboard.js';
import { type Happened, folding } from '../support/given.js';
import { postDeleted, postPublished } from '../support/made-up.js';
import { moderatedPosts } from '../../src/projections/moderated-posts.js';
import { trustFacts } from '../../src/projections/moderation/trust-facts.js';
import { acted, escalated, lifted } from '../support/post-acts.js';

const published = postPublished('p1');
const inReview = postPublished('p1', { isPublic: false, moderationFlags: ['may show a face'] });
const undone = (actId: string, after = unmoderated(false), isPublic = isShown(after)): Happened => ({
  type: 'PostActUndone',
  data: { postId: 'p1', ownerId: 'ann', actId, because: 'A mistake.', isPublic, ...after },
});
const board = (...story: Happened[]) => folding(leaderboard, ...story).document('p1');
const cause = (actId: string, kind: 'hidden' | 'removed') =>
  ({ actId, kind, reason: 'spam', at: '2026-11-21T09:00:00.000Z' }) as const;

describe('acts on the leaderboard', () => {
  it.each([
    ['PostHidden', 'hidden', { isHidden: true }],
    ['PostRemoved', 'removed', { isRemoved: true }],
  ] as const)('take a post off all lists: %s', (type, kind, facts) =>
    expect(board(published, acted(type, 'a1'))).toMatchObject({
      isPublic: false,
      publicRank: null,
      tier: null,
      moderation: { ...unmoderated(false), ...facts, cause: cause('a1', kind) },
    }),
  );

  it('put a post of the review on the board: approved or shown', () => {
    const there = { isPublic: true, tier: 'none', publicRank: '026 999999999 2026-11-21T09:00:00.000Z' };
    expect(board(inReview)).toMatchObject({ isPublic: false, publicRank: null });
    expect(board(inReview, acted('PostApproved', 'a1'))).toMatchObject({
      ...there,
      moderation: { ...unmoderated(false), isModerated: true },
    });
    expect(board(inReview, acted('PostShown', 'a1'))).toMatchObject({
      ...there,
      moderation: unmoderated(false),
    });
  });

  it('leave a hidden post hidden when it is approved', () =>
    expect(board(published, acted('PostHidden', 'a1'), acted('PostApproved', 'a2'))).toMatchObject({
      isPublic: false,
      moderation: { isHidden: true, isModerated: true },
    }));

  it('that were undone leave no trace', () => {
    const later = acted('PostApproved', 'a2');
    const moderation = { ...unmoderated(false), isModerated: true };
    expect(board(published, acted('PostHidden', 'a1'), later, undone('a1', moderation))).toEqual(
      board(published, later),
    );
  });

  it('count votes that come meanwhile', () => {
    const rated = {
      type: 'Rated',
      data: { postId: 'p1', ownerId: 'ann', userId: 'bob', score: 9, ...UNRECORDED },
    } as const;
    expect(board(published, acted('PostHidden', 'a1'), rated, undone('a1'))).toEqual(board(published, rated));
  });
});

describe('the list of acts', () => {
  const hidden = {
    kind: 'PostHidden',
    subject: { kind: 'post', id: 'p1' },
    postId: 'p1',
    ownerId: 'ann',
    adminId: null,
    at: '2026-11-21T09:00:00.000Z',
    reason: 'spam',
    note: 'No adverts, please.',
    undone: null,
    own: null,
    waitsUntil: null,
    refused: null,
    undoRefused: null,
  } as const;
  const dueAt = '2026-11-22T09:00:00.000Z';
  const asked = (isUndo: boolean): Happened => ({
    type: 'OwnActAsked',
    data: {
      subjectId: 'p1',
      actId: 'a1',
      kind: 'PostHidden',
      isUndo,
      ownerId: 'ann',
      adminId: 'moe',
      reason: 'spam',
      note: 'No adverts, please.',
      concerned: ['ann'],
      dueAt,
    },
  });
  const over = (type: 'OwnActDue' | 'OwnActLapsed' | 'OwnActWithdrawn'): Happened =>
    ({ type, data: { subjectId: 'p1', actId: 'a1' } }) as Happened;
  const waiting = {
    ...hidden,
    adminId: 'moe',
    note: null,
    own: { isUndo: false, status: 'waiting', dueAt },
    waitsUntil: dueAt,
  } as const;

  it('marks what an admin does to their own, and says that it waits', () =>
    folding(acts, asked(false)).gives({ a1: waiting }));

  it('marks it still once it is done', () =>
    folding(acts, asked(false), over('OwnActDue'), acted('PostHidden', 'a1')).gives({
      a1: { ...hidden, own: { isUndo: false, status: 'done', dueAt } },
    }));

  it.each([
    ['withdrawn', 'OwnActWithdrawn'],
    ['lapsed', 'OwnActLapsed'],
    ['due', 'OwnActDue'],
  ] as const)('says that it is %s', (status, type) =>
    folding(acts, asked(false), over(type)).gives({
      a1: { ...waiting, own: { isUndo: false, status, dueAt }, waitsUntil: null },
    }),
  );

  it('marks an undoing, which may wait too', () => {
    const own = { isUndo: true, dueAt } as const;
    folding(acts, acted('PostHidden', 'a1'), asked(true)).gives({
      a1: { ...hidden, own: { ...own, status: 'waiting' }, waitsUntil: dueAt },
    });
    folding(acts, acted('PostHidden', 'a1'), asked(true), over('OwnActDue'), undone('a1')).gives({
      a1: {
        ...hidden,
        own: { ...own, status: 'done' },
        undone: { at: '2026-11-21T09:00:00.000Z', by: null, because: 'A mistake.' },
      },
    });
  });

  it('says that it was refused when it was due', () => {
    const refused: Happened = {
      type: 'ActRefused',
      data: {
        decisionId: 'd1',
        adminId: 'moe',
        actId: 'a1',
        kind: 'PostHidden',
        isUndo: false,
        subjectId: 'p1',
        ownerId: 'ann',
        code: 'gone',
        problem: 'The post is gone.',
      },
    };
    folding(acts, asked(false), over('OwnActDue'), refused).gives({
      a1: {
        ...waiting,
        own: { isUndo: false, status: 'refused', dueAt },
        waitsUntil: null,
        refused: 'The post is gone.',
      },
    });
  });

  it('takes only what was done for done', () => {
    const own = { isUndo: false, dueAt };
    expect(isDone({ refused: null, own: null })).toBe(true);
    expect(isDone({ refused: 'The post is gone.', own: null })).toBe(false);
    expect(isDone({ refused: null, own: { ...own, status: 'done' } })).toBe(true);
    expect(isDone({ refused: null, own: { ...own, status: 'due' } })).toBe(false);
    expect(isDone({ refused: null, own: { ...own, status: 'waiting', isUndo: true } })).toBe(true);
  });

  it('has each act under its id', () =>
    folding(acts, acted('PostHidden', 'a1'), acted('PostApproved', 'a2')).gives({
      a1: hidden,
      a2: { ...hidden, kind: 'PostApproved', reason: null, note: '' },
    }));

  it('says when an act was undone, and why', () =>
    folding(acts, acted('PostHidden', 'a1'), undone('a1')).gives({
      a1: {
        ...hidden,
        undone: { at: '2026-11-21T09:00:00.000Z', by: null, because: 'A mistake.' },
      },
    }));
});

describe('a legal hold', () => {
  const hidden = { isPublic: false, publicRank: null, tier: null, isEscalated: true };

  it('takes a post off all lists, and leaves no trace once it is lifted', () => {
    expect(board(published, escalated('e1'))).toMatchObject(hidden);
    expect(board(published, escalated('e1'), lifted('e1'))).toEqual(board(published));
  });

  it('keeps it off the lists whatever else is decided or undone', () => {
    expect(board(inReview, escalated('e1'), acted('PostApproved', 'a1'))).toMatchObject(hidden);
    const unhidden = undone('a1', unmoderated(false), false);
    expect(board(published, acted('PostHidden', 'a1'), escalated('e1'), unhidden)).toMatchObject(hidden);
    expect(board(inReview, escalated('e1'), acted('PostApproved', 'a1'), lifted('e1'))).toEqual(
      board(inReview, acted('PostApproved', 'a1')),
    );
  });

  const listed = (...story: Happened[]) => folding(moderatedPosts, ...story).document('p1');

  it('is a status of its own in the list of admins', () => {
    expect(listed(published, acted('PostHidden', 'a1'), escalated('e1'))).toMatchObject({
      status: 'escalated',
      isPublic: false,
    });
    expect(listed(published, acted('PostHidden', 'a1'), escalated('e1'), lifted('e1', false))).toEqual(
      listed(published, acted('PostHidden', 'a1')),
    );
  });

  it('keeps a deleted post in that list until it is lifted', () => {
    const story = [published, escalated('e1'), postDeleted('p1')] as const;
    expect(listed(...story)).toMatchObject({ status: 'escalated', isDeleted: true });
    folding(moderatedPosts, ...story, lifted('e1', false)).gives({});
    folding(moderatedPosts, published, postDeleted('p1')).gives({});
  });

  it('counts as a decision against the owner of the post, until it is lifted', () => {
    const decisions = (...story: Happened[]) => folding(trustFacts, ...story).document('ann')?.decisions;
    expect(decisions(published, escalated('e1'))).toMatchObject([{ actId: 'e1' }]);
    expect(decisions(published, escalated('e1'), lifted('e1'))).toEqual([]);
  });
});
