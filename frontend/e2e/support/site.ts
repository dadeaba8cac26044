import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { expect, test as base } from '@playwright/test';
import { SharedContext } from './shared-context.ts';

const DIST = path.join(import.meta.dirname, '../../../backend/dist');
/** The programs that a site can run: the product, and the product with a clock that tests can move. */
const PROGRAMS = { product: 'src/main.js', movable: 'test/support/movable-server.js' } as const;
type Program = keyof typeof PROGRAMS;

/** Time limits for the start and the stop of a server on a busy machine. */
const START_MS = 180_000;
const STOP_MS = 10_000;

/** A time zone in which the week does not end during the tests, because they need the posts of the running week. */
function zoneAwayFromMonday(now: Date): string {
  const hoursOfWeek = ((now.getUTCDay() + 6) % 7) * 24 + now.getUTCHours();
  const isNearMonday = hoursOfWeek < 6 || hoursOfWeek >= 6 * 24 + 12;
  // This zone is twelve hours behind UTC: the sign in its name is inverted.
  return isNearMonday ? 'Etc/GMT+12' : 'UTC';
}

/** Starts the server like `npm start`, on a free port. @throws Error when it exits before it listens */
async function startServer(
  program: Program,
  dataDir: string,
): Promise<{ server: ChildProcess; url: string }> {
  // The Node that runs this file, because the system's Node may be too old for the server.
  const server = spawn(process.execPath, [path.join(DIST, PROGRAMS[program])], {
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      NODE_ENV: 'test',
      RATE_LIMITS: 'off',
      REBUILD_PRIORITY: 'normal',
      WEEK_TIME_ZONE: zoneAwayFromMonday(new Date()),
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
  return { server, url: await Promise.race([listening, ended]) };
}

async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'close');
  server.kill('SIGTERM');
  const timer = setTimeout(() => server.kill('SIGKILL'), STOP_MS);
  await ended;
  clearTimeout(timer);
}

/** The server of a worker. */
interface Running {
  readonly url: string;
  readonly dataDir: string;
}

/** The context of a worker; empty before its first test. */
interface Shared {
  current?: SharedContext | undefined;
}

/** Gives the server of a site an operators' command. @throws Error when it fails */
export async function operate(dataDir: string, command: string, names: readonly string[]): Promise<void> {
  const pointer = path.join(dataDir, 'control.path');
  const address = existsSync(pointer) ? await readFile(pointer, 'utf8') : path.join(dataDir, 'control.sock');
  const socket = connect(address);
  socket.write(`${JSON.stringify({ command, names })}\n`);
  const answer = JSON.parse(await text(socket)) as { ok: boolean; message?: string };
  if (!answer.ok) throw new Error(answer.message);
}

/** Moves the clock of a site with the program `movable` on. */
export function moveClock(dataDir: string, milliseconds: number): Promise<void> {
  return operate(dataDir, 'move-clock', [`${milliseconds}`]);
}

/**
 * Playwright's `test` with a server and a data folder for each worker, so that workers do not affect each other. The tests of
 * a worker share a browser context, which is cleared after each test. A test fails if a page violated the content security
 * policy.
 */
export const test = base.extend<object, { program: Program; running: Running; site: string; shared: Shared }>(
  {
    program: ['product', { scope: 'worker', option: true }],
    running: [
      async ({ program }, use) => {
        const dataDir = await mkdtemp(path.join(tmpdir(), 'footnote-e2e-'));
        const { server, url } = await startServer(program, dataDir);
        process.once('exit', () => server.kill('SIGKILL'));
        try {
          await use({ url, dataDir });
        } finally {
          await stopServer(server);
          await rm(dataDir, { recursive: true, force: true });
        }
      },
      { scope: 'worker', timeout: START_MS },
    ],
    site: [({ running }, use) => use(running.url), { scope: 'worker' }],
    baseURL: ({ site }, use) => use(site),
    // oxlint-disable-next-line no-empty-pattern -- Playwright requires the pattern, and this fixture uses no other fixture.
    shared: [({}, use) => use({}), { scope: 'worker' }],
    context: async ({ browser, site, shared, viewport, colorScheme, contextOptions }, use, testInfo) => {
      const options = JSON.stringify([viewport, colorScheme, contextOptions]);
      if (shared.current?.options !== options) {
        await shared.current?.context.close();
        shared.current = await SharedContext.open(browser, site, options);
      }
      await use(shared.current.context);
      expect(shared.current.violations, 'violations of the content security policy').toEqual([]);
      // A failed test ends the worker. Until then its pages stay open for the screenshot.
      if (testInfo.status !== testInfo.expectedStatus || (await shared.current.clear())) return;
      await shared.current.context.close();
      shared.current = undefined;
    },
  },
);
