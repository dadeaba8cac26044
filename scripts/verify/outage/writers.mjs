// Writers that append to a log without a break, and compare what it acknowledged with what it returns.
import { setTimeout as sleep } from 'node:timers/promises';
import { built } from './built.mjs';

/** Between two appends of a writer: enough for a pause to be seen, and little enough for the machine. */
const PAUSE_MS = 4;
/** Before an append that was refused is repeated, unchanged. */
const REPEAT_PAUSE_MS = 20;
/** Every so many appends a writer reads its stream before it decides. */
const READ_EVERY = 3;

/** Writers with one connection, as the site has one. */
export class Writers {
  /** Reads that did not show the last append that was acknowledged to the same writer. */
  readsBehind = 0;
  reads = 0;
  /** When appends were refused because the log was away. */
  refusals = [];
  #isOver = false;

  static async start(url, count, name) {
    const { EventStoreEventLog } = await built(
      'src/infrastructure/event-log/eventstore/eventstore-event-log.js',
    );
    const { EventLogUnavailableError } = await built('src/kernel/event-log.js');
    return new Writers(new EventStoreEventLog(url), EventLogUnavailableError, count, name);
  }

  constructor(log, unavailable, count, name) {
    Object.assign(this, { log, unavailable });
    this.writers = Array.from({ length: count }, (_, number) => ({
      stream: `${name}-${number}`,
      /** The ids of the events, and when each was acknowledged. */
      ids: [],
      times: [],
    }));
    this.done = Promise.all(this.writers.map((writer) => this.#write(writer)));
  }

  get acknowledged() {
    return this.writers.reduce((sum, { ids }) => sum + ids.length, 0);
  }

  async stop() {
    this.#isOver = true;
    await this.done;
    await this.log.close();
  }

  /** When each writer had an append acknowledged again, for the first time after `time`; undefined if one had none. */
  allWritingAgain(time) {
    const firsts = this.writers.map(({ times }) => times[firstAfter(times, time)]);
    return firsts.includes(undefined) ? undefined : Math.max(...firsts);
  }

  /** The longest time in which one writer had no append acknowledged, from a moment until its first after `until`. */
  longestGap(since, until) {
    const gaps = this.writers.flatMap(({ times }) => {
      const around = times.slice(Math.max(firstAfter(times, since) - 1, 0), firstAfter(times, until) + 1);
      return around.slice(1).map((time, index) => time - around[index]);
    });
    return Math.max(...gaps);
  }

  /** Reads the log with a connection of its own, and returns a line for each difference. */
  async audit(url) {
    const log = new this.log.constructor(url);
    const differences = { lost: [], doubled: [] };
    for (const { stream, ids } of this.writers) {
      const found = await log.readStream(stream);
      const counts = new Map();
      for (const { id } of found) counts.set(id, (counts.get(id) ?? 0) + 1);
      ids.forEach((id, revision) => {
        if (found[revision]?.id !== id) differences.lost.push(`${stream} ${revision}: not the event ${id}`);
        if (counts.get(id) > 1) differences.doubled.push(`${stream}: ${id} is there ${counts.get(id)} times`);
      });
      if (found.length > ids.length)
        differences.doubled.push(`${stream}: ${found.length - ids.length} events that nobody wrote`);
    }
    await log.close();
    return differences;
  }

  async #write(writer) {
    const { stream, ids, times } = writer;
    while (!this.#isOver) {
      if (ids.length % READ_EVERY === 0 && ids.length > 0) await this.#decide(stream, ids);
      const id = crypto.randomUUID();
      const event = { id, type: 'Happened', data: {}, metadata: {} };
      await this.#repeated(() =>
        this.log.append(stream, ids.length === 0 ? 'noStream' : ids.length - 1, [event]),
      );
      ids.push(id);
      times.push(performance.now());
      await sleep(PAUSE_MS);
    }
  }

  async #decide(stream, ids) {
    const last = await this.#repeated(() => this.log.readLast(stream));
    this.reads += 1;
    if (last?.id !== ids.at(-1)) this.readsBehind += 1;
  }

  /** Repeats the same call until it is answered. */
  async #repeated(call) {
    for (;;) {
      try {
        return await call();
      } catch (error) {
        if (!(error instanceof this.unavailable)) throw error;
        this.refusals.push(performance.now());
        await sleep(REPEAT_PAUSE_MS);
      }
    }
  }
}

/** The index of the first time after another one. */
function firstAfter(times, time) {
  const index = times.findIndex((one) => one > time);
  return index === -1 ? times.length : index;
}
