import { EventStoreDBClient } from '@eventstore/db-client';

/** The keep-alive interval, unless the URL sets one. */
const KEEP_ALIVE_MS = 10_000;

const WRONG_ADDRESS =
  'the address of the event log must be esdb://[user:password@]host[:port][,host[:port]…][?option=value], with special characters of the password encoded';

/**
 * A client without its own batches of appends: all clients of a process share one table of pending batches, so when one
 * connection breaks, the batches of all clients fail, and a late response crashes the process. Its batches also have no
 * deadline and need a probe of the server whose failure is cached forever. AppendCall does without all of this.
 *
 * @param number distinguishes clients of one URL, so that each has its own connection
 * @throws TypeError for an invalid URL, or options that the client would ignore silently
 */
export function openClient(url: string, number: number): EventStoreDBClient {
  const { server, options } = addressIn(url);
  // Clients with equal options share their TCP connections. A new client needs its own, so this option differs slightly.
  const interval = Number(options.get('keepaliveinterval') ?? KEEP_ALIVE_MS);
  options.set('keepaliveinterval', String(interval < 0 ? interval : interval + number));
  try {
    const client = EventStoreDBClient.connectionString(`${server}?${String(options).replaceAll('+', '%20')}`);
    client['supports'] = async () => false;
    return client;
  } catch (error) {
    // The client's own error contains the URL with its password.
    // oxlint-disable-next-line preserve-caught-error
    throw new TypeError(
      error instanceof Error && !('connectionString' in error) ? error.message : WRONG_ADDRESS,
    );
  }
}

/** The parts of the URL of a log. */
export interface LogAddress {
  /** Scheme, credentials and hosts, as the client takes them. */
  readonly server: string;
  readonly hosts: readonly [Host, ...Host[]];
  /** Whether the host is a name for all nodes of a cluster (`esdb+discover`). */
  readonly isName: boolean;
  /** By names in lower case. */
  readonly options: URLSearchParams;
}

interface Host {
  readonly host: string;
  readonly port: number;
}

const DEFAULT_PORT = 2113;

/**
 * Reads a URL. Rejects what the client would ignore silently. No message contains the URL.
 * @throws TypeError
 */
export function addressIn(url: string): LogAddress {
  const address = url.trim().replace(/^(?:kurrentdb|kdb)(\+discover)?:/, 'esdb$1:');
  const [, server = '', discover, login, list = '', query = ''] =
    /^(esdb(\+discover)?:\/\/([^@/?:]+:[^@/?:]+@)?([^@?/]+))\/*(?:\?(.*))?$/.exec(address) ?? [];
  const hosts = list.split(',').map(hostIn) as [Host, ...Host[]];
  // Option names are case-insensitive.
  const given = [...new URLSearchParams(query)].map(([name, value]): [string, string] => [
    name.toLowerCase(),
    value,
  ]);
  const options = new URLSearchParams(given);
  if (options.get('tls') === 'false' && login) {
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
  if ((options.get('nodepreference') ?? 'leader').toLowerCase() !== 'leader') {
    throw new TypeError('nodePreference has no effect: the leader of the cluster answers all reads');
  }
  if (discover && hosts.length > 1) {
    throw new TypeError('esdb+discover takes one name for all nodes: list several hosts with esdb://');
  }
  return { server, hosts, isName: Boolean(discover), options };
}

/** A host with or without a port. @throws TypeError if it is neither: the client would take some of them */
function hostIn(text: string): Host {
  const [, host, port = DEFAULT_PORT] = /^([^:\s]+)(?::(\d{1,5}))?$/.exec(text.trim()) ?? [];
  if (!host) throw new TypeError(WRONG_ADDRESS);
  return { host: host.toLowerCase(), port: Number(port) };
}

/** Ends all streams of a client and closes its channel. The client itself never closes the channel. */
export async function release(client: EventStoreDBClient): Promise<void> {
  await client.dispose().catch(() => undefined);
  await client['getChannel']()
    .then((channel) => channel.close())
    .catch(() => undefined);
}
