import { lookup } from 'node:dns/promises';
import { setMaxListeners } from 'node:events';
import { readFileSync } from 'node:fs';
import type { EventStoreDBClient } from '@eventstore/db-client';
import gossipGrpc from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import type { GossipClient } from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossipPb from '@eventstore/db-client/generated/gossip_pb.js';
import type { MemberInfo } from '@eventstore/db-client/generated/gossip_pb.js';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import { type ChannelCredentials, credentials, status } from '@grpc/grpc-js';
import type { Timer } from '../../../kernel/timer.js';
import { type LogAddress, addressIn } from './eventstore-client.js';

/** How long a node may take to say who leads, and the pause before it is asked again. */
const ASK_MS = 500;
const PAUSE_MS = 50;
/** How often the nodes behind a name are looked up during a search. */
const LOOKUP_MS = 500;
const { LEADER } = gossipPb.MemberInfo.VNodeState;

/** What a node says of a member. */
interface Member {
  /** `host:port`, as the cluster announces it. */
  readonly node: string;
  readonly leads: boolean;
}

/**
 * The nodes of a URL with several hosts, or with a name for them. In place of the client's own discovery, which takes a
 * follower while nobody leads and waits seconds for a frozen node: a search that asks all nodes at once until one says
 * itself that it leads. What the others say of it may be out of date, so it only adds a node to be asked.
 */
export class EventStoreCluster {
  private readonly nodes = new WeakMap<EventStoreDBClient, string>();
  /** Those of the client itself, which it does not show. */
  private readonly credentials: ChannelCredentials;

  /** The cluster of a URL; null for a URL with one host. @throws TypeError for an invalid URL */
  static of(url: string, timer: Timer): EventStoreCluster | null {
    const address = addressIn(url);
    return address.isName || address.hosts.length > 1 ? new EventStoreCluster(address, timer) : null;
  }

  private constructor(
    private readonly address: LogAddress,
    private readonly timer: Timer,
  ) {
    const { options } = address;
    const bytesOf = (name: string) => {
      const file = options.get(name);
      return file === null ? null : readFileSync(file);
    };
    this.credentials =
      options.get('tls') === 'false'
        ? credentials.createInsecure()
        : credentials.createSsl(bytesOf('tlscafile'), bytesOf('userkeyfile'), bytesOf('usercertfile'));
  }

  /**
   * Makes a client connect to the leader only. Its calls then demand that the leader answers them, unless they say
   * otherwise: a follower would forward appends, if need be to a dead leader, and answers reads late.
   *
   * @param retired ends the search when the client is given up
   */
  bind(client: EventStoreDBClient, retired: AbortSignal): void {
    const callArguments = client['callArguments'];
    client['callArguments'] = ({ requiresLeader = true, ...base }, options) =>
      callArguments({ ...base, requiresLeader }, options);
    // The client caches a failure, so this does not fail: without a leader, calls wait for one until their deadline.
    client['resolveUri'] = async () => {
      this.nodes.delete(client);
      const leader = await this.search(client, retired);
      this.nodes.set(client, leader);
      return leader;
    };
  }

  /** Resolves when another node than that of the client says that it leads. Rejects when `signal` is aborted. */
  async moved(client: EventStoreDBClient, signal: AbortSignal): Promise<void> {
    const node = this.nodes.get(client);
    // A client without a node is searching.
    if (node === undefined) throw new Error('the client is not connected');
    await this.search(client, signal, node);
  }

  /** Asks all nodes until one other than `besides` says that it leads. */
  private async search(client: EventStoreDBClient, signal: AbortSignal, besides?: string): Promise<string> {
    const found = new AbortController();
    const over = AbortSignal.any([signal, found.signal]);
    setMaxListeners(0, over);
    const asked = new Set<string>();
    try {
      return await new Promise((resolve, reject) => {
        over.addEventListener('abort', () => reject(over.reason as Error));
        over.throwIfAborted();
        const ask = (node: string) => {
          if (asked.has(node)) return;
          asked.add(node);
          const heard = (members: readonly Member[]) => {
            for (const leader of members.filter(({ leads }) => leads).map((member) => member.node)) {
              if (leader !== node) ask(leader);
              else if (leader !== besides) resolve(leader);
            }
          };
          // The call that waits for a leader is then refused for the same reason, and says so.
          const refused = () => resolve(node);
          void this.keepAsking(node, client, over, { heard, refused });
        };
        void this.keepLookingUp(over, ask);
      });
    } finally {
      found.abort();
    }
  }

  private async keepLookingUp(over: AbortSignal, ask: (node: string) => void): Promise<void> {
    while (!over.aborted) {
      for (const node of await this.lookUp()) if (!over.aborted) ask(node);
      await this.timer.pause(LOOKUP_MS, over);
    }
  }

  /** The nodes of the URL as `host:port`; those behind a name as far as it is known now. */
  private async lookUp(): Promise<string[]> {
    const { hosts, isName } = this.address;
    if (!isName) return hosts.map(({ host, port }) => `${host}:${port}`);
    const [{ host, port }] = hosts;
    const found = await lookup(host, { all: true }).catch(() => []);
    return found.map(({ address, family }) => `${family === 6 ? `[${address}]` : address}:${port}`);
  }

  /** Asks one node who leads, over a new connection after each failure, until it refuses our login. */
  private async keepAsking(
    node: string,
    client: EventStoreDBClient,
    over: AbortSignal,
    { heard, refused }: { heard: (members: readonly Member[]) => void; refused: () => void },
  ): Promise<void> {
    while (!over.aborted) {
      const gossip = new gossipGrpc.GossipClient(node, this.credentials, this.channelOptions());
      try {
        while (!over.aborted) {
          heard(await membersOf(gossip, client, over));
          await this.timer.pause(PAUSE_MS, over);
        }
      } catch (error) {
        // One that is away is asked again.
        if ((error as { code?: number }).code === status.UNAUTHENTICATED) refused();
      } finally {
        gossip.close();
      }
      await this.timer.pause(PAUSE_MS, over);
    }
  }

  private channelOptions(): Record<string, string | number> {
    const { hosts, isName } = this.address;
    return {
      // A connection of its own, which no earlier failure holds back.
      'grpc.use_local_subchannel_pool': 1,
      // The certificates of nodes behind a name have that name.
      ...(isName && { 'grpc.ssl_target_name_override': hosts[0].host }),
    };
  }
}

/** What a node says of the cluster, itself included. */
function membersOf(gossip: GossipClient, client: EventStoreDBClient, over: AbortSignal): Promise<Member[]> {
  const [metadata, options] = client['callArguments']({ requiresLeader: false, deadline: ASK_MS });
  return new Promise((resolve, reject) => {
    const cancel = () => call.cancel();
    const call = gossip.read(new sharedPb.Empty(), metadata, options, (error, answer) => {
      over.removeEventListener('abort', cancel);
      if (error) reject(error);
      else resolve(answer.getMembersList().map(memberOf));
    });
    over.addEventListener('abort', cancel);
  });
}

function memberOf(info: MemberInfo): Member {
  const endPoint = info.getHttpEndPoint();
  return {
    node: `${endPoint?.getAddress().toLowerCase()}:${endPoint?.getPort()}`,
    leads: info.getIsAlive() && info.getState() === LEADER,
  };
}
