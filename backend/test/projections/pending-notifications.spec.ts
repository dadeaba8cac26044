import { UNRECORDED } from '../../src/domain/rating/rating.js';
import type { Achievement } from '../../src/domain/notification/achievement.js';
import { type Activity, NOTHING } from '../../src/domain/notification/notification.js';
import { type ActivityDocument, pendingNotifications } from '../../src/projections/pending-notifications.js';
import { folding } from '../support/given.js';

const rated = {
  type: 'Rated',
  data: { postId: 'p1', ownerId: 'ann', userId: 'bob', score: 8, ...UNRECORDED },
} as const;
const commented = (authorId: string, parentAuthor: string | null = null, commentId = 'c1') =>
  ({
    type: 'CommentPosted',
    data: {
      commentId,
      postId: 'p1',
      postOwnerId: 'ann',
      authorId,
      parent: parentAuthor === null ? null : { commentId: 'c0', authorId: parentAuthor },
      text: 'What a fine photo.',
    },
  }) as const;
const uncommented = ({ data: { text: _, ...comment } }: ReturnType<typeof commented>) =>
  ({ type: 'CommentDeleted', data: { ...comment, because: 'author', wasHidden: false } }) as const;
const reached = (achievement: Achievement) =>
  ({ type: 'AchievementReached', data: { postId: 'p1', ownerId: 'ann', achievement } }) as const;
const notified = (news: Partial<Activity>, unwanted: Partial<Activity> = {}) =>
  ({
    type: 'ActivityNotified',
    data: {
      postId: 'p1',
      accountId: 'ann',
      activity: { ...NOTHING, ...news },
      unwanted: { ...NOTHING, ...unwanted },
      at: '2026-11-21T12:00:00.000Z',
    },
  }) as const;
const NONE = { comments: [], replies: [] };
const document = (
  accountId: string,
  { untold, ...pending }: Partial<Activity> & { untold?: Partial<ActivityDocument['untold']> },
  notices = 0,
  lastAt = '',
) => ({
  postId: 'p1',
  accountId,
  pending: { ...NOTHING, ...pending },
  untold: { ...NONE, ...untold },
  isPending: Object.keys(pending).length > 0,
  notices,
  lastAt,
});
const high = { kind: 'highScore', score: '9.2' } as const;
const ten = { kind: 'ratings', count: 10 } as const;

describe('the news for a person about a post', () => {
  it('count all comments, and remember the newest hundred, until they are told', () => {
    const comments = Array.from({ length: 250 }, (_, number) => commented('bob', null, `c${number}`));
    const told = notified({ comments: 120 });
    const after = (...more: Parameters<typeof folding>[1][]) =>
      folding(pendingNotifications, ...comments, ...more).document('p1:ann');
    expect(after()?.pending.comments).toBe(250);
    expect(after()?.untold.comments).toHaveLength(100);
    expect(after(uncommented(commented('bob', null, 'c249')))?.pending.comments).toBe(249);
    expect(after(uncommented(commented('bob', null, 'c3')))?.pending.comments).toBe(250);
    expect(after(told)).toMatchObject({ isPending: true, pending: { comments: 130 } });
    expect(after(told, notified({ comments: 125 }))).toMatchObject({
      pending: { comments: 5 },
      untold: { comments: ['c245', 'c246', 'c247', 'c248', 'c249'] },
    });
    expect(after(told, notified({ comments: 130 }))).toMatchObject({
      isPending: false,
      untold: { comments: [] },
    });
  });

  it('are counted for the owner of the post', () =>
    folding(pendingNotifications, rated, rated, commented('bob'), reached(high)).gives({
      'p1:ann': document('ann', {
        ratings: 2,
        comments: 1,
        achievements: [high],
        untold: { comments: ['c1'] },
      }),
    }));

  it('are counted for the author of the parent comment, once for each reply', () =>
    folding(pendingNotifications, commented('cleo', 'bob')).gives({
      'p1:ann': document('ann', { comments: 1, untold: { comments: ['c1'] } }),
      'p1:bob': document('bob', { replies: 1, untold: { replies: ['c1'] } }),
    }));

  it('reach the owner as a comment when it is also a reply to them', () =>
    folding(pendingNotifications, commented('bob', 'ann')).gives({
      'p1:ann': document('ann', { comments: 1, untold: { comments: ['c1'] } }),
    }));

  it('never include a person’s own activity', () => {
    folding(pendingNotifications, commented('ann')).gives({});
    folding(pendingNotifications, commented('ann', 'ann')).gives({});
    folding(pendingNotifications, commented('ann', 'bob')).gives({
      'p1:bob': document('bob', { replies: 1, untold: { replies: ['c1'] } }),
    });
    folding(pendingNotifications, commented('bob', 'bob')).gives({
      'p1:ann': document('ann', { comments: 1, untold: { comments: ['c1'] } }),
    });
  });

  it('leave out what was sent or skipped; later news stay', () =>
    folding(
      pendingNotifications,
      rated,
      commented('bob'),
      reached(high),
      rated,
      reached(ten),
      notified({ ratings: 1, achievements: [high] }, { comments: 1 }),
    ).gives({
      'p1:ann': document('ann', { ratings: 1, achievements: [ten] }, 1, '2026-11-21T12:00:00.000Z'),
    }));

  it('keep one round number of ratings when another one was sent', () => {
    const fifty = { kind: 'ratings', count: 50 } as const;
    folding(pendingNotifications, reached(ten), reached(fifty), notified({ achievements: [ten] })).gives({
      'p1:ann': document('ann', { achievements: [fifty] }, 1, '2026-11-21T12:00:00.000Z'),
    });
  });

  it('do not include a comment or reply that is deleted before it was sent', () => {
    folding(pendingNotifications, commented('bob'), uncommented(commented('bob'))).gives({
      'p1:ann': document('ann', {}),
    });
    folding(
      pendingNotifications,
      commented('cleo', 'bob'),
      commented('cleo', 'bob', 'c2'),
      uncommented(commented('cleo', 'bob')),
    ).gives({
      'p1:ann': document('ann', { comments: 1, untold: { comments: ['c2'] } }),
      'p1:bob': document('bob', { replies: 1, untold: { replies: ['c2'] } }),
    });
  });

  it('do not include comments that are no longer known once all known ones are deleted', () => {
    const comments = Array.from({ length: 150 }, (_, index) => commented('bob', null, `c${index}`));
    folding(pendingNotifications, ...comments, ...comments.map(uncommented)).gives({
      'p1:ann': document('ann', {}),
    });
  });

  it('keep the other comments when a comment is deleted that was already sent', () =>
    folding(
      pendingNotifications,
      commented('bob'),
      notified({ comments: 1 }),
      commented('bob', null, 'c2'),
      uncommented(commented('bob')),
    ).gives({
      'p1:ann': document('ann', { comments: 1, untold: { comments: ['c2'] } }, 1, '2026-11-21T12:00:00.000Z'),
    }));

  it('do not wait for the hour after news that were only skipped', () =>
    folding(pendingNotifications, rated, notified({}, { ratings: 1 })).gives({
      'p1:ann': document('ann', {}, 1),
    }));

  it('are empty for a deleted post', () =>
    folding(pendingNotifications, rated, {
      type: 'PostDeleted',
      data: { postId: 'p1', ownerId: 'ann', imageHash: 'hash', because: 'owner' },
    }).gives({ 'p1:ann': document('ann', {}) }));
});
