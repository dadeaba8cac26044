import {
  achievementInWords,
  firstWords,
  ordinal,
  votesInWords,
} from '../../src/projections/inbox/inbox-words.js';

const week = '2026-W47';
const average = { before: 54, after: 61 };
const rank = { week, before: 30, after: 22 };

describe('new votes in words', () => {
  it('have figures from three on, of what rose', () => {
    const said = votesInWords(3, { average, rank }, week);
    expect(said).toBe('3 new votes: 5.4 → 6.1, 30th → 22nd this week');
    expect(votesInWords(3, { average, rank: null }, week)).toBe('3 new votes: 5.4 → 6.1');
    expect(votesInWords(3, { average: null, rank }, '2026-W48')).toBe('3 new votes: 30th → 22nd that week');
    expect(votesInWords(2, { average, rank }, week)).toBe('2 new votes');
    expect(votesInWords(1, { average, rank }, week)).toBe('1 new vote');
  });

  it.each([
    [
      { before: 61, after: 61 },
      { ...rank, after: 30 },
    ],
    [
      { before: 61, after: 54 },
      { ...rank, after: 31 },
    ],
    [null, { ...rank, before: null }],
    [null, null],
  ])('have none of what stayed, fell or is unknown: %j, %j', (stayed, fell) => {
    expect(votesInWords(9, { average: stayed, rank: fell }, week)).toBe('9 new votes');
  });
});

describe('words of the inbox', () => {
  it('have ordinals', () => {
    expect([1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 101].map((place) => ordinal(place))).toEqual([
      '1st',
      '2nd',
      '3rd',
      '4th',
      '11th',
      '12th',
      '13th',
      '21st',
      '22nd',
      '23rd',
      '101st',
    ]);
  });

  it('have the first words of a text on one line, cut between words and never in a character', () => {
    expect(firstWords(' One\n two ')).toBe('One two');
    expect(firstWords(`${'a'.repeat(78)} bcd`)).toBe(`${'a'.repeat(78)} …`);
    expect(firstWords('👣'.repeat(81))).toBe(`${'👣'.repeat(80)} …`);
    expect(firstWords('👣'.repeat(80))).toBe('👣'.repeat(80));
  });

  it('name a valid week only', () => {
    expect(() => achievementInWords({ kind: 'weeklyRank', rank: 1, week: 'last week' })).toThrow(RangeError);
  });
});
