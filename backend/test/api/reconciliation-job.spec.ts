import { Reconciliation } from '../../src/reactions/reconciliation/reconciliation.js';
import { startApp } from '../support/app.js';
import { buyBoost, sandboxOf, startPurchase } from '../support/payments.js';
import { verified } from '../support/people.js';
import { DAY, HOUR, loseWebhooks, reconcile } from '../support/reconciling.js';
import { settled } from '../support/settled.js';

describe('the daily reconciliation', () => {
  it('writes to the log of the program while there are differences', async () => {
    const lines: string[] = [];
    await using app = await startApp({ log: { write: (line) => void lines.push(line) } });
    const job = app.server.get(Reconciliation, { strict: false });
    const complaints = () => lines.filter((line) => line.includes('npm run reconcile'));
    const { browser } = await verified(app, 'buyer@example.org');
    const sessionId = await startPurchase(browser);
    loseWebhooks(app);
    sandboxOf(app).actOnCheckout(sessionId, 'pay');
    app.clock.advance(29 * DAY);
    await job.everyDay();
    expect(complaints()).toHaveLength(1);
    await settled(app);
    await job.everyDay();
    expect(complaints()).toHaveLength(1);
  });
});

describe('reconciliation in yen', () => {
  it('counts whole yen', async () => {
    const app = await startApp({ env: { CURRENCY: 'jpy' } });
    const { browser } = await verified(app, 'buyer@example.org');
    await buyBoost(app, browser);
    app.clock.advance(2 * HOUR);
    expect(await reconcile(app)).toMatchObject({
      differences: [],
      totals: { jpy: { charged: { provider: 290, log: 290 } } },
    });
    await app.stop();
  });
});
