import { fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Builder } from './projector.js';

/**
 * V8 lets its heap grow to several times what lives in it before it collects. Here it collects once that has doubled, and keeps
 * less for the young: with a million events a rebuild stays below 500 MB. Collecting still earlier costs a sixth more
 * processor time.
 */
const FRUGAL = ['--heap-growing-percent=100', '--max-semi-space-size=16'];

/** What a process that builds sends: how far it has come, from 0 when it begins. */
export interface RebuildNews {
  readonly position: number;
}

/**
 * Builds generations in a process of their own, so that neither the work nor a bad end of it, in native code or for want
 * of memory, disturbs whoever answers requests. `script` opens storage of its own from
 * `settings`; see `rebuild.process.ts`.
 *
 * @param onNews called with what the process sends, and its id
 */
export function rebuildProcess(
  script: URL,
  settings: object,
  onNews: (news: RebuildNews, pid: number) => void = () => undefined,
): Builder {
  return async (builds) => {
    const order = {
      settings,
      builds: builds.map(({ projection, generation }) => ({ name: projection.name, generation })),
    };
    const child = fork(script, { execArgv: FRUGAL, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
    const said = child.stderr ? text(child.stderr) : Promise.resolve('');
    const ended = new Promise<number | string | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code, signal) => resolve(code ?? signal));
    });
    child.on('message', (news) => onNews(news as RebuildNews, child.pid ?? 0));
    // By the channel and not by the command line, which others on the machine can read: addresses hold passwords.
    child.send(order, () => undefined);
    // This process may end while a build is under way: the generation is begun again at the next start.
    child.unref();
    child.channel?.unref();
    (child.stderr as Socket | null)?.unref();
    const end = await ended;
    if (end !== 0) throw new Error(`the rebuild ended with ${end}: ${(await said).trim().slice(-500)}`);
  };
}
