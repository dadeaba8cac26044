import { RatePost } from '../../src/domain/rating/rating.commands.js';
import { rating } from '../../src/domain/rating/rating.js';
import { given } from '../support/given.js';

const post = { postId: 'p1', ownerId: 'ann', isPublic: true };
const rate = (score: number, changes: Partial<typeof post> = {}, userId = 'bob') =>
  new RatePost({ post: { ...post, ...changes }, userId, score });
const rated = (score: number) =>
  ({ type: 'Rated', data: { postId: 'p1', ownerId: 'ann', userId: 'bob', score } }) as const;

describe('rating a post', () => {
  it.each([0, 5, 10])('accepts a whole number from 0 to 10: %d', (score) =>
    given(rating).when(rate(score)).then(rated(score)),
  );

  it.each([-1, 11, 7.5, Number.NaN, Number.POSITIVE_INFINITY])('rejects %d', (score) =>
    given(rating).when(rate(score)).thenRejected('A rating is a whole number from 0 to 10.', 'invalid'),
  );

  it.each([7, 8])('rejects a second rating, the same (7) or another: %d', (score) =>
    given(rating, rated(7))
      .when(rate(score))
      .thenRejected('You may have already rated this post.', 'conflict'),
  );

  it('rejects one’s own post', () =>
    given(rating)
      .when(rate(9, {}, 'ann'))
      .thenRejected('You cannot rate your own post', 'forbidden'));

  it('does not find a hidden post', () =>
    given(rating)
      .when(rate(9, { isPublic: false }))
      .thenRejected('Post not found', 'notFound'));

  it('has one stream per person and post', () => expect(rating.id(rate(7).data)).toBe('p1-bob'));
});
