import { ResponseCache } from '../../src/api/response-cache/response-cache.js';
import { type OwnApp, startApp } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { useMongo } from '../support/mongo/use-mongo.js';
import { verified } from '../support/people.js';
import { TcpProxy } from '../support/tcp-proxy.js';

/** What anybody can read; all of it is in views. */
const KEPT = ['/api/posts', '/api/leaderboard/weekly', '/api/leaderboard/weeks'];
const othersIn = (fault: string) => [`/api/posts?search=${fault}`, `/api/leaderboard/weekly?search=${fault}`];
/** A call waits this long for a server that does not answer: longer than any test, so that an answer does not wait for it. */
const CALL_MS = 3_600_000;

const under = useMongo({ per: 'file' });

describe('the site while MongoDB is away', () => {
  let proxy: TcpProxy;
  let app: OwnApp;
  beforeAll(async () => {
    const { server } = under;
    proxy = await TcpProxy.before(server.port);
    app = await startApp({
      storage: { env: { MONGODB_URL: server.database(proxy.port) }, stop: async () => undefined },
      callLimits: { mongodb: { timeout: CALL_MS, breakAfterMs: 1000, probePauseMs: 20 } },
    });
  });
  afterAll(async () => {
    await proxy.heal();
    await app.stop();
    await proxy.close();
  });

  it.each(['frozen', 'gone'] as const)(
    'answers other reads at once with 503 when it is %s',
    async (fault) => {
      const { browser } = await verified(app, `${fault}@example.org`);
      const own = ['/api/auth/me', '/api/user/posts', '/health/ready'];
      const statuses = async (pages: readonly string[]) =>
        Promise.all(pages.map(async (page) => (await browser.get(page)).status));
      const kept = app.server.get(ResponseCache, { strict: false });
      await eventually('everything is shown, and public answers are kept', async () => {
        const all = await statuses([...KEPT, ...own]);
        return all.every((status) => status === 200) && KEPT.every((page) => kept.at(page)?.state);
      });

      await (fault === 'frozen' ? proxy.freeze() : proxy.refuse());
      await eventually(
        'MongoDB counts as away',
        async () => (await browser.get('/api/user/posts')).status === 503,
      );
      for (const page of [...othersIn(fault), ...own]) {
        const { status, headers } = await browser.get(page);
        const mayRetry = page === '/health/ready' || headers.has('retry-after');
        expect({ page, status, mayRetry }).toEqual({ page, status: 503, mayRetry: true });
      }
      // Nothing that they show can change meanwhile.
      expect(await statuses([...KEPT, '/health/live'])).toEqual([200, 200, 200, 200]);

      await proxy.heal();
      await eventually('everything is shown again', async () =>
        (await statuses([...KEPT, ...othersIn(fault), ...own])).every((status) => status === 200),
      );
    },
  );
});
