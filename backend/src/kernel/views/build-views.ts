import type { Projection } from '../projection.js';
import type { DocumentStore } from '../document-store.js';
import type { EventLog } from '../event-log.js';
import type { EventCodec } from '../log/codec.js';
import { ViewFeed } from './view-feed.js';

/** What views are built from and in. */
export interface Engines {
  readonly log: EventLog;
  readonly codec: EventCodec;
  readonly store: DocumentStore;
}

/** A generation that is to be built. */
export interface Build {
  readonly projection: Projection<object>;
  readonly generation: string;
}

const PAGE = 5000;

/**
 * Builds new generations from the start of the log to its end, all in one reading, and then their indexes.
 * The log may grow meanwhile; what comes after the end that was met is for the projector.
 *
 * @param onProgress told the position after each page
 */
export async function buildViews(
  { log, codec, store }: Engines,
  builds: readonly Build[],
  onProgress: (position: number) => void,
): Promise<void> {
  const feeds = await Promise.all(
    builds.map(async ({ projection, generation }) => {
      const { name, indexes } = projection;
      await store.drop(name, generation);
      const view = await store.open({ name, generation, indexes, bulk: true });
      return ViewFeed.of(projection, generation, view);
    }),
  );
  let position = 0;
  for (;;) {
    const page = await log.readAll(position, PAGE);
    const last = page.at(-1);
    if (!last) break;
    const { events } = await codec.decode(page);
    for (const feed of feeds) await feed.handle(events, last.position);
    position = last.position;
    onProgress(position);
  }
  for (const feed of feeds) {
    await feed.flush();
    await feed.view.buildIndexes();
    await feed.view.close();
  }
}
