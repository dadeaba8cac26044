import { once } from 'node:events';
import { type CallLimits, type EngineSettings, openEngines } from './engines.js';
import { buildViews } from './kernel/views/build-views.js';
import { projections } from './projections/projections.js';

/** What the process is told: where to build, and which generations. */
interface RebuildOrder {
  readonly settings: EngineSettings;
  readonly builds: readonly { name: string; generation: string }[];
}

/** Nobody at a browser waits for a build, and one call that a busy server is late with would make it begin anew. */
const CALL_LIMITS: CallLimits = { eventstore: { pageMs: 30_000 }, mongodb: { timeout: 30_000 } };

// A terminal's Ctrl-C goes to everybody: whoever ordered the build decides. When they are gone, nobody wants it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.once('disconnect', () => process.exit(1));

const [{ settings, builds }] = (await once(process, 'message')) as [RebuildOrder];
// The server has reached them a moment ago.
const engines = await openEngines(settings, { seconds: 10, tell: () => undefined }, CALL_LIMITS);
try {
  const wanted = builds.map(({ name, generation }) => {
    const projection = projections.find((known) => known.name === name);
    if (!projection) throw new Error(`there is no view named ${name}`);
    return { projection, generation };
  });
  await buildViews(engines, wanted, () => undefined);
} finally {
  await engines.close();
}
process.exit(0);
