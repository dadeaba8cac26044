import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parsePendingRating, toPendingRating } from '../src/features/home/pending-rating.ts';

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
  it('reads what was saved', () => assert.deepEqual(parsePendingRating(JSON.stringify(rating)), rating));
  for (const field of Object.keys(rating)) {
    it(`refuses a rating without ${field}`, () => {
      const { [field as keyof typeof rating]: _missing, ...rest } = rating;
      assert.equal(parsePendingRating(JSON.stringify(rest)), undefined);
    });
  }
  it('refuses numbers, other JSON and no JSON at all', () => {
    assert.equal(parsePendingRating(JSON.stringify({ ...rating, averageRating: 7.4 })), undefined);
    assert.equal(parsePendingRating('null'), undefined);
    assert.equal(parsePendingRating('{"imageUrl'), undefined);
  });
});

describe('toPendingRating', () => {
  it('keeps the eight fields and nothing else', () => {
    const withMore = { ...rating, thumbhash: 'xyz', width: 5 };
    assert.deepEqual(toPendingRating(withMore), rating);
  });
});
