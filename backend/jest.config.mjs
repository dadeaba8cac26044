// Jest runs the JavaScript that tsc wrote, as native ES modules: no transformation, and what is tested is what is served.
// Needs `node --experimental-vm-modules`; `--coverage` maps V8's figures back to the TypeScript sources.
const needsMongo = process.env.TEST_PAIRING?.includes('mongodb') ?? false;

export default {
  rootDir: import.meta.dirname,
  testEnvironment: 'node',
  testMatch: ['<rootDir>/dist/test/**/*.spec.js'],
  // They have a configuration of their own.
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/dist/test/servers/'],
  transform: {},
  ...(needsMongo && {
    globalSetup: './dist/test/support/mongo/global-setup.js',
    globalTeardown: './dist/test/support/mongo/global-teardown.js',
  }),
  testTimeout: 30_000,
  maxWorkers: 2,
  coverageProvider: 'v8',
  collectCoverageFrom: ['dist/src/**/*.js', '!dist/src/**/main.js'],
  coverageDirectory: 'coverage',
};
