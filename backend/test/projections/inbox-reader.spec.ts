import { NOTHING, NO_FIGURES } from '../../src/domain/notification/notification.js';
import { UNRECORDED } from '../../src/domain/rating/rating.js';
import { accounts } from '../../src/projections/accounts/accounts.js';
import { people } from '../../src/projections/accounts/people.js';
import { acts } from '../../src/projections/acts.js';
import { comments } from '../../src/projections/comments/comments.js';
import { inbox } from '../../src/projections/inbox/inbox.js';
import { pendingNotifications } from '../../src/projections/inbox/pending-notifications.js';
import { leaderboard } from '../../src/projections/leaderboard/leaderboard.js';
import { boostGains } from '../../src/projections/payments/boost-gains.js';
import { standings, weekly } from '../../src/projections/weekly/weekly.js';
import type { Happened } from '../support/given.js';
import { postDeleted, postPublished } from '../support/made-up.js';
import { registered, shownAs } from '../support/people-story.js';
import { escalated } from '../support/post-acts.js';
import { useSite } from '../support/story-site.js';

const VIEWS = [
  accounts,
  acts,
  boostGains,
  comments,
  inbox,
  leaderboard,
  pendingNotifications,
  people,
  standings,
  weekly,
];
const site = useSite(VIEWS);

const NOW = new Date('2026-11-21T20:00:00.000Z');
const WEEK = '2026-W47';
const at = (hour: number, day = 21) => `2026-11-${day}T${String(hour).padStart(2, '0')}:00:00.000Z`;
const told = <Type extends Happened['type']>(
  type: Type,
  data: Partial<(Happened & { type: Type })['data']>,
  time = at(10),
) => ({ type, data, at: time }) as unknown as Happened;
const ofPost = { postId: 'p1', ownerId: 'ann' };
const rated = (userId: string, score: number, hour: number): Happened =>
  told('Rated', { ...ofPost, userId, score, ...UNRECORDED }, at(hour));
const liked = (userId: string, hour: number): Happened => told('Liked', { postId: 'p1', userId }, at(hour));
const commented = (
  commentId: string,
  authorId: string,
  text: string | null,
  hour: number,
  to: string | null = null,
) =>
  told(
    'CommentPosted',
    {
      commentId,
      postId: 'p1',
      postOwnerId: 'ann',
      authorId,
      parent: to === null ? null : { commentId: 'c0', authorId: to },
      text,
    },
    at(hour),
  );
const noticed = (
  changes: Partial<(Happened & { type: 'ActivityNotified' })['data']>,
  time = at(10),
): Happened =>
  told(
    'ActivityNotified',
    {
      postId: 'p1',
      accountId: 'ann',
      activity: NOTHING,
      unwanted: NOTHING,
      ...NO_FIGURES,
      at: time,
      votedAt: time,
      likedAt: time,
      ...changes,
    },
    time,
  );
const hidden = told('PostHidden', { ...ofPost, actId: 'a1', reason: 'spam', note: '' });
const readUpTo = (upTo: string, postId: string | null = null) =>
  told('InboxRead', { accountId: 'ann', postId, upTo });

/** The site of Ann with a post of score 7.4, Bob and Cleo, after these events. */
const after = async (...story: readonly Happened[]) => {
  await site.tell(
    registered('ann', 'SunnyOtter4821'),
    registered('bob', 'MellowHeron0007'),
    registered('cleo', 'QuietWren1234'),
    postPublished('p1'),
    ...story,
  );
  const { entries, next } = await site.readers.inbox.page('ann', null, NOW, WEEK);
  return { entries, next, news: await site.readers.inbox.news('ann', NOW, WEEK) };
};
const texts = async (...story: readonly Happened[]) =>
  (await after(...story)).entries.map(
    ({ day, at: time, text }) => `${day} ${time?.slice(11, 16) ?? '-'} ${text}`,
  );

