import fc from 'fast-check';
import { boundsOf, weekOf, weeksEndedBy } from '../../src/domain/week/iso-week.js';

describe('the ISO week', () => {
  it.each([
    ['2026-11-21T12:00:00.000Z', '2026-W47'],
    ['2021-01-03T23:59:59.999Z', '2020-W53'],
    ['2021-01-04T00:00:00.000Z', '2021-W01'],
    ['2024-12-30T00:00:00.000Z', '2025-W01'],
    ['2027-01-03T12:00:00.000Z', '2026-W53'],
  ])('of %s is %s', (at, week) => {
    expect(weekOf(new Date(at), 'UTC')).toBe(week);
  });

  it('starts on Monday 00:00 to the millisecond, in its time zone', () => {
    expect(weekOf(new Date('2026-03-29T21:59:59.999Z'), 'Europe/Berlin')).toBe('2026-W13');
    expect(weekOf(new Date('2026-03-29T22:00:00.000Z'), 'Europe/Berlin')).toBe('2026-W14');
  });

  it('is an hour shorter when summer time begins and an hour longer when it ends', () => {
    const hours = (week: string) => {
      const { startsAt, endsAt } = boundsOf(week, 'Europe/Berlin');
      return (endsAt.getTime() - startsAt.getTime()) / 3_600_000;
    };
    expect(hours('2026-W13')).toBe(167);
    expect(hours('2026-W43')).toBe(169);
    expect(hours('2026-W47')).toBe(168);
  });

  it('ends with its last millisecond', () => {
    const ended = (at: string) => weeksEndedBy(new Date(at), '2026-W46', 'UTC');
    expect(ended('2026-11-15T23:59:59.999Z')).toEqual([]);
    expect(ended('2026-11-16T00:00:00.000Z')).toEqual(['2026-W46']);
    expect(ended('2026-11-22T23:59:59.999Z')).toEqual(['2026-W46']);
    expect(ended('2026-11-23T00:00:00.000Z')).toEqual(['2026-W46', '2026-W47']);
    expect(() => weeksEndedBy(new Date(), 'next', 'UTC')).toThrow(/week/);
  });

  it('is written with four digits for the year and two for the week', () => {
    expect(weekOf(new Date('0999-01-15T00:00:00.000Z'), 'UTC')).toBe('0999-W03');
  });

  it.each(['2025-W53', '2026-W00', '2026-47', 'next', 'x2026-W47', '2026-W47x'])('rejects %s', (week) => {
    expect(() => boundsOf(week, 'UTC')).toThrow(/week/);
  });

  it.each([
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'Pacific/Apia',
    // The offset was 44 minutes and 30 seconds until 1972.
    'Africa/Monrovia',
    'America/Santiago',
  ])('contains the instants within its bounds and no others, in %s', (timeZone) => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1960-01-01'), max: new Date('2060-01-01'), noInvalidDate: true }),
        (instant) => {
          const week = weekOf(instant, timeZone);
          const { startsAt, endsAt } = boundsOf(week, timeZone);
          expect(startsAt.getTime()).toBeLessThanOrEqual(instant.getTime());
          expect(endsAt.getTime()).toBeGreaterThan(instant.getTime());
          expect(weekOf(startsAt, timeZone)).toBe(week);
          expect(weekOf(new Date(startsAt.getTime() - 1), timeZone)).not.toBe(week);
          expect(weekOf(new Date(endsAt.getTime() - 1), timeZone)).toBe(week);
          expect(weekOf(endsAt, timeZone)).not.toBe(week);
        },
      ),
      { numRuns: 400 },
    );
  });
});
