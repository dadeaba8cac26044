import { Photo, overallScore } from '../../src/domain/photo/photo.js';
import { given } from '../support/given.js';
import { photoAdmitted, photoRated } from '../support/made-up.js';

const rated = photoRated('p1');
const ratedFor = (accountId: string) => photoRated('p1', { uploader: `account:${accountId}` });
const admitted = photoAdmitted('p1');
const { score: _, ...toRate } = rated.data;
const { imageHash } = rated.data.picture;
const claimed = { type: 'RatingClaimed', data: { photoId: 'p1', accountId: 'ann' } } as const;
const refused = {
  type: 'PhotoRefused',
  data: { photoId: 'p1', uploader: 'account:ann', address: 'address:1', reasons: ['shows a face'] },
} as const;
const deleted = { type: 'PhotoDeleted', data: { photoId: 'p1' } } as const;
const claim = (accountId: string, hash = imageHash, holdsClaim = true) =>
  Photo.ClaimPhoto({ photoId: 'p1', imageHash: hash, accountId, holdsClaim });

describe('the AI score', () => {
  it.each([
    [{ toeAlignment: 7, toeNails: 8.1, footShape: 6.9, aesthetic: 7.6 }, 7.4],
    [{ toeAlignment: 0, toeNails: 0, footShape: 0, aesthetic: 0.2 }, 0.1],
    [{ toeAlignment: 10, toeNails: 10, footShape: 10, aesthetic: 10 }, 10],
    [{ toeAlignment: 0.1, toeNails: 0.2, footShape: 0.3, aesthetic: 0.3 }, 0.2],
  ])('is the mean of the four category scores, to one decimal: %j gives %d', (scores, mean) => {
    expect(overallScore(scores)).toBe(mean);
  });
});

describe('rating a photo', () => {
  it('records the rating with its AI score', () => given(Photo).when(Photo.IssueVerdict(toRate)).then(rated));
  it('does nothing for a photo that was already rated or refused', () => {
    given(Photo, rated).when(Photo.IssueVerdict(toRate)).thenNothing();
    given(Photo, refused).when(Photo.IssueVerdict(toRate)).thenNothing();
  });
});

describe('admitting a photo without a rating', () => {
  it('records it with its owner', () => given(Photo).when(Photo.AdmitPhoto(admitted.data)).then(admitted));
  it('does nothing when repeated, or for a rated photo', () => {
    given(Photo, admitted).when(Photo.AdmitPhoto(admitted.data)).thenNothing();
    given(Photo, rated).when(Photo.AdmitPhoto(admitted.data)).thenNothing();
  });
  it('has no rating to claim', () =>
    given(Photo, admitted).when(claim('ann')).thenRejected('Invalid saved rating', 'invalid'));
});

it('an event from before copies were recorded resembles nothing', () => {
  for (const { type, data } of [rated, admitted]) {
    const { resembles, ...before } = data;
    expect(Photo.events[type].upcast?.[1]?.(before)).toEqual({ ...before, resembles });
  }
});

describe('refusing a photo', () => {
  it('records the refusal', () => given(Photo).when(Photo.RefusePhoto(refused.data)).then(refused));
  it('does nothing when repeated', () =>
    given(Photo, refused).when(Photo.RefusePhoto(refused.data)).thenNothing());
});

describe('claiming a rating', () => {
  it('gives it to the first claimant', () => given(Photo, rated).when(claim('ann')).then(claimed));
  it('does nothing when repeated by the same user', () =>
    given(Photo, rated, claimed).when(claim('ann')).thenNothing());
  it('does nothing when repeated after the claim of the browser has ended', () =>
    given(Photo, rated, claimed)
      .when(claim('ann', imageHash, false))
      .thenNothing());
  it('gives the photo of an account to that account, without a claim of the browser', () =>
    given(Photo, ratedFor('ann'))
      .when(claim('ann', imageHash, false))
      .then(claimed));

  it.each([
    ['a photo without a rating', given(Photo).when(claim('ann'))],
    ['a refused photo', given(Photo, refused).when(claim('ann'))],
    ['a deleted photo', given(Photo, rated, deleted).when(claim('ann'))],
    ['a picture other than the rated one', given(Photo, rated).when(claim('ann', 'b'.repeat(64)))],
    ['a visitor’s photo without the claim', given(Photo, rated).when(claim('ann', imageHash, false))],
    ['the photo of another account', given(Photo, ratedFor('ann')).when(claim('bob'))],
    ['a rating claimed by another user', given(Photo, rated, claimed).when(claim('bob'))],
  ])('rejects %s', (__, story) => story.thenRejected('Invalid saved rating', 'invalid'));
});

describe('deleting a photo', () => {
  const remove = (claimedBy: string | null) => Photo.DeletePhoto({ photoId: 'p1', claimedBy });

  it('deletes an unclaimed photo', () => given(Photo, rated).when(remove(null)).then(deleted));
  it('deletes a photo that was claimed but not published', () =>
    given(Photo, rated, claimed).when(remove('ann')).then(deleted));
  it('keeps a photo that was claimed since the check', () =>
    given(Photo, rated, claimed).when(remove(null)).thenNothing());
  it('deletes a photo that was admitted but not published', () =>
    given(Photo, admitted).when(remove('ann')).then(deleted));
  it('does nothing when repeated', () => given(Photo, rated, deleted).when(remove(null)).thenNothing());
});
