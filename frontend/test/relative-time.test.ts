import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { relativeTime } from '../src/lib/dates.ts';

const now = Date.parse('2026-11-21T12:00:00.000Z');
const seconds = 1000;
const minutes = 60 * seconds;
const hours = 60 * minutes;
const days = 24 * hours;

const texts: [age: number, text: string][] = [
  [-5 * minutes, 'Just now'],
  [0, 'Just now'],
  [60 * seconds - 1, 'Just now'],
  [60 * seconds, '1 minute ago'],
  [2 * minutes - 1, '1 minute ago'],
  [59 * minutes, '59 minutes ago'],
  [60 * minutes - 1, '59 minutes ago'],
  [60 * minutes, '1 hour ago'],
  [24 * hours - 1, '23 hours ago'],
  [24 * hours, '1 day ago'],
  [7 * days - 1, '6 days ago'],
  [7 * days, '14 November 2026'],
  [400 * days, '17 October 2025'],
];

describe('relativeTime', () => {
  for (const [age, text] of texts) {
    it(`says "${text}" after ${age} ms`, () =>
      assert.equal(relativeTime(new Date(now - age).toISOString(), now), text));
  }
});
