import { spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Checkout, HERE } from './checkout.js';
import { onServerCore } from './cores.js';

const ASK_EVERY_MS = 2;
const PATIENCE_MS = 15 * 60_000;

export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
  /** The processor time of all its threads so far, in milliseconds; NaN if this is not Linux. */
  readonly cpuMs: () => Promise<number>;
  /** The processor time of its main thread so far, in microseconds; NaN if this is not Linux. */
  readonly mainThreadUs: () => Promise<number>;
  /** Stops it like an operator, and waits until it has exited. */
  readonly stop: () => Promise<void>;
}

/** How a server is watched. */
export interface Watch {
  /** Options of Node. */
  readonly options?: readonly string[];
  /** Gets what it prints after its address. */
  readonly hear?: (line: string) => void;
  /** A program that becomes the server or watches it, and its arguments. */
  readonly under?: readonly string[];
}

/**
 * Starts a Node program, on the servers' core if sides are pinned, and waits until it prints "listening on" and an address.
 * @throws Error when it exits before that
 */
export async function startServer(
  program: readonly string[],
  env: Readonly<Record<string, string>>,
  { options = [], hear, under = [] }: Watch = {},
): Promise<ServerProcess> {
  const [command, args] = onServerCore([...under, process.execPath, ...options, ...program]);
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  const lines = createInterface(child.stdout);
  for await (const [line] of on(lines, 'line', { close: ['close'] }) as AsyncIterable<[string]>) {
    const url = /listening on (http:\S+)/.exec(line)?.[1];
    if (!url) continue;
    if (hear) lines.on('line', hear);
    else lines.close();
    child.stdout.resume();
    const pid = child.pid ?? 0;
    return { url, pid, cpuMs: () => cpuMsOf(pid), mainThreadUs: () => mainThreadUsOf(pid), stop };
  }
  throw new Error(`${program.at(-1)} exited before it listened`);
}

/** Starts the real server on a data folder, without request logs and usually without limits. */
export function launchFootnote(
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
  { checkout = HERE, ...watch }: Watch & { readonly checkout?: Checkout } = {},
): Promise<ServerProcess> {
  const env = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'error',
    RATE_LIMITS: 'off',
    PORT: '0',
    DATA_DIR: dataDir,
    ...settings,
  };
  return startServer(checkout.server, env, watch);
}

/** The same, and waits until it is ready. */
export async function startFootnote(
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
  watch: Watch & { readonly checkout?: Checkout } = {},
): Promise<ServerProcess> {
  const server = await launchFootnote(dataDir, settings, watch);
  await until(async () => (await fetch(`${server.url}/health/ready`)).status === 200);
  return server;
}

interface Health {
  readonly log: { readonly head: number | null };
  readonly views: readonly { readonly state: string; readonly position: number }[];
}

/** Waits until every view is built and has handled the last event. */
export async function viewsComplete({ url }: ServerProcess): Promise<void> {
  await until(async () => {
    const { log, views } = (await (await fetch(`${url}/health`)).json()) as Health;
    return views.every(({ state, position }) => state === 'live' && position >= (log.head ?? Infinity));
  });
}

/** User and system time are in hundredths of a second: two fields, after the name in brackets and eleven others. */
async function cpuMsOf(pid: number): Promise<number> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [user, system] = line
    .slice(line.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return ((user ?? Number.NaN) + (system ?? Number.NaN)) * 10;
}

/** The first number is in nanoseconds. */
async function mainThreadUsOf(pid: number): Promise<number> {
  const line = await readFile(`/proc/${pid}/schedstat`, 'utf8').catch(() => 'NaN');
  return Number(line.split(' ', 1)[0]) / 1000;
}

/** Repeats a question every 2 ms until the answer is yes. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; !(await holds()); await sleep(ASK_EVERY_MS)) {
    if (Date.now() > end) throw new Error('the server did not become ready in time');
  }
}
