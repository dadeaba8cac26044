import { type RebuildSettings, besideServer } from './beside-server.js';
import { type BuildProgress, buildViews } from '../kernel/views/build-views.js';
import { BulkThreads } from '../kernel/views/bulk-threads.js';
import { projections } from '../projections/projections.js';

/** The message that starts a build: the settings, which generations, and before which position the log ends for them. */
interface RebuildOrder {
  readonly settings: RebuildSettings;
  readonly builds: readonly { name: string; generation: string }[];
  readonly before: number | null;
}

/** The number of threads that write and build indexes. One more thread folds. */
const WRITERS = 2;

const report = (progress: BuildProgress) => process.send?.(progress);

await besideServer<RebuildOrder>(async ({ log, codec }, { settings, builds, before }) => {
  const writers = new BulkThreads(new URL('./rebuild-writer.thread.js', import.meta.url), settings, WRITERS);
  try {
    const wanted = builds.map(({ name, generation }) => {
      const projection = projections.find((known) => known.name === name);
      if (!projection) throw new Error(`there is no view named ${name}`);
      return { projection, generation };
    });
    report({ position: 0, events: 0 });
    await buildViews({ log, codec, store: writers }, wanted, report, { before });
  } finally {
    await writers.close();
  }
});
