import path from 'node:path';
import pLimit from 'p-limit';
import type { HealthReport } from '../../src/api/health/kernel-health.js';
import { seededRandom } from '../../src/demo/random.js';
import type { BoostsEvents } from '../../src/domain/boosts/boosts.events.js';
import type { PaymentEvents } from '../../src/domain/payment/payment.events.js';
import { EventStoreEventLog } from '../../src/infrastructure/event-log/eventstore/eventstore-event-log.js';
import { SqliteEventLog } from '../../src/infrastructure/event-log/sqlite-event-log.js';
import type { EventLog } from '../../src/kernel/event-log.js';
import { TestClock } from '../support/app.js';
import type { Browser } from '../support/browser.js';
import { EventStoreStandIn } from '../support/eventstore/stand-in.js';
import { sessionIn } from '../support/payments.js';
import { PASSWORD } from '../support/visitor.js';
import { StripeServer } from '../support/payments/stripe-server.js';
import { type StripeStage, WEBHOOK_SECRET, openStage } from '../support/payments/stripe-stage.js';
import { amount, sweep } from '../support/scope.js';
import { ServerProcess, tokenMailedTo, until } from './server-process.js';
import { useFolder } from '../support/folder.js';

const BUYERS = amount(3, 40);
const MOST_DELIVERIES = 4;
/** Times that the server is killed while webhooks are delivered. */
const KILLS = amount(2, 12);
const TIMEOUT_MS = 30 * 60_000;

/** The time of the machine, as the server in the other process has it. */
class RealTime extends TestClock {
  override now(): Date {
    return new Date();
  }
}

/** The data of all events of a type in a log, with the position of each. */
function dataIn<Data>(events: Awaited<ReturnType<EventLog['readAll']>>, type: string): Data[] {
  return events.filter((event) => event.type === type).map(({ data }) => data as Data);
}

