import { proposals } from '../../src/projections/proposals.js';
import { type Happened, folding } from '../support/given.js';

const proposalId = 'r1';
const at = '2026-11-21T12:00:00.000Z';
const asked = {
  act: 'deletePerson',
  subjectId: 'ann',
  role: null,
  refund: null,
  by: 'olga',
  reason: 'abuse',
  dueAt: '2026-11-22T12:00:00.000Z',
  isDelayed: false,
} as const;
const proposed: Happened = {
  type: 'ActProposed',
  at,
  data: { proposalId, ...asked, note: 'Again.', email: null },
};
const confirmed: Happened = { type: 'ActConfirmed', data: { proposalId, by: 'otto' } };
const document = { ...asked, at, status: 'open', decidedBy: null, problem: null } as const;

describe('acts that need two people', () => {
  it('are listed without the note and the address', () =>
    folding(proposals, proposed).gives({ r1: document }));

  it.each<[Happened, object]>([
    [confirmed, { status: 'confirmed', decidedBy: 'otto' }],
    [
      { type: 'ActWithdrawn', data: { proposalId, by: 'olga' } },
      { status: 'withdrawn', decidedBy: 'olga' },
    ],
    [{ type: 'ActLapsed', data: { proposalId } }, { status: 'lapsed' }],
    [
      { type: 'ActRescheduled', data: { proposalId, isDelayed: true, dueAt: '2026-11-23T12:00:00.000Z' } },
      { isDelayed: true, dueAt: '2026-11-23T12:00:00.000Z' },
    ],
  ])('change with %j', (event, change) =>
    folding(proposals, proposed, event).gives({ r1: { ...document, ...change } }),
  );

  it.each<[Happened, object]>([
    [{ type: 'ActCarriedOut', data: { proposalId } }, { status: 'done' }],
    [
      { type: 'ActFailed', data: { proposalId, problem: 'Gone.' } },
      { status: 'failed', problem: 'Gone.' },
    ],
  ])('end with %j, and keep who confirmed', (event, change) =>
    folding(proposals, proposed, confirmed, event).gives({
      r1: { ...document, decidedBy: 'otto', ...change },
    }),
  );
});
