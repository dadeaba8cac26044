import { fork } from 'node:child_process';
import { once } from 'node:events';
import { startMongo } from '@footnote/backend/test/support/mongo/mongo-server.js';

export interface BenchServer {
  readonly name: string;
  /** The address of a new log or database on it. */
  readonly url: () => string;
  readonly stop: () => Promise<void>;
}

/** The server of `EVENTSTORE_URL`, whose log should be empty, or the stand-in. */
export async function eventStore(): Promise<BenchServer> {
  const url = process.env['EVENTSTORE_URL'];
  if (url) return { name: 'the server of EVENTSTORE_URL', url: () => url, stop: async () => undefined };
  const server = fork(new URL('./stand-in.process.js', import.meta.url));
  const [address] = (await once(server, 'message')) as [string];
  return {
    name: 'the stand-in for EventStoreDB',
    url: () => address,
    stop: async () => {
      server.disconnect();
      await once(server, 'exit');
    },
  };
}

/** The server of `MONGODB_URL`, with new databases, or the test server. */
export async function mongo(): Promise<BenchServer> {
  const server = await startMongo();
  return { name: server.name, url: () => server.database(), stop: () => server.stop() };
}
