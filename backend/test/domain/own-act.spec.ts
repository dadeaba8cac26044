import type { DomainEvents } from '../../src/domain/events.js';
import { OwnAct } from '../../src/domain/moderation-saga/own-act.js';
import { given } from '../support/given.js';

const NOON = '2026-11-22T12:00:00.000Z';
const act = {
  subjectId: 'p1',
  actId: 'a1',
  kind: 'PostHidden',
  isUndo: false,
  ownerId: 'ann',
  adminId: 'moe',
  reason: 'quality',
  note: 'Too dark.',
} as const;
const data = { ...act, concerned: ['ann', 'bob'], dueAt: NOON };
const of = { subjectId: 'p1', actId: 'a1' };
const asked = { type: 'OwnActAsked', data } as const;
const withdrawn = { type: 'OwnActWithdrawn', data: { ...of, by: 'moe' } } as const;
const due = { type: 'OwnActDue', data: act } as const;
const lapsed = { type: 'OwnActLapsed', data: of } as const;
const ask = (changes: Partial<DomainEvents['OwnActAsked']> = {}) => OwnAct.AskOwnAct({ ...data, ...changes });
const withdraw = OwnAct.WithdrawOwnAct({ ...of, by: 'moe' });
const settle = (now = NOON, hasOther = false) => OwnAct.SettleOwnAct({ ...of, now, hasOther });

describe("an act on one's own", () => {
  it('waits', () => given(OwnAct).when(ask()).then(asked));
  it('waits once, however often it is asked for', () =>
    given(OwnAct, asked)
      .when(ask({ actId: 'a2' }))
      .thenNothing());
  it.each([{ isUndo: true }, { kind: 'PostRemoved' }, { adminId: 'max' }])(
    'waits alone: not beside %j',
    (other) =>
      given(OwnAct, asked)
        .when(ask(other))
        .thenRejected('Another decision about this waits. Withdraw it first.', 'conflict'),
  );
  it.each([withdrawn, due, lapsed])('can be asked for again after $type', (over) =>
    given(OwnAct, asked, over).when(ask()).then(asked),
  );
});

describe('withdrawing it', () => {
  it('ends it', () => given(OwnAct, asked).when(withdraw).then(withdrawn));
  it.each([[[]], [[asked, withdrawn]], [[asked, due]]])('is rejected if it does not wait', (before) =>
    given(OwnAct, ...before)
      .when(withdraw)
      .thenRejected('This decision does not wait any more.', 'conflict'),
  );
});

describe('when its time is over', () => {
  it('is carried out', () => given(OwnAct, asked).when(settle()).then(due));
  it('lapses if another admin can decide by now', () =>
    given(OwnAct, asked).when(settle(NOON, true)).then(lapsed));
  it('and not before', () => given(OwnAct, asked).when(settle('2026-11-22T11:59:59.999Z')).thenNothing());
  it('happens once', () => given(OwnAct, asked, due).when(settle()).thenNothing());
});
