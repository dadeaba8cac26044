import { photos } from '../../src/projections/photos/photos.js';
import { folding } from '../support/given.js';
import { photoAdmitted, photoRated, postDeleted, postPublished } from '../support/made-up.js';

const claimed = {
  type: 'RatingClaimed',
  data: { photoId: 'p1', accountId: 'ann' },
  at: '2026-11-21T10:00:00.000Z',
} as const;

describe('the photos', () => {
  it('contain the issued verdict, with the quarters of the perceptual hash', () =>
    expect(folding(photos, photoRated('p1')).document('p1')).toMatchObject({
      rating: { score: 7.4 },
      judge: 'demo',
      claimedBy: null,
      isPublished: false,
      bands: { a: '0123', b: '4567', c: '89ab', d: 'cdef' },
    }));

  it('contain a photo without a verdict, owned from the start', () =>
    expect(folding(photos, photoAdmitted('p1')).document('p1')).toMatchObject({
      rating: null,
      claimedBy: 'ann',
      claimedAt: '2026-11-21T09:00:00.000Z',
      isPublished: false,
      bands: { a: '0123', b: '4567', c: '89ab', d: 'cdef' },
    }));

  it('contain who has claimed the photo, and that it was published', () => {
    const story = folding(photos, photoRated('p1'), claimed, postPublished('p1'));
    expect(story.document('p1')).toMatchObject({
      claimedBy: 'ann',
      claimedAt: '2026-11-21T10:00:00.000Z',
      isPublished: true,
    });
  });

  it('remove a deleted photo', () =>
    folding(photos, photoRated('p1'), { type: 'PhotoDeleted', data: { photoId: 'p1' } }).gives({}));

  it('remove a photo together with its post', () =>
    folding(photos, photoRated('p1'), claimed, postPublished('p1'), postDeleted('p1')).gives({}));

  it('ignore an unknown photo', () => folding(photos, claimed, postPublished('p1')).gives({}));
});
