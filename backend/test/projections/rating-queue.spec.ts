import { UNRECORDED } from '../../src/domain/rating/rating.js';
import { leaderboard } from '../../src/projections/leaderboard/leaderboard.js';
import { RatingQueueReader } from '../../src/projections/rating-queue/rating-queue.reader.js';
import { queueState, ratingQueue } from '../../src/projections/rating-queue/rating-queue.js';
import { RatingsReader, ratings } from '../../src/projections/ratings.js';
import { type Happened, folding } from '../support/given.js';
import { postDeleted, postPublished } from '../support/made-up.js';
import { acted, checkBegan, checkEnded, escalated, lifted } from '../support/post-acts.js';
import { useSite } from '../support/story-site.js';

const of = { postId: 'p1', ownerId: 'ann' };
const rated = (userId: string, isYoung = false): Happened => ({
  type: 'Rated',
  data: { ...of, userId, score: 5, ...UNRECORDED, isYoung },
});
const excluded = { ...of, userId: 'bob', score: 5, actId: 'x', note: null };
const report = { ...of, reporterId: 'eve' };
const onReport = {
  subject: 'post',
  subjectId: 'p1',
  postId: 'p1',
  ownerId: 'ann',
  reporterId: 'eve',
} as const;
const decision = { ...onReport, actId: 'd', note: null };
const reported = (category: 'spam' | 'other' | 'explicit'): Happened => ({
  type: 'PostReported',
  data: { ...report, category, reason: null },
});
const suspension = (suspensionId: string, endsAt: string | null): Happened => ({
  type: 'AccountSuspended',
  data: {
    accountId: 'ann',
    suspensionId,
    cause: 'dispute',
    reason: 'A dispute.',
    endsAt,
    code: null,
    note: null,
    hidesPosts: false,
  },
});
const restored = (suspensionId: string): Happened => ({
  type: 'AccountRestored',
  data: { accountId: 'ann', suspensionId, reason: 'It is over.' },
});

const stateOf = (id: string, ...story: Happened[]) =>
  queueState(folding(ratingQueue, ...story).document(id)?.state ?? null);
const post = (...story: Happened[]) => stateOf('p1', postPublished('p1'), ...story);
const served = (votes: number, hasYoungVote = false, reporters: string[] = []) => ({
  week: '2026-W47',
  votes,
  hasYoungVote,
  reporters,
});

describe('an entry of the queue of photos to rate', () => {
  it.each<[string, Happened[], ReturnType<typeof queueState>]>([
    ['leaves out a post in check', [checkBegan('bob')], null],
    ['has it again afterwards', [checkBegan('bob'), checkEnded()], served(0)],
    ['counts votes', [rated('bob'), rated('eve')], served(2)],
    [
      'counts those that count',
      [
        rated('bob'),
        { type: 'RatingExcluded', data: { ...excluded, counted: true } },
        { type: 'RatingExcluded', data: { ...excluded, counted: false } },
        rated('eve'),
        {
          type: 'RatingIncluded',
          data: { ...of, userId: 'bob', score: 5, actId: 'x', because: null, counts: true },
        },
      ],
      served(2),
    ],
    ['remembers a young vote', [rated('bob', true), rated('eve')], served(2, true)],
    ['among the first five only', [...'12345'].map((id) => rated(id)).concat(rated('bob', true)), served(6)],
    ['is not served while hidden', [acted('PostHidden', 'a')], null],
    ['is served when shown again', [acted('PostHidden', 'a'), acted('PostShown', 'b')], served(0)],
    ['is not served under legal hold', [escalated('a')], null],
    ['is served after it', [escalated('a'), lifted('a')], served(0)],
    ['is not served while reported for harm', [reported('explicit')], null],
    ['is served to others while reported for anything else', [reported('other')], served(0, false, ['eve'])],
    [
      'is served after the decision',
      [reported('explicit'), { type: 'ReportDismissed', data: decision }],
      served(0, false, ['eve']),
    ],
    [
      'is not served when that is undone',
      [
        reported('explicit'),
        { type: 'ReportReviewed', data: decision },
        { type: 'ReportReopened', data: { ...onReport, actId: 'd', because: null } },
      ],
      null,
    ],
    [
      'follows the category',
      [reported('spam'), { type: 'ReportCategorised', data: { ...onReport, category: 'violent' } }],
      null,
    ],
    ['ends with the post', [postDeleted('p1')], null],
  ])('%s', (_, story, expected) => expect(post(...story)).toEqual(expected));

  it('is not served before a review', () =>
    expect(stateOf('p1', postPublished('p1', { isPublic: false }))).toBeNull());

  it('tells until when a person is suspended', () => {
    const two = [suspension('s1', '2026-12-01T00:00:00.000Z'), suspension('s2', null)];
    expect(stateOf('ann', ...two)).toEqual({ until: 'never' });
    expect(stateOf('ann', ...two, restored('s2'))).toEqual({ until: '2026-12-01T00:00:00.000Z' });
    expect(stateOf('ann', ...two, restored('s2'), restored('s1'))).toBeNull();
  });

  it('moves to the position of the last event that changed it', () =>
    expect(
      folding(ratingQueue, postPublished('p1'), postPublished('q'), rated('bob')).document('p1')?.turn,
    ).toBe(3));
});

describe('the photos to rate', () => {
  const queue = useSite([ratingQueue, ratings]);
  const board = useSite([leaderboard]);

  it('have a post as soon as the board has it, also if it was asked for before', async () => {
    const reader = new RatingQueueReader(queue.views, board.views, new RatingsReader(queue.views));
    const viewer = { accountId: 'bob', key: 'bob', mayRate: true, isYoung: false };
    let second = 0;
    const idsNow = async () => {
      second += 2;
      const now = new Date(Date.UTC(2026, 10, 21, 12, 0, second));
      const { posts } = await reader.next(viewer, { without: [], limit: 10 }, now, '2026-W47');
      return posts.map(({ _id }) => _id).toSorted();
    };
    await queue.tell(postPublished('p1'), postPublished('p2', { ownerId: 'eve' }));
    await board.tell(postPublished('p2', { ownerId: 'eve' }));
    // The third question reads nothing again.
    for (let asked = 0; asked < 3; asked += 1) expect(await idsNow()).toEqual(['p2']);
    await board.tell(postPublished('p1'), postPublished('p2', { ownerId: 'eve' }));
    expect(await idsNow()).toEqual(['p1', 'p2']);
  });
});
