import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiError } from '../src/api/api-error.ts';
import { endOf, failureOf, type UploadEnd, UploadError, waitOf } from '../src/api/upload-end.ts';

const otherwise = 'Upload failed. Please try again.';

describe('an answer that is not of the site', () => {
  const ends: [UploadEnd, ...statuses: number[]][] = [
    ['signIn', 200, 204, 302, 511],
    ['filtered', 403, 407, 451],
    ['tooLarge', 413],
    ['limited', 429],
    ['busy', 502, 503, 504, 520, 522, 530],
    ['unknown', 400, 404, 405, 500, 501],
  ];
  for (const [end, ...statuses] of ends) {
    it(`with the status ${statuses.join(', ')} means '${end}'`, () => {
      for (const status of statuses) assert.equal(endOf(status), end, String(status));
    });
  }
});

describe('a failed upload', () => {
  it('says what the site says, whatever the status', () => {
    const error = new ApiError(503, '', '{"message":"The judge is away."}');
    assert.deepEqual(failureOf(error, otherwise), { text: 'The judge is away.', way: 'again' });
  });
  it('lets the person choose another photo if the site refuses this one', () => {
    for (const status of [413, 422]) {
      const error = new ApiError(status, '', '{"message":"This is a GIF."}');
      assert.deepEqual(failureOf(error, otherwise), { text: 'This is a GIF.', way: 'choose' });
    }
  });
  it('says how to get to the site from a network that wants a sign-in', () => {
    const { text, way } = failureOf(new UploadError('signIn'), otherwise);
    assert.match(text, /sign in first.*try again/);
    assert.equal(way, 'again');
  });
  it('offers a smaller copy if a proxy refuses the size', () =>
    assert.equal(failureOf(new UploadError('tooLarge'), otherwise).way, 'smaller'));
  it('lets the person choose again if the file is gone', () =>
    assert.equal(failureOf(new UploadError('unreadable'), otherwise).way, 'choose'));
  it('says when to try again', () => {
    const { text } = failureOf(new UploadError('limited', 61_000), otherwise);
    assert.equal(text, 'Too many photos were sent. Please try again in 2 minutes.');
    assert.match(failureOf(new UploadError('limited'), otherwise).text, /in 1 minute\.$/);
  });
  it('says what the call says if nobody knows why', () => {
    for (const error of [new UploadError('unknown'), new ApiError(500, '', ''), new TypeError('?')]) {
      assert.deepEqual(failureOf(error, otherwise), { text: otherwise, way: 'again' });
    }
  });
});

describe('Retry-After', () => {
  const now = Date.parse('2026-03-01T12:00:00Z');
  it('is a number of seconds or a date', () => {
    assert.equal(waitOf('90', now), 90_000);
    assert.equal(waitOf('Sun, 01 Mar 2026 12:05:00 GMT', now), 300_000);
  });
  it('may say nothing', () => {
    for (const header of [null, '', 'soon', '0', '-5', 'Sun, 01 Mar 2026 11:00:00 GMT']) {
      assert.equal(waitOf(header, now), undefined, String(header));
    }
  });
});
