import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nextCursor } from '../src/api/pages.ts';

describe('nextCursor', () => {
  it('reads the cursor of the next page', () =>
    assert.equal(nextCursor('</api/posts?limit=60&cursor=a%2Bb%3D>; rel="next"'), 'a+b='));
  it('finds it among other relations', () =>
    assert.equal(nextCursor('</a?cursor=1>; rel="prev", <https://x.example/a?cursor=2>; rel="next"'), '2'));
  it('takes a relation without quotes', () => assert.equal(nextCursor('</a?cursor=3>; rel=next'), '3'));
  it('stays quiet without a next page', () => {
    assert.equal(nextCursor(null), undefined);
    assert.equal(nextCursor('</a?cursor=1>; rel="prev"'), undefined);
    assert.equal(nextCursor('</a?cursor=1>; rel="nextish"'), undefined);
  });
});
