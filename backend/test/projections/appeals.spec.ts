import { appeals } from '../../src/projections/moderation/appeals.projection.js';
import { type Happened, folding } from '../support/given.js';

const about = { actId: 'act1', postId: 'p1', ownerId: 'ann' };
const at = '2026-11-21T09:00:00.000Z';
const filed: Happened = {
  type: 'AppealFiled',
  at,
  data: { ...about, actBy: 'moe', text: 'These are mine.' },
};
const decided: Happened = {
  type: 'AppealDecided',
  data: { ...about, adminId: 'olga', isGranted: true, note: '' },
};
const document = { postId: 'p1', ownerId: 'ann', actBy: 'moe', isOpen: true, filedAt: at };

describe('the appeals', () => {
  it('wait for a decision, without their text', () => folding(appeals, filed).gives({ act1: document }));

  it('are closed by a decision', () =>
    folding(appeals, filed, decided).gives({ act1: { ...document, isOpen: false } }));
});
