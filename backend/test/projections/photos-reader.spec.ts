import { photos } from '../../src/projections/photos/photos.js';
import { RatingResult, imageUrlOf, photoIdIn } from '../../src/projections/photos/rating-result.js';
import { useSite } from '../support/story-site.js';
import type { Happened } from '../support/given.js';
import { photoAdmitted, photoRated, postPublished } from '../support/made-up.js';

const site = useSite([photos]);

const NOON = Date.parse('2026-11-21T12:00:00.000Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const at = (event: Happened, time: number): Happened => ({ ...event, at: new Date(time).toISOString() });
const claimed = (photoId: string, accountId: string, time = NOON): Happened =>
  at({ type: 'RatingClaimed', data: { photoId, accountId } }, time);

describe('the reader of photos', () => {
  const idsOf = (found: readonly { _id: string }[]) => found.map(({ _id }) => _id);

  it('returns a photo with its AI score to one decimal', () => {
    const { scores, score, comment, picture } = photoRated('p1').data;
    expect(
      new RatingResult({ photoId: 'p1', picture, rating: { scores, score, comment }, judge: 'demo' }),
    ).toEqual({
      averageRating: '7.4',
      toeAlignment: '7.0',
      toeNails: '8.1',
      footShape: '6.9',
      aesthetic: '7.6',
      aiComment: comment,
      imageUrl: '/images/p1/1280.webp',
      imageHash: picture.imageHash,
      thumbhash: picture.thumbhash,
      width: 1280,
      height: 960,
      judge: 'demo',
    });
  });

  it('lists expired photos that are not about to be published, oldest first', async () => {
    await site.tell(
      at(photoRated('just'), NOON - DAY),
      at(photoRated('older'), NOON - DAY - 1),
      at(photoRated('oldest'), NOON - 2 * DAY),
      at(photoRated('taken'), NOON - 2 * DAY),
      claimed('taken', 'ann', NOON - HOUR),
      at(photoRated('taken-earlier'), NOON - 3 * DAY),
      claimed('taken-earlier', 'ann', NOON - HOUR - 1),
      at(photoAdmitted('admitted'), NOON - 4 * DAY),
      at(photoRated('published'), NOON - 4 * DAY),
      postPublished('published'),
    );
    const expired = await site.readers.photos.unpublished(new Date(NOON - DAY), new Date(NOON - HOUR));
    expect(idsOf(expired)).toEqual(['admitted', 'taken-earlier', 'oldest', 'older']);
  });

  it('lists the unpublished photos that an account has uploaded or claimed', async () => {
    await site.tell(
      photoRated('uploaded', { uploader: 'account:ann' }),
      photoRated('lost', { uploader: 'account:ann' }),
      claimed('lost', 'bob'),
      photoRated('taken', { uploader: 'address:1' }),
      claimed('taken', 'ann'),
      photoRated('of-address', { uploader: 'address:1' }),
      photoRated('published', { uploader: 'account:ann' }),
      postPublished('published'),
    );
    const of = async (accountId: string) =>
      idsOf(await site.readers.photos.unpublishedOf(accountId)).toSorted();
    expect(await of('ann')).toEqual(['taken', 'uploaded']);
    expect(await of('bob')).toEqual(['lost']);
    expect(await of('cleo')).toEqual([]);
  });

  it('gives each photo an address, and finds the id in it', () => {
    const id = '0c9b8f5e-7b1f-4f3c-9d8e-1a2b3c4d5e6f';
    expect(photoIdIn(imageUrlOf(id))).toBe(id);
    for (const other of [
      `https://evil.example${imageUrlOf(id)}`,
      `${imageUrlOf(id)}?size=1`,
      `/images/${id}/320.webp`,
      '/images/p1/1280.webp',
      '',
    ]) {
      expect(photoIdIn(other)).toBeNull();
    }
  });
});
