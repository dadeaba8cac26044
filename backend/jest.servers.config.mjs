// The tests that need a server: `npm test -- servers` starts what the registries give, or uses the server of MONGODB_URL.
import config from './jest.config.mjs';

const { testPathIgnorePatterns: _, ...shared } = config;

export default {
  ...shared,
  globalSetup: './dist/test/support/mongo/install-first.js',
  testMatch: ['<rootDir>/dist/test/servers/**/*.spec.js'],
};
