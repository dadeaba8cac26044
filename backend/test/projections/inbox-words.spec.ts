import {
  achievementInWords,
  firstWords,
  ordinal,
  quoteInWords,
  rankRise,
  votesInWords,
} from '../../src/projections/inbox/inbox-words.js';

const average = { before: 54, after: 61 };
const rank = { week: '2026-W47', before: 30, after: 22 };

describe('the words of the inbox and of mails', () => {
  it.each([
    [1, '1 new vote'],
    [2, '2 new votes'],
    [3, '3 new votes: 5.4 → 6.1, 30th → 22nd this week'],
  ])('have figures of three votes on, so that none names a person: %s', (votes, words) =>
    expect(votesInWords(votes, { average, rank }, '2026-W47')).toBe(words),
  );

  it.each([
    [{ average: { before: 61, after: 54 }, rank }, '3 new votes: 30th → 22nd this week'],
    [{ average, rank: { ...rank, before: 22 } }, '3 new votes: 5.4 → 6.1'],
    [{ average, rank: { ...rank, before: null } }, '3 new votes: 5.4 → 6.1'],
    [{ average: { before: 61, after: 61 }, rank: { ...rank, before: 21 } }, '3 new votes'],
    [{ average: null, rank: null }, '3 new votes'],
  ])('tell of nothing that did not rise', (risen, words) =>
    expect(votesInWords(3, risen, '2026-W47')).toBe(words),
  );

  it('name another week than the running one', () =>
    expect(votesInWords(3, { average: null, rank }, '2026-W48')).toBe('3 new votes: 30th → 22nd that week'));

  it('write ranks', () => {
    expect([1, 2, 3, 4, 11, 12, 13, 21, 22, 103].map(ordinal)).toEqual([
      '1st',
      '2nd',
      '3rd',
      '4th',
      '11th',
      '12th',
      '13th',
      '21st',
      '22nd',
      '103rd',
    ]);
    expect(rankRise(3, 3)).toBeNull();
  });

  it('quote the first words on one line, and whole characters', () => {
    expect(firstWords('  What a\n\tphoto ')).toBe('What a photo');
    expect(firstWords(`${'word '.repeat(30)}`)).toBe(`${'word '.repeat(15)}word …`);
    expect(firstWords('😀'.repeat(81))).toBe(`${'😀'.repeat(80)} …`);
    expect(quoteInWords({ by: 'Ann', text: 'What a\nphoto' })).toBe('Ann: “What a photo”');
  });

  it('name a valid week only', () =>
    expect(() => achievementInWords({ kind: 'weeklyRank', rank: 1, week: 'last week' })).toThrow(RangeError));
});
