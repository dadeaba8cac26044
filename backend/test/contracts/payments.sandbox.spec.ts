import { openStage } from '../support/payments/stripe-stage.js';
import { booksContract } from './payments-books.contract.js';
import { checkoutsContract } from './payments-checkouts.contract.js';
import { returnsContract } from './payments-returns.contract.js';

describe('StripePayments on the sandbox in the same process', () => {
  checkoutsContract(() => openStage());
  returnsContract(() => openStage());
  booksContract(() => openStage());
});
