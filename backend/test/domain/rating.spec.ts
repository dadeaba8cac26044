import { ExcludeRater, IncludeRater } from '../../src/domain/rating/rater.commands.js';
import { rater } from '../../src/domain/rating/rater.js';
import { ExcludeRating, IncludeRating, RatePost } from '../../src/domain/rating/rating.commands.js';
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

describe('excluding a rating', () => {
  const act = (actId: string) => ({ postId: 'p1', userId: 'bob', actId, note: 'A burst.' });
  const about = (actId: string) => ({ ...act(actId), ownerId: 'ann', score: 7 });
  const excluded = (actId: string, counted: boolean) =>
    ({ type: 'RatingExcluded', data: { ...about(actId), counted } }) as const;
  const included = (actId: string, counts: boolean) =>
    ({ type: 'RatingIncluded', data: { ...about(actId), counts } }) as const;
  const twice = [rated(7), excluded('x1', true), excluded('x2', false)];

  it('says that it counted until now', () =>
    given(rating, rated(7))
      .when(new ExcludeRating(act('x1')))
      .then(excluded('x1', true)));

  it('says that it did not count, where another act excludes it', () =>
    given(rating, rated(7), excluded('x1', true))
      .when(new ExcludeRating(act('x2')))
      .then(excluded('x2', false)));

  it('does nothing twice for one act', () =>
    given(rating, ...twice)
      .when(new ExcludeRating(act('x1')))
      .thenNothing());

  it('is undone act by act: it counts again after the last one', () => {
    given(rating, ...twice)
      .when(new IncludeRating(act('x1')))
      .then(included('x1', false));
    given(rating, ...twice, included('x1', false))
      .when(new IncludeRating(act('x2')))
      .then(included('x2', true));
  });

  it('has nothing to undo for another act, or twice', () => {
    given(rating, rated(7))
      .when(new IncludeRating(act('x1')))
      .thenNothing();
    given(rating, ...twice, included('x1', false))
      .when(new IncludeRating(act('x1')))
      .thenNothing();
  });

  it.each([ExcludeRating, IncludeRating])('needs a rating: %p', (Change) =>
    given(rating)
      .when(new Change(act('x1')))
      .thenRejected('Rating not found', 'notFound'),
  );

  it('leaves it final: it cannot be given again', () =>
    given(rating, rated(7), excluded('x1', true))
      .when(rate(7))
      .thenRejected('You may have already rated this post.'));

  it('has the stream of the rating', () => expect(rating.id(act('x1'))).toBe('p1-bob'));
});

describe('excluding all ratings of a person', () => {
  const act = (actId: string) => ({ userId: 'bob', actId, note: 'A ring.' });
  const excluded = (actId: string) => ({ type: 'RaterExcluded', data: act(actId) }) as const;
  const included = (actId: string) => ({ type: 'RaterIncluded', data: act(actId) }) as const;

  it('is recorded once, and nothing follows a repeated act', () => {
    given(rater)
      .when(new ExcludeRater(act('x1')))
      .then(excluded('x1'));
    given(rater, excluded('x1'))
      .when(new ExcludeRater(act('x1')))
      .thenNothing();
  });

  it('rejects a second act', () =>
    given(rater, excluded('x1'))
      .when(new ExcludeRater(act('x2')))
      .thenRejected('The ratings of this person are excluded already.', 'conflict'));

  it('is undone by its own act only, and can follow again', () => {
    given(rater, excluded('x1'))
      .when(new IncludeRater(act('x2')))
      .thenNothing();
    given(rater, excluded('x1'))
      .when(new IncludeRater(act('x1')))
      .then(included('x1'));
    given(rater, excluded('x1'), included('x1'))
      .when(new ExcludeRater(act('x2')))
      .then(excluded('x2'));
  });
});
