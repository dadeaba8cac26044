import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { steadyPort } from '../../steady-port.js';
import { Cluster, type NodeHost } from './cluster.js';
import type { FromNode, ToNode } from './node.process.js';
import type { NodeMessage, Standing } from './replica.js';

/** How long a supervisor takes to start a node again that has ended itself. */
const SUPERVISOR_MS = 1000;

/** A node in a process of its own, which its parent restarts when it ends itself. */
class ProcessNode implements NodeHost {
  private child: ChildProcess | null = null;

  constructor(
    private readonly id: number,
    private readonly ports: readonly number[],
    private readonly cluster: () => Cluster,
  ) {
    // A stopped process does not see that its parent has ended.
    process.once('exit', () => this.child?.kill('SIGKILL'));
  }

  get port(): number {
    return this.ports[this.id] as number;
  }

  async start(): Promise<void> {
    const { id, ports } = this;
    const child = fork(new URL('./node.process.js', import.meta.url), [String(id), ports.join(',')], {
      serialization: 'advanced',
    });
    this.child = child;
    child.once('exit', () => void this.restart(child));
    await new Promise<void>((resolve, reject) => {
      child.once('exit', () => reject(new Error('a node ended before it listened')));
      child.on('message', (sent: FromNode) => {
        if (sent === 'listening') resolve();
        else this.cluster().pass(id, sent.to, sent.epoch, sent.message);
      });
    });
  }

  async kill(): Promise<void> {
    const { child } = this;
    this.child = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  freeze(): void {
    this.child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.child?.kill('SIGCONT');
  }

  stand(standing: Standing): void {
    this.send({ stand: standing });
  }

  deliver(from: number, message: NodeMessage): void {
    this.send({ from, message });
  }

  /** One that ends at this moment takes nothing more. */
  private send(message: ToNode): void {
    this.child?.send(message, () => undefined);
  }

  private async restart(child: ChildProcess): Promise<void> {
    if (child !== this.child) return;
    this.child = null;
    if (child.exitCode !== 0) throw new Error(`a node ended with ${child.exitCode ?? child.signalCode}`);
    const cluster = this.cluster();
    cluster.ended(this.id);
    await sleep(SUPERVISOR_MS);
    await cluster.startNode(this.id);
  }
}

/** A cluster of three nodes in processes of their own. */
export async function startProcessCluster(): Promise<Cluster> {
  const ports = [await steadyPort(), await steadyPort(), await steadyPort()];
  const cluster: Cluster = new Cluster(ports.map((_, id) => new ProcessNode(id, ports, () => cluster)));
  await cluster.start();
  return cluster;
}
