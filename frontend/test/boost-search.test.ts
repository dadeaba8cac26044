import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as v from 'valibot';
import { boostSearch, postSearch } from '../src/features/boosts/boost-search.ts';

describe('boostSearch', () => {
  it('reads both returns of a checkout', () => {
    assert.deepEqual(v.parse(boostSearch, { session_id: 'cs_1', type: 'donation' }), {
      session_id: 'cs_1',
      type: 'donation',
    });
    assert.deepEqual(v.parse(boostSearch, { cancelled: true }), { cancelled: 'true' });
  });
  it('takes a session of digits as text, and an unknown type as a boost', () => {
    assert.deepEqual(v.parse(boostSearch, { session_id: 12, type: 'gift' }), {
      session_id: '12',
      type: 'boost',
    });
  });
  it('is empty without parameters', () => assert.deepEqual(v.parse(boostSearch, {}), {}));
});

describe('postSearch', () => {
  it('drops an unknown state', () => {
    const read = v.parse(postSearch, { boost: 'perhaps' });
    assert.equal(read.boost, undefined);
    assert.equal(v.parse(postSearch, { boost: 'success', session_id: 'cs_1' }).boost, 'success');
  });
});
