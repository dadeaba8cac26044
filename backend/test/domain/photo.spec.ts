import {
  AdmitPhoto,
  ClaimRating,
  DeletePhoto,
  RatePhoto,
  RefusePhoto,
} from '../../src/domain/photo/photo.commands.js';
import { photoEvents } from '../../src/domain/photo/photo.events.js';
import { photo } from '../../src/domain/photo/photo.js';
import { overallScore } from '../../src/domain/photo/scores.js';
import { given } from '../support/given.js';
import { photoAdmitted, photoRated } from '../support/made-up.js';

const rated = photoRated('p1');
const admitted = photoAdmitted('p1');
const { score: _, ...toRate } = rated.data;
const { imageHash } = rated.data.picture;
const claimed = { type: 'RatingClaimed', data: { photoId: 'p1', accountId: 'ann' } } as const;
const refused = {
  type: 'PhotoRefused',
  data: { photoId: 'p1', uploader: 'account:ann', address: 'address:1', reasons: ['shows a face'] },
} as const;
const deleted = { type: 'PhotoDeleted', data: { photoId: 'p1' } } as const;
const claim = (accountId: string, hash = imageHash) =>
  new ClaimRating({ photoId: 'p1', imageHash: hash, accountId });

describe('the overall score', () => {
  it.each([
    [{ toeAlignment: 7, toeNails: 8.1, footShape: 6.9, aesthetic: 7.6 }, 7.4],
    [{ toeAlignment: 0, toeNails: 0, footShape: 0, aesthetic: 0.2 }, 0.1],
    [{ toeAlignment: 10, toeNails: 10, footShape: 10, aesthetic: 10 }, 10],
    [{ toeAlignment: 0.1, toeNails: 0.2, footShape: 0.3, aesthetic: 0.3 }, 0.2],
  ])('is the mean of the four, to one decimal: %j gives %d', (scores, mean) => {
    expect(overallScore(scores)).toBe(mean);
  });
});

describe('rating a photo', () => {
  it('writes the rating down with its overall score', () =>
    given(photo).when(new RatePhoto(toRate)).then(rated));
  it('stays quiet about a photo that was rated already, or refused', () => {
    given(photo, rated).when(new RatePhoto(toRate)).thenNothing();
    given(photo, refused).when(new RatePhoto(toRate)).thenNothing();
  });
});

describe('admitting a photo without a rating', () => {
  it('writes it down as its owner’s', () => given(photo).when(new AdmitPhoto(admitted.data)).then(admitted));
  it('stays quiet the second time, and about a photo that was rated', () => {
    given(photo, admitted).when(new AdmitPhoto(admitted.data)).thenNothing();
    given(photo, rated).when(new AdmitPhoto(admitted.data)).thenNothing();
  });
  it('gives no rating to claim', () =>
    given(photo, admitted).when(claim('ann')).thenRejected('Invalid saved rating', 'invalid'));
});

describe('refusing a photo', () => {
  it('writes the refusal down', () => given(photo).when(new RefusePhoto(refused.data)).then(refused));
  it('stays quiet the second time', () =>
    given(photo, refused).when(new RefusePhoto(refused.data)).thenNothing());

  it.each([
    ['address:1', 'address:1'],
    ['account:ann', null],
  ])('knows of version 1 by %s the address %s', (uploader, address) => {
    const ofFirst = { photoId: 'p1', uploader, reasons: ['shows a face'] };
    expect(photoEvents.PhotoRefused.upcast?.[1]?.(ofFirst)).toEqual({ ...ofFirst, address });
  });
});

describe('claiming a rating', () => {
  it('gives it to whoever comes first', () => given(photo, rated).when(claim('ann')).then(claimed));
  it('stays quiet when it is theirs already', () =>
    given(photo, rated, claimed).when(claim('ann')).thenNothing());

  it.each([
    ['a photo that nobody rated', given(photo).when(claim('ann'))],
    ['a refused photo', given(photo, refused).when(claim('ann'))],
    ['a deleted photo', given(photo, rated, deleted).when(claim('ann'))],
    ['another picture than the rated one', given(photo, rated).when(claim('ann', 'b'.repeat(64)))],
    ['a rating that somebody else has taken', given(photo, rated, claimed).when(claim('bob'))],
  ])('refuses %s', (__, story) => story.thenRejected('Invalid saved rating', 'invalid'));
});

describe('deleting a photo', () => {
  const remove = (claimedBy: string | null) => new DeletePhoto({ photoId: 'p1', claimedBy });

  it('deletes what nobody has claimed', () => given(photo, rated).when(remove(null)).then(deleted));
  it('deletes what was claimed and never published', () =>
    given(photo, rated, claimed).when(remove('ann')).then(deleted));
  it('keeps what was claimed since it was looked at', () =>
    given(photo, rated, claimed).when(remove(null)).thenNothing());
  it('deletes what was admitted and never published', () =>
    given(photo, admitted).when(remove('ann')).then(deleted));
  it('stays quiet about what is gone', () => given(photo, rated, deleted).when(remove(null)).thenNothing());
});
