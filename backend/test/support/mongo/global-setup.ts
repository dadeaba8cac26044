import { type MongoUnderTest, startMongo } from './mongo-server.js';

let server: MongoUnderTest | null = null;

/** Starts the server for the documents of the API tests, shared by all test files. */
export default async function setUp(): Promise<void> {
  server = await startMongo();
  process.env['TEST_MONGODB'] = server.database();
  process.stderr.write(`The documents are on ${server.name}.\n`);
}

/** Stops it. */
export async function tearDown(): Promise<void> {
  await server?.stop();
}
