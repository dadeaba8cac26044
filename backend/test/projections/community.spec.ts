import { UNRECORDED } from '../../src/domain/rating/rating.js';
import { commentLikes } from '../../src/projections/comments/comment-likes.js';
import { type CommentDocument, comments } from '../../src/projections/comments/comments.js';
import { leaderboard } from '../../src/projections/leaderboard/leaderboard.js';
import { likes } from '../../src/projections/likes.js';
import { ratings } from '../../src/projections/ratings.js';
import { type Happened, folding } from '../support/given.js';
import { postDeleted, postPublished } from '../support/made-up.js';

const at = '2026-11-21T09:00:00.000Z';
const rated = (userId: string, score: number) =>
  ({ type: 'Rated', data: { postId: 'p1', ownerId: 'ann', userId, score, ...UNRECORDED } }) as const;
const liked = (userId: string) => ({ type: 'Liked', data: { postId: 'p1', userId } }) as const;
const unliked = (userId: string) => ({ type: 'Unliked', data: { postId: 'p1', userId } }) as const;
const commented = (
  commentId: string,
  parentId: string | null = null,
  text: string | null = 'Lovely light.',
) =>
  ({
    type: 'CommentPosted',
    data: {
      commentId,
      postId: 'p1',
      postOwnerId: 'ann',
      authorId: 'bob',
      parent: parentId === null ? null : { commentId: parentId, authorId: 'eve' },
      text,
    },
  }) as const;
const uncommented = (commentId: string) =>
  ({
    type: 'CommentDeleted',
    data: {
      commentId,
      postId: 'p1',
      postOwnerId: 'ann',
      authorId: 'bob',
      parent: null,
      because: 'author',
      wasHidden: false,
    },
  }) as const;
const commentLiked = (userId: string) =>
  ({ type: 'CommentLiked', data: { commentId: 'c1', postId: 'p1', userId } }) as const;
const commentUnliked = (userId: string) =>
  ({ type: 'CommentUnliked', data: { commentId: 'c1', postId: 'p1', userId } }) as const;

const ratingExcluded = (actId: string, counted = true) => {
  const data = { postId: 'p1', ownerId: 'ann', userId: 'bob', score: 9, actId, counted, note: null };
  return { type: 'RatingExcluded', data } as const;
};
const ratingIncluded = (actId: string, counts: boolean) => {
  const data = { postId: 'p1', ownerId: 'ann', userId: 'bob', score: 9, actId, counts, because: null };
  return { type: 'RatingIncluded', data } as const;
};

describe('the counters of a post', () => {
  const counted = (...story: Happened[]) =>
    folding(leaderboard, postPublished('p1'), ...story).document('p1');

  it('add every rating to the sum, and keep the AI score separate', () =>
    expect(counted(rated('bob', 9), rated('eve', 0))).toMatchObject({
      aiTenths: 74,
      voteTenths: 90,
      voteCount: 2,
      rank: '045 999999997 2026-11-21T09:00:00.000Z',
    }));

  it('start with the first rating of a post without one', () => {
    const story = folding(leaderboard, postPublished('p1', { rating: null }), rated('bob', 8));
    expect(story.document('p1')).toMatchObject({ aiTenths: null, voteTenths: 80, voteCount: 1 });
  });

  it('follow likes up and down', () =>
    expect(counted(liked('bob'), liked('eve'), unliked('bob'))).toMatchObject({ likesCount: 1 }));

  it('leave excluded ratings out, once for any number of acts, and take them back', () => {
    const both = [rated('bob', 9), rated('eve', 3)] as const;
    const excluded = [ratingExcluded('x1'), ratingExcluded('x2', false), ratingIncluded('x1', false)];
    expect(counted(...both, ...excluded)).toEqual(counted(rated('eve', 3)));
    expect(counted(...both, ...excluded, ratingIncluded('x2', true))).toEqual(counted(...both));
  });

  it('follow comments up and down, including replies', () =>
    expect(counted(commented('c1'), commented('c2', 'c1'), uncommented('c2'))).toMatchObject({
      commentsCount: 1,
    }));

  it('ignore a post that is gone', () =>
    folding(
      leaderboard,
      postPublished('p1'),
      postDeleted('p1'),
      rated('bob', 9),
      liked('bob'),
      unliked('bob'),
      commented('c1'),
      uncommented('c1'),
    ).gives({}));
});

