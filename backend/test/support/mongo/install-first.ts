import { installMongoTestServer } from './install.js';

/**
 * Fetches and compiles the test server before a test file asks for it, as two Mavens at once are not made to share their
 * downloads. Where that can't be done, those who need it say why.
 */
export default async function setUp(): Promise<void> {
  await installMongoTestServer().catch(() => undefined);
}
