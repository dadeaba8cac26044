import { UNRECORDED } from '../../src/domain/rating/rating.js';
import { timelines } from '../../src/projections/timelines.js';
import { type Happened, folding } from '../support/given.js';
import { photoRated, postDeleted, postPublished } from '../support/made-up.js';

const at = '2026-11-21T09:00:00.000Z';
/** Every story here is one stream of this name. */
const stream = 'story';
const isIn = (personId: string, since = at) => ({ [`${personId}:${stream}`]: { personId, stream, since } });
const liked = (when: string): Happened => ({
  type: 'Liked',
  data: { postId: 'p1', userId: 'bob' },
  at: when,
});

describe('the timelines', () => {
  it('know the first event of a person, however many follow', () => {
    const later = '2026-11-21T10:00:00.000Z';
    const story: Happened[] = [
      liked(at),
      { type: 'Unliked', data: { postId: 'p1', userId: 'bob' } },
      liked(later),
    ];
    folding(timelines, ...story).gives(isIn('bob'));
  });

  it('keep what was deleted', () =>
    folding(timelines, postPublished('p1'), postDeleted('p1')).gives(isIn('ann')));

  it('know who uploaded a photo and who claimed it', () =>
    folding(timelines, photoRated('p1', { uploader: 'account:ann' }), {
      type: 'RatingClaimed',
      data: { photoId: 'p1', accountId: 'bob' },
    }).gives({ ...isIn('ann'), ...isIn('bob') }));

  it('leave out the streams of addresses and usernames, which the account already covers', () =>
    folding(
      timelines,
      { type: 'UsernameClaimed', data: { usernameHash: 'u1', accountId: 'ann' } },
      { type: 'UsernameReleased', data: { usernameHash: 'u1', accountId: 'ann' } },
      { type: 'EmailClaimed', data: { emailHash: 'e1', accountId: 'ann' } },
      { type: 'EmailReleased', data: { emailHash: 'e1', accountId: 'ann' } },
    ).gives({}));

  it('know no person for an address', () =>
    folding(timelines, photoRated('p1', { uploader: 'address:4f2a' }), {
      type: 'PhotoRefused',
      data: { photoId: 'p2', uploader: 'address:4f2a', address: 'address:4f2a', reasons: ['shows a face'] },
    }).gives({}));

  it.each<Happened>([
    {
      type: 'PhotoRefused',
      data: { photoId: 'p1', uploader: 'account:ann', address: 'address:4f2a', reasons: ['shows a face'] },
    },
    { type: 'PicturePublished', data: { postId: 'p1', ownerId: 'ann', imageHash: 'h1' } },
    { type: 'Rated', data: { postId: 'p1', ownerId: 'bob', userId: 'ann', score: 8, ...UNRECORDED } },
    {
      type: 'CommentPosted',
      data: { commentId: 'c1', postId: 'p1', postOwnerId: 'bob', authorId: 'ann', parent: null, text: null },
    },
    { type: 'CommentLiked', data: { commentId: 'c1', postId: 'p1', userId: 'ann' } },
    {
      type: 'PostReported',
      data: { postId: 'p1', ownerId: 'bob', reporterId: 'ann', category: 'spam', reason: null },
    },
    {
      type: 'AchievementReached',
      data: { postId: 'p1', ownerId: 'ann', achievement: { kind: 'ratings', count: 10 } },
    },
  ])('know exactly the people in $type', (event) => {
    folding(timelines, event).gives(isIn('ann'));
  });
});
