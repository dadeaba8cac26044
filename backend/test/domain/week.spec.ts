import { CloseWeek } from '../../src/domain/week/week.commands.js';
import { week } from '../../src/domain/week/week.js';
import { given } from '../support/given.js';

const facts = {
  week: '2026-W47',
  startsAt: '2026-11-16T00:00:00.000Z',
  endsAt: '2026-11-23T00:00:00.000Z',
  standings: [{ rank: 1, postId: 'p1', ownerId: 'ann', scoreTenths: 74, scoreCount: 1 }],
};
const closed = { type: 'WeekClosed', data: facts } as const;

describe('closing a week', () => {
  it('records its standings once it has ended', () =>
    given(week)
      .when(new CloseWeek({ ...facts, now: facts.endsAt }))
      .then(closed));

  it('is rejected before the week has ended', () =>
    given(week)
      .when(new CloseWeek({ ...facts, now: '2026-11-22T23:59:59.999Z' }))
      .thenRejected('The week 2026-W47 is not over yet.', 'conflict'));

  it('happens once, even if the standings have changed', () =>
    given(week, closed)
      .when(new CloseWeek({ ...facts, standings: [], now: '2027-01-01T00:00:00.000Z' }))
      .thenNothing());

  it('stays closed when the clock goes back', () =>
    given(week, closed)
      .when(new CloseWeek({ ...facts, now: facts.startsAt }))
      .thenNothing());
});
