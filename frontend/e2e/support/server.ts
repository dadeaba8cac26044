import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';

const DIST = path.join(import.meta.dirname, '../../../backend/dist');
/** What each program runs, and its settings. The program of tests is quick, and takes more commands of operators. */
const ofTests = {
  file: 'test/support/browser-server.js',
  settings: { REBUILD_PRIORITY: 'normal', APP_SECRET: 'the secret of all browser tests, for equal names' },
};
const PROGRAMS = {
  product: { file: 'src/main.js', settings: {} },
  test: ofTests,
  /** The same, for files that move its clock and do not move it back: the others need the true time. */
  moving: ofTests,
} as const;
export type Program = keyof typeof PROGRAMS;

/** Time limits for the start and the stop of a server on a busy machine. */
export const START_MS = 180_000;
const STOP_MS = 10_000;

/** Fills the data folder of a site that does not run with a demo community. */
export async function fillWithDemo(dataDir: string, ...options: readonly string[]): Promise<void> {
  const env = { ...process.env, DATA_DIR: dataDir, NODE_ENV: 'test', LOG_LEVEL: 'warn' };
  await promisify(execFile)(process.execPath, [path.join(DIST, 'src/demo/main.js'), ...options], {
    env: { ...env, ...ofTests.settings, WEEK_TIME_ZONE: zoneAwayFromMonday(new Date()) },
  });
}

/** A time zone in which the week does not end during the tests, because they need the posts of the running week. */
function zoneAwayFromMonday(now: Date): string {
  const hoursOfWeek = ((now.getUTCDay() + 6) % 7) * 24 + now.getUTCHours();
  const isNearMonday = hoursOfWeek < 6 || hoursOfWeek >= 6 * 24 + 12;
  // This zone is twelve hours behind UTC: the sign in its name is inverted.
  return isNearMonday ? 'Etc/GMT+12' : 'UTC';
}

/**
 * Starts a program like `npm start`, on a free port. From then on {@link operate} reaches it: a worker has one server.
 * @param settings environment variables, in addition to those that every test needs
 * @throws Error when it exits before it listens
 */
export async function startServer(
  program: Program,
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<{ server: ChildProcess; url: string }> {
  const { file, settings: own } = PROGRAMS[program];
  // The Node that runs this file, because the system's Node may be too old for the server.
  const server = spawn(process.execPath, [path.join(DIST, file)], {
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      NODE_ENV: 'test',
      ...own,
      WEEK_TIME_ZONE: zoneAwayFromMonday(new Date()),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const listening = new Promise<string>((resolve) => {
    createInterface(server.stdout).on('line', (line) => {
      const url = /listening on (http:\S+)/.exec(line)?.[1];
      if (url) resolve(url);
    });
  });
  const ended = once(server, 'close').then(([code]) => {
    throw new Error(`the server ended with code ${code} before it listened`);
  });
  const url = await Promise.race([listening, ended]);
  servedFolder = dataDir;
  return { server, url };
}

export async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'close');
  server.kill('SIGTERM');
  const timer = setTimeout(() => server.kill('SIGKILL'), STOP_MS);
  await ended;
  clearTimeout(timer);
}

/** The data folder of this worker's server. */
let servedFolder = '';

/** Gives the server an operators' command. Returns the lines of its answer. @throws Error when it fails */
export async function operate(command: string, ...names: readonly string[]): Promise<readonly string[]> {
  const pointer = path.join(servedFolder, 'control.path');
  const address = existsSync(pointer)
    ? await readFile(pointer, 'utf8')
    : path.join(servedFolder, 'control.sock');
  const socket = connect(address);
  socket.write(`${JSON.stringify({ command, names })}\n`);
  const answer = JSON.parse(await text(socket)) as { ok: boolean; message: string; lines: string[] };
  if (!answer.ok) throw new Error(answer.message);
  return answer.lines;
}

/** Moves the clock of the server on, and runs its jobs. */
export async function moveClock(milliseconds: number): Promise<void> {
  await operate('move-clock', `${milliseconds}`);
}