describe('the ratings', () => {
  it('are stored by post and person', () =>
    folding(ratings, rated('bob', 9)).gives({
      'p1-bob': {
        postId: 'p1',
        ownerId: 'ann',
        userId: 'bob',
        score: 9,
        ratedAt: at,
        position: 1,
        counts: true,
      },
    }));

  it('say whether they count', () => {
    const counts = (...story: Happened[]) =>
      folding(ratings, rated('bob', 9), ...story).document('p1-bob')?.counts;
    const excluded = [ratingExcluded('x1'), ratingExcluded('x2', false), ratingIncluded('x1', false)];
    expect(counts(...excluded)).toBe(false);
    expect(counts(...excluded, ratingIncluded('x2', true))).toBe(true);
  });
});

describe('the likes', () => {
  it('exist while they are given', () =>
    folding(likes, liked('bob'), liked('eve'), unliked('eve')).gives({
      'p1-bob': { postId: 'p1', userId: 'bob', likedAt: at },
    }));
});

describe('the likes of comments', () => {
  it('exist while they are given', () =>
    folding(commentLikes, commentLiked('bob'), commentLiked('eve'), commentUnliked('eve')).gives({
      'c1-bob': { commentId: 'c1', postId: 'p1', userId: 'bob', likedAt: at },
    }));
});

describe('the comments', () => {
  const comment = {
    postId: 'p1',
    authorId: 'bob',
    parentId: null,
    text: 'Lovely light.',
    createdAt: at,
    likesCount: 0,
    isHidden: false,
    hidden: null,
  };

  it('contain the text and the parent', () =>
    folding(comments, commented('c1'), commented('c2', 'c1')).gives({
      c1: comment,
      c2: { ...comment, parentId: 'c1' },
    }));

  it('count their likes', () =>
    folding(comments, commented('c1'), commentLiked('eve'), commentLiked('ann'), commentUnliked('eve')).gives(
      {
        c1: { ...comment, likesCount: 1 },
      },
    ));

  it('remove a deleted comment with its likes', () =>
    folding(comments, commented('c1'), commentLiked('eve'), uncommented('c1'), commentUnliked('eve')).gives(
      {},
    ));

  const about = { commentId: 'c1', postId: 'p1', postOwnerId: 'ann', authorId: 'bob', parent: null };
  const hidden = {
    type: 'CommentHidden',
    data: { ...about, actId: 'a1', reason: 'abuse', note: 'Be kind.' },
  } as const;
  const undone = {
    type: 'CommentActUndone',
    data: { ...about, actId: 'a1', because: 'A joke.' },
  } as const;

  it('keep a hidden comment with the act, and show it again after the undo', () => {
    const shown = { ...comment, isHidden: true, hidden: { actId: 'a1', reason: 'abuse', at } };
    folding(comments, commented('c1'), hidden).gives({ c1: shown as CommentDocument });
    folding(comments, commented('c1'), hidden, undone).gives({ c1: comment });
  });

  it('are not counted while they are hidden, and deleted once', () => {
    const countIn = (...story: Happened[]) =>
      folding(leaderboard, postPublished('p1'), commented('c1'), commented('c2'), ...story).document('p1')
        ?.commentsCount;
    const deletion = uncommented('c1');
    const deletedHidden = { ...deletion, data: { ...deletion.data, wasHidden: true } } as const;
    expect(countIn(hidden)).toBe(1);
    expect(countIn(hidden, undone)).toBe(2);
    expect(countIn(hidden, deletedHidden)).toBe(1);
    expect(countIn(hidden, undone, deletion)).toBe(1);
  });

  it('keep a comment whose text is lost, so that it can be deleted', () =>
    folding(comments, commented('c1', null, null)).gives({ c1: { ...comment, text: null } }));
});
