import { openStage } from '../support/payments/stripe-stage.js';
import { booksContract, checkoutsContract, returnsContract } from './payments.contract.js';

describe('StripePayments on the sandbox in the same process', () => {
  checkoutsContract(() => openStage());
  returnsContract(() => openStage());
  booksContract(() => openStage());
});
