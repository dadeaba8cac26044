import { UNRECORDED } from '../../src/domain/rating/rating.js';
import type { Achievement } from '../../src/domain/notification/achievement.js';
import { type Activity, NOTHING, NO_FIGURES } from '../../src/domain/notification/notification.js';
import {
  type ActivityDocument,
  averageToTell,
  pendingNotifications,
} from '../../src/projections/inbox/pending-notifications.js';
import { type Happened, folding } from '../support/given.js';
import { postPublished } from '../support/made-up.js';

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
      ...NO_FIGURES,
      at: '2026-11-21T12:00:00.000Z',
    },
  }) as const;
const [liked, unliked] = (['Liked', 'Unliked'] as const).map(
  (type) => (userId: string) => ({ type, data: { postId: 'p1', userId } }) as const,
) as [(userId: string) => Happened, (userId: string) => Happened];
const AT = '2026-11-21T09:00:00.000Z';
const NONE = { comments: [], replies: [] };
const document = (
  accountId: string,
  { untold, ...pending }: Partial<Activity> & { untold?: Partial<ActivityDocument['untold']> },
  notices = 0,
  lastAt = '',
) =>
  expect.objectContaining({
    postId: 'p1',
    accountId,
    pending: { ...NOTHING, ...pending },
    untold: { ...NONE, ...untold },
    isPending: Object.keys(pending).length > 0,
    notices,
    lastAt,
  });
/** With the AI score 7.4. */
const post = postPublished('p1');
const high = { kind: 'highScore', score: '9.2' } as const;
const ten = { kind: 'ratings', count: 10 } as const;

