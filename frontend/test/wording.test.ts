import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { counted, hiddenWhy, plural, shownName } from '../src/lib/wording.ts';

describe('shownName', () => {
  it('prefers the display name', () => {
    assert.equal(shownName({ displayUsername: 'Ann', username: 'calm-otter-1234' }), 'Ann');
    assert.equal(shownName({ displayUsername: 'Ann', anonymousUsername: 'calm-otter-1234' }), 'Ann');
  });
  it('falls back to the anonymous username', () => {
    assert.equal(shownName({ displayUsername: null, username: 'calm-otter-1234' }), 'calm-otter-1234');
    assert.equal(
      shownName({ displayUsername: null, anonymousUsername: 'calm-otter-1234' }),
      'calm-otter-1234',
    );
  });
  it('is null for a removed person', () =>
    assert.equal(shownName({ displayUsername: null, username: null }), null));
});

describe('counted', () => {
  it('uses the singular for one only', () => {
    assert.deepEqual(
      [0, 1, 2].map((count) => counted(count, 'like')),
      ['0 likes', '1 like', '2 likes'],
    );
    assert.deepEqual(
      [0, 1, 2].map((count) => plural(count, 'reply', 'replies')),
      ['replies', 'reply', 'replies'],
    );
  });
});

describe('hiddenWhy', () => {
  it('puts one reason into a clause', () => assert.equal(hiddenWhy(['shows a face']), 'it shows a face'));
  it('joins several reasons', () =>
    assert.equal(hiddenWhy(['shows a face', 'may be a copy']), 'it shows a face and may be a copy'));
});
