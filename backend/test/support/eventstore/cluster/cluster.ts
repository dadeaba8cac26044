import { News } from '../../waits.js';
import type { NodeMessage, Standing } from './replica.js';

/** One node as the cluster runs it: in this process or in one of its own. */
export interface NodeHost {
  readonly port: number;
  /** Starts it without data; what others have, it gets from the leader. */
  start(): Promise<void>;
  /** Ends it without notice. */
  kill(): Promise<void>;
  /** Stops it without ending it: connections stay, nothing is answered. */
  freeze(): void;
  thaw(): void;
  stand(standing: Standing): void;
  deliver(from: number, message: NodeMessage): void;
}

interface Member {
  readonly host: NodeHost;
  isAlive: boolean;
  isFrozen: boolean;
  /** How many events it has, as far as it has said. */
  length: number;
}

/**
 * Three nodes or more, of which one leads. Passes on what nodes send to each other, and decides who leads when it is told to
 * ({@link elect}); what belongs to an earlier election is dropped. It proves nothing about elections of a real cluster.
 */
export class Cluster {
  private readonly members: Member[];
  private epoch = 0;
  private elected: number | null = null;
  private hasResigned = false;
  private readonly news = new News();

  constructor(hosts: readonly NodeHost[]) {
    this.members = hosts.map((host) => ({ host, isAlive: false, isFrozen: false, length: 0 }));
  }

  /** The address for clients. */
  get url(): string {
    return `esdb://${this.members.map(({ host }) => `127.0.0.1:${host.port}`).join(',')}?tls=false`;
  }

  /** The node that was elected last, dead or alive. */
  get leader(): number {
    return this.elected ?? 0;
  }

  /** Whether all nodes are alive and have what the leader has acknowledged. */
  get isWhole(): boolean {
    const followers = this.members.filter((_, id) => id !== this.elected);
    const most = Math.max(...followers.map(({ length }) => length));
    return followers.every(({ isAlive, isFrozen, length }) => isAlive && !isFrozen && length === most);
  }

  /** Waits until all nodes are alive and have the same. */
  async whole(): Promise<void> {
    await this.news.until('all nodes to have the same', () => this.isWhole);
  }

  /** Starts all nodes and elects the first leader. */
  async start(): Promise<void> {
    await Promise.all(this.members.map((_, id) => this.startNode(id)));
    this.elect();
  }

  /** Starts a node that was killed, or has ended itself. */
  async startNode(id: number): Promise<void> {
    const member = this.member(id);
    member.length = 0;
    await member.host.start();
    member.isAlive = true;
    this.announce();
  }

  async kill(id: number): Promise<void> {
    this.ended(id);
    await this.member(id).host.kill();
  }

  /** A node has ended itself. */
  ended(id: number): void {
    Object.assign(this.member(id), { isAlive: false, isFrozen: false });
  }

  freeze(id: number): void {
    this.member(id).isFrozen = true;
    this.member(id).host.freeze();
  }

  thaw(id: number): void {
    this.member(id).isFrozen = false;
    this.member(id).host.thaw();
    this.news.tell();
  }

  /** The leader steps down, and takes no appends until the next election. */
  resign(): void {
    this.hasResigned = true;
    this.announce();
  }

  /** Elects the node with the longest log, but not the leader of before. @throws Error without a majority */
  elect(): number {
    const able = [...this.members.keys()].filter(
      (id) => this.member(id).isAlive && !this.member(id).isFrozen,
    );
    if (able.length <= this.members.length / 2) throw new Error('there is no majority');
    const candidates = able
      .filter((id) => id !== this.elected)
      .toSorted((one, other) => this.member(other).length - this.member(one).length);
    this.epoch += 1;
    this.hasResigned = false;
    this.elected = candidates[0] as number;
    this.announce();
    return this.elected;
  }

  /** Passes on a message of a node. */
  pass(from: number, to: number, epoch: number, message: NodeMessage): void {
    if (epoch !== this.epoch) return;
    if ('length' in message) this.member(from).length = message.length;
    this.news.tell();
    if (this.member(to).isAlive) this.member(to).host.deliver(from, message);
  }

  async stop(): Promise<void> {
    await Promise.all([...this.members.keys()].map((id) => this.kill(id)));
  }

  private announce(): void {
    const { epoch } = this;
    const leader = this.hasResigned ? null : this.elected;
    const alive = this.members.map(({ isAlive, isFrozen }) => isAlive && !isFrozen);
    for (const { host, isAlive } of this.members) if (isAlive) host.stand({ epoch, leader, alive });
    this.news.tell();
  }

  private member(id: number): Member {
    return this.members[id] as Member;
  }
}
