import type { Aggregate } from '../../kernel/aggregate.js';
import * as commands from './operation.commands.js';
import type { OperationEvents } from './operation.events.js';

/** An operation on the machinery: one stream for each. */
export const operation: Aggregate<{ readonly isRequested: boolean }, OperationEvents, typeof commands> = {
  category: 'operation',
  id: ({ operationId }) => operationId,
  initial: { isRequested: false },
  commands,
  decide: {
    RequestOperation: (data, { isRequested }) => (isRequested ? [] : [{ type: 'OperationRequested', data }]),
  },
  evolve: { OperationRequested: () => ({ isRequested: true }) },
};
