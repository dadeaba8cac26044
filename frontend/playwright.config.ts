import { randomInt } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

const installed = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
const executablePath = process.env.CHROMIUM_PATH || installed.find((path) => existsSync(path));
if (!executablePath)
  throw new Error('The browser tests need Chromium: install it, or set CHROMIUM_PATH to its program.');

/** From there on systems give ports to whoever asks for any, which may be gone again before the server listens. */
const firstGivenOut = 32_768;

/** A port below those on which nobody listens. */
async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, firstGivenOut);
    const isFree = await new Promise<boolean>((resolve) => {
      const server = createServer();
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}

/** A time zone in which the week does not end while the tests run: they count on the posts of the running one. */
function zoneAwayFromMonday(now: Date): string {
  const hoursOfWeek = ((now.getUTCDay() + 6) % 7) * 24 + now.getUTCHours();
  const isNearMonday = hoursOfWeek < 6 || hoursOfWeek >= 6 * 24 + 12;
  // Twelve hours behind UTC, as its sign is the other way round.
  return isNearMonday ? 'Etc/GMT+12' : 'UTC';
}

// Every worker reads this file again: what the first reading chose is handed on in the environment.
if (!process.env.E2E_PORT) {
  process.env.E2E_PORT = String(await findFreePort());
  const folder = mkdtempSync(join(tmpdir(), 'footnote-e2e-'));
  process.env.E2E_DATA_DIR = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
}
const baseURL = `http://127.0.0.1:${process.env.E2E_PORT}`;

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  outputDir: 'test-results/artifacts',
  reporter: [['line'], ['json', { outputFile: 'test-results/report.json' }]],
  forbidOnly: true,
  workers: 2,
  fullyParallel: true,
  // For machines with much else to do: what is well takes a fraction of it.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  use: {
    baseURL,
    // Traces cost as much as the tests: `npm test -- e2e --trace on` makes them.
    screenshot: 'only-on-failure',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath,
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    // The Node that runs this file, as the system's own may be too old for the server.
    command: `"${process.execPath}" ../backend/dist/src/main.js`,
    url: `${baseURL}/health/ready`,
    env: {
      PORT: process.env.E2E_PORT,
      HOST: '127.0.0.1',
      DATA_DIR: process.env.E2E_DATA_DIR ?? '',
      PUBLIC_URL: baseURL,
      LOG_LEVEL: 'warn',
      NODE_ENV: 'test',
      RATE_LIMITS: 'off',
      WEEK_TIME_ZONE: zoneAwayFromMonday(new Date()),
    },
    timeout: 180_000,
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
  },
});
