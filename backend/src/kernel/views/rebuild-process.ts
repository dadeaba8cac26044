import { fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Builder } from './projector.js';

/**
 * Builds generations in a process of their own, so that neither the work nor a bad end of it, in native code or for want
 * of memory, disturbs whoever answers requests. `script` opens engines of its own from
 * `settings`; see `rebuild.process.ts`.
 */
export function rebuildProcess(script: URL, settings: object): Builder {
  return async (builds) => {
    const order = {
      settings,
      builds: builds.map(({ projection, generation }) => ({ name: projection.name, generation })),
    };
    const child = fork(script, { execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
    const said = child.stderr ? text(child.stderr) : Promise.resolve('');
    const ended = new Promise<number | string | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code, signal) => resolve(code ?? signal));
    });
    // By the channel and not by the command line, which others on the machine can read: addresses hold passwords.
    child.send(order, () => undefined);
    // This process may end while a build is under way: the generation is begun anew at the next start.
    child.unref();
    child.channel?.unref();
    (child.stderr as Socket | null)?.unref();
    const end = await ended;
    if (end !== 0) throw new Error(`the rebuild ended with ${end}: ${(await said).trim().slice(-500)}`);
  };
}
