import fc from 'fast-check';
import { boundsOf, weekOf, weeksEndedBy } from '../../src/domain/week/iso-week.js';
import { sweep } from '../support/scope.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/Santiago',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Asia/Kolkata',
];

/** Europe, the south in summer time of half an hour, and a zone that has lost a day. */
const SAMPLE = ['Europe/Berlin', 'Australia/Lord_Howe', 'Pacific/Apia'];

const year = fc.integer({ min: 1990, max: 2090 });
const number = (week: string) => Number(week.slice(-2));

/** The number of ISO weeks in a year: its last Thursday is in its last week. */
function weeksIn(isoYear: number): number {
  const last = new Date(Date.UTC(isoYear, 11, 31)).getUTCDay();
  const isLeap = new Date(Date.UTC(isoYear, 1, 29)).getUTCMonth() === 1;
  return last === 4 || (last === 5 && isLeap) ? 53 : 52;
}

describe.each(sweep(ZONES, (zone) => zone, SAMPLE))('the weeks of years in %s', (timeZone) => {
  const isKnown = (week: string): boolean => {
    try {
      boundsOf(week, timeZone);
      return true;
    } catch {
      return false;
    }
  };

  it('start on Monday 00:00 to the millisecond, also at year ends and in 53rd weeks', () => {
    fc.assert(
      fc.property(year, fc.integer({ min: 1, max: 53 }), (isoYear, count) => {
        const week = `${isoYear}-W${String(Math.min(count, weeksIn(isoYear))).padStart(2, '0')}`;
        const { startsAt, endsAt } = boundsOf(week, timeZone);
        expect(weekOf(new Date(startsAt.getTime() - 1), timeZone)).not.toBe(week);
        expect(weekOf(startsAt, timeZone)).toBe(week);
        expect(weekOf(new Date(endsAt.getTime() - 1), timeZone)).toBe(week);
        const next = weekOf(endsAt, timeZone);
        expect(number(next)).toBe(number(week) === weeksIn(isoYear) ? 1 : number(week) + 1);
        expect(boundsOf(next, timeZone).startsAt).toEqual(endsAt);
        // Clocks change by an hour or less in a week; Samoa once skipped a whole day.
        const length = endsAt.getTime() - startsAt.getTime();
        const tolerance = timeZone === 'Pacific/Apia' && week === '2011-W52' ? DAY : HOUR;
        expect(Math.abs(length - 7 * DAY)).toBeLessThanOrEqual(tolerance);
      }),
      { numRuns: 300 },
    );
  });

  it('have a week 53 only in long years', () => {
    fc.assert(
      fc.property(year, (isoYear) => {
        expect(isKnown(`${isoYear}-W53`)).toBe(weeksIn(isoYear) === 53);
      }),
      { numRuns: 100 },
    );
  });

  it('follow each other without gaps from any week to any instant', () => {
    const instants = fc.date({
      min: new Date('2005-01-01'),
      max: new Date('2035-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instants, fc.integer({ min: -3 * 7 * DAY, max: 60 * 7 * DAY }), (start, span) => {
        const first = weekOf(start, timeZone);
        const end = new Date(start.getTime() + span);
        const ended = weeksEndedBy(end, first, timeZone);
        let expected = boundsOf(first, timeZone).startsAt;
        for (const week of ended) {
          const bounds = boundsOf(week, timeZone);
          expect(bounds.startsAt).toEqual(expected);
          expect(bounds.endsAt.getTime()).toBeLessThanOrEqual(end.getTime());
          expected = bounds.endsAt;
        }
        const following = boundsOf(weekOf(expected, timeZone), timeZone);
        expect(following.endsAt.getTime()).toBeGreaterThan(end.getTime());
        expect(ended).not.toContain(weekOf(end, timeZone));
      }),
      { numRuns: 100 },
    );
  });
});
