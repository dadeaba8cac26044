import { buildProcess } from './build-process.js';
import type { BuildProgress } from './build-views.js';
import type { Builder } from './projector.js';

/**
 * Builds generations in a separate process. `script` opens its own storage from `settings`; see `rebuild.process.ts`. A build
 * that is aborted is killed.
 *
 * @param onNews called with the progress and the id of the process
 */
export function rebuildProcess(
  script: URL,
  settings: object,
  onNews: (news: BuildProgress, pid: number) => void = () => undefined,
): Builder {
  return async (builds, { onProgress, signal } = {}, before = null) => {
    const order = {
      settings,
      builds: builds.map(({ projection, generation }) => ({ name: projection.name, generation })),
      before,
    };
    const hear = (news: BuildProgress, pid: number) => {
      onProgress?.(news);
      onNews(news, pid);
    };
    await buildProcess(script, order, hear, signal);
  };
}
