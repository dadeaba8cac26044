import { closingsIn, commandsToClose } from '../../src/domain/week/closings.js';
import { Week } from '../../src/domain/week/week.js';
import { type Happened, given, recorded } from '../support/given.js';

const name = '2026-W47';
const closing = 'c1';
const bounds = { week: name, startsAt: '2026-11-16T00:00:00.000Z', endsAt: '2026-11-23T00:00:00.000Z' };
const standing = (rank: number) => ({
  rank,
  postId: `p${rank}`,
  ownerId: 'ann',
  scoreTenths: 74,
  scoreCount: 1,
});
const part = (...ranks: number[]) => ({ week: name, closing, standings: ranks.map(standing) });
const ranked = (...ranks: number[]) => ({ type: 'WeekRanked', data: part(...ranks) }) as const;
const closedWith = (ranks: number) => ({ type: 'WeekClosed', data: { ...bounds, closing, ranks } }) as const;
const close = (ranks: number, facts: object = {}) =>
  Week.CloseWeek({ ...bounds, closing, ranks, now: bounds.endsAt, ...facts });

describe('ranking a week that is about to be closed', () => {
  it('records its standings part by part', () =>
    given(Week, ranked(1, 2))
      .when(Week.RankWeek(part(3, 4)))
      .then(ranked(3, 4)));

  it('records no part twice, and none without standings', async () => {
    await given(Week, ranked(1, 2), ranked(3, 4))
      .when(Week.RankWeek(part(3, 4)))
      .thenNothing();
    await given(Week).when(Week.RankWeek(part())).thenNothing();
  });

  it('is rejected if a part is missing, or if another closing has begun', async () => {
    const message = 'The ranks of the week 2026-W47 are not those of this closing.';
    await given(Week, ranked(1, 2))
      .when(Week.RankWeek(part(4)))
      .thenRejected(message, 'conflict');
    await given(Week, ranked(1, 2))
      .when(Week.RankWeek({ ...part(3), closing: 'c2' }))
      .thenRejected(message, 'conflict');
  });

  it('begins again after a closing that was interrupted', () => {
    const again = { ...part(1, 2, 3), closing: 'c2' };
    return given(Week, ranked(1, 2)).when(Week.RankWeek(again)).then({ type: 'WeekRanked', data: again });
  });

  it('records nothing for a closed week', () =>
    given(Week, ranked(1), closedWith(1))
      .when(Week.RankWeek({ ...part(1), closing: 'c2' }))
      .thenNothing());
});

describe('closing a week', () => {
  it('records how many ranks it has, once it has ended', () =>
    given(Week, ranked(1, 2), ranked(3)).when(close(3)).then(closedWith(3)));

  it('needs no ranks for a week without posts', () => given(Week).when(close(0)).then(closedWith(0)));

  it('is rejected before the week has ended', () =>
    given(Week, ranked(1))
      .when(close(1, { now: '2026-11-22T23:59:59.999Z' }))
      .thenRejected('The week 2026-W47 is not over yet.', 'conflict'));

  it.each([
    ['too few', close(3)],
    ['those of another closing', close(2, { closing: 'c2' })],
  ])('is rejected if the recorded ranks are %s', (_, command) =>
    given(Week, ranked(1, 2))
      .when(command)
      .thenRejected('The ranks of the week 2026-W47 are not those of this closing.', 'conflict'),
  );

  it('happens once, even if the standings have changed', () =>
    given(Week, ranked(1), closedWith(1))
      .when(close(0, { closing: 'c2', now: '2027-01-01T00:00:00.000Z' }))
      .thenNothing());

  it('stays closed when the clock goes back', () =>
    given(Week, closedWith(0))
      .when(close(0, { now: bounds.startsAt }))
      .thenNothing());
});

describe('undoing the closing of a week', () => {
  const reopened = {
    type: 'WeekReopened',
    data: { week: name, closing, asOf: null, reason: null },
  } as const;

  it('opens the week again', () =>
    given(Week, ranked(1), closedWith(1))
      .when(Week.ReopenWeek({ week: name }))
      .then(reopened));

  it('does nothing for an open week', async () => {
    await given(Week, ranked(1))
      .when(Week.ReopenWeek({ week: name }))
      .thenNothing();
    await given(Week, closedWith(0), reopened)
      .when(Week.ReopenWeek({ week: name }))
      .thenNothing();
  });

  it('lets the week be closed again with other standings', () => {
    const again = { ...part(1, 2), closing: 'c2' };
    return given(Week, ranked(1), closedWith(1), reopened, { type: 'WeekRanked', data: again })
      .when(close(2, { closing: 'c2' }))
      .then({ type: 'WeekClosed', data: { ...bounds, closing: 'c2', ranks: 2 } });
  });
});

