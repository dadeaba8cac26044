import { type MongoUnderTest, startMongo } from './mongo-server.js';

let server: MongoUnderTest | null = null;

/** Starts the server that the API tests keep their documents on, for all test files together. */
export default async function setUp(): Promise<void> {
  server = await startMongo();
  process.env['TEST_MONGODB'] = server.database();
  process.stderr.write(`The documents are on ${server.name}.\n`);
}

/** Ends it. */
export async function tearDown(): Promise<void> {
  await server?.stop();
}
