import { existsSync } from 'node:fs';
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

/** Tests with the tag `@widths` run in these windows, too, if the sweeps run in full. */
const windows = {
  phone: { width: 360, height: 740 },
  tablet: { width: 768, height: 1024 },
  desktop: { width: 1440, height: 900 },
};
const isWhole = process.env.TEST_SCOPE === 'all';
const inWindows = Object.entries(windows).map(([name, viewport]) => ({
  name,
  testDir: 'e2e/screens',
  grep: /@widths/,
  use: { viewport },
}));

export default defineConfig({
  projects: [
    { name: 'screens', testDir: 'e2e/screens' },
    { name: 'journeys', testDir: 'e2e/journeys' },
    ...(isWhole ? inWindows : []),
  ],
  testMatch: '*.e2e.ts',
  // These run in `npm run verify` only.
  ...(!isWhole && { grepInvert: /@verify/ }),
  outputDir: 'test-results/artifacts',
  reporter: [['line'], ['json', { outputFile: 'test-results/report.json' }]],
  forbidOnly: true,
  // Each has its own server.
  workers: 2,
  fullyParallel: true,
  // Long enough for busy machines. A passing test takes a fraction of it.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  use: {
    // No traces by default: they take as long as the tests. `npm test -- e2e --trace on` records them.
    screenshot: 'only-on-failure',
    contextOptions: { reducedMotion: 'reduce' },
    // What a worker asks for, tests cannot answer instead. Tests of the worker allow it.
    serviceWorkers: 'block',
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
        // All pages of a context share a process, which keeps the compiled libraries between tests.
        '--renderer-process-limit=1',
      ],
    },
  },
});
