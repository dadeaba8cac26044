import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { differing } from '../src/lib/boosts.ts';

const boost = (id: string, boostType: 'regular' | 'mega', remainingMs = 1) => ({
  id,
  boostType,
  remainingMs,
});

describe('differing boosts', () => {
  it('are the first of each kind and time left, in their order', () => {
    const boosts = [boost('a', 'mega'), boost('b', 'regular'), boost('c', 'mega'), boost('d', 'regular', 2)];
    assert.deepEqual(
      differing(boosts).map(({ id }) => id),
      ['a', 'b', 'd'],
    );
  });
});
