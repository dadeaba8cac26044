import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mondayOf, weekAfter, weekDays } from '../src/lib/dates.ts';

describe('mondayOf', () => {
  const mondays = {
    '2026-W47': '2026-11-16',
    '2026-W01': '2025-12-29',
    '2026-W53': '2026-12-28',
    '2021-W01': '2021-01-04',
    '2024-W01': '2024-01-01',
  };
  for (const [week, date] of Object.entries(mondays)) {
    it(`of ${week} is ${date}`, () => assert.equal(mondayOf(week)?.toISOString().slice(0, 10), date));
  }
  for (const text of ['2025-W53', '2026-W00', '2026-W54', '2026-47', 'W47', '', '2026-W477']) {
    it(`of the invalid week "${text}" is undefined`, () => assert.equal(mondayOf(text), undefined));
  }
});

describe('weekAfter', () => {
  it('crosses the end of a year with 53 weeks', () => {
    assert.equal(weekAfter('2026-W53', 1), '2027-W01');
    assert.equal(weekAfter('2027-W01', -1), '2026-W53');
  });
  it('crosses the end of a year with 52 weeks', () => {
    assert.equal(weekAfter('2025-W52', 1), '2026-W01');
    assert.equal(weekAfter('2026-W01', -1), '2025-W52');
  });
  it('returns to the same week', () => {
    for (let count = -300; count <= 300; count += 1) {
      assert.equal(weekAfter(weekAfter('2026-W47', count)!, -count), '2026-W47');
    }
  });
  it('is undefined for an invalid week', () => assert.equal(weekAfter('soon', 1), undefined));
});

describe('weekDays', () => {
  it('names the month once', () => assert.equal(weekDays('2026-W46'), '9–15 November 2026'));
  it('names both months if they differ', () =>
    assert.equal(weekDays('2026-W40'), '28 September – 4 October 2026'));
  it('names both years if they differ', () =>
    assert.equal(weekDays('2026-W01'), '29 December 2025 – 4 January 2026'));
});
