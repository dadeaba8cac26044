import { DocumentStoreUnavailableError } from '../../src/infrastructure/document-store/document-store.port.js';
import { MongoDocumentStore } from '../../src/infrastructure/document-store/mongo-document-store.js';
import { looseProjection } from '../support/engine.js';
import { MongoEngine, allDocuments } from '../support/mongo/mongo-engine.js';
import { type MongoUnderTest, connectTo, startMongo } from '../support/mongo/mongo-server.js';
import { TcpProxy } from '../support/tcp-proxy.js';

const CYCLES = Number(process.env['OUTAGE_CYCLES'] ?? 10);
/** Short, so that many outages fit into a test. */
const LIMITS = { timeout: 1000, batchTimeout: 1000 };
const EVENTS_A_CYCLE = 20;

const faults: Record<string, (proxy: TcpProxy) => void | Promise<void>> = {
  'cut off': (proxy) => proxy.cut(),
  away: (proxy) => proxy.refuse(),
  frozen: (proxy) => proxy.freeze(),
  slow: (proxy) => proxy.slow(150),
  'too slow': (proxy) => proxy.slow(600),
};

const tally = looseProjection<{ readonly count: number; readonly names: readonly string[] }>({
  name: 'tally',
  on: {
    UsernameClaimed: {
      ids: ({ data }) => [String(data.username).slice(0, 1)],
      // Every seventh event takes its document away.
      fold: (document, { data, position }) =>
        position % 7 === 0
          ? null
          : {
              count: (document?.count ?? 0) + 1,
              names: [...(document?.names ?? []), String(data.username)].slice(-5),
            },
    },
  },
});

describe(`outages of MongoDB, ${CYCLES} of them`, () => {
  let server: MongoUnderTest;
  let proxy: TcpProxy;
  let engine: MongoEngine;

  beforeAll(async () => {
    server = await startMongo();
    proxy = await TcpProxy.before(server.port);
    engine = await MongoEngine.on(server.database());
  }, 120_000);
  afterAll(async () => {
    await proxy.heal();
    await engine.destroy();
    await proxy.close();
    await server.stop();
  });

  it(
    'fail reads with a typed error or let them go on, and nothing is lost or doubled',
    async () => {
      const mongo = connectTo(server.database(proxy.port), LIMITS);
      const store = new MongoDocumentStore(mongo);
      const { projector, views } = engine.projector(store, [tally]);
      const reader = views.of(tally);
      await projector.start();
      const outcomes: unknown[] = [];
      const read = async () => {
        const outcome = reader.find({ limit: 10 }).then(
          () => 'answered',
          (error: unknown) => (error instanceof DocumentStoreUnavailableError ? 'refused' : error),
        );
        outcomes.push(await outcome);
      };
      let last = 0;
      for (let cycle = 0; cycle < CYCLES; cycle += 1) {
        const [, fault] = Object.entries(faults)[cycle % Object.keys(faults).length] ?? [];
        const writing = (async () => {
          for (let event = 0; event < EVENTS_A_CYCLE; event += 1) {
            const username = `${'abcdefg'[event % 7] ?? ''}${cycle}-${event}`;
            last = await engine.write(`username-${username}`, 'UsernameClaimed', {
              username,
              accountId: 'x',
            });
          }
        })();
        await fault?.(proxy);
        // One read meets the fault while it begins, one when it is there.
        await Promise.all([read(), writing]);
        await read();
        await proxy.heal();
        expect(await projector.reached(last, 30_000)).toBe(true);
        await read();
      }
      await projector.stop();
      expect(last).toBe(CYCLES * EVENTS_A_CYCLE);
      expect(new Set(outcomes)).toEqual(new Set(['answered', 'refused']));
      expect(outcomes.filter((outcome) => outcome === 'answered').length).toBeGreaterThanOrEqual(CYCLES);
      const generation = (await store.current('tally')) ?? '';
      expect(await allDocuments(store, tally, generation)).toEqual(await engine.fold(tally));
      await mongo.close();
    },
    CYCLES * 40_000,
  );

  it('tells why it could not be reached, and takes up again by itself', async () => {
    const mongo = connectTo(server.database(proxy.port), LIMITS);
    await mongo.ping();
    await proxy.refuse();
    const error = (await mongo.ping().catch((reason: unknown) => reason)) as Error;
    expect(error).toBeInstanceOf(DocumentStoreUnavailableError);
    expect(error.message).toMatch(/^MongoDB .+/);
    await proxy.heal();
    let isBack = false;
    for (let attempt = 0; attempt < 50 && !isBack; attempt += 1) {
      isBack = await mongo.ping().then(
        () => true,
        () => false,
      );
    }
    expect(isBack).toBe(true);
    await mongo.close();
  });
});
