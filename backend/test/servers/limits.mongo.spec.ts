import { MongoLimitStore } from '../../src/infrastructure/limits/mongo-limit-store.js';
import { limitsContract } from '../contracts/limits.contract.js';
import { startApp } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { MongoConnection } from '../../src/infrastructure/mongo/connection.js';
import { useMongo } from '../support/mongo/use-mongo.js';
import { TcpProxy } from '../support/tcp-proxy.js';

const under = useMongo();

describe('MongoLimitStore', () => {
  limitsContract(() => MongoLimitStore.open(under.mongo));

  it('lets the server delete expired rows', async () => {
    const mongo = new MongoConnection(under.server.database());
    try {
      await MongoLimitStore.open(mongo);
      const indexes = await mongo.collection('limits').indexes();
      expect(indexes).toContainEqual(
        expect.objectContaining({ key: { expiresAt: 1 }, expireAfterSeconds: 0 }),
      );
    } finally {
      await mongo.close();
    }
  });
});

describe('when limits cannot be counted', () => {
  it('writes are answered with 503, and succeed afterwards', async () => {
    const proxy = await TcpProxy.before(under.server.port);
    const env = { MONGODB_URL: under.server.database(proxy.port) };
    const app = await startApp({
      storage: { env, stop: () => Promise.resolve() },
      env: { RATE_LIMITS: 'on' },
      // Writes during the outage fail fast.
      callLimits: {},
    });
    try {
      // A visitor's call that needs MongoDB only for the limit.
      const write = () => app.browser().delete('/api/ratings/pending');
      expect((await write()).status).toBe(204);
      await proxy.refuse();
      const { status, headers, body } = await write();
      expect({ status, body }).toMatchObject({ status: 503, body: { code: 'unavailable' } });
      expect(headers.get('retry-after')).toBe('5');
      await proxy.heal();
      let answer = await write();
      // Until the breaker has closed, writes fail at once.
      await eventually('limits are counted again', async () => {
        if (answer.status === 503) answer = await write();
        return answer.status !== 503;
      });
      expect(answer.status).toBe(204);
    } finally {
      await proxy.heal();
      await app.stop();
      await proxy.close();
    }
  });
});
