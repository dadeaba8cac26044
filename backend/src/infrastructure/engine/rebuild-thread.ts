import { Worker } from 'node:worker_threads';
import type { Builder } from './projector.js';

/**
 * Builds generations in a worker thread. `script` opens engines of its own from `settings`; see
 * `rebuild.worker.ts`.
 */
export function rebuildThread(script: URL, settings: object): Builder {
  return (builds) =>
    new Promise((resolve, reject) => {
      const order = {
        settings,
        builds: builds.map(({ projection, generation }) => ({ name: projection.name, generation })),
      };
      const worker = new Worker(script, { workerData: order });
      // The process may end while a build is under way: its generation is begun anew at the next start.
      worker.unref();
      worker.once('error', reject);
      worker.once('exit', (code) => {
        if (code === 0) resolve();
        else reject(new Error(`the rebuild ended with code ${code}`));
      });
    });
}