const counted = (ids: readonly string[]) => {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
};

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

    const start = () =>
      ServerProcess.start(dataDir, {
        STRIPE_SECRET_KEY: 'sk_test_sandbox',
        STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
        STRIPE_API_URL: stripe.url,
        ...(standIn && { EVENTSTORE_URL: standIn.url }),
      });

    const join = async (email: string): Promise<Browser> => {
      const browser = server.browser();
      await answered(browser, '/api/auth/register', { email, password: PASSWORD });
      const token = await tokenMailedTo(dataDir, email);
      await answered(browser, '/api/auth/verify-email', { token });
      return browser;
    };

    /** Repeats a call while the log is too slow for the server's patience. @throws Error for any other refusal */
    const answered = async <Body>(browser: Browser, address: string, body: object): Promise<Body> => {
      let answer = await browser.post<Body>(address, body);
      await until(`${address} is answered`, async () => {
        if (answer.status === 503) answer = await browser.post<Body>(address, body);
        return answer.status !== 503;
      });
      if (answer.status >= 300) throw new Error(`${address}: ${JSON.stringify(answer)}`);
      return answer.body;
    };

    /** What happens to the payment of a checkout at the provider. */
    const play = (sessionId: string, random: () => number): void => {
      const { sandbox } = stage;
      const maybe = (chance: number, act: () => void) => (random() < chance ? act() : undefined);
      if (random() < 0.1) {
        sandbox.actOnCheckout(sessionId, 'expire');
        return;
      }
      const isLater = random() < 0.2;
      sandbox.actOnCheckout(sessionId, isLater ? 'pay-later' : 'pay');
      const intent = sandbox.payments(50).find((one) => one.sessionId === sessionId)?.paymentIntentId ?? '';
      if (isLater) {
        const arrives = random() < 0.7;
        sandbox.actOnPayment(intent, arrives ? 'arrive' : 'fail', null);
        if (!arrives) return;
      }
      maybe(0.2, () => sandbox.actOnPayment(intent, 'refund', random() < 0.5 ? 50 : null));
      maybe(0.1, () => {
        const refund = sandbox.payment(intent)?.refunds[0];
        if (refund) sandbox.failRefund(refund.refundId);
      });
      maybe(0.05, () => sandbox.actOnPayment(intent, 'warn', null));
      maybe(0.1, () => {
        if (!sandbox.payment(intent)?.acts.includes('dispute')) return;
        sandbox.actOnPayment(intent, 'dispute', null);
        const dispute = sandbox.payment(intent)?.disputes[0]?.disputeId ?? '';
        maybe(0.7, () => sandbox.actOnDispute(dispute, random() < 0.6 ? 'win' : 'lose'));
      });
    };

    /** Delivers an event until it is acknowledged, as the provider does. */
    const deliver = async (eventId: string): Promise<void> => {
      const { body, signature } = stage.sandbox.webhook(eventId);
      await until(`${eventId} is acknowledged`, async () => {
        const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
        const url = `${server.url}/api/stripe/webhook`;
        const answer = await fetch(url, { method: 'POST', headers, body }).catch(() => null);
        return answer?.status === 200;
      });
    };

    const openLog = (): EventLog =>
      standIn ? new EventStoreEventLog(standIn.url) : new SqliteEventLog(path.join(dataDir, 'events.db'));

    it(
      'grants each once, and its books agree with the provider',
      async () => {
        const random = seededRandom(14);
        const buyers = await Promise.all(
          Array.from({ length: BUYERS }, (_, index) => join(`buyer${index}@example.org`)),
        );
        // One after another for each buyer: the same purchase twice at once would be one checkout.
        await Promise.all(
          buyers.map(async (buyer, first) => {
            for (let index = first; index < payments; index += BUYERS) {
              const boostType = random() < 0.5 ? 'regular' : 'mega';
              const { url } =
                random() < 0.2
                  ? await answered<{ url: string }>(buyer, '/api/donations/checkout', { amount: 500 })
                  : await answered<{ url: string }>(buyer, '/api/boost/checkout', { boostType });
              play(sessionIn(url), random);
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
              await deliver(id);
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
        const started = dataIn<PaymentEvents['CheckoutStarted']>(all, 'CheckoutStarted');
        const confirmed = dataIn<PaymentEvents['PaymentConfirmed']>(all, 'PaymentConfirmed');
        const granted = dataIn<BoostsEvents['BoostPurchased']>(all, 'BoostPurchased');
        const refunds = dataIn<PaymentEvents['RefundObserved']>(all, 'RefundObserved');
        const disputes = dataIn<PaymentEvents['DisputeObserved']>(all, 'DisputeObserved');
        // A donation whose answer was late has been started twice.
        expect(started.length).toBeGreaterThanOrEqual(payments);
        expect(confirmed.length).toBeGreaterThan(payments / 2);
        expect(all.filter(({ type }) => type === 'PaymentParked' || type === 'StripeEventParked')).toEqual(
          [],
        );
        expect(all.filter(({ type }) => type === 'StripeEventReceived')).toHaveLength(events.length);

        const boostsPaid = confirmed
          .filter(({ purpose }) => purpose.kind === 'boost')
          .map(({ reference }) => reference);
        expect(counted(granted.map(({ boostId }) => boostId))).toEqual(counted(boostsPaid));
        expect(new Set(boostsPaid).size).toBe(boostsPaid.length);

        const lastRefunds = new Map(refunds.map((refund) => [refund.providerRefundId, refund]));
        const lastDisputes = new Map(disputes.map((dispute) => [dispute.disputeId, dispute]));
        const sum = (amounts: readonly number[]) => amounts.reduce((total, one) => total + one, 0);
        const books = {
          charged: sum(confirmed.map(({ price }) => price.amount)),
          refunded: sum(
            [...lastRefunds.values()].map(({ state, amount: { amount: cents } }) =>
              state === 'succeeded' ? cents : 0,
            ),
          ),
          disputed: sum(
            [...lastDisputes.values()].map(({ isWithdrawn, amount: { amount: cents } }) =>
              isWithdrawn ? cents : 0,
            ),
          ),
        };
        expect(books.refunded * books.charged).toBeGreaterThan(0);
        expect(stage.sandbox.takings()['usd']).toMatchObject(books);
      },
      TIMEOUT_MS,
    );
  },
);
