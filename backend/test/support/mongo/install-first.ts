import { installMongoTestServer } from './install.js';

/**
 * Downloads and compiles the test server before a test file asks for it, because two Mavens must not download at the same
 * time. If that fails, the tests that need the server report why.
 */
export default async function setUp(): Promise<void> {
  await installMongoTestServer().catch(() => undefined);
}
