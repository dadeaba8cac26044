import { appeals } from '../../src/projections/moderation/appeals.js';
import { type Happened, folding } from '../support/given.js';

const about = {
  actId: 'act1',
  about: 'comment',
  subjectId: 'c1',
  postId: 'p1',
  postOwnerId: 'bob',
  ownerId: 'ann',
} as const;
const at = '2026-11-21T09:00:00.000Z';
const filed: Happened = {
  type: 'AppealFiled',
  at,
  data: { ...about, actBy: 'moe', text: 'It was a joke.' },
};
const decided = (isGranted: boolean): Happened => ({
  type: 'AppealDecided',
  data: { ...about, adminId: 'olga', isGranted, note: '' },
});
const document = {
  about: 'comment',
  postId: 'p1',
  ownerId: 'ann',
  outcome: 'waiting',
  filedAt: at,
} as const;

describe('the appeals', () => {
  it('wait for a decision, without their text', () => folding(appeals, filed).gives({ act1: document }));

  it.each([
    [true, 'granted'],
    [false, 'rejected'],
  ] as const)('are closed by a decision: %s', (isGranted, outcome) =>
    folding(appeals, filed, decided(isGranted)).gives({ act1: { ...document, outcome } }),
  );
});
