import { randomUUID } from 'node:crypto';
import { EventStoreEventLog } from '@footnote/backend/infrastructure/event-log/eventstore/eventstore-event-log.js';
import { EventStoreDBClient, NO_STREAM, jsonEvent } from '@eventstore/db-client';
import { appendRate, smallEvent } from './append-rate.js';
import { type Bench, median, rate } from './scratch.js';
import { eventStore } from './servers.js';

const ROUNDS = 5;
const APPENDS = { 1: 1000, 64: 6000 } as const;
/** So long that a slow or restarted server makes an append slow instead of making it fail. */
const PATIENCE_MS = 300_000;

type Append = (stream: string, event: ReturnType<typeof smallEvent>) => Promise<unknown>;

/**
 * Measures appends of one small event to a new stream, by 1 and by 64 concurrent writers, through the adapter and through
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
  } finally {
    await log.close();
    await client.dispose();
    await server.stop();
  }
  return { log: server.name, ...figures };
};