const reason = 'A score was missing.';
const reopenedFor = (undone: string, asOf: string | null = closing) =>
  ({ type: 'WeekReopened', data: { week: name, closing: undone, asOf, reason } }) as const;
const closedAs = (other: string) =>
  ({ type: 'WeekClosed', data: { ...bounds, closing: other, ranks: 0 } }) as const;

describe('reopening a week for a recount', () => {
  const reopen = (of = closing) => Week.ReopenForRecount({ week: name, closing: of, reason });

  it('says why, and as of which closing the next one counts', () =>
    given(Week, ranked(1), closedWith(1)).when(reopen()).then(reopenedFor(closing)));

  it('counts as of the first closing, also the second time', () =>
    given(Week, closedWith(0), reopenedFor(closing), closedAs('c2'))
      .when(reopen('c2'))
      .then(reopenedFor('c2')));

  it('counts as of the last closing that counted everything', () =>
    given(Week, closedWith(0), reopenedFor(closing, null), closedAs('c2'))
      .when(reopen('c2'))
      .then(reopenedFor('c2', 'c2')));

  it('is rejected if the week has another closing by now, or is open', async () => {
    await given(Week, closedWith(0), reopenedFor(closing), closedAs('c2'))
      .when(reopen())
      .thenRejected('The week 2026-W47 has been closed again meanwhile.', 'conflict');
    await given(Week, closedWith(0), reopenedFor(closing))
      .when(reopen())
      .thenRejected('The week 2026-W47 is open already.', 'conflict');
    await given(Week).when(reopen()).thenRejected('The week 2026-W47 is open already.', 'conflict');
  });
});

describe('where the log ends for the count of a week', () => {
  /** Positions count from 1. */
  const endOf = (...events: readonly Happened[]) => {
    const { latest, isClosed, before } = closingsIn(recorded(events));
    return [latest?.closing ?? null, isClosed, before];
  };
  const rankedAs = (other: string) => ({ type: 'WeekRanked', data: { ...part(1), closing: other } }) as const;

  it('is nowhere for a week that was never closed, or whose closing was interrupted', () => {
    expect(endOf()).toEqual([null, false, null]);
    expect(endOf(ranked(1))).toEqual([null, false, null]);
  });

  it('is where the present closing began, after those that were interrupted', () => {
    expect(endOf(closedWith(0))).toEqual([closing, true, 1]);
    expect(endOf(rankedAs('c0'), ranked(1), ranked(2), closedWith(2))).toEqual([closing, true, 2]);
  });

  it('stays where the first one began, once it was counted again', () => {
    const story = [rankedAs('c0'), ranked(1), closedWith(1), reopenedFor(closing)] as const;
    expect(endOf(...story)).toEqual([closing, false, 2]);
    expect(endOf(...story, rankedAs('c2'))).toEqual([closing, false, 2]);
    expect(endOf(...story, rankedAs('c2'), closedAs('c2'))).toEqual(['c2', true, 2]);
    expect(endOf(...story, closedAs('c2'), reopenedFor('c2'), closedAs('c3'))).toEqual(['c3', true, 2]);
  });

  it('is nowhere once a closing was undone with all that counts since', () => {
    const story = [closedWith(0), reopenedFor(closing), closedAs('c2'), reopenedFor('c2', null)] as const;
    expect(endOf(...story)).toEqual(['c2', false, null]);
    expect(endOf(...story, closedAs('c3'))).toEqual(['c3', true, 5]);
  });
});

it('a week is closed by parts of at most 1,000 ranks', () => {
  const standings = Array.from({ length: 1001 }, (_, index) => standing(index + 1));
  const [first, second, close1] = commandsToClose({ ...bounds, closing, now: bounds.endsAt }, standings);
  expect(first).toEqual(Week.RankWeek({ week: name, closing, standings: standings.slice(0, 1000) }));
  expect(second).toEqual(Week.RankWeek({ week: name, closing, standings: standings.slice(1000) }));
  expect(close1).toEqual(close(1001));
});
