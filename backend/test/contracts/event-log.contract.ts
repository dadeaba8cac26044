import fc from 'fast-check';
import {
  type EventLog,
  type LoggedEvent,
  type NewEvent,
  WrongExpectedRevisionError,
} from '../../src/kernel/event-log.js';

/** A log under test. */
export interface LogUnderTest {
  /** Opens the log of the current test: for the first time, or again as after a crash. */
  open(): Promise<EventLog>;
  /** Whether the log is on a server, which has a clock of its own. */
  readonly isOnServer: boolean;
}

/** The contract of every EventLog for appends and reads; subscriptions have `event-log-subscription.contract.ts`. Stream names start with `prefix`, to be unique on a shared server. */
export function eventLogContract(adapter: string, { open, isOnServer }: LogUnderTest): void {
  describe(`event-log: ${adapter}`, () => {
    let log: EventLog;
    let prefix: string;
    let serial = 0;

    beforeEach(async () => {
      log = await open();
      prefix = `contract${Date.now().toString(36)}${(serial += 1)}`;
    });
    afterEach(() => log.close());
    const reopen = async () => {
      await log.close();
      log = await open();
      return log;
    };

    const event = (type = 'Happened', data: object = { n: 1 }): NewEvent => ({
      id: crypto.randomUUID(),
      type,
      data,
      metadata: { at: '2026-11-21T00:00:00.000Z' },
    });
    const stream = (id: number | string = 1) => `${prefix}-${id}`;
    const mine = (events: readonly LoggedEvent[]) =>
      events.filter((known) => known.stream.startsWith(`${prefix}-`));

    it('tells the time on the clock of its server, if there is one', async () => {
      const time = await log.serverTime();
      if (isOnServer) expect(Math.abs(Number(time) - Date.now())).toBeLessThan(60_000);
      else expect(time).toBeNull();
    });

    describe('appending', () => {
      it('numbers the events of a stream from 0 and returns what was written', async () => {
        const first = event('Opened', { text: 'ä 🦶 "quoted"', nested: { list: [1, null, true] } });
        const second = event('Closed');
        const appended = await log.append(stream(), 'noStream', [first, second]);
        expect(appended.revision).toBe(1);
        const read = await log.readStream(stream());
        expect(read.map(({ position: _, ...rest }) => rest)).toEqual([
          { ...first, stream: stream(), revision: 0 },
          { ...second, stream: stream(), revision: 1 },
        ]);
        expect(read[1]?.position).toBe(appended.position);
      });

      it('accepts the exact revision', async () => {
        await log.append(stream(), 'noStream', [event(), event()]);
        expect((await log.append(stream(), 1, [event()])).revision).toBe(2);
      });

      it.each([
        ['noStream on an existing stream', 'noStream', 0],
        ['an earlier revision', 0, 1],
        ['a later revision', 7, 1],
      ] as const)('rejects %s and writes nothing', async (_, expected, last) => {
        await log.append(stream(), 'noStream', last === 0 ? [event()] : [event(), event()]);
        await expect(log.append(stream(), expected, [event()])).rejects.toBeInstanceOf(
          WrongExpectedRevisionError,
        );
        expect(await log.readStream(stream())).toHaveLength(last + 1);
      });

      it('rejects an exact revision of a missing stream', async () => {
        await expect(log.append(stream(), 0, [event()])).rejects.toBeInstanceOf(WrongExpectedRevisionError);
        expect(await log.readStream(stream())).toEqual([]);
      });

      it('reports the actual revision with a rejected append', async () => {
        await log.append(stream(), 'noStream', [event(), event()]);
        await expect(log.append(stream(), 0, [event()])).rejects.toMatchObject({
          stream: stream(),
          expected: 0,
          actual: 1,
        });
        await expect(log.append(stream(2), 3, [event()])).rejects.toMatchObject({ actual: null });
      });

      it('accepts many concurrent appends at any revision', async () => {
        await Promise.all(Array.from({ length: 8 }, () => log.append(stream(), 'any', [event()])));
        expect((await log.readStream(stream())).map(({ revision }) => revision)).toEqual([
          0, 1, 2, 3, 4, 5, 6, 7,
        ]);
      });

      it('reads a part of a stream', async () => {
        for (let count = 0; count < 4; count += 1) await log.append(stream(), 'any', [event()]);
        const revisions = async (from: number, limit: number) =>
          (await log.readStream(stream(), from, limit)).map(({ revision }) => revision);
        expect(await revisions(1, 2)).toEqual([1, 2]);
        expect(await revisions(3, 2)).toEqual([3]);
        expect(await revisions(4, 2)).toEqual([]);
      });

      it('stores metadata with reserved names', async () => {
        const metadata = {
          $correlationId: 'c',
          $causationId: 'd',
          version: 2,
          actor: { kind: 'system', id: null },
        };
        await log.append(stream(), 'noStream', [{ ...event(), metadata }]);
        expect((await log.readStream(stream()))[0]?.metadata).toEqual(metadata);
      });

      it('accepts any revision with any', async () => {
        await log.append(stream(), 'any', [event()]);
        expect((await log.append(stream(), 'any', [event()])).revision).toBe(1);
      });

      it('rejects an append without events', async () => {
        await expect(log.append(stream(), 'noStream', [])).rejects.toBeInstanceOf(RangeError);
      });

      it('accepts exactly one of many appends that expect the same revision (V2.3.4)', async () => {
        const tries = await Promise.allSettled(
          Array.from({ length: 20 }, () => log.append(stream(), 'noStream', [event()])),
        );
        expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
        expect(await log.readStream(stream())).toHaveLength(1);
      });
    });

    describe('retrying an append', () => {
      it('returns the first result and writes nothing, for noStream and an exact revision', async () => {
        const opening = [event(), event()];
        const next = [event()];
        const first = await log.append(stream(), 'noStream', opening);
        const second = await log.append(stream(), 1, next);
        expect(await log.append(stream(), 'noStream', opening)).toEqual(first);
        expect(await log.append(stream(), 1, next)).toEqual(second);
        expect(await log.readStream(stream())).toHaveLength(3);
      });

      it('works after the log was reopened', async () => {
        const events = [event()];
        const first = await log.append(stream(), 'noStream', events);
        await reopen();
        expect(await log.append(stream(), 'noStream', events)).toEqual(first);
        expect(await log.readStream(stream())).toHaveLength(1);
      });

      it('works with any revision, too, and after the log was reopened', async () => {
        const events = [event(), event()];
        await log.append(stream(), 'any', [event()]);
        const first = await log.append(stream(), 'any', events);
        await log.append(stream(), 'any', [event()]);
        expect(await log.append(stream(), 'any', events)).toEqual(first);
        await reopen();
        expect(await log.append(stream(), 'any', events)).toEqual(first);
        expect(await log.readStream(stream())).toHaveLength(4);
      });

      it('rejects other ids at an existing revision', async () => {
        await log.append(stream(), 'noStream', [event(), event()]);
        await expect(log.append(stream(), 'noStream', [event(), event()])).rejects.toBeInstanceOf(
          WrongExpectedRevisionError,
        );
        expect(await log.readStream(stream())).toHaveLength(2);
      });

      it('rejects known ids followed by a new one', async () => {
        const known = event();
        await log.append(stream(), 'noStream', [known]);
        await expect(log.append(stream(), 'noStream', [known, event()])).rejects.toBeInstanceOf(
          WrongExpectedRevisionError,
        );
        expect(await log.readStream(stream())).toHaveLength(1);
      });
    });

    describe('reading', () => {
      it('finds nothing in a missing stream, and nothing after the end of a stream', async () => {
        expect(await log.readStream(stream())).toEqual([]);
        await log.append(stream(), 'noStream', [event()]);
        expect(await log.readStream(stream(), 1)).toEqual([]);
      });

      it('starts at the given revision', async () => {
        await log.append(stream(), 'noStream', [event('A'), event('B'), event('C')]);
        expect((await log.readStream(stream(), 1)).map(({ type }) => type)).toEqual(['B', 'C']);
      });

      it('pages through all events once, in order, with any page size', async () => {
        const start = await log.head();
        for (let index = 0; index < 23; index += 1)
          await log.append(stream(index % 5), 'any', [event(`E${index}`)]);
        for (const size of [1, 4, 23, 100]) {
          const seen: LoggedEvent[] = [];
          for (let after = start; ;) {
            const page = await log.readAll(after, size);
            expect(page.length).toBeLessThanOrEqual(size);
            const last = page.at(-1);
            if (!last) break;
            seen.push(...page);
            after = last.position;
          }
          expect(mine(seen).map(({ type }) => type)).toEqual(
            Array.from({ length: 23 }, (_, index) => `E${index}`),
          );
          const positions = seen.map(({ position }) => position);
          expect(positions).toEqual([...positions].toSorted((one, other) => one - other));
        }
      });

      it('searches all parts of the log for events of some types, and ends', async () => {
        const start = await log.head();
        for (let index = 0; index < 12; index += 1)
          await log.append(stream(index % 5), 'any', [event(`E${index % 4}`)]);
        const found: LoggedEvent[] = [];
        let to = start;
        for (let part = await log.search(['E1', 'E3'], to); part; part = await log.search(['E1', 'E3'], to)) {
          found.push(...part.events);
          expect(part.to).toBeGreaterThan(to);
          to = part.to;
        }
        const wanted = (await log.readAll(start, 1000)).filter(({ type }) => type === 'E1' || type === 'E3');
        expect(mine(wanted)).toHaveLength(6);
        expect(mine(found)).toEqual(mine(wanted));
        expect(to).toBeGreaterThanOrEqual(wanted.at(-1)?.position ?? Infinity);
      });

      it('finds nothing after the last event', async () => {
        const { position } = await log.append(stream(), 'noStream', [event()]);
        expect(mine(await log.readAll(position, 10))).toEqual([]);
      });

      it('reports the same position of an event in every read', async () => {
        const start = await log.head();
        for (let index = 0; index < 5; index += 1) await log.append(stream(), 'any', [event(), event()]);
        const inStream = await log.readStream(stream());
        expect(mine(await log.readAll(start, 1000))).toEqual(inStream);
        expect(inStream.every(({ position }) => Number.isSafeInteger(position) && position > start)).toBe(
          true,
        );
      });

      it('finds the event at a position, and null elsewhere', async () => {
        const name = stream();
        await log.append(name, 'noStream', [event(), event(), event()]);
        const written = await log.readStream(name);
        for (const one of written) expect(await log.readAt(one.position)).toEqual(one);
        const end = written.at(-1)?.position ?? 0;
        for (const nowhere of [0, end + 1, end + 1000]) expect(await log.readAt(nowhere)).toBeNull();
      });

      it('has the position of the last event as its head', async () => {
        const { position } = await log.append(stream(), 'noStream', [event(), event()]);
        expect(await log.head()).toBe(position);
      });

      it('keeps all events when reopened', async () => {
        await log.append(stream(), 'noStream', [event('Kept')]);
        await reopen();
        expect((await log.readStream(stream())).map(({ type }) => type)).toEqual(['Kept']);
      });
    });

    it('keeps every acknowledged append once and no rejected one, for any sequence of appends (V2.3.3)', async () => {
      const attempt = fc.record({
        stream: fc.integer({ min: 0, max: 3 }),
        expected: fc.oneof(fc.constant('noStream' as const), fc.integer({ min: 0, max: 4 })),
        count: fc.integer({ min: 1, max: 3 }),
        repeat: fc.boolean(),
      });
      let run = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(attempt, { maxLength: 15 }), async (attempts) => {
          run += 1;
          const model = new Map<string, string[]>();
          for (const { stream: which, expected, count, repeat } of attempts) {
            const name = stream(`${run}x${which}`);
            const events = Array.from({ length: count }, () => event());
            const known = model.get(name) ?? [];
            const fits = expected === 'noStream' ? known.length === 0 : known.length === expected + 1;
            const outcome = log.append(name, expected, events);
            if (fits) {
              model.set(name, [...known, ...events.map(({ id }) => id)]);
              const first = await outcome;
              if (repeat) expect(await log.append(name, expected, events)).toEqual(first);
            } else await expect(outcome).rejects.toBeInstanceOf(WrongExpectedRevisionError);
          }
          for (const [name, ids] of model) {
            expect((await log.readStream(name)).map(({ id }) => id)).toEqual(ids);
          }
        }),
        { numRuns: 40 },
      );
    });
  });
}
