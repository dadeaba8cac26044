import { DEADLINES } from '../../src/kernel/deadlines.js';
import { seededRandom } from '../../src/demo/random.js';
import { EventLogUnavailableError, type LoggedEvent, type NewEvent } from '../../src/kernel/event-log.js';
import { EventStoreEventLog } from '../../src/infrastructure/event-log/eventstore/eventstore-event-log.js';
import { EventStoreStandIn } from '../support/eventstore/stand-in.js';
import { amount, seedOf } from '../support/scope.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { PatientTimer } from '../support/timer.js';
import { News } from '../support/waits.js';

/** The number of outages, from `OUTAGE_CYCLES`; a few by default. */
const CYCLES = Number(process.env['OUTAGE_CYCLES'] ?? amount(6, 12));
const WRITERS = 4;
/** The maximum duration of a request during an outage. */
const PROMISED_MS = DEADLINES['EventStoreDB answer'].ms;

/** Appends to its own stream, retries each append until it is acknowledged, and records the results. */
class Writer {
  readonly acknowledged: string[] = [];
  refusals = 0;
  late = 0;
  private stopped = false;
  private readonly done: Promise<void>;

  constructor(
    private readonly log: EventStoreEventLog,
    private readonly stream: string,
    private readonly changed: () => void,
    private readonly timer: PatientTimer,
  ) {
    this.done = this.write();
  }

  /** Resolves when the pending append is acknowledged; rejects when an append failed with an unexpected error. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.done;
  }

  private async write(): Promise<void> {
    for (let last = -1; !this.stopped;) {
      const events = Array.from({ length: 1 + (this.acknowledged.length % 2) }, (): NewEvent => {
        return { id: crypto.randomUUID(), type: 'Happened', data: {}, metadata: {} };
      });
      const { revision } = await this.persist(last < 0 ? 'noStream' : last, events);
      last = revision;
      this.acknowledged.push(...events.map(({ id }) => id));
      this.changed();
    }
  }

  private async persist(expected: number | 'noStream', events: readonly NewEvent[]) {
    for (;;) {
      const begun = this.timer.elapsed();
      try {
        return await this.log.append(this.stream, expected, events);
      } catch (error) {
        if (!(error instanceof EventLogUnavailableError)) throw error;
        this.refusals += 1;
        this.changed();
      } finally {
        if (this.timer.elapsed() - begun > PROMISED_MS) this.late += 1;
      }
    }
  }
}

describe('outages of EventStoreDB', () => {
  it(
    `lose and double nothing in ${CYCLES} cycles, are told in time, and are over by themselves`,
    async () => {
      const server = await EventStoreStandIn.start();
      const proxy = await TcpProxy.before(server.port);
      const timer = new PatientTimer();
      const pauses = { firstPauseMs: 10, longestPauseMs: 100 };
      const url = `esdb://127.0.0.1:${proxy.port}?tls=false`;
      const log = new EventStoreEventLog(url, pauses, undefined, timer);
      const news = new News();
      const seen: LoggedEvent[] = [];
      const subscription = log.subscribe({
        after: 0,
        batchSize: 50,
        onError: () => undefined,
        onBatch: async (events) => {
          seen.push(...events);
          news.tell();
        },
      });
      const writers = Array.from(
        { length: WRITERS },
        (_, index) => new Writer(log, `outage-${index}`, news.tell, timer),
      );
      const acknowledged = () => writers.reduce((sum, writer) => sum + writer.acknowledged.length, 0);
      const refusals = () => writers.reduce((sum, writer) => sum + writer.refusals, 0);
      const more = (events: number) => {
        const goal = acknowledged() + events;
        return news.until(`${goal} events`, () => acknowledged() >= goal);
      };
      const refused = async () => {
        const goal = refusals() + WRITERS;
        await timer.advance(PROMISED_MS);
        await news.until(`${goal} refusals`, () => refusals() >= goal);
      };
      const outages = [
        async () => proxy.cut(),
        async () => {
          await proxy.refuse();
          await refused();
        },
        async () => {
          proxy.freeze();
          await refused();
        },
        async () => {
          proxy.slow(15);
          await more(WRITERS);
        },
        async () => server.restart(),
        async () => {
          // The shared call ends after writing, and the connection stays.
          server.faults.endCallAfterCommit = WRITERS;
          await more(WRITERS);
        },
      ];
      const random = seededRandom(seedOf(20_261_121));
      try {
        for (let cycle = 0; cycle < CYCLES; cycle += 1) {
          await more(1 + Math.floor(random() * 40));
          await outages[cycle % outages.length]?.();
          await proxy.heal();
          await more(WRITERS);
          // The subscription has recovered when it delivers events written after the outage.
          const last = writers.map(({ acknowledged: ids }) => ids.at(-1));
          await news.until('the subscription', () =>
            last.every((id) => seen.some((event) => event.id === id)),
          );
        }
        for (const writer of writers) await writer.stop();
        const ids = writers.flatMap((writer) => writer.acknowledged);
        await news.until('all events', () => seen.length >= ids.length);
        await subscription.close();

        const stored = server.database.all.filter(({ type }) => !type.startsWith('$'));
        expect(seen.map(({ id }) => id)).toEqual(stored.map(({ id }) => id));
        expect(stored.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
        for (const [index, writer] of writers.entries()) {
          expect(server.database.stream(`outage-${index}`)?.map(({ id }) => id)).toEqual(writer.acknowledged);
        }
        expect(writers.map(({ late }) => late)).toEqual(writers.map(() => 0));
        expect(refusals()).toBeGreaterThan(0);
      } finally {
        await proxy.heal();
        await Promise.allSettled(writers.map((writer) => writer.stop()));
        await log.close();
        await proxy.close();
        await server.stop();
      }
    },
    30_000 + CYCLES * 5000,
  );
});
