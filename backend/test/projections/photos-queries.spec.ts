import { photos } from '../../src/projections/photos/photos.projection.js';
import { RatingResult, imageUrlOf, photoIdIn } from '../../src/projections/photos/rating-result.js';
import type { Projection } from '../../src/projections/projection.js';
import { refusals } from '../../src/projections/refusals/refusals.projection.js';
import {
  UploadsBlockedUntil,
  UploadsBlockedUntilHandler,
} from '../../src/projections/refusals/refusals.queries.js';
import { type AskedSite, openSite } from '../support/asked-site.js';
import type { Happened } from '../support/given.js';
import { photoAdmitted, photoRated, postPublished } from '../support/made-up.js';

const VIEWS = [photos, refusals] as unknown as readonly Projection<object>[];

const NOON = Date.parse('2026-11-21T12:00:00.000Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const at = (event: Happened, time: number): Happened => ({ ...event, at: new Date(time).toISOString() });
const claimed = (photoId: string, accountId: string, time = NOON): Happened =>
  at({ type: 'RatingClaimed', data: { photoId, accountId } }, time);

describe('photos that are asked for', () => {
  let site: AskedSite;
  beforeAll(async () => {
    site = await openSite(VIEWS);
  });
  afterAll(() => site.close());

  const idsOf = (found: readonly { _id: string }[]) => found.map(({ _id }) => _id);

  it('are shown with their rating to one decimal', () => {
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

  it('expire after their life, if nobody is about to publish them, oldest first', async () => {
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

  it('are those of an account that it has uploaded or taken, and not published', async () => {
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

  it('have an address each, in which their id is found again', () => {
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

describe('the block after refusals', () => {
  let site: AskedSite;
  beforeAll(async () => {
    site = await openSite(VIEWS);
  });
  afterAll(() => site.close());

  const refused = (time: number, uploader = 'account:ann', address: string | null = null): Happened =>
    at({ type: 'PhotoRefused', data: { photoId: `${time}`, uploader, address, reasons: [] } }, time);
  const until = (uploaders: readonly string[], now: number) =>
    new UploadsBlockedUntilHandler(site.views).execute(new UploadsBlockedUntil(uploaders, new Date(now)));

  it('lasts a day from the third on, to the millisecond', async () => {
    await site.tell(refused(NOON), refused(NOON + 1), refused(NOON + HOUR));
    const end = NOON + HOUR + DAY;
    expect(await until(['account:ann'], NOON + HOUR)).toEqual(new Date(end));
    expect(await until(['account:ann'], end - 1)).toEqual(new Date(end));
    expect(await until(['account:ann'], end)).toBeNull();
    expect(await until(['account:bob'], NOON + HOUR)).toBeNull();
  });

  it('needs three', async () => {
    await site.tell(refused(NOON), refused(NOON + 1));
    expect(await until(['account:ann'], NOON + 1)).toBeNull();
  });

  it('needs them within less than a day', async () => {
    await site.tell(refused(NOON), refused(NOON + 1), refused(NOON + DAY - 1));
    expect(await until(['account:ann'], NOON + DAY)).toEqual(new Date(NOON + 2 * DAY - 1));
    await site.tell(refused(NOON), refused(NOON + 1), refused(NOON + DAY));
    expect(await until(['account:ann'], NOON + DAY)).toBeNull();
  });

  it('is the longest of those of an account and its address', async () => {
    const three = (uploader: string, since: number) =>
      [0, 1, 2].map((more) => refused(since + more, uploader));
    await site.tell(
      ...three('account:ann', NOON),
      ...three('address:1', NOON + HOUR),
      refused(NOON, 'account:bob'),
    );
    const both = await until(['account:ann', 'address:1', 'account:bob'], NOON + 2 * HOUR);
    expect(both).toEqual(new Date(NOON + HOUR + 2 + DAY));
  });
});
