import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatScore, scoreBand, scoreLabel } from '../src/lib/scores.ts';

describe('scoreLabel', () => {
  const borders = [
    [10, 'LEGENDARY'],
    [9, 'LEGENDARY'],
    [8.9, 'EXCELLENT'],
    [8, 'EXCELLENT'],
    [7.9, 'GREAT'],
    [7, 'GREAT'],
    [6.9, 'GOOD'],
    [6, 'GOOD'],
    [5.9, 'AVERAGE'],
    [5, 'AVERAGE'],
    [4.9, 'BELOW AVERAGE'],
    [3, 'BELOW AVERAGE'],
    [2.9, 'NEEDS WORK'],
    [0, 'NEEDS WORK'],
  ] as const;
  for (const [score, label] of borders) {
    it(`calls ${score} ${label}`, () => assert.equal(scoreLabel(score), label));
  }
});

describe('scoreBand', () => {
  it('changes at 9, 7, 5 and 3', () =>
    assert.deepEqual(
      [10, 9, 8.9, 7, 6.9, 5, 4.9, 3, 2.9, 0].map((score) => scoreBand(score)),
      ['top', 'top', 'high', 'high', 'mid', 'mid', 'low', 'low', 'poor', 'poor'],
    ));
});

describe('formatScore', () => {
  it('shows one decimal', () => assert.deepEqual([7, 7.25, 10].map(formatScore), ['7.0', '7.3', '10.0']));
});
