import { aggregate, type EventOf } from '../../kernel/aggregate.js';
import type * as commands from './decision.commands.js';
import { decisionEvents, type DecisionEvents } from './decision.events.js';

/** What was rejected when a decision was carried out. */
export interface CarriedOut {
  readonly refused: readonly DecisionEvents['ActRefused'][];
}

const recordRefusal = (
  command: commands.RecordRefusal,
  { refused }: CarriedOut,
): EventOf<typeof decisionEvents>[] =>
  refused.some(({ actId }) => actId === command.actId) ? [] : [{ type: 'ActRefused', data: command }];

type Key = commands.RecordRefusal;

const initial: CarriedOut = { refused: [] };

export const Decision = aggregate('decision', {
  id: ({ decisionId }: Key) => decisionId,
  initial,
  events: decisionEvents,
}).rules({
  evolve: { ActRefused: (state, refusal) => ({ refused: [...state.refused, refusal] }) },
  decide: { RecordRefusal: recordRefusal },
});
