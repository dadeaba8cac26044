import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  parsePendingRating,
  readSavedRating,
  savedRatingFor,
  toPendingRating,
} from '../src/api/pending-rating.ts';

const rating = {
  imageUrl: '/images/1/1280.webp',
  imageHash: 'ab12',
  averageRating: '7.4',
  toeAlignment: '8.0',
  toeNails: '7.0',
  footShape: '6.9',
  aesthetic: '7.7',
  aiComment: 'Well lit.',
};

describe('parsePendingRating', () => {
  it('reads a saved rating', () => assert.deepEqual(parsePendingRating(JSON.stringify(rating)), rating));
  for (const field of Object.keys(rating)) {
    it(`refuses a rating without ${field}`, () => {
      const { [field as keyof typeof rating]: _missing, ...rest } = rating;
      assert.equal(parsePendingRating(JSON.stringify(rest)), undefined);
    });
  }
  it('refuses numbers, other JSON and invalid JSON', () => {
    assert.equal(parsePendingRating(JSON.stringify({ ...rating, averageRating: 7.4 })), undefined);
    assert.equal(parsePendingRating('null'), undefined);
    assert.equal(parsePendingRating('{"imageUrl'), undefined);
  });
});

describe('readSavedRating', () => {
  const json = JSON.stringify(rating);
  const mark = (accountId: string | null, savedAt: number) => JSON.stringify({ accountId, savedAt });

  it('reads whose rating it is', () => {
    assert.deepEqual(readSavedRating(json, mark('ann', 5), null), { rating, accountId: 'ann' });
    assert.deepEqual(readSavedRating(json, mark(null, 5), '4'), { rating, accountId: null });
  });
  it('ends when somebody has signed out since it was saved', () => {
    assert.equal(readSavedRating(json, mark('ann', 5), '5'), null);
    assert.equal(readSavedRating(json, mark(null, 5), '6'), null);
    assert.equal(readSavedRating(json, null, '6'), null);
  });
  it('is a visitor’s without a readable mark', () => {
    for (const damaged of [null, '', '{', '{"accountId":7}']) {
      assert.deepEqual(readSavedRating(json, damaged, null), { rating, accountId: null });
    }
  });
  it('tells a damaged rating from a missing one', () => {
    assert.equal(readSavedRating('{', mark('ann', 5), null), 'invalid');
    assert.equal(readSavedRating(null, mark('ann', 5), null), null);
  });
});

describe('savedRatingFor', () => {
  it('gives a visitor’s rating to the account that signs in', () =>
    assert.deepEqual(savedRatingFor({ rating, accountId: null }, 'ann'), { rating, accountId: 'ann' }));
  it('keeps the rating of the same account', () =>
    assert.deepEqual(savedRatingFor({ rating, accountId: 'ann' }, 'ann'), { rating, accountId: 'ann' }));
  it('gives no rating to another account', () => {
    assert.equal(savedRatingFor({ rating, accountId: 'ann' }, 'bob'), null);
    assert.equal(savedRatingFor(null, 'bob'), null);
  });
});

describe('toPendingRating', () => {
  it('keeps the eight fields and nothing else', () => {
    const withMore = { ...rating, thumbhash: 'xyz', width: 5 };
    assert.deepEqual(toPendingRating(withMore), rating);
  });
});
