import { parentPort, workerData } from 'node:worker_threads';
import { type EngineSettings, openEngines } from './engines.js';
import { buildViews } from './infrastructure/engine/build-views.js';
import { projections } from './projections/projections.js';

/** What the worker is told: where to build, and which generations. */
export interface RebuildOrder {
  readonly settings: EngineSettings;
  readonly builds: readonly { name: string; generation: string }[];
}

const { settings, builds } = workerData as RebuildOrder;
// The server has reached them a moment ago.
const engines = await openEngines(settings, { seconds: 10, tell: () => undefined });
try {
  const wanted = builds.map(({ name, generation }) => {
    const projection = projections.find((known) => known.name === name);
    if (!projection) throw new Error(`there is no view named ${name}`);
    return { projection, generation };
  });
  await buildViews(engines, wanted, (position) => parentPort?.postMessage(position));
} finally {
  await engines.close();
}
