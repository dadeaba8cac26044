// The tests that need a server: `npm test -- servers` starts what the registries give, or uses the servers of EVENTSTORE_URL and MONGODB_URL.
import config from './jest.config.mjs';

const { testPathIgnorePatterns: _, ...shared } = config;

export default {
  ...shared,
  globalSetup: './dist/test/support/mongo/install-first.js',
  testMatch: [
    '<rootDir>/dist/test/servers/**/*.spec.js',
    // On the stand-in it is part of `npm test`; with EVENTSTORE_URL it asks that server.
    '<rootDir>/dist/test/contracts/event-log.eventstore.spec.js',
  ],
};
