import { EventStoreDBClient } from '@eventstore/db-client';

/** How often an idle connection is tried, unless the address says otherwise. */
const KEEP_ALIVE_MS = 10_000;

const WRONG_ADDRESS =
  'the address of the event log must be esdb://[user:password@]host[:port][?option=value], with special characters of the password encoded';

/**
 * A client that appends one call at a time. Its batches would be faster, but all clients of a process share one table of the batches under
 * way: when the connection of one breaks, the batches of all are told that they failed, and an answer that comes later ends the process.
 * They also have no deadline, and need a probe of the server whose failure is remembered for ever.
 *
 * @param generation tells clients of one address apart, so that each has a connection of its own
 * @throws TypeError when the address is wrong or asks for what the client would leave out in silence
 */
export function openClient(url: string, generation: number): EventStoreDBClient {
  const { server, options } = checked(url);
  // Clients with the same options share their TCP connections; a new one is to have its own, and this option is the least to differ in.
  const interval = Number(options.get('keepaliveinterval') ?? KEEP_ALIVE_MS);
  options.set('keepaliveinterval', String(interval < 0 ? interval : interval + generation));
  try {
    const client = EventStoreDBClient.connectionString(`${server}?${String(options).replaceAll('+', '%20')}`);
    client['supports'] = async () => false;
    return client;
  } catch (error) {
    // The client's own error carries the address, with its password.
    // oxlint-disable-next-line preserve-caught-error
    throw new TypeError(
      error instanceof Error && !('connectionString' in error) ? error.message : WRONG_ADDRESS,
    );
  }
}

/** The server and the options of an address, refused when the client would leave out a part in silence. No message repeats the address. */
function checked(url: string): { server: string; options: URLSearchParams } {
  const address = url.trim().replace(/^kurrentdb(\+discover)?:/, 'esdb$1:');
  const [, server, credentials, query = ''] =
    /^(esdb(?:\+discover)?:\/\/([^@/?:]+:[^@/?:]+@)?[^@?/]+)\/*(?:\?(.*))?$/.exec(address) ?? [];
  if (!server) throw new TypeError(WRONG_ADDRESS);
  // The client finds its options in any case.
  const given = [...new URLSearchParams(query)].map(([name, value]): [string, string] => [
    name.toLowerCase(),
    value,
  ]);
  const options = new URLSearchParams(given);
  if (options.get('tls') === 'false' && credentials) {
    throw new TypeError(
      'the address of the event log holds a password that would not be sent: tls=false drops it',
    );
  }
  if (options.get('tlsverifycert') === 'false') {
    throw new TypeError('tlsVerifyCert=false has no effect: name the certificate authority with tlsCAFile');
  }
  if (options.get('throwonappendfailure') === 'false') {
    throw new TypeError('throwOnAppendFailure=false would report revisions that are not there');
  }
  return { server, options };
}

/** Ends every stream of a client and closes its channel, which the client itself never does. */
export async function release(client: EventStoreDBClient): Promise<void> {
  await client.dispose().catch(() => undefined);
  await client['getChannel']()
    .then((channel) => channel.close())
    .catch(() => undefined);
}
