import path from 'node:path';
import type { ReconciliationReport } from '../../src/reactions/reconciliation/report.js';
import { TestClock, startApp } from '../support/app.js';
import { sandboxOf, startPurchase } from '../support/payments.js';
import { verified } from '../support/people.js';
import { DAY, loseWebhooks, parkedPayment } from '../support/reconciling.js';
import { settled } from '../support/settled.js';
import { ServerProcess, runToEnd, until } from './server-process.js';
import { useFolder } from '../support/folder.js';

const FOOTNOTE = path.join(import.meta.dirname, '../../src/tools/footnote.js');

/** Runs a command as `npm run` does. */
function tool(name: string, dataDir: string, ...words: string[]) {
  return runToEnd({ DATA_DIR: dataDir }, [FOOTNOTE, name, ...words]);
}

const dayOf = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 10);

const dataDir = useFolder({ per: 'file' });

describe('the operators’ commands for payments', () => {
  let parked: string;
  const lastWeek = dayOf(Date.now() - 7 * DAY);

  /** A parked payment, and another that was paid two days ago and of which the webhook was lost. */
  beforeAll(async () => {
    const files = { env: {}, stop: () => Promise.resolve() };
    const clock = new TestClock(new Date(Date.now() - 2 * DAY));
    const app = await startApp({ dataDir, storage: files, clock });
    const { browser } = await verified(app, 'buyer@example.org');
    parked = await parkedPayment(app, browser);
    const sessionId = await startPurchase(browser);
    loseWebhooks(app);
    sandboxOf(app).actOnCheckout(sessionId, 'pay');
    await settled(app);
    await app.server.close();
  });

  it('refuse wrong arguments, and explain themselves', async () => {
    const [date, admin, help] = await Promise.all([
      tool('reconcile', dataDir, '--since', 'yesterday'),
      tool('payments', dataDir, 'grant', 'r1'),
      tool('payments', dataDir, '--help'),
    ]);
    expect(date).toMatchObject({ code: 2, output: '' });
    expect(date.errors).toMatch(/^This is not a date: yesterday\n\nCompares/);
    expect(admin).toMatchObject({ code: 2, output: '' });
    expect(help).toMatchObject({ code: 0, output: expect.stringContaining('npm run payments -- grant') });
  });

  it('work alone, and end with 1 while there are differences', async () => {
    const found = await tool('reconcile', dataDir, '--since', lastWeek, '--json');
    expect(found).toMatchObject({ code: 1, errors: '' });
    const report = JSON.parse(found.output) as ReconciliationReport;
    expect(report.differences.map(({ object, kind }) => `${object} ${kind}`).toSorted()).toEqual([
      'charge amount differs',
      'charge not in the log',
      'event not in the log',
    ]);
  });

  it('are run by the running server, which asks the provider for refunds', async () => {
    const server = await ServerProcess.start(dataDir);
    expect(await tool('payments', dataDir, 'refund', parked, 'A test.', '--admin', 'ann')).toMatchObject({
      code: 0,
      output: expect.stringContaining('A refund of USD 2.50'),
    });
    const second = await tool('payments', dataDir, 'grant', parked, 'A test.', '--admin', 'ann');
    expect(second).toMatchObject({
      code: 1,
      errors: 'The command failed: This payment is not parked.\n',
    });
    // An admin has settled the one, and the reactions of the server have handled what was ingested for the other.
    await until('nothing differs', async () => {
      const { code, output } = await tool('reconcile', dataDir, '--since', lastWeek);
      return code === 0 && output.endsWith('No differences.\n');
    });
    await server.stop();
  });
});
