import type { EventLog, LoggedEvent, NewEvent } from '../../src/kernel/event-log.js';
import type { LogUnderTest } from './event-log.contract.js';

/** The contract of every EventLog for subscriptions. Stream names start with `prefix`, to be unique on a shared server. */
export function eventLogSubscriptionContract(adapter: string, { open }: LogUnderTest): void {
  describe(`event-log subscriptions: ${adapter}`, () => {
    let log: EventLog;
    let prefix: string;
    let serial = 0;

    beforeEach(async () => {
      log = await open();
      prefix = `following${Date.now().toString(36)}${(serial += 1)}`;
    });
    afterEach(() => log.close());

    const event = (type = 'Happened'): NewEvent => ({
      id: crypto.randomUUID(),
      type,
      data: { n: 1 },
      metadata: { at: '2026-11-21T00:00:00.000Z' },
    });
    const stream = (id: number | string = 1) => `${prefix}-${id}`;
    const mine = (events: readonly LoggedEvent[]) =>
      events.filter((known) => known.stream.startsWith(`${prefix}-`));

    it('switches from catch-up to live events without gaps or duplicates', async () => {
      const start = await log.head();
      const total = 400;
      let written = 0;
      const write = async () => log.append(stream(written % 7), 'any', [event(`E${(written += 1)}`)]);
      for (let index = 0; index < 150; index += 1) await write();
      const seen: LoggedEvent[] = [];
      const all = new Promise<void>((resolve) => {
        const subscription = log.subscribe({
          after: start,
          batchSize: 17,
          onError: (error) => {
            throw error;
          },
          onBatch: async (events) => {
            expect(events.length).toBeLessThanOrEqual(17);
            seen.push(...mine(events));
            if (seen.length >= total) void subscription.close().then(resolve);
          },
        });
      });
      while (written < total) await write();
      await all;
      expect(seen.map(({ type }) => type)).toEqual(
        Array.from({ length: total }, (_, index) => `E${index + 1}`),
      );
    });

    it('repeats a failed batch and continues', async () => {
      const start = await log.head();
      await log.append(stream(), 'noStream', [event('A'), event('B')]);
      const seen: string[] = [];
      const errors: unknown[] = [];
      await new Promise<void>((resolve) => {
        const subscription = log.subscribe({
          after: start,
          batchSize: 10,
          onError: (error) => errors.push(error),
          onBatch: async (events) => {
            if (errors.length === 0) throw new Error('no');
            seen.push(...mine(events).map(({ type }) => type));
            if (seen.length >= 2) void subscription.close().then(resolve);
          },
        });
      });
      expect(errors).toHaveLength(1);
      expect(seen).toEqual(['A', 'B']);
    });

    it('reports recovery once after failures', async () => {
      const start = await log.head();
      await log.append(stream(), 'noStream', [event()]);
      const told: string[] = [];
      let failures = 2;
      await new Promise<void>((resolve) => {
        const subscription = log.subscribe({
          after: start,
          batchSize: 10,
          onError: () => told.push('error'),
          onRecovered: () => {
            told.push('recovered');
            void subscription.close().then(resolve);
          },
          onBatch: async () => {
            failures -= 1;
            if (failures >= 0) throw new Error('no');
          },
        });
      });
      expect(told).toEqual(['error', 'error', 'recovered']);
    });

    it('starts after the given event, at any position', async () => {
      const start = await log.head();
      for (let index = 0; index < 30; index += 1)
        await log.append(stream(index % 3), 'any', [event(`E${index}`)]);
      const written = mine(await log.readAll(start, 1000));
      for (const index of [0, 13, 29]) {
        const seen: LoggedEvent[] = [];
        const last = await log.append(stream('last'), 'any', [event()]);
        await new Promise<void>((resolve) => {
          const subscription = log.subscribe({
            after: written[index]?.position ?? -1,
            batchSize: 4,
            onError: (error) => {
              throw error;
            },
            onBatch: async (events) => {
              seen.push(...mine(events));
              if (seen.at(-1)?.position === last.position) void subscription.close().then(resolve);
            },
          });
        });
        const after = seen.filter(({ stream: name }) => name !== stream('last'));
        expect(after).toEqual(written.slice(index + 1));
      }
    });

    it('waits for the current batch when closed, and delivers nothing afterwards', async () => {
      const start = await log.head();
      await log.append(stream(), 'noStream', [event()]);
      let release: () => void = () => undefined;
      let handled = 0;
      let started: () => void = () => undefined;
      const underWay = new Promise<void>((resolve) => {
        started = resolve;
      });
      const subscription = log.subscribe({
        after: start,
        batchSize: 1,
        onError: () => undefined,
        onBatch: async () => {
          started();
          await new Promise<void>((resolve) => {
            release = resolve;
          });
          handled += 1;
        },
      });
      await underWay;
      const closed = subscription.close();
      release();
      await closed;
      expect(handled).toBe(1);
      await log.append(stream(), 'any', [event()]);
      expect(handled).toBe(1);
    });
  });
}
