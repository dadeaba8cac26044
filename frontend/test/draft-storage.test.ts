import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  exchanged,
  nothingUnposted,
  toPendingRating,
  withoutPicture,
  withShown,
} from '../src/api/draft-storage.ts';

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
const result = (imageHash: string) => ({
  ...rating,
  imageHash,
  thumbhash: 'xyz',
  width: 5,
  height: 6,
  judge: 'demo' as const,
});
const [first, second, third] = [result('1'), result('2'), result('3')];

describe('toPendingRating', () => {
  it('keeps the eight fields and nothing else', () =>
    assert.deepEqual(toPendingRating(result('ab12')), rating));
  for (const field of Object.keys(rating)) {
    it(`refuses a rating without ${field}`, () => {
      const { [field as keyof typeof rating]: _missing, ...rest } = rating;
      assert.throws(() => toPendingRating(rest as typeof rating));
    });
  }
  it('refuses numbers', () =>
    assert.throws(() => toPendingRating({ ...rating, averageRating: 7.4 as unknown as string })));
});

describe('unposted ratings', () => {
  it('set the one on the screen aside for another photo', () => {
    const aside = withShown(withShown(nothingUnposted, first), null);
    assert.deepEqual(aside, { shown: null, earlier: first });
    assert.deepEqual(withShown(aside, second), { shown: second, earlier: first });
  });
  it('keep the last one that was set aside', () =>
    assert.deepEqual(withShown(withShown({ shown: second, earlier: first }, null), third), {
      shown: third,
      earlier: second,
    }));
  it('give the earlier one back, and set the other aside', () => {
    assert.deepEqual(exchanged({ shown: null, earlier: first }), { shown: first, earlier: null });
    assert.deepEqual(exchanged({ shown: second, earlier: first }), { shown: first, earlier: second });
  });
  it('lose the one that was posted', () => {
    assert.deepEqual(withoutPicture({ shown: second, earlier: first }, '2'), { shown: null, earlier: first });
    assert.deepEqual(withoutPicture({ shown: second, earlier: first }, '1'), {
      shown: second,
      earlier: null,
    });
  });
});