describe('the inbox', () => {
  it('is empty at first', async () => {
    expect(await after()).toEqual({ entries: [], next: null, news: { unread: 0, posts: [] } });
  });

  it('shows votes at once, those of a post and a day together, without a time and before all else', async () => {
    const votes = [rated('bob', 8, 9), rated('cleo', 9, 10)];
    expect(await texts(...votes, commented('c1', 'bob', 'Nice.', 11))).toEqual([
      '2026-11-21 - 2 new votes',
      '2026-11-21 11:00 New comment on your post',
    ]);
    const average = { before: 74, after: 81 };
    const rank = { week: WEEK, before: 30, after: 22 };
    const notice = noticed({ activity: { ...NOTHING, ratings: 2 }, average, rank });
    expect(await texts(...votes, notice, rated('dora', 9, 12))).toEqual([
      '2026-11-21 - 3 new votes: 7.4 → 8.4, 30th → 22nd this week',
    ]);
  });

  it('counts likes by post and day, but none that was taken back', async () => {
    const back = told('Unliked', { postId: 'p1', userId: 'bob' }, at(12));
    expect(await texts(liked('bob', 9), liked('cleo', 10), back)).toEqual(['2026-11-21 - 1 new like']);
    const notice = noticed({ unwanted: { ...NOTHING, likes: 2 } }, at(10, 20));
    expect(await texts(liked('dora', 9), notice)).toEqual(['2026-11-20 - 2 new likes']);
  });

  it('quotes comments with the names of today, and none that is hidden, deleted or erased', async () => {
    const comment = commented('c1', 'bob', 'What a photo.', 9);
    const named = await after(comment, ...shownAs('bob', 'Bob B.'));
    expect(named.entries).toMatchObject([
      { kind: 'comment', by: 'Bob B.', quote: 'What a photo.', path: '/post/p1', post: { id: 'p1' } },
    ]);
    const ofComment = { commentId: 'c1', postId: 'p1', postOwnerId: 'ann', authorId: 'bob', parent: null };
    const concealed = told('CommentHidden', { ...ofComment, actId: 'a1', reason: 'spam', note: null });
    const deleted = told('CommentDeleted', { ...ofComment, because: 'author', wasHidden: false });
    const none = { entries: [], next: null, news: { unread: 0, posts: [] } };
    for (const gone of [concealed, deleted, told('AccountDeleted', { accountId: 'bob' })]) {
      expect(await after(comment, gone)).toEqual(none);
    }
    expect(await after(commented('c1', 'bob', null, 9))).toEqual(none);
  });

  it('tells the author of a comment of replies', async () => {
    await after(commented('c2', 'cleo', 'I agree.', 9, 'bob'));
    const { entries } = await site.readers.inbox.page('bob', null, NOW, WEEK);
    expect(entries).toMatchObject([{ kind: 'reply', by: 'QuietWren1234', quote: 'I agree.' }]);
  });

  it('tells nothing of posts that are gone or under legal hold', async () => {
    const news = [rated('bob', 8, 9), commented('c1', 'bob', 'Nice.', 10)];
    expect(await texts(...news, hidden)).toHaveLength(3);
    expect(await texts(...news, postDeleted('p1'))).toEqual([]);
    expect(await texts(...news, escalated('a1'))).toEqual([]);
    expect(await texts(hidden, escalated('a2'))).toEqual([]);
  });

  it('tells of trophies, boosts and what they brought', async () => {
    const boost = { userId: 'ann', boostId: 'b1', postId: 'p1' };
    const times = { appliedAt: at(8), expiresAt: at(8, 22) };
    const began = told(
      'BoostApplied',
      { ...boost, ...times, boostType: 'regular', rank: { before: 30, after: 3 } },
      at(8),
    );
    const ended = told('BoostEnded', { ...boost, because: 'expired', endedAt: at(15) }, at(15));
    const trophy = told(
      'AchievementReached',
      { ...ofPost, achievement: { kind: 'ratings', count: 10 } },
      at(16),
    );
    expect(await texts(began, rated('bob', 9, 9), liked('bob', 9), ended, trophy)).toEqual([
      '2026-11-21 - 1 new vote · 1 new like',
      '2026-11-21 16:00 Your post has received 10 votes',
      '2026-11-21 15:00 Your boost ended: it brought 1 vote and 1 like',
      '2026-11-21 08:00 Your boost began: 30th → 3rd on the board',
    ]);
  });

  it('tells of a closed week, with a place in its better half below the trophies', async () => {
    const closed = (rank: number, ranks: number, closing = 'c') => [
      told('WeekRanked', {
        week: '2026-W46',
        closing: 'c',
        standings: [{ rank, ...ofPost, scoreTenths: 74, scoreCount: 1 }],
      }),
      told('WeekClosed', { week: '2026-W46', startsAt: at(0, 9), endsAt: at(0, 16), closing, ranks }),
    ];
    const told46 = '2026-11-21 10:00 The board of week 46 of 2026 has closed';
    expect(await texts(...closed(22, 104))).toEqual([`${told46}: your best post finished 22nd of 104`]);
    expect(await texts(...closed(60, 104))).toEqual([told46]);
    expect(await texts(...closed(5, 104))).toEqual([]);
    // This closing was interrupted or undone.
    expect(await texts(...closed(22, 104, 'another'))).toEqual([]);
    await after(...closed(22, 104));
    expect(await site.readers.inbox.record('ann', WEEK)).toEqual({
      thisWeek: { week: WEEK, rank: 1, of: 1, postId: 'p1' },
      best: { week: '2026-W46', rank: 22, of: 104, postId: 'p1' },
      weeks: 1,
      trophies: [],
    });
  });

  it('tells of decisions and of what became of them', async () => {
    const decided = (isGranted: boolean) =>
      told('AppealDecided', { actId: 'a1', about: 'post', ownerId: 'ann', postId: 'p1', isGranted });
    const undone = told('PostActUndone', { ...ofPost, actId: 'a1', isPublic: true });
    expect(await texts(hidden)).toEqual([expect.stringContaining('Your post was hidden')]);
    // The entry about the suspension says it.
    expect(await texts({ ...hidden, metadata: { actor: { kind: 'system', id: 'decisions' } } })).toEqual([]);
    expect(await texts(hidden, undone)).toEqual([expect.stringContaining('was undone')]);
    expect(await texts(hidden, decided(false))).toEqual([
      expect.stringContaining('Your appeal was rejected'),
    ]);
    expect(await texts(hidden, decided(true), undone)).toEqual([
      expect.stringContaining('Your appeal was granted'),
    ]);
  });

  it('knows what is unread, of each post and in all', async () => {
    const votes = [rated('bob', 8, 9), rated('cleo', 9, 10)];
    const notice = noticed(
      { activity: { ...NOTHING, ratings: 2 }, votedAt: at(10), likedAt: null, at: at(11) },
      at(11),
    );
    const comment = commented('c1', 'bob', 'Nice.', 13);
    const unread = async (...story: Happened[]) => (await after(...story)).news;
    const all = { unread: 2, posts: [{ postId: 'p1', votes: 2, likes: 0, comments: 1 }] };
    expect(await unread(...votes, comment)).toEqual(all);
    expect(await unread(...votes, notice, comment)).toEqual(all);
    // What was read before a notice told it stays read.
    expect(await unread(...votes, readUpTo(at(10)), notice, comment)).toEqual({
      unread: 1,
      posts: [{ postId: 'p1', votes: 0, likes: 0, comments: 1 }],
    });
    expect(await unread(...votes, comment, readUpTo(at(14), 'p1'))).toEqual({ unread: 0, posts: [] });
    expect((await unread(...votes, readUpTo(at(14), 'p2'))).unread).toBe(1);
    // Of a bundle that was read, only the new ones are news.
    expect(await unread(...votes, readUpTo(at(10)), notice, rated('dora', 9, 12))).toEqual({
      unread: 1,
      posts: [{ postId: 'p1', votes: 1, likes: 0, comments: 0 }],
    });
  });

  it('comes in pages, and goes back 90 days', async () => {
    const many = Array.from({ length: 35 }, (_, index) =>
      told(
        'CommentPosted',
        commented(`c${index}`, 'bob', `No. ${index}`, 9).data as never,
        new Date(Date.parse(at(9)) + index * 1000).toISOString(),
      ),
    );
    const old = told(
      'CommentPosted',
      commented('old', 'bob', 'Old.', 9).data as never,
      '2026-08-22T09:00:00.000Z',
    );
    const { entries, next } = await after(old, ...many);
    expect(entries).toHaveLength(30);
    expect(entries[0]?.quote).toBe('No. 34');
    const rest = await site.readers.inbox.page('ann', next, NOW, WEEK);
    expect(rest.entries.map(({ quote }) => quote)).toEqual(['No. 4', 'No. 3', 'No. 2', 'No. 1', 'No. 0']);
    expect(rest.next).toBeNull();
  });

  it('changes its figures by three votes at least, so that two answers name no single vote', async () => {
    const votes = [3, 10, 0, 5, 9, 1, 10].map((score, index) => rated(`person-${index}`, score, 9));
    const shown: string[] = [];
    for (let count = 1; count <= votes.length; count += 1) {
      shown.push((await after(...votes.slice(0, count))).entries[0]?.text ?? '');
    }
    expect(shown).toEqual([
      '1 new vote',
      '2 new votes',
      '3 new votes',
      '4 new votes',
      '5 new votes',
      '6 new votes',
      '7 new votes',
    ]);
    const high = [8, 9, 10, 10, 10].map((score, index) => rated(`person-${index}`, score, 9));
    const figures = async (count: number) => (await after(...high.slice(0, count))).entries[0]?.text;
    // (7.4 + 8 + 9 + 10) / 4
    expect([await figures(3), await figures(4), await figures(5)]).toEqual([
      '3 new votes: 7.4 → 8.6',
      '4 new votes: 7.4 → 8.6',
      '5 new votes: 7.4 → 8.6',
    ]);
  });

  it('keeps votes on the day on which they came, and all of them of people without mails', async () => {
    const late = noticed(
      { unwanted: { ...NOTHING, ratings: 1 }, votedAt: '2026-11-19T23:59:00.000Z', likedAt: null },
      '2026-11-20T00:10:00.000Z',
    );
    expect(await texts(late)).toEqual(['2026-11-19 - 1 new vote']);
    const kept = noticed({ activity: { ...NOTHING, comments: 1 }, newest: ['c1'], mailed: 'weekly' });
    const many = Array.from({ length: 150 }, () => noticed({ unwanted: { ...NOTHING, ratings: 1 } }));
    expect(await texts(kept, ...many)).toEqual(['2026-11-21 - 150 new votes']);
    const [digest] = await site.readers.inbox.forDigest('ann', null, at(20));
    expect(digest).toMatchObject(['p1', [{ newest: ['c1'] }]]);
  });

  it('tells that a post which waited for a review is on the board, once', async () => {
    const held = postPublished('p2', { isPublic: false, review: 'before' });
    const shownAt = (type: 'PostApproved' | 'PostShown', hour: number) =>
      told(type, { postId: 'p2', ownerId: 'ann', actId: `a${hour}`, reason: null }, at(hour));
    expect(await texts(held)).toEqual([]);
    const news = '2026-11-21 12:00 Your post is on the board';
    expect(await texts(held, shownAt('PostApproved', 12))).toEqual([news]);
    expect(await texts(held, shownAt('PostShown', 12), shownAt('PostApproved', 13))).toEqual([news]);
    const hiddenAgain = told('PostHidden', {
      postId: 'p2',
      ownerId: 'ann',
      actId: 'x',
      reason: 'spam',
      note: '',
    });
    expect(await texts(held, shownAt('PostApproved', 12), hiddenAgain)).toEqual([
      expect.stringContaining('was hidden'),
    ]);
    expect(await texts(told('PostApproved', { ...ofPost, actId: 'a', reason: null }, at(12)))).toEqual([]);
  });

  it('does not tell as undone what ended by itself', async () => {
    const suspension = { accountId: 'ann', suspensionId: 's1' };
    const suspended = {
      ...told('AccountSuspended', {
        ...suspension,
        cause: 'moderation',
        reason: 'Spam.',
        endsAt: at(12),
        code: 'spam',
        note: null,
        hidesPosts: false,
      }),
      metadata: { actor: { kind: 'admin', id: 'moe' } },
    } as Happened;
    const restored = told('AccountRestored', { ...suspension, reason: 'It is over.' });
    const before = await texts(suspended);
    expect(before).toHaveLength(1);
    expect(await texts(suspended, restored)).toEqual(before);
  });

  it('names no post that is gone in a record', async () => {
    const standing = { rank: 3, ...ofPost, scoreTenths: 74, scoreCount: 1 };
    const week = '2026-W46';
    const closed = [
      told('WeekRanked', { week, closing: 'c', standings: [standing] }),
      told('WeekClosed', { week, startsAt: at(0, 9), endsAt: at(0, 16), closing: 'c', ranks: 9 }),
    ];
    for (const gone of [postDeleted('p1'), escalated('a1')]) {
      await after(...closed, gone);
      const { best } = await site.readers.inbox.record('ann', WEEK);
      expect(best).toEqual({ week, rank: 3, of: 9, postId: null });
    }
  });
});
