import { defineConfig } from '@playwright/test';
import tests from './playwright.config.ts';

/** Takes pictures of every page, of a site with demo data and of an empty one. */
export default defineConfig({
  ...tests,
  testDir: 'screenshots',
  testMatch: '*.shots.ts',
  outputDir: 'test-results/screenshots-artifacts',
  reporter: 'list',
  workers: 2,
  // Each site is started once.
  fullyParallel: false,
  timeout: 1_800_000,
  use: {
    ...tests.use,
    // The audit trail shows the ids of requests, which the server draws by chance if they bring none.
    extraHTTPHeaders: { 'x-request-id': 'screenshots' },
    launchOptions: {
      ...tests.use?.launchOptions,
      // Equal pages are drawn alike, whatever was drawn before, and with all their photos.
      args: [
        ...(tests.use?.launchOptions?.args ?? []),
        '--disable-partial-raster',
        '--disable-checker-imaging',
      ],
    },
  },
  // The ports stand on the pages, too.
  projects: [
    { name: 'demo', use: { hasDemo: true, settings: { PORT: '41001' } } as object },
    { name: 'empty', use: { hasDemo: false, settings: { PORT: '41002' } } as object },
    {
      name: 'answers',
      testDir: 'e2e/screens',
      testMatch: 'answers.record.ts',
      use: { program: 'moving', settings: { PORT: '41003' } } as object,
    },
  ],
});
