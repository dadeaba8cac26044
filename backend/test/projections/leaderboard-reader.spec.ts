import { UNRECORDED } from '../../src/domain/rating/rating.js';
import { people } from '../../src/projections/accounts/people.js';
import { leaderboard } from '../../src/projections/leaderboard/leaderboard.js';
import { useSite } from '../support/story-site.js';
import type { Happened } from '../support/given.js';
import { applied } from '../support/boosts.js';
import { postPublished } from '../support/made-up.js';
import { destroyed, registered, shownAs } from '../support/people-story.js';

const site = useSite([people, leaderboard]);

const at = (minute: number) => `2026-11-21T09:0${minute}:00.000Z`;
/** The time of the readers. */
const NOW = '2026-11-21T12:00:00.000Z';
/** When the order of the groups changed last. */
const NO_BOOST_YET = '1970-01-01T00:00:00.000Z';
const rated = (postId: string, userId: string, score: number): Happened => ({
  type: 'Rated',
  data: { postId, ownerId: 'ann', userId, score, ...UNRECORDED },
});

describe('the reader of posts', () => {
  beforeAll(async () => {
    await site.tell(
      registered('ann', 'SunnyOtter4821'),
      ...shownAs('ann', 'Ann'),
      destroyed('gone'),
      postPublished('p1', { publishedAt: at(1) }),
      postPublished('p2', { publishedAt: at(2), rating: null }),
      postPublished('hidden', { publishedAt: at(3), isPublic: false, moderationFlags: ['face'] }),
      postPublished('p4', { publishedAt: at(4), ownerId: 'gone' }),
      rated('p1', 'bob', 9),
      rated('p2', 'bob', 8),
      { type: 'Liked', data: { postId: 'p1', userId: 'bob' } },
      {
        type: 'CommentPosted',
        data: { commentId: 'c1', postId: 'p1', postOwnerId: 'ann', authorId: 'bob', parent: null, text: 'x' },
      },
    );
  });

  const { picture } = postPublished('p1').data;
  const unboosted = { isBoosted: false, boostType: null };
  const listed = {
    id: 'p1',
    imageUrl: '/images/p1/1280.webp',
    thumbhash: picture.thumbhash,
    width: 1280,
    height: 960,
    aiScore: '7.4',
    likesCount: 1,
    commentsCount: 1,
    ...unboosted,
    createdAt: at(1),
  };
  const shown = {
    ...listed,
    userId: 'ann',
    imageHash: picture.imageHash,
    averageRating: '8.2',
    ratingsCount: 1,
    username: 'SunnyOtter4821',
    displayUsername: 'Ann',
    bio: 'I am Ann.',
    socialLinks: { instagram: 'ann' },
    profilePictureUrl: '/images/picture-ann/320.webp',
    isPublic: true,
    isModerated: false,
    moderationFlags: [],
    decision: null,
  };
  const idsOf = ({ posts, next }: { posts: readonly { id: string }[]; next: unknown }) => [
    posts.map(({ id }) => id),
    next,
  ];

  it('lists the public posts in order, page by page', async () => {
    const page = async (order: 'recent' | 'top', limit: number, after: string[] | null = null) =>
      idsOf(await site.readers.leaderboard.page(order, null, { limit, after }));
    expect(await page('recent', 2)).toEqual([
      ['p4', 'p2'],
      [NO_BOOST_YET, 'none', at(2), 'p2'],
    ]);
    expect(await page('recent', 2, [NOW, 'none', at(2), 'p2'])).toEqual([['p1'], null]);
    expect(await page('recent', 3)).toEqual([['p4', 'p2', 'p1'], null]);
    const [top, next] = await page('top', 1);
    expect(top).toEqual(['p1']);
    expect(await page('top', 2, next as string[])).toEqual([['p2', 'p4'], null]);
  });

  it('shows posts with their author to all users', async () => {
    expect(await site.readers.leaderboard.post('p1', null)).toEqual(shown);
    expect((await site.readers.leaderboard.page('top', null, { limit: 1, after: null })).posts).toEqual([
      { ...shown, rank: 1 },
    ]);
    expect(await site.readers.leaderboard.post('nothing', 'ann')).toBeNull();
  });

  it('shows a post without its author when their key is destroyed', async () => {
    const post = await site.readers.leaderboard.post('p4', null);
    expect(post).toMatchObject({
      id: 'p4',
      username: 'Anonymous',
      displayUsername: null,
      bio: null,
      socialLinks: null,
      profilePictureUrl: null,
    });
    expect(post?.userId).toBeUndefined();
  });

  it('shows hidden posts only to their owner, with the reasons', async () => {
    expect(await site.readers.leaderboard.post('hidden', 'ann')).toMatchObject({
      id: 'hidden',
      isPublic: false,
      moderationFlags: ['face'],
    });
    expect(await site.readers.leaderboard.post('hidden', 'bob')).toBeNull();
    expect(await site.readers.leaderboard.post('hidden', null)).toBeNull();
  });

  it('returns live updates of public posts, in the order of the request', async () => {
    expect(await site.readers.leaderboard.live(['p2', 'hidden', 'nothing', 'p1'])).toEqual([
      { id: 'p2', averageRating: '8.0', ratingsCount: 1, likesCount: 0, commentsCount: 0, ...unboosted },
      { id: 'p1', averageRating: '8.2', ratingsCount: 1, likesCount: 1, commentsCount: 1, ...unboosted },
    ]);
  });

  it('returns the facts that decisions need', async () => {
    const facts = { postId: 'hidden', ownerId: 'ann', isPublic: false, isEscalated: false };
    expect(await site.readers.leaderboard.facts('hidden')).toEqual(facts);
    expect(await site.readers.leaderboard.facts('p1')).toMatchObject({ isPublic: true });
    expect(await site.readers.leaderboard.facts('nothing')).toBeNull();
  });

  it('counts only people in the figures, not the AI', async () => {
    expect(await site.readers.leaderboard.figures('p1')).toEqual({ ownerId: 'ann', tenths: 82, ratings: 1 });
    expect(await site.readers.leaderboard.figures('p2')).toEqual({ ownerId: 'ann', tenths: 80, ratings: 1 });
    expect(await site.readers.leaderboard.figures('hidden')).toBeNull();
    expect(await site.readers.leaderboard.figures('nothing')).toBeNull();
  });

  it('lists posts for their owner, including hidden ones, newest first', async () => {
    const first = await site.readers.leaderboard.ownPostsOf('ann', { limit: 2, after: null });
    expect(idsOf(first)).toEqual([
      ['hidden', 'p2'],
      [at(2), 'p2'],
    ]);
    expect(first.posts[0]).toMatchObject({ isPublic: false, moderationFlags: ['face'], voteCount: 0 });
    expect(await site.readers.leaderboard.ownPostsOf('ann', { limit: 2, after: first.next })).toEqual({
      posts: [
        {
          ...listed,
          averageRating: '8.2',
          voteCount: 1,
          isPublic: true,
          moderationFlags: [],
          decision: null,
        },
      ],
      next: null,
    });
    expect(idsOf(await site.readers.leaderboard.ownPostsOf('ann', { limit: 3, after: null }))).toEqual([
      ['hidden', 'p2', 'p1'],
      null,
    ]);
    expect(idsOf(await site.readers.leaderboard.ownPostsOf('bob', { limit: 2, after: null }))).toEqual([
      [],
      null,
    ]);
  });

  it('lists posts in the profile of their author without hidden ones, and counts them', async () => {
    const first = await site.readers.leaderboard.publicPostsOf('ann', { limit: 1, after: null });
    expect([first.count, ...idsOf(first)]).toEqual([2, ['p2'], [at(2), 'p2']]);
    expect(await site.readers.leaderboard.publicPostsOf('ann', { limit: 1, after: first.next })).toEqual({
      count: 2,
      posts: [{ ...listed, overallRating: '8.2', ratingsCount: 1 }],
      next: null,
    });
    expect(await site.readers.leaderboard.publicPostsOf('bob', { limit: 1, after: null })).toEqual({
      count: 0,
      posts: [],
      next: null,
    });
  });
});

describe('the totals of the board', () => {
  it('count the public posts, whatever their boosts, and the ratings that count', async () => {
    const ids = ['one', 'boosted', 'third', 'unrated', 'hidden'];
    await site.tell(
      // Two of them have the same average and the same number of ratings.
      ...ids.map((id) => postPublished(id, { publishedAt: at(0), isPublic: id !== 'hidden' })),
      ...['one', 'boosted'].flatMap((id) => [rated(id, 'bob', 4), rated(id, 'cat', 4)]),
      ...['third', 'hidden'].flatMap((id) => [rated(id, 'bob', 1), rated(id, 'cat', 9)]),
      applied('boosted'),
      {
        type: 'RatingExcluded',
        data: {
          postId: 'third',
          ownerId: 'ann',
          userId: 'bob',
          score: 1,
          actId: 'a',
          counted: true,
          note: null,
        },
      },
    );
    expect(await site.readers.leaderboard.totals()).toEqual({ posts: 4, ratings: 5 });
    await site.tell();
    expect(await site.readers.leaderboard.totals()).toEqual({ posts: 0, ratings: 0 });
  });
});
