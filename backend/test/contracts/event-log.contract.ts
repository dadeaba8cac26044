import fc from 'fast-check';
import {
  type EventLog,
  type LoggedEvent,
  type NewEvent,
  WrongExpectedRevisionError,
} from '../../src/kernel/event-log.js';

/** A log to try, and how to open what it has written once more. */
export interface LogUnderTest {
  readonly log: EventLog;
  /** Ends the log as a crash would leave it to its successor, and opens it anew. */
  reopen(): Promise<EventLog>;
  destroy(): Promise<void>;
}

/** What every EventLog promises of appends and reads; of subscriptions see `event-log-subscription.contract.ts`. Streams are named by `prefix`, so that a shared server's other streams are left alone. */
export function eventLogContract(adapter: string, make: () => Promise<LogUnderTest>): void {
  describe(`event-log: ${adapter}`, () => {
    let under: LogUnderTest;
    let log: EventLog;
    let prefix: string;
    let serial = 0;

    beforeEach(async () => {
      under = await make();
      log = under.log;
      prefix = `contract${Date.now().toString(36)}${(serial += 1)}`;
    });
    afterEach(() => under.destroy());

    const event = (type = 'Happened', data: object = { n: 1 }): NewEvent => ({
      id: crypto.randomUUID(),
      type,
      data,
      metadata: { at: '2026-11-21T00:00:00.000Z' },
    });
    const stream = (id: number | string = 1) => `${prefix}-${id}`;
    const mine = (events: readonly LoggedEvent[]) =>
      events.filter((known) => known.stream.startsWith(`${prefix}-`));

    describe('appending', () => {
      it('numbers the events of a stream from 0 and gives back what was written', async () => {
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
        ['noStream on a stream that is there', 'noStream', 0],
        ['a revision that was passed', 0, 1],
        ['a revision that was not reached', 7, 1],
      ] as const)('refuses %s and writes nothing', async (_, expected, last) => {
        await log.append(stream(), 'noStream', last === 0 ? [event()] : [event(), event()]);
        await expect(log.append(stream(), expected, [event()])).rejects.toBeInstanceOf(
          WrongExpectedRevisionError,
        );
        expect(await log.readStream(stream())).toHaveLength(last + 1);
      });

      it('refuses an exact revision of a stream that is not there', async () => {
        await expect(log.append(stream(), 0, [event()])).rejects.toBeInstanceOf(WrongExpectedRevisionError);
        expect(await log.readStream(stream())).toEqual([]);
      });

      it('tells at which revision a refused append has found the stream', async () => {
        await log.append(stream(), 'noStream', [event(), event()]);
        await expect(log.append(stream(), 0, [event()])).rejects.toMatchObject({
          stream: stream(),
          expected: 0,
          actual: 1,
        });
        await expect(log.append(stream(2), 3, [event()])).rejects.toMatchObject({ actual: null });
      });

      it('takes many at once that fit at any revision', async () => {
        await Promise.all(Array.from({ length: 8 }, () => log.append(stream(), 'any', [event()])));
        expect((await log.readStream(stream())).map(({ revision }) => revision)).toEqual([
          0, 1, 2, 3, 4, 5, 6, 7,
        ]);
      });

      it('keeps metadata with the reserved names', async () => {
        const metadata = {
          $correlationId: 'c',
          $causationId: 'd',
          version: 2,
          actor: { kind: 'system', id: null },
        };
        await log.append(stream(), 'noStream', [{ ...event(), metadata }]);
        expect((await log.readStream(stream()))[0]?.metadata).toEqual(metadata);
      });

      it('takes any revision when told so', async () => {
        await log.append(stream(), 'any', [event()]);
        expect((await log.append(stream(), 'any', [event()])).revision).toBe(1);
      });

      it('refuses an append of no events', async () => {
        await expect(log.append(stream(), 'noStream', [])).rejects.toBeInstanceOf(RangeError);
      });

      it('lets exactly one of many through that expect the same revision', async () => {
        const tries = await Promise.allSettled(
          Array.from({ length: 20 }, () => log.append(stream(), 'noStream', [event()])),
        );
        expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
        expect(await log.readStream(stream())).toHaveLength(1);
      });
    });

    describe('repeating an append', () => {
      it('answers as the first time and writes nothing, for noStream and for an exact revision', async () => {
        const opening = [event(), event()];
        const next = [event()];
        const first = await log.append(stream(), 'noStream', opening);
        const second = await log.append(stream(), 1, next);
        expect(await log.append(stream(), 'noStream', opening)).toEqual(first);
        expect(await log.append(stream(), 1, next)).toEqual(second);
        expect(await log.readStream(stream())).toHaveLength(3);
      });

      it('holds after the log was opened anew', async () => {
        const events = [event()];
        const first = await log.append(stream(), 'noStream', events);
        log = await under.reopen();
        expect(await log.append(stream(), 'noStream', events)).toEqual(first);
        expect(await log.readStream(stream())).toHaveLength(1);
      });

      it('holds for an append at any revision too, and when the log was opened anew meanwhile', async () => {
        const events = [event(), event()];
        await log.append(stream(), 'any', [event()]);
        const first = await log.append(stream(), 'any', events);
        await log.append(stream(), 'any', [event()]);
        expect(await log.append(stream(), 'any', events)).toEqual(first);
        log = await under.reopen();
        expect(await log.append(stream(), 'any', events)).toEqual(first);
        expect(await log.readStream(stream())).toHaveLength(4);
      });

      it('refuses other ids at a place that is taken', async () => {
        await log.append(stream(), 'noStream', [event(), event()]);
        await expect(log.append(stream(), 'noStream', [event(), event()])).rejects.toBeInstanceOf(
          WrongExpectedRevisionError,
        );
        expect(await log.readStream(stream())).toHaveLength(2);
      });

      it('refuses known ids that are followed by a new one', async () => {
        const known = event();
        await log.append(stream(), 'noStream', [known]);
        await expect(log.append(stream(), 'noStream', [known, event()])).rejects.toBeInstanceOf(
          WrongExpectedRevisionError,
        );
        expect(await log.readStream(stream())).toHaveLength(1);
      });
    });

    describe('reading', () => {
      it('finds nothing in a stream that is not there, nor past the end of one that is', async () => {
        expect(await log.readStream(stream())).toEqual([]);
        await log.append(stream(), 'noStream', [event()]);
        expect(await log.readStream(stream(), 1)).toEqual([]);
      });

      it('begins at the revision it is told', async () => {
        await log.append(stream(), 'noStream', [event('A'), event('B'), event('C')]);
        expect((await log.readStream(stream(), 1)).map(({ type }) => type)).toEqual(['B', 'C']);
      });

      it('pages through everything once, in order, whatever the size of a page', async () => {
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

      it('reads nothing after the last event', async () => {
        const { position } = await log.append(stream(), 'noStream', [event()]);
        expect(mine(await log.readAll(position, 10))).toEqual([]);
      });

      it('gives an event the same position wherever it is read', async () => {
        const start = await log.head();
        for (let index = 0; index < 5; index += 1) await log.append(stream(), 'any', [event(), event()]);
        const inStream = await log.readStream(stream());
        expect(mine(await log.readAll(start, 1000))).toEqual(inStream);
        expect(inStream.every(({ position }) => Number.isSafeInteger(position) && position > start)).toBe(
          true,
        );
      });

      it('finds the event at a position, and none where none begins', async () => {
        const name = stream();
        await log.append(name, 'noStream', [event(), event(), event()]);
        const written = await log.readStream(name);
        for (const one of written) expect(await log.readAt(one.position)).toEqual(one);
        const end = written.at(-1)?.position ?? 0;
        for (const nowhere of [0, end + 1, end + 1000]) expect(await log.readAt(nowhere)).toBeNull();
      });

      it('has its head at the last event', async () => {
        const { position } = await log.append(stream(), 'noStream', [event(), event()]);
        expect(await log.head()).toBe(position);
      });

      it('keeps everything when opened anew', async () => {
        await log.append(stream(), 'noStream', [event('Kept')]);
        log = await under.reopen();
        expect((await log.readStream(stream())).map(({ type }) => type)).toEqual(['Kept']);
      });
    });

    it('keeps every acknowledged append once and every refused one never, whatever is tried in whatever order', async () => {
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
        { seed: 20261121, numRuns: 40 },
      );
    });
  });
}
