import { aggregate } from '../../kernel/aggregate.js';
import type * as commands from './operation.commands.js';
import { operationEvents } from './operation.events.js';

type Key = commands.RequestOperation;

const initial: { readonly isRequested: boolean } = { isRequested: false };

/** An operation on the machinery: one stream for each. */
export const OperatorAction = aggregate('operation', {
  id: ({ operationId }: Key) => operationId,
  initial,
  events: operationEvents,
}).rules({
  evolve: { OperationRequested: () => ({ isRequested: true }) },
  decide: {
    RequestOperation: (data: commands.RequestOperation, { isRequested }) =>
      isRequested ? [] : [{ type: 'OperationRequested', data }],
  },
});
