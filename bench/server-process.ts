import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(import.meta.resolve('@footnote/backend/main.js'));
/** As in `npm start`. */
const FLAGS = ['--max-semi-space-size=16'];
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

/**
 * Starts a Node program and waits until it prints "listening on" and an address.
 * @throws Error when it exits before that
 */
export async function startServer(
  program: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<ServerProcess> {
  const child = spawn(process.execPath, program, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  for await (const line of createInterface(child.stdout)) {
    const url = /listening on (http:\S+)/.exec(line)?.[1];
    if (!url) continue;
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
): Promise<ServerProcess> {
  return startServer([...FLAGS, MAIN], {
    NODE_ENV: 'test',
    LOG_LEVEL: 'error',
    RATE_LIMITS: 'off',
    PORT: '0',
    DATA_DIR: dataDir,
    ...settings,
  });
}

/** The same, and waits until it is ready. */
export async function startFootnote(
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const server = await launchFootnote(dataDir, settings);
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
