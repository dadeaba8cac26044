import path from 'node:path';
import { DocumentStoreUnavailableError } from '../../src/kernel/document-store.js';
import type { MongoConnection, MongoSettings } from '../../src/infrastructure/mongo/connection.js';
import { MongoDocumentStore } from '../../src/infrastructure/document-store/mongo-document-store.js';
import { allDocuments, looseProjection } from '../support/test-kernel.js';
import { eventually } from '../support/eventually.js';
import { MongoTestKernel } from '../support/mongo/mongo-test-kernel.js';
import { connectTo, startMongoTestServer } from '../support/mongo/mongo-server.js';
import { useFolder } from '../support/folder.js';
import { useMongo } from '../support/mongo/use-mongo.js';
import { TcpProxy } from '../support/tcp-proxy.js';

const CYCLES = Number(process.env['OUTAGE_CYCLES'] ?? 10);
/** Short, so that a test can have many outages. */
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
      ids: ({ data }) => [String(data.usernameHash).slice(0, 1)],
      // Every seventh event deletes its document.
      fold: (document, { data, position }) =>
        position % 7 === 0
          ? null
          : {
              count: (document?.count ?? 0) + 1,
              names: [...(document?.names ?? []), String(data.usernameHash)].slice(-5),
            },
    },
  },
});

const under = useMongo({ per: 'file' });
const folder = useFolder({ per: 'file' });

describe(`outages of MongoDB, ${CYCLES} of them`, () => {
  let proxy: TcpProxy;
  let testKernel: MongoTestKernel;

  beforeAll(async () => {
    proxy = await TcpProxy.before(under.server.port);
    testKernel = new MongoTestKernel(folder, under.server.database());
  });
  afterAll(async () => {
    await proxy.heal();
    await testKernel.close();
    await proxy.close();
  });

  it(
    'fail reads with a typed error or let them continue, and nothing is lost or duplicated',
    async () => {
      // A cold server is slower than the limits: everything runs once before they apply.
      const url = under.server.database(proxy.port);
      const patient = new MongoDocumentStore(testKernel.connect({}, url));
      const { projector: first } = testKernel.projector(patient, [tally]);
      await first.start();
      await first.stop();
      const mongo = connectTo(url, LIMITS);
      const { projector, views } = testKernel.projector(new MongoDocumentStore(mongo), [tally]);
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
            last = await testKernel.write(`username-${username}`, 'UsernameClaimed', {
              usernameHash: username,
              accountId: 'x',
            });
          }
        })();
        await fault?.(proxy);
        // One read starts before the fault, one during it.
        await Promise.all([read(), writing]);
        await read();
        await proxy.heal();
        await projector.caughtUp(last);
        await eventually('reads are answered', async () => {
          await read();
          return outcomes.at(-1) === 'answered';
        });
      }
      await projector.stop();
      expect(last).toBe(CYCLES * EVENTS_A_CYCLE);
      expect(new Set(outcomes)).toEqual(new Set(['answered', 'refused']));
      expect(outcomes.filter((outcome) => outcome === 'answered').length).toBeGreaterThanOrEqual(CYCLES);
      const generation = (await patient.current('tally')) ?? '';
      expect(await allDocuments(patient, tally, generation)).toEqual(await testKernel.fold(tally));
      await mongo.close();
    },
    CYCLES * 40_000,
  );

  it('report why the server is unreachable, and recover', async () => {
    const mongo = connectTo(under.server.database(proxy.port), LIMITS);
    const isThere = () =>
      mongo.ping().then(
        () => true,
        () => false,
      );
    await eventually('the server is reached', isThere);
    await proxy.refuse();
    const error = (await mongo.ping().catch((reason: unknown) => reason)) as Error;
    expect(error).toBeInstanceOf(DocumentStoreUnavailableError);
    expect(error.message).toMatch(/^MongoDB .+/);
    await proxy.heal();
    await eventually('the server is reached again', isThere);
    await mongo.close();
  });
});

