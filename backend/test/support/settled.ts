import { Projector } from '../../src/kernel/views/projector.js';
import { Reactor } from '../../src/kernel/reactions/reactor.js';
import { LiveFeed } from '../../src/api/live/live-feed.service.js';
import type { RunningApp } from './app.js';
import { News, waited } from './waits.js';

/** More rounds of consequences than any test causes. */
const MOST_ROUNDS = 100;

/**
 * Waits until every view and every reaction has processed all events, including the events that result from them. Due
 * events are retried, and reactions that pause try again.
 * @throws Error when the consequences do not end, or a reaction has stopped
 */
export async function settled({ adapters, server, timer }: RunningApp): Promise<void> {
  const { log, returns } = adapters.storage;
  const projector = server.get(Projector, { strict: false });
  const reactor = server.get(Reactor, { strict: false });
  // Ends the pauses of reactions, as if a server served again.
  returns.tell();
  let pauses = 0;
  timer.onPause = () => {
    pauses += 1;
    if (pauses < MOST_ROUNDS) setImmediate(() => returns.tell());
  };
  try {
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const head = await log.head();
      await waited(`the views at ${head}`, projector.caughtUp(head));
      await waited('the retries of reactions', reactor.retryDue());
      await waited(`the reactions at ${head}`, reactor.caughtUp(head));
      // Their own events are in the log by now.
      if ((await log.head()) === head) return;
    }
  } finally {
    timer.onPause = () => undefined;
  }
  throw new Error(`events still follow after ${MOST_ROUNDS} rounds`);
}

/** Waits until the live news, which a reader has started, have told everything up to the end of the log. */
export async function newsSent({ adapters, server }: RunningApp): Promise<void> {
  const feed = server.get(LiveFeed);
  const head = await adapters.storage.log.head();
  const news = new News();
  const tell = feed['tell'];
  feed['tell'] = async () => {
    await tell.call(feed);
    news.tell();
  };
  // It may already be telling.
  void feed['telling'].then(news.tell);
  await news.until(`the live news at ${head}`, () => feed.position >= head);
  feed['tell'] = tell;
}
