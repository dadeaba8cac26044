import { fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { BuildProgress } from './build-views.js';
import type { Builder } from './projector.js';

/**
 * By default V8 lets the heap grow to several times its live size. With these flags it collects when the live size has
 * doubled, and uses less space for young objects. A rebuild of a million events then stays below 500 MB. Earlier
 * collections cost a sixth more processor time.
 */
const FRUGAL = ['--heap-growing-percent=100', '--max-semi-space-size=16'];

/** How many characters of the error output become part of the error message. */
const REASON_LENGTH = 500;

/**
 * Builds generations in a separate process. Its load, a crash in native code or a lack of memory does not disturb the
 * process that answers requests. `script` opens its own storage from `settings`; see `rebuild.process.ts`.
 *
 * The builder rejects with the end of the process and what it wrote to stderr. A build that is aborted is killed.
 *
 * @param onNews called with the progress and the id of the process
 */
export function rebuildProcess(
  script: URL,
  settings: object,
  onNews: (news: BuildProgress, pid: number) => void = () => undefined,
): Builder {
  return async (builds, { onProgress, signal } = {}, before = null) => {
    signal?.throwIfAborted();
    const order = {
      settings,
      builds: builds.map(({ projection, generation }) => ({ name: projection.name, generation })),
      before,
    };
    const child = fork(script, { execArgv: FRUGAL, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
    const said = child.stderr ? text(child.stderr) : Promise.resolve('');
    const ended = new Promise<string | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code, killedBy) => resolve(code === 0 ? null : endOf(code, killedBy)));
    });
    child.on('message', (news) => {
      onProgress?.(news as BuildProgress);
      onNews(news as BuildProgress, child.pid ?? 0);
    });
    const kill = () => child.kill('SIGKILL');
    signal?.addEventListener('abort', kill, { once: true });
    // Not on the command line: other users of the machine can read it, and addresses contain passwords.
    child.send(order, () => undefined);
    // This process may end during a build. The next start builds the generation again.
    child.unref();
    child.channel?.unref();
    (child.stderr as Socket | null)?.unref();
    const end = await ended.finally(() => signal?.removeEventListener('abort', kill));
    signal?.throwIfAborted();
    if (end === null) return;
    const reason = (await said).trim().slice(-REASON_LENGTH);
    throw new Error(reason === '' ? end : `${end}: ${reason}`);
  };
}

function endOf(code: number | null, signal: string | null): string {
  if (code !== null) return `the build process ended with exit code ${code}`;
  return `the build process was killed by ${signal ?? 'a signal'}`;
}