describe('the breaker of a connection to MongoDB', () => {
  const AN_HOUR_MS = 3_600_000;
  let proxy: TcpProxy;
  let mongo: MongoConnection;
  /** 'away' and 'back', as they were reported. */
  let news: string[];
  let commands: number;
  const rows = () => mongo.collection<{ _id: string; count: number }>('breaker');
  const read = () => mongo.call(() => rows().findOne({ _id: 'one' }));
  const write = () => mongo.call(() => rows().updateOne({ _id: 'one' }, { $inc: { count: 1 } }));
  const isBack = () => eventually('MongoDB serves again', async () => news.at(-1) === 'back');

  beforeAll(async () => {
    proxy = await TcpProxy.before(under.server.port);
  });
  afterAll(() => proxy.close());
  const open = async (settings: MongoSettings) => {
    [news, commands] = [[], 0];
    mongo = connectTo(under.server.database(proxy.port), {
      probePauseMs: 20,
      ...settings,
      onCommand: () => (commands += 1),
      onAway: (reason) => news.push(reason === null ? 'back' : 'away'),
    });
    await rows().insertOne({ _id: 'one', count: 0 });
  };
  afterEach(async () => {
    await proxy.heal();
    await mongo.close();
  });

  it('ends all waiting calls when one was not answered in time, and rejects the next without a command', async () => {
    await open({ timeout: 1000, breakAfterMs: 900 });
    proxy.freeze();
    const first = read();
    // It began later, and would wait longer.
    await new Promise((resolve) => setTimeout(resolve, 500));
    const waiting = [first, write(), write()];
    const unavailable = { status: 'rejected', reason: expect.any(DocumentStoreUnavailableError) };
    const whole = mongo.call(() => rows().countDocuments(), AN_HOUR_MS);
    expect(await Promise.allSettled<unknown>(waiting)).toEqual(waiting.map(() => unavailable));
    expect(news).toEqual(['away']);
    // Only the probes send commands.
    const sent = commands;
    const refused = await Promise.allSettled(Array.from({ length: 50 }, () => write()));
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set(['rejected']));
    expect(commands).toBeLessThan(sent + 50);
    await proxy.heal();
    await isBack();
    await write();
    // A call of a batch was not ended: it may succeed after all.
    expect(await whole).toBe(1);
  });

  it('counts a server that refuses connections as away before a call has used up its time', async () => {
    await open({ timeout: AN_HOUR_MS, breakAfterMs: 300 });
    await proxy.refuse();
    await eventually('MongoDB counts as away', async () => {
      await expect(read()).rejects.toBeInstanceOf(DocumentStoreUnavailableError);
      return news.at(-1) === 'away';
    });
    await proxy.heal();
    await isBack();
    expect((await read())?.count).toBe(0);
  });

  it('lets a server be slow: a stall that is shorter than a call causes no error', async () => {
    await open({ timeout: 20_000, breakAfterMs: 200 });
    proxy.freeze();
    const waiting = [read(), write()];
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await proxy.heal();
    await Promise.all<unknown>(waiting);
    expect(news).toEqual([]);
    expect((await read())?.count).toBe(1);
  });
});

describe('a MongoDB server that is killed', () => {
  it('keeps everything that it had acknowledged', async () => {
    const server = await startMongoTestServer(path.join(folder, 'mongo.mv'));
    // A restart may take longer than the breaker is patient, and this test is about the data.
    const mongo = connectTo(server.database(), { breakAfterMs: Number.POSITIVE_INFINITY });
    const spec = {
      name: 'cards',
      generation: 'v1-1',
      indexes: [{ fields: { title: 1 } }],
      create: true,
    } as const;
    const view = await new MongoDocumentStore(mongo).open<{ title: string }>(spec);
    for (let from = 0; from < 5; from += 1) {
      const to = from + 1;
      const documents = [{ id: `card-${from}`, position: to, document: { title: `number ${from}` } }];
      await view.commit({ from, to, documents, parked: [] });
      await server.kill();
      await server.restart();
      expect(await view.checkpoint()).toBe(to);
      expect(await view.count({})).toBe(to);
    }
    expect(
      await view.find({ where: { title: { $prefix: 'number' } }, sort: { title: -1 }, limit: 1 }),
    ).toEqual([{ title: 'number 4', _id: 'card-4', _position: 5 }]);
    await mongo.close();
    await server.stop();
  });
});
