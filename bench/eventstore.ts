import { randomUUID } from 'node:crypto';
import { EventStoreEventLog } from '@footnote/backend/infrastructure/event-log/eventstore/eventstore-event-log.js';
import { EventStoreDBClient, NO_STREAM, jsonEvent } from '@eventstore/db-client';
import { appendRate, smallEvent } from './append-rate.js';
import { type Bench, median, perSecond, rate } from './scratch.js';
import { eventStore } from './servers.js';

const ROUNDS = 5;
/** Those of consumers that are behind, of rebuilds, and larger than what is read ahead. */
const PAGES = [200, 500, 5000];
const APPENDS = { 1: 1000, 64: 6000 } as const;
/** So long that a slow or restarted server makes an append slow instead of making it fail. */
const PATIENCE_MS = 300_000;

type Append = (stream: string, event: ReturnType<typeof smallEvent>) => Promise<unknown>;

/**
 * Measures reading the whole log in pages through the adapter, compared with one streaming read of the bare client, and
 * appends of one small event to a new stream, by 1 and by 64 concurrent writers, through the adapter and through
 * the bare client with its own batches. The sides take turns, and the order of the two changes with every round; the
 * ratio is the median of the rounds.
 */
export const benchEventStore: Bench = async (print) => {
  const server = await eventStore();
  print(`log: ${server.name}`);
  const log = new EventStoreEventLog(server.url(), {
    appendMs: PATIENCE_MS,
    breakAfterMs: Number.POSITIVE_INFINITY,
  });
  const client = EventStoreDBClient.connectionString(server.url());
  const sides: Record<'adapter' | 'client', Append> = {
    adapter: (stream, event) => log.append(stream, 'noStream', [event]),
    client: (stream, event) =>
      client.appendToStream(stream, jsonEvent(event), { expectedRevision: NO_STREAM, deadline: PATIENCE_MS }),
  };
  const figures: Record<string, unknown> = {};
  try {
    for (const writers of [1, 64] as const) {
      const rates: Record<keyof typeof sides, number[]> = { adapter: [], client: [] };
      for (let round = 0; round <= ROUNDS; round += 1) {
        const order = round % 2 === 0 ? (['adapter', 'client'] as const) : (['client', 'adapter'] as const);
        for (const side of order) {
          const append = sides[side];
          const measured = await appendRate(writers, APPENDS[writers], () =>
            append(`like-${randomUUID()}`, smallEvent(randomUUID())),
          );
          // The first round warms up.
          if (round > 0) rates[side].push(measured);
        }
      }
      const ratios = rates.adapter.map((figure, round) => figure / (rates.client[round] ?? Number.NaN));
      const ratio = median(ratios);
      print(
        `${String(writers).padStart(2)} writers: ${rate(median(rates.adapter))} appends/s through the adapter`,
      );
      print(
        `            ${rate(median(rates.client))} appends/s through the bare client, ratio ${ratio.toFixed(2)}` +
          ` (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`,
      );
      figures[`writers${writers}`] = {
        adapterPerSecond: median(rates.adapter),
        clientPerSecond: median(rates.client),
        ratio,
        ratios,
      };
    }
    figures['reading'] = await measureReading(server.url(), client, print);
  } finally {
    await log.close();
    await client.dispose();
    await server.stop();
  }
  return { log: server.name, ...figures };
};

/** Reads all events of the log with each side in turn. */
async function measureReading(url: string, client: EventStoreDBClient, print: (line: string) => void) {
  const sides: Record<string, () => Promise<number>> = {
    client: async () => {
      let count = 0;
      for await (const { event } of client.readAll()) count += event?.isJson ? 1 : 0;
      return count;
    },
    ...Object.fromEntries(
      PAGES.map((size) => [`pages of ${size.toLocaleString('en')}`, () => readInPages(url, size)]),
    ),
  };
  const rates: Record<string, number[]> = {};
  for (let round = 0; round <= ROUNDS; round += 1) {
    const order = round % 2 === 0 ? Object.entries(sides) : Object.entries(sides).toReversed();
    for (const [side, readAll] of order) {
      const begin = performance.now();
      const measured = perSecond(await readAll(), performance.now() - begin);
      // The first round warms up.
      if (round > 0) (rates[side] ??= []).push(measured);
    }
  }
  return Object.fromEntries(
    Object.entries(rates).map(([side, measured]) => {
      const ratio = median(
        measured.map((figure, round) => figure / (rates['client']?.[round] ?? Number.NaN)),
      );
      print(`   reading: ${rate(median(measured))} events/s, ${side}, ratio ${ratio.toFixed(2)}`);
      return [side, { perSecond: median(measured), ratio }];
    }),
  );
}

/** With a log of its own, which has nothing in memory. */
async function readInPages(url: string, size: number): Promise<number> {
  const log = new EventStoreEventLog(url);
  try {
    let count = 0;
    for (let page = await log.readAll(0, size); page.length > 0;) {
      count += page.length;
      page = await log.readAll(page.at(-1)?.position ?? 0, size);
    }
    return count;
  } finally {
    await log.close();
  }
}
