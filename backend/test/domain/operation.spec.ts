import { RequestOperation } from '../../src/domain/operation/operation.commands.js';
import { operation } from '../../src/domain/operation/operation.js';
import { given } from '../support/given.js';

const facts = {
  operationId: 'o1',
  operation: 'rebuildView',
  target: 'weekly',
  reason: 'A fold was corrected.',
} as const;
const requested = { type: 'OperationRequested', data: facts } as const;

describe('asking for an operation', () => {
  it('records what is asked, of what, and why', () =>
    given(operation).when(new RequestOperation(facts)).then(requested));

  it('is recorded once', () => given(operation, requested).when(new RequestOperation(facts)).thenNothing());
});
