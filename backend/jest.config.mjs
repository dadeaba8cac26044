// Jest runs the JavaScript that tsc wrote, as native ES modules: no transformation, and what is tested is what is served.
const needsMongo = process.env.TEST_PAIRING?.includes('mongodb') ?? false;

export default {
  rootDir: import.meta.dirname,
  testEnvironment: 'node',
  // Not among the temporary files: those of a run go with it.
  cacheDirectory: '<rootDir>/../node_modules/.cache/jest',
  testMatch: ['<rootDir>/dist/test/**/*.spec.js'],
  // They have a configuration of their own.
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/dist/test/servers/'],
  transform: {},
  // In threads of plain Node, which load a module once and not once a file: that halves the time of all tests. Not in
  // processes: there the runner sometimes waits for ever for one that has missed its start.
  runner: 'jest-light-runner',
  testSequencer: '<rootDir>/jest.sequencer.mjs',
  setupFilesAfterEnv: ['<rootDir>/dist/test/support/setup.js'],
  ...(needsMongo && {
    globalSetup: './dist/test/support/mongo/global-setup.js',
    globalTeardown: './dist/test/support/mongo/global-teardown.js',
  }),
  // Many tests wait for programs and servers, so one more than two cores keeps them busy.
  maxWorkers: 3,
};
