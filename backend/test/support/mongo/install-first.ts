import { stripeMock } from '../payments/stripe-mock.js';
import { versitygw } from '../s3-server.js';
import { installMongoTestServer } from './install.js';

/**
 * Downloads and compiles the test servers, except that of MongoDB if MONGODB_URL names one. @throws Error when that fails, once
 * all have ended: two Mavens must not download at the same time.
 */
export async function installServers(): Promise<void> {
  const mongo = process.env['MONGODB_URL'] ? null : installMongoTestServer();
  const results = await Promise.allSettled([mongo, stripeMock.install(), versitygw.install()]);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

/**
 * Installs before a test file asks for a server, because no deadline of a test measures a compiler. If that fails, the tests
 * that need the server report why.
 */
export default async function setUp(): Promise<void> {
  await installServers().catch(() => undefined);
}
