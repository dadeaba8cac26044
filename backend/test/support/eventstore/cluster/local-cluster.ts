import { steadyPort } from '../../steady-port.js';
import { EventStoreStandIn, type Tls } from '../stand-in.js';
import { Cluster, type NodeHost } from './cluster.js';
import { type NodeMessage, Replica, type Standing } from './replica.js';

/** A node in this process. It freezes as a stand-in does: what arrives waits. */
export class LocalNode implements NodeHost {
  private replica: Replica | null = null;
  private server: EventStoreStandIn | null = null;
  private inbox: Promise<unknown> = Promise.resolve();
  /** What is lost between it and the other nodes, while clients reach it. */
  loses: 'nothing' | 'sent' | 'received' = 'nothing';

  constructor(
    private readonly id: number,
    private readonly ports: readonly number[],
    private readonly cluster: () => Cluster,
    private readonly tls: Tls | null,
  ) {}

  get port(): number {
    return this.ports[this.id] as number;
  }

  /** The running server: its data, calls and faults. */
  get standIn(): EventStoreStandIn {
    if (!this.server) throw new Error('the node does not run');
    return this.server;
  }

  async start(): Promise<void> {
    const { id, ports } = this;
    this.loses = 'nothing';
    this.replica = new Replica({
      id,
      ports,
      lagMs: () => 0,
      send: (to, epoch, message) => {
        if (this.loses !== 'sent') this.cluster().pass(id, to, epoch, message);
      },
      onDeposed: () => void this.restart(),
    });
    this.server = await EventStoreStandIn.asNode(this.port, this.replica, this.tls);
  }

  async kill(): Promise<void> {
    const { server } = this;
    this.replica = null;
    this.server = null;
    await server?.stop();
  }

  freeze(): void {
    this.server?.faults.freeze();
  }

  thaw(): void {
    this.server?.faults.thaw();
  }

  stand(standing: Standing): void {
    this.handle((replica) => replica.stand(standing));
  }

  deliver(from: number, message: NodeMessage): void {
    if (this.loses !== 'received') this.handle((replica) => replica.receive(from, message));
  }

  private handle(work: (replica: Replica) => void): void {
    this.inbox = this.handleAfter(this.inbox, work);
  }

  /** What arrives is handled in order, and not while the node is frozen. */
  private async handleAfter(earlier: Promise<unknown>, work: (replica: Replica) => void): Promise<void> {
    const { replica, server } = this;
    await earlier;
    await server?.faults.passed();
    if (replica && replica === this.replica) work(replica);
  }

  /** A deposed leader ends itself, and a supervisor starts it again. */
  private async restart(): Promise<void> {
    const cluster = this.cluster();
    await cluster.kill(this.id);
    await cluster.startNode(this.id);
  }
}

/** A cluster of three nodes in this process, whose elections the caller triggers. */
export async function startLocalCluster(
  tls: Tls | null = null,
): Promise<{ cluster: Cluster; nodes: readonly LocalNode[] }> {
  const ports = [await steadyPort(), await steadyPort(), await steadyPort()];
  const nodes = ports.map((_, id) => new LocalNode(id, ports, () => cluster, tls));
  const cluster: Cluster = new Cluster(nodes);
  await cluster.start();
  return { cluster, nodes };
}
