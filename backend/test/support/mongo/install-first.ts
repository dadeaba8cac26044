import { installStripeMock } from '../payments/stripe-mock.js';
import { installMongoTestServer } from './install.js';

/**
 * Downloads and compiles the test servers before a test file asks for one: two Mavens must not download at the same time, and
 * no deadline of a test measures a compiler. If that fails, the tests that need the server report why.
 */
export default async function setUp(): Promise<void> {
  await Promise.allSettled([installMongoTestServer(), installStripeMock()]);
}
