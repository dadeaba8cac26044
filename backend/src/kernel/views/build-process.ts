import { type ChildProcess, fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Deadline, Timer } from '../timer.js';

/**
 * By default V8 lets the heap grow to several times its live size. With these flags it collects when the live size has
 * doubled, and uses less space for young objects. A rebuild of a million events then stays below 500 MB. Earlier
 * collections cost a sixth more processor time.
 */
const FRUGAL = ['--heap-growing-percent=100', '--max-semi-space-size=16'];

/** How many characters of the error output become part of the error message. */
const REASON_LENGTH = 1000;

/** Processes that load their program and wait for an order, by their script. */
const ahead = new Map<string, { readonly child: ChildProcess; readonly unneeded: Deadline }>();

/** Starts the process of the next build by this script before its order is known, while this process has other work. */
export function startAhead(script: URL, timer: Pick<Timer, 'deadline'>): void {
  const child = start(script);
  // A build that finds it gone starts another one.
  child.once('error', () => undefined);
  const unneeded = timer.deadline('unneeded build process', () => child.kill('SIGKILL'));
  child.once('exit', unneeded.end);
  ahead.set(script.href, { child, unneeded });
}

function start(script: URL): ChildProcess {
  const child = fork(script, { execArgv: FRUGAL, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  // This process may end during a build. The next start builds the generation again.
  child.unref();
  child.channel?.unref();
  (child.stderr as Socket | null)?.unref();
  return child;
}

function take(script: URL): ChildProcess {
  const waiting = ahead.get(script.href);
  ahead.delete(script.href);
  if (!waiting) return start(script);
  const { child, unneeded } = waiting;
  unneeded.end();
  return child.exitCode === null && child.signalCode === null && child.connected ? child : start(script);
}

/**
 * Folds the log in a separate process. Its load, a crash in native code or a lack of memory does not disturb the process
 * that answers requests. `script` gets `order` as its first message, and opens its own storage.
 *
 * Rejects with the end of the process and what it wrote to stderr, and with the reason of the signal, which kills it.
 *
 * @param onNews called with each message of the process and its id
 */
export async function buildProcess<News>(
  script: URL,
  order: object,
  onNews: (news: News, pid: number) => void,
  signal?: AbortSignal,
): Promise<void> {
  signal?.throwIfAborted();
  const child = take(script);
  const said = child.stderr ? text(child.stderr) : Promise.resolve('');
  const ended = new Promise<string | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, killedBy) => resolve(code === 0 ? null : endOf(code, killedBy)));
  });
  child.on('message', (news) => onNews(news as News, child.pid ?? 0));
  const kill = () => child.kill('SIGKILL');
  signal?.addEventListener('abort', kill, { once: true });
  // Not on the command line: other users of the machine can read it, and addresses contain passwords.
  child.send(order, () => undefined);
  const end = await ended.finally(() => signal?.removeEventListener('abort', kill));
  signal?.throwIfAborted();
  if (end === null) return;
  const reason = (await said).trim().slice(-REASON_LENGTH);
  throw new Error(reason === '' ? end : `${end}: ${reason}`);
}

function endOf(code: number | null, signal: string | null): string {
  if (code !== null) return `the build process ended with exit code ${code}`;
  return `the build process was killed by ${signal ?? 'a signal'}`;
}
