import { aggregate } from '../../kernel/aggregate.js';
import { event } from '../../kernel/event.js';
import { type DataOf, type TypeOf, id, named, oneOf, text } from '../../kernel/field.js';

/** What an owner does about the machinery in the back office. */
export const OPERATIONS = [
  'rebuildView',
  'throwAwayBuild',
  'switchView',
  'rollBackView',
  'retryReaction',
  'retryQuarantine',
  'recountWeek',
  'throwAwayRecount',
  'reopenWeek',
] as const;
export const Operation = named('Operation', oneOf(...OPERATIONS));
export type Operation = TypeOf<typeof Operation>;

const fields = {
  operationId: id,
  operation: Operation,
  /** The name of the view or reaction, the week, or what else it is done to. */
  target: text,
  /** In the words of the owner. */
  reason: text,
};

/** An operation on the machinery: one stream for each. */
export const OperatorAction = aggregate('operation', {
  id: ({ operationId }: DataOf<typeof fields>) => operationId,
  initial: { isRequested: false },
  events: {
    /** An owner asked for an operation on views, reactions, the quarantine or a closed week. It is done after this, and cannot be undone. */
    OperationRequested: event(fields, '{actor} asked to {operation|words} {target}.', {
      target: {
        by: 'operation',
        kinds: { recountWeek: 'week', throwAwayRecount: 'week', reopenWeek: 'week' },
      },
    }),
  },
}).rules({
  evolve: { OperationRequested: () => ({ isRequested: true }) },
  decide: {
    /** Record that an owner asks for an operation. Comes before it is done. */
    RequestOperation: (data: DataOf<typeof fields>, { isRequested }) =>
      isRequested ? [] : [{ type: 'OperationRequested', data }],
  },
});
