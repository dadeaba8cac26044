import { StripeServer } from '../support/payments/stripe-server.js';
import { type StripeStage, openStage } from '../support/payments/stripe-stage.js';
import { booksContract } from './payments-books.contract.js';
import { checkoutsContract } from './payments-checkouts.contract.js';
import { returnsContract } from './payments-returns.contract.js';

/** The stage with the sandbox's API behind a real connection. */
async function openOverHttp(): Promise<StripeStage> {
  let server: StripeServer | null = null;
  const stage = await openStage(async ({ fetch }) => {
    server = await StripeServer.before(fetch);
    return { apiUrl: server.url };
  });
  return {
    ...stage,
    close: async () => {
      await server?.stop();
      await stage.close();
    },
  };
}

describe('StripePayments on the sandbox over HTTP', () => {
  checkoutsContract(openOverHttp);
  returnsContract(openOverHttp);
  booksContract(openOverHttp);
});
