import { type Activity, NOTHING } from '../../src/domain/notification/notification.js';
import { digestMail, together } from '../../src/reactions/mails/digest-mails.js';
import type { Told } from '../../src/reactions/mails/told-activity.js';
import { ANNS } from '../support/post.js';

const week = '2026-W47';
const notice = (activity: Partial<Activity>, before: number, after: number, of = week, place = after) => ({
  activity: { ...NOTHING, ...activity },
  average: { before, after },
  rank: { week: of, before: before === 54 ? null : before, after: place },
  newest: [`c${before}`],
});

describe('notices about a post in a digest', () => {
  it('are added up, with what rose from the first to the last, and ranks of its week', () => {
    const notices = [
      notice({ ratings: 1, comments: 1 }, 54, 57),
      // Votes and comments were switched off meanwhile.
      notice({ achievements: [{ kind: 'ratings', count: 10 }] }, 57, 70),
      notice({ ratings: 2, replies: 1 }, 58, 59),
      notice({ ratings: 1 }, 59, 61, '2026-W48'),
    ];
    expect(together(notices, week)).toEqual({
      activity: {
        ratings: 4,
        likes: 0,
        comments: 1,
        replies: 1,
        achievements: [{ kind: 'ratings', count: 10 }],
      },
      average: { before: 54, after: 61 },
      rank: { week, before: 58, after: 59 },
      newest: ['c54', 'c58'],
    });
    expect(together([notice({ ratings: 1 }, 54, 57, '2026-W48')], week).rank).toBeNull();
  });
});

describe('a digest', () => {
  const told = (postId: string, publishedAt = ANNS.publishedAt, ownerId = 'ann'): Told => ({
    postId,
    post: { ownerId, publishedAt },
    activity: { ...NOTHING, ratings: 1 },
    average: null,
    rank: null,
    quotes: [],
  });

  it('names posts by their day, and by the time if there are two of a day', () => {
    const other = '2026-11-19T12:00:00.000Z';
    const { lines } = digestMail('ann', [told('p1'), told('p2'), told('p3', other, 'bob')], 'Eighth of 40');
    expect(lines).toMatchObject([
      'Eighth of 40.',
      { title: 'Your post of Friday, 20 November 2026, 12:00 UTC', path: '/post/p1', items: ['1 new vote'] },
      { title: 'Your post of Friday, 20 November 2026, 12:00 UTC' },
      { title: 'Replies to you on a post of Thursday, 19 November 2026' },
    ]);
  });

  it('has twenty posts at most, and counts the others', () => {
    const posts = Array.from({ length: 22 }, (_, index) => told(`p${index}`));
    const { lines, preview } = digestMail('ann', posts, null);
    expect(lines).toHaveLength(21);
    expect(lines.at(-1)).toBe('There is news at 2 more posts.');
    expect(preview).toBe('There is news at 22 posts.');
  });
});
