import { type Aggregate, type EventOf } from '../../kernel/aggregate.js';
import * as commands from './decision.commands.js';
import type { DecisionEvents } from './decision.events.js';

/** What was rejected when a decision was carried out. */
export interface CarriedOut {
  readonly refused: readonly DecisionEvents['ActRefused'][];
}

const recordRefusal = (
  command: commands.RecordRefusal['data'],
  { refused }: CarriedOut,
): EventOf<DecisionEvents>[] =>
  refused.some(({ actId }) => actId === command.actId) ? [] : [{ type: 'ActRefused', data: command }];

export const decision: Aggregate<CarriedOut, DecisionEvents, typeof commands> = {
  category: 'decision',
  id: ({ decisionId }) => decisionId,
  initial: { refused: [] },
  commands,
  decide: { RecordRefusal: recordRefusal },
  evolve: { ActRefused: (state, refusal) => ({ refused: [...state.refused, refusal] }) },
};