describe('the news for a person about a post', () => {
  it('count all comments, and remember the newest hundred, until they are told', () => {
    const comments = Array.from({ length: 250 }, (_, number) => commented('bob', null, `c${number}`));
    const told = notified({ comments: 120 });
    const after = (...more: Happened[]) =>
      folding(pendingNotifications, post, ...comments, ...more).document('p1');
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
    folding(pendingNotifications, post, rated, rated, commented('bob'), reached(high)).gives({
      p1: document('ann', {
        ratings: 2,
        comments: 1,
        achievements: [high],
        untold: { comments: ['c1'] },
      }),
    }));

  it('are counted for the author of the parent comment, once for each reply', () =>
    folding(pendingNotifications, post, commented('cleo', 'bob')).gives({
      p1: document('ann', { comments: 1, untold: { comments: ['c1'] } }),
      'p1:bob': document('bob', { replies: 1, untold: { replies: ['c1'] } }),
    }));

  it('reach the owner as a comment when it is also a reply to them', () =>
    folding(pendingNotifications, post, commented('bob', 'ann')).gives({
      p1: document('ann', { comments: 1, untold: { comments: ['c1'] } }),
    }));

  it('never include a person’s own activity', () => {
    folding(pendingNotifications, post, commented('ann')).gives({ p1: document('ann', {}) });
    folding(pendingNotifications, post, commented('ann', 'ann')).gives({ p1: document('ann', {}) });
    folding(pendingNotifications, post, liked('ann')).gives({ p1: document('ann', {}) });
    folding(pendingNotifications, post, commented('ann', 'bob')).gives({
      p1: document('ann', {}),
      'p1:bob': document('bob', { replies: 1, untold: { replies: ['c1'] } }),
    });
    folding(pendingNotifications, post, commented('bob', 'bob')).gives({
      p1: document('ann', { comments: 1, untold: { comments: ['c1'] } }),
    });
  });

  it('leave out what was sent or skipped; later news stay', () =>
    folding(
      pendingNotifications,
      post,
      rated,
      commented('bob'),
      reached(high),
      rated,
      reached(ten),
      notified({ ratings: 1, achievements: [high] }, { comments: 1 }),
    ).gives({
      p1: document('ann', { ratings: 1, achievements: [ten] }, 1, '2026-11-21T12:00:00.000Z'),
    }));

  it('keep one round number of ratings when another one was sent', () => {
    const fifty = { kind: 'ratings', count: 50 } as const;
    folding(
      pendingNotifications,
      post,
      reached(ten),
      reached(fifty),
      notified({ achievements: [ten] }),
    ).gives({
      p1: document('ann', { achievements: [fifty] }, 1, '2026-11-21T12:00:00.000Z'),
    });
  });

  it('do not include a comment or reply that is deleted before it was sent', () => {
    folding(pendingNotifications, post, commented('bob'), uncommented(commented('bob'))).gives({
      p1: document('ann', {}),
    });
    folding(
      pendingNotifications,
      post,
      commented('cleo', 'bob'),
      commented('cleo', 'bob', 'c2'),
      uncommented(commented('cleo', 'bob')),
    ).gives({
      p1: document('ann', { comments: 1, untold: { comments: ['c2'] } }),
      'p1:bob': document('bob', { replies: 1, untold: { replies: ['c2'] } }),
    });
  });

  it('do not include comments that are no longer known once all known ones are deleted', () => {
    const comments = Array.from({ length: 150 }, (_, index) => commented('bob', null, `c${index}`));
    folding(pendingNotifications, post, ...comments, ...comments.map(uncommented)).gives({
      p1: document('ann', {}),
    });
  });

  it('keep the other comments when a comment is deleted that was already sent', () =>
    folding(
      pendingNotifications,
      post,
      commented('bob'),
      notified({ comments: 1 }),
      commented('bob', null, 'c2'),
      uncommented(commented('bob')),
    ).gives({
      p1: document('ann', { comments: 1, untold: { comments: ['c2'] } }, 1, '2026-11-21T12:00:00.000Z'),
    }));

  it('do not wait for the hour after news that were only skipped', () =>
    folding(pendingNotifications, post, rated, notified({}, { ratings: 1 })).gives({
      p1: document('ann', {}, 1),
    }));

  it('are empty for a deleted post', () =>
    folding(pendingNotifications, post, rated, {
      type: 'PostDeleted',
      data: { postId: 'p1', ownerId: 'ann', imageHash: 'hash', because: 'owner' },
    }).gives({ p1: document('ann', {}) }));

  it('count likes less those taken back, which alone wait for no mail', () => {
    const liking = folding(pendingNotifications, post, liked('bob'), liked('cleo'), unliked('bob')).document(
      'p1',
    );
    expect(liking).toMatchObject({ pending: { likes: 1 }, isPending: false, openAt: AT });
    const told = folding(
      pendingNotifications,
      post,
      liked('bob'),
      notified({}, { likes: 1 }),
      unliked('bob'),
    ).document('p1');
    expect(told).toMatchObject({ pending: { likes: 0 }, openAt: '' });
  });

  it('know the average that was told last, and move it by three votes at least', () => {
    const after = (...events: Happened[]) => folding(pendingNotifications, post, ...events).document('p1');
    const figures = (...events: Happened[]) => {
      const found = after(...events);
      return found && averageToTell(found);
    };
    const [one, two, three] = [[rated], [rated, rated], [rated, rated, rated]];
    expect([figures(), figures(...one), figures(...two)]).toEqual([null, null, null]);
    // (7.4 + 3 × 8) / 4
    expect(figures(...three)).toEqual({ before: 74, after: 79 });
    expect(figures(...three, rated, rated)).toEqual({ before: 74, after: 79 });
    const average = { before: 74, after: 79 };
    const rank = { week: '2026-W47', before: 30, after: 22 };
    const notice = notified({ ratings: 4 });
    const told = [...three, rated, { ...notice, data: { ...notice.data, average, rank } }];
    expect(after(...told)?.told).toEqual({ average: 79, rank: { week: '2026-W47', place: 22 } });
    expect(figures(...told, rated)).toBeNull();
    const best = { ...rated, data: { ...rated.data, score: 10 } };
    // (7.4 + 4 × 8 + 2 × 10) / 7
    expect(figures(...told, best, best)).toEqual({ before: 79, after: 85 });
    // A notice without figures moves nothing.
    expect(after(...two, notified({ ratings: 2 }))?.told.average).toBe(74);
  });
});
