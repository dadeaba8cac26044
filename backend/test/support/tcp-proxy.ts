import { once } from 'node:events';
import { type Server, type Socket, connect, createServer } from 'node:net';
import { listenOnSteadyPort } from './steady-port.js';

/** Bytes that have arrived on one side of a connection and wait to be forwarded. */
interface Held {
  readonly bytes: Buffer;
  readonly dueAt: number;
}

/**
 * A TCP proxy in front of a local server, for tests of outages. It starts without faults; every fault lasts until {@link TcpProxy.heal}.
 * Faults apply in both directions, to existing and to new connections.
 */
export class TcpProxy {
  private readonly lines = new Set<Line>();
  private listener: Server | null = null;
  private listeningOn = 0;
  private frozen = false;
  private delay = 0;
  /** How many pieces of answers still pass before a freeze. */
  private left = Infinity;

  private constructor(private readonly target: number) {}

  /** A proxy on a free port that forwards everything to `target`, a local port. */
  static async before(target: number): Promise<TcpProxy> {
    const proxy = new TcpProxy(target);
    await proxy.listen();
    return proxy;
  }

  /** The port to connect to. It never changes. */
  get port(): number {
    return this.listeningOn;
  }

  /** Resets the existing connections, with all data in transit. New ones are accepted at once. */
  cut(): void {
    for (const line of this.lines) line.destroy();
  }

  /** Resets the existing connections and refuses new ones. */
  async refuse(): Promise<void> {
    const { listener } = this;
    this.listener = null;
    const closed = new Promise<void>((resolve) => {
      if (listener) listener.close(() => resolve());
      else resolve();
    });
    this.cut();
    await closed;
  }

  /** Keeps every connection, accepts new ones, and forwards nothing. */
  freeze(): void {
    this.frozen = true;
  }

  /** Freezes after so many pieces of answers: a server that hangs in the middle of something. */
  freezeAfter(pieces: number): void {
    this.left = pieces;
  }

  /** Forwards everything `milliseconds` late, in order. */
  slow(milliseconds: number): void {
    this.delay = milliseconds;
  }

  /** Ends every fault. The data held by a freeze is forwarded now. */
  async heal(): Promise<void> {
    this.frozen = false;
    this.left = Infinity;
    this.delay = 0;
    for (const line of this.lines) line.passOn();
    if (!this.listener) await this.listen();
  }

  /** Closes the proxy and every connection through it. */
  async close(): Promise<void> {
    await this.refuse();
  }

  private async listen(): Promise<void> {
    const listener = createServer((near) => {
      const far = connect(this.target, '127.0.0.1');
      const line = new Line(near, far, () => this.fault());
      far.prependListener('data', () => this.countAnswer());
      this.lines.add(line);
      near.once('close', () => this.lines.delete(line));
    });
    if (this.listeningOn === 0) this.listeningOn = await listenOnSteadyPort(listener);
    else {
      listener.listen(this.listeningOn, '127.0.0.1');
      await once(listener, 'listening');
    }
    this.listener = listener;
  }

  private countAnswer(): void {
    if (this.left <= 0) this.frozen = true;
    this.left -= 1;
  }

  private fault(): { frozen: boolean; delay: number } {
    return { frozen: this.frozen, delay: this.delay };
  }
}

/** One connection through the proxy: two sockets and the data waiting between them. */
class Line {
  private readonly ways: { to: Socket; held: Held[]; timer: NodeJS.Timeout | null }[];

  constructor(
    near: Socket,
    far: Socket,
    private readonly fault: () => { frozen: boolean; delay: number },
  ) {
    this.ways = [
      { to: far, held: [], timer: null },
      { to: near, held: [], timer: null },
    ];
    for (const [index, from] of [near, far].entries()) {
      from.setNoDelay(true);
      from.on('data', (bytes) => {
        this.ways[index]?.held.push({ bytes, dueAt: performance.now() + this.fault().delay });
        this.passOn();
      });
      from.on('error', () => this.destroy());
      from.on('close', () => this.destroy());
    }
  }

  /** Forwards the data that is due and schedules the rest. */
  passOn(): void {
    const { frozen } = this.fault();
    if (frozen) return;
    for (const way of this.ways) {
      const now = performance.now();
      while (way.held[0] && way.held[0].dueAt <= now) way.to.write((way.held.shift() as Held).bytes);
      const next = way.held[0];
      if (next && !way.timer) {
        way.timer = setTimeout(
          () => {
            way.timer = null;
            this.passOn();
          },
          Math.ceil(next.dueAt - now),
        );
      }
    }
  }

  /** Resets both sides and drops the data in transit. */
  destroy(): void {
    for (const way of this.ways) {
      way.held = [];
      if (way.timer) clearTimeout(way.timer);
      if (!way.to.destroyed) way.to.resetAndDestroy();
    }
  }
}
