import { once } from 'node:events';
import { type Server as Listener, type Socket, createServer } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { setTimeout as sleep } from 'node:timers/promises';
import featuresGrpc from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import gossipGrpc from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { Server, ServerCredentials, type ServiceDefinition, type ServiceError } from '@grpc/grpc-js';
import { listenOnSteadyPort } from '../steady-port.js';
import { gossipService } from './cluster/gossip-service.js';
import type { Replica } from './cluster/replica.js';
import { EventDatabase } from './event-database.js';
import { Faults } from './faults.js';
import { Journal } from './journal.js';
import { Calls, type Served } from './served.js';
import type { Expectation, Outcome, ProposedEvent } from './stored-event.js';
import { featuresService, streamsService } from './streams-service.js';

/** The number of concurrent calls per connection; later calls wait. */
const MOST_STREAMS = 100;

/** A private key and its certificate. */
export interface Tls {
  readonly key: string;
  readonly cert: string;
}

/**
 * A server on the loopback interface that speaks enough of EventStoreDB's protocol to test a client over the network: appends, reads,
 * subscriptions, and faults on demand. It keeps its data in memory, also over restarts, or in a file. It proves nothing about the real server.
 */
export class EventStoreStandIn {
  readonly faults = new Faults();
  /**
   * The number of calls of each kind: append, batchAppend, batchCall, batchRefused, read, subscribe, getSupportedMethods; caughtUp, dropped, and
   * arrivedRead for reads and subscriptions that a frozen server has not started.
   */
  readonly calls = new Calls();
  /** The number of connections ever made. */
  connections = 0;
  private readonly sockets = new Set<Socket>();
  private server: Server | null = null;
  private listener: Listener | null = null;
  private listeningOn = 0;

  private constructor(
    private readonly tls: Tls | null,
    readonly database: EventDatabase,
    private readonly replica: Replica | null = null,
  ) {}

  /** A running stand-in on a free port; with a key and a certificate it speaks TLS. */
  static async start(tls: Tls | null = null): Promise<EventStoreStandIn> {
    const standIn = new EventStoreStandIn(tls, new EventDatabase());
    await standIn.listen();
    return standIn;
  }

  /** A running stand-in on this port whose data is in a file, so that a new process continues after the death of this one. */
  static async onFile(port: number, file: string): Promise<EventStoreStandIn> {
    const standIn = new EventStoreStandIn(null, new EventDatabase(Journal.open(file)));
    standIn.listeningOn = port;
    await standIn.listen();
    return standIn;
  }

  /** A running node of a cluster, with the data of its replica. */
  static async asNode(port: number, replica: Replica, tls: Tls | null = null): Promise<EventStoreStandIn> {
    const standIn = new EventStoreStandIn(tls, replica.database, replica);
    standIn.listeningOn = port;
    await standIn.listen();
    return standIn;
  }

  /** The port, which stays the same over restarts. */
  get port(): number {
    return this.listeningOn;
  }

  /** The connection string for clients. */
  get url(): string {
    return `esdb://127.0.0.1:${this.port}?tls=false`;
  }

  /** Cuts every connection; new ones are accepted. */
  cut(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  /** Stops: every connection is cut, new ones are refused. */
  async stop(): Promise<void> {
    const { listener, server } = this;
    this.faults.thaw();
    if (!listener || !server) return;
    this.listener = null;
    const closed = once(listener, 'close');
    listener.close();
    this.cut();
    await closed;
    server.forceShutdown();
  }

  /** Starts again after {@link stop}, on the same port with the same data. */
  async resume(): Promise<void> {
    this.database.restarted();
    await this.listen();
  }

  /** Stops and starts again. */
  async restart(): Promise<void> {
    await this.stop();
    await this.resume();
  }

  private async commit(
    stream: string,
    expected: Expectation,
    events: readonly ProposedEvent[],
  ): Promise<Outcome | ServiceError | null> {
    if (this.replica) return this.replica.append(stream, expected, events);
    const outcome = this.database.append(stream, expected, events);
    const { leavesOutPositions, cutAfterCommit } = this.faults;
    if (cutAfterCommit === 0)
      return outcome.written && leavesOutPositions ? { ...outcome, position: null } : outcome;
    this.faults.cutAfterCommit -= 1;
    this.cut();
    return null;
  }

  private async listen(): Promise<void> {
    const server = new Server({ 'grpc.max_concurrent_streams': MOST_STREAMS });
    const streams = streamsGrpc.StreamsService as unknown as ServiceDefinition;
    // Readers get the bytes that were encoded when the event was written.
    const raw = { ...streams, read: { ...streams['read'], responseSerialize: (frame: Buffer) => frame } };
    const served: Served = {
      database: this.database,
      faults: this.faults,
      calls: this.calls,
      refusal: () => this.replica?.refusal() ?? null,
      cut: () => this.cut(),
      commit: (stream, expected, events) => this.commit(stream, expected, events),
    };
    server.addService(raw as ServiceDefinition, streamsService(served));
    server.addService(
      featuresGrpc.ServerFeaturesService as unknown as ServiceDefinition,
      featuresService(served),
    );
    if (this.replica) {
      const gossip = gossipGrpc.GossipService as unknown as ServiceDefinition;
      server.addService(gossip, gossipService(served, this.replica));
    }
    const injector = server.createConnectionInjector(ServerCredentials.createInsecure());
    const accept = (socket: Socket) => {
      this.connections += 1;
      this.sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.once('close', () => this.sockets.delete(socket));
      injector.injectConnection(socket);
    };
    const listener = this.tls
      ? createTlsServer({ ...this.tls, ALPNProtocols: ['h2'] }, accept)
      : createServer(accept);
    if (this.listeningOn === 0) this.listeningOn = await listenOnSteadyPort(listener);
    else await listenAgain(listener, this.listeningOn);
    this.server = server;
    this.listener = listener;
  }
}

const TRIES = 100;
const PAUSE_MS = 50;

/** Listens on its earlier port: another test may have used it for a moment. */
async function listenAgain(listener: Listener, port: number): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      listener.listen(port, '127.0.0.1');
      await once(listener, 'listening');
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || attempt === TRIES) throw error;
      await sleep(PAUSE_MS);
    }
  }
}
