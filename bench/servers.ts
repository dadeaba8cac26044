import { fork } from 'node:child_process';
import { once } from 'node:events';
import { startMongo } from '@footnote/backend/test/support/mongo/mongo-server.js';

export interface BenchServer {
  readonly name: string;
  /** The address of a new log or database on it. */
  readonly url: () => string;
  /** The calls to a log until now; null where they are not counted. */
  readonly calls: () => Promise<Calls | null>;
  readonly stop: () => Promise<void>;
}

export interface Calls {
  readonly appends: number;
  readonly reads: number;
}

const uncounted = async () => null;

/** The server of `EVENTSTORE_URL`, whose log should be empty, or the stand-in. */
export async function eventStore(): Promise<BenchServer> {
  const url = process.env['EVENTSTORE_URL'];
  if (url) {
    const stop = async () => undefined;
    return { name: 'the server of EVENTSTORE_URL', url: () => url, calls: uncounted, stop };
  }
  const server = fork(new URL('./stand-in.process.js', import.meta.url));
  const [address] = (await once(server, 'message')) as [string];
  return {
    name: 'the stand-in for EventStoreDB',
    url: () => address,
    calls: async () => {
      const answer = once(server, 'message');
      server.send('calls');
      const [calls] = (await answer) as [Calls];
      return calls;
    },
    stop: async () => {
      server.disconnect();
      await once(server, 'exit');
    },
  };
}

/** The server of `MONGODB_URL`, with new databases, or the test server. */
export async function mongo(): Promise<BenchServer> {
  const server = await startMongo();
  return { name: server.name, url: () => server.database(), calls: uncounted, stop: () => server.stop() };
}
