import { Reconciliation } from '../../src/reactions/reconciliation/reconciliation.js';
import type {
  AdminReconciliation,
  ReconciliationDetails,
} from '../../src/api/payments/reconciliation.controller.js';
import { adminBrowser } from '../support/admins.js';
import { startApp } from '../support/app.js';
import { DESK } from '../support/desk.js';
import { buyBoost, sandboxOf, startPurchase } from '../support/payments.js';
import { verified } from '../support/people.js';
import { DAY, HOUR, loseWebhooks, reconcile } from '../support/reconciling.js';
import { settled } from '../support/settled.js';

describe('the daily reconciliation', () => {
  it('writes to the log of the program while there are differences', async () => {
    const lines: string[] = [];
    await using app = await startApp({ log: { write: (line) => void lines.push(line) } });
    const job = app.server.get(Reconciliation, { strict: false });
    const complaints = () => lines.filter((line) => line.includes('the command reconcile'));
    const { browser } = await verified(app, 'buyer@example.org');
    const sessionId = await startPurchase(browser);
    loseWebhooks(app);
    sandboxOf(app).actOnCheckout(sessionId, 'pay');
    app.clock.advance(29 * DAY);
    await job.everyDay();
    expect(complaints()).toHaveLength(1);
    await settled(app);
    app.clock.advance(HOUR);
    await job.everyDay();
    expect(complaints()).toHaveLength(1);
    await settled(app);

    const finance = await adminBrowser(app, 'fiona', 'finance');
    const path = `${DESK}/payments/reconciliation`;
    const runs = (await finance.get<AdminReconciliation[]>(path)).body;
    const at = app.clock.now().toISOString();
    expect(runs).toMatchObject([
      {
        at,
        mode: 'test',
        differences: 0,
        totals: [{ currency: 'usd', charged: { provider: 199, log: 199 } }],
      },
      { differences: 2, compared: { charge: 1, event: 1 } },
    ]);
    const { status, body } = await finance.get<ReconciliationDetails>(`${path}/${runs[1]?.id}`);
    expect(status).toBe(200);
    expect(body.listed).toMatchObject([
      { object: 'event', kind: 'not in the log', repair: 'event ingested', log: null },
      { object: 'charge', kind: 'not in the log', repair: null, provider: { state: 'paid' } },
    ]);
    expect((await finance.get(`${path}/${crypto.randomUUID()}`)).status).toBe(404);
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
