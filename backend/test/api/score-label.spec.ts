import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { scoreLabel } from '../../src/api/share-cards/share-cards.service.js';

const SCREEN = path.join(import.meta.dirname, '../../../../frontend/src/lib/scores.ts');

describe('the label of a score', () => {
  it.each([
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
  ])('of %d is %s', (score, label) => {
    expect(scoreLabel(score)).toBe(label);
  });

  it('is the same as in the frontend', async () => {
    const source = await readFile(SCREEN, 'utf8');
    const bounds = [...source.matchAll(/\[(\d+), '([A-Z ]+)'\]/g)];
    expect(bounds).toHaveLength(6);
    for (const [, from, label] of bounds) expect(scoreLabel(Number(from))).toBe(label);
  });
});
