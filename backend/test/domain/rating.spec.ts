import { Rater } from '../../src/domain/rating/rater.js';
import { Rating, UNRECORDED } from '../../src/domain/rating/rating.js';
import { given } from '../support/given.js';
import { someone } from '../support/roles.js';

const post = { postId: 'p1', ownerId: 'ann', isPublic: true };
const rate = (score: number, changes: Partial<typeof post> = {}, userId = 'bob') =>
  Rating.RatePost({ post: { ...post, ...changes }, userId, score, ...UNRECORDED });
const rated = (score: number) =>
  ({ type: 'Rated', data: { postId: 'p1', ownerId: 'ann', userId: 'bob', score, ...UNRECORDED } }) as const;

describe('rating a post', () => {
  it.each([0, 5, 10])('accepts a whole number from 0 to 10: %d', (score) =>
    given(Rating).when(rate(score)).then(rated(score)),
  );

  it.each([-1, 11, 7.5, Number.NaN, Number.POSITIVE_INFINITY])('rejects %d', (score) =>
    given(Rating).when(rate(score)).thenRejected('A rating is a whole number from 0 to 10.', 'invalid'),
  );

  it.each([7, 8])('rejects a second rating, the same (7) or another: %d', (score) =>
    given(Rating, rated(7))
      .when(rate(score))
      .thenRejected('You may have already rated this post.', 'conflict'),
  );

  it('rejects one’s own post', () =>
    given(Rating)
      .when(rate(9, {}, 'ann'))
      .thenRejected('You cannot rate your own post', 'forbidden'));

  it('does not find a hidden post', () =>
    given(Rating)
      .when(rate(9, { isPublic: false }))
      .thenRejected('Post not found', 'notFound'));

  it('has one stream per person and post', () => expect(Rating.id(rate(7).data)).toBe('p1-bob'));
});

describe('excluding a rating', () => {
  const one = { postId: 'p1', userId: 'bob' };
  const excluding = (actId: string, ...accountIds: readonly string[]) =>
    Rating.ExcludeRating({ ...one, actId, note: 'A burst.', decider: someone(...accountIds) });
  const including = (actId: string, ...accountIds: readonly string[]) =>
    Rating.IncludeRating({ ...one, actId, because: 'A mistake.', decider: someone(...accountIds) });
  const about = (actId: string) => ({ ...one, actId, ownerId: 'ann', score: 7 });
  const excluded = (actId: string, counted: boolean) =>
    ({ type: 'RatingExcluded', data: { ...about(actId), note: 'A burst.', counted } }) as const;
  const included = (actId: string, counts: boolean) =>
    ({ type: 'RatingIncluded', data: { ...about(actId), because: 'A mistake.', counts } }) as const;
  const twice = [rated(7), excluded('x1', true), excluded('x2', false)];

  it('says that it counted until now', () =>
    given(Rating, rated(7)).when(excluding('x1')).then(excluded('x1', true)));

  it('says that it did not count, where another act excludes it', () =>
    given(Rating, rated(7), excluded('x1', true)).when(excluding('x2')).then(excluded('x2', false)));

  it('does nothing twice for one act', () =>
    given(Rating, ...twice)
      .when(excluding('x1'))
      .thenNothing());

  it('is undone act by act: it counts again after the last one', () => {
    given(Rating, ...twice)
      .when(including('x1'))
      .then(included('x1', false));
    given(Rating, ...twice, included('x1', false))
      .when(including('x2'))
      .then(included('x2', true));
  });

  it('has nothing to undo for another act, or twice', () => {
    given(Rating, rated(7)).when(including('x1')).thenNothing();
    given(Rating, ...twice, included('x1', false))
      .when(including('x1'))
      .thenNothing();
  });

  it.each([excluding, including])('needs a rating: %p', (change) =>
    given(Rating).when(change('x1')).thenRejected('Rating not found', 'notFound'),
  );

  it.each(['bob', 'ann'])('is not for an admin whom it concerns: %s', (person) => {
    const rejection = 'You cannot decide about your own content. Another admin has to.';
    given(Rating, rated(7)).when(excluding('x1', person)).thenRejected(rejection, 'forbidden');
    given(Rating, rated(7), excluded('x1', true))
      .when(including('x1', person))
      .thenRejected(rejection, 'forbidden');
  });

  it('leaves it final: it cannot be given again', () =>
    given(Rating, rated(7), excluded('x1', true))
      .when(rate(7))
      .thenRejected('You may have already rated this post.'));

  it('has the stream of the rating', () => expect(Rating.id(excluding('x1').data)).toBe('p1-bob'));
});

describe('excluding all ratings of a person', () => {
  const excluding = (actId: string, ...accountIds: readonly string[]) =>
    Rater.ExcludeRater({ userId: 'bob', actId, note: 'A ring.', decider: someone(...accountIds) });
  const including = (actId: string, ...accountIds: readonly string[]) =>
    Rater.IncludeRater({ userId: 'bob', actId, because: 'A mistake.', decider: someone(...accountIds) });
  const excluded = (actId: string) =>
    ({ type: 'RaterExcluded', data: { userId: 'bob', actId, note: 'A ring.' } }) as const;
  const included = (actId: string) =>
    ({ type: 'RaterIncluded', data: { userId: 'bob', actId, because: 'A mistake.' } }) as const;

  it('is not for the admin whose ratings they are', () => {
    for (const change of [excluding, including]) {
      given(Rater)
        .when(change('x1', 'bob'))
        .thenRejected('You cannot decide about your own content. Another admin has to.', 'forbidden');
    }
  });

  it('is recorded once, and nothing follows a repeated act', () => {
    given(Rater).when(excluding('x1')).then(excluded('x1'));
    given(Rater, excluded('x1')).when(excluding('x1')).thenNothing();
  });

  it('rejects a second act', () =>
    given(Rater, excluded('x1'))
      .when(excluding('x2'))
      .thenRejected('The ratings of this person are excluded already.', 'conflict'));

  it('is undone by its own act only, and can follow again', () => {
    given(Rater, excluded('x1')).when(including('x2')).thenNothing();
    given(Rater, excluded('x1')).when(including('x1')).then(included('x1'));
    given(Rater, excluded('x1'), included('x1')).when(excluding('x2')).then(excluded('x2'));
  });
});
