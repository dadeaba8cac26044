import { OperatorAction } from '../../src/domain/operator-action/operator-action.js';
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
    given(OperatorAction).when(OperatorAction.RequestOperation(facts)).then(requested));

  it('is recorded once', () =>
    given(OperatorAction, requested).when(OperatorAction.RequestOperation(facts)).thenNothing());
});
