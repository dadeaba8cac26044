import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
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

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  outputDir: 'test-results/artifacts',
  reporter: [['line'], ['json', { outputFile: 'test-results/report.json' }]],
  forbidOnly: true,
  // A page waits much of the time: one worker more than there are cores keeps these busy. Each has a server of its own.
  workers: availableParallelism() + 1,
  fullyParallel: true,
  // For machines with much else to do: what is well takes a fraction of it.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  use: {
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
});
