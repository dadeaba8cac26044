import path from 'node:path';
import pLimit from 'p-limit';
import type { HealthReport } from '../../src/api/health/kernel-health.js';
import { seededRandom } from '../../src/demo/random.js';
import { EventStoreEventLog } from '../../src/infrastructure/event-log/eventstore/eventstore-event-log.js';
import { SqliteEventLog } from '../../src/infrastructure/event-log/sqlite-event-log.js';
import type { EventLog } from '../../src/kernel/event-log.js';
import { EventStoreStandIn } from '../support/eventstore/stand-in.js';
import { deliver, joinBuyer, openCheckout } from '../support/payments/buyers.js';
import { booksIn } from '../support/payments/books.js';
import { play } from '../support/payments/fates.js';
import { StripeServer } from '../support/payments/stripe-server.js';
import { RealTime, type StripeStage, WEBHOOK_SECRET, openStage } from '../support/payments/stripe-stage.js';
import { amount, seedOf, sweep } from '../support/scope.js';
import { ServerProcess, until } from './server-process.js';
import { useFolder } from '../support/folder.js';

const BUYERS = amount(3, 40);
const MOST_DELIVERIES = 4;
/** Times that the server is killed while webhooks are delivered. */
const KILLS = amount(2, 12);
const TIMEOUT_MS = 30 * 60_000;

const LOGS: [where: string, payments: number][] = [
  ['in a file', amount(30, 2000)],
  ['on the EventStoreDB stand-in', Number(process.env['TEST_PAYMENTS'] ?? 400)],
];

const dataDir = useFolder();

describe.each(sweep(LOGS, ([where]) => where, ['in a file']))(
  'a server with its log %s that is killed during %i payments',
  (where, payments) => {
    let stage: StripeStage;
    let stripe: StripeServer;
    let standIn: EventStoreStandIn | null;
    let server: ServerProcess;

    beforeEach(async () => {
      stage = await openStage(undefined, new RealTime());
      stripe = await StripeServer.before(stage.sandbox.fetch);
      standIn = where === 'in a file' ? null : await EventStoreStandIn.start();
      server = await start();
    });
    afterEach(async () => {
      await server.kill();
      await stripe.stop();
      await stage.close();
      await standIn?.stop();
    });

    /** Where the server is: a restart changes it. */
    const site = {
      get url() {
        return server.url;
      },
    };
    const start = () =>
      ServerProcess.start(dataDir, {
        STRIPE_SECRET_KEY: 'sk_test_sandbox',
        STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
        STRIPE_API_URL: stripe.url,
        ...(standIn && { EVENTSTORE_URL: standIn.url }),
      });

    const openLog = (): EventLog =>
      standIn ? new EventStoreEventLog(standIn.url) : new SqliteEventLog(path.join(dataDir, 'events.db'));

    it(
      'grants each once, and its books agree with the provider',
      async () => {
        const random = seededRandom(seedOf(14));
        const buyers = await Promise.all(
          Array.from({ length: BUYERS }, (_, index) =>
            joinBuyer(server, dataDir, `buyer${index}@example.org`),
          ),
        );
        // One after another for each buyer: the same purchase twice at once would be one checkout.
        await Promise.all(
          buyers.map(async (buyer, first) => {
            for (let index = first; index < payments; index += BUYERS) {
              const boostType = random() < 0.5 ? 'regular' : 'mega';
              const sessionId = await openCheckout(buyer, random() < 0.2 ? 'donation' : boostType);
              play(stage.sandbox, sessionId, random);
            }
          }),
        );

        const events = stage.sandbox.undelivered();
        const deliveries = events
          .flatMap((id) => Array.from({ length: 1 + Math.floor(random() * MOST_DELIVERIES) }, () => id))
          .map((id) => ({ id, order: random() }))
          .toSorted((one, other) => one.order - other.order)
          .map(({ id }) => id);
        const kills = new Set(Array.from({ length: KILLS }, () => Math.floor(random() * deliveries.length)));
        let restarting: Promise<void> = Promise.resolve();
        const restart = async () => {
          await server.kill();
          server = await start();
        };
        const many = pLimit(16);
        await Promise.all(
          deliveries.map((id, index) =>
            many(async () => {
              if (kills.has(index)) restarting = restarting.then(restart);
              await deliver(site, stage.sandbox, id);
            }),
          ),
        );
        await restarting;
        let behind: unknown;
        const haveCaughtUp = async () => {
          const { body } = await server.browser().get<HealthReport>('/health');
          const head = body.log.head ?? Infinity;
          behind = body.reactions.filter(
            ({ position, waiting, error }) => position < head || waiting > 0 || error !== null,
          );
          return Array.isArray(behind) && behind.length === 0;
        };
        await until('the reactions have caught up', haveCaughtUp, TIMEOUT_MS / 2).catch((error: unknown) => {
          throw new Error(JSON.stringify(behind), { cause: error });
        });
        expect((await server.stop()).code).toBe(0);

        const log = openLog();
        const all = await log.readAll(0, Number.MAX_SAFE_INTEGER);
        await log.close();
        const books = booksIn(all);
        // A donation whose answer was late has been started twice.
        expect(books.started).toBeGreaterThanOrEqual(payments);
        expect(books.confirmed).toBeGreaterThan(payments / 2);
        expect(books.parked).toEqual([]);
        expect(books.received).toBe(events.length);
        expect(books.wrongGrants).toEqual([]);
        expect(books.money.charged).toBeGreaterThan(0);
        // A sample may have none.
        expect(books.money.refunded).toBeGreaterThanOrEqual(amount(0, 1));
        expect(stage.sandbox.takings()['usd']).toMatchObject(books.money);
      },
      TIMEOUT_MS,
    );
  },
);
