import { once } from 'node:events';
import { type Socket, connect } from 'node:net';

export interface Answer {
  readonly status: number;
  readonly body: string;
}

const BORDER = '\r\n\r\n';

/**
 * A keep-alive connection for one request at a time. It parses only the HTTP that the measured servers write: the client
 * shares the machine with them, so it must be cheap.
 */
export class KeepAlive {
  private received: Buffer = Buffer.alloc(0);
  private settle: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | null = null;

  private constructor(
    private readonly socket: Socket,
    private readonly host: string,
    private readonly network: string | null,
  ) {
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.receive(chunk));
    socket.on('error', (error) => this.fail(error));
    socket.on('close', () => this.fail(new Error('the server closed the connection')));
  }

  /** @param network the address that a proxy before the server says it is called from */
  static async to(url: string, network: string | null = null): Promise<KeepAlive> {
    const { host, hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    return new KeepAlive(socket, host, network);
  }

  /** Sends a request without a body, like a page of the server. `token` is a session token. */
  send(method: 'GET' | 'POST' | 'DELETE', path: string, token: string | null = null): Promise<Answer> {
    const cookie = token === null ? '' : `\r\ncookie: session=${token}`;
    const from = this.network === null ? '' : `\r\nx-forwarded-for: ${this.network}`;
    const length = method === 'POST' ? '\r\ncontent-length: 0' : '';
    this.socket.write(
      `${method} ${path} HTTP/1.1\r\nhost: ${this.host}\r\norigin: http://${this.host}${cookie}${from}${length}${BORDER}`,
    );
    return new Promise((resolve, reject) => {
      this.settle = { resolve, reject };
    });
  }

  close(): void {
    this.settle = null;
    this.socket.destroy();
  }

  private receive(chunk: Buffer): void {
    this.received = this.received.length === 0 ? chunk : Buffer.concat([this.received, chunk]);
    const border = this.received.indexOf(BORDER);
    if (border < 0) return;
    const head = this.received.toString('latin1', 0, border);
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    if (length === undefined) return this.fail(new Error(`a response without a length: ${head}`));
    const begin = border + BORDER.length;
    const end = begin + Number(length);
    if (this.received.length < end) return;
    const body = this.received.toString('utf8', begin, end);
    this.received = this.received.subarray(end);
    const { settle } = this;
    this.settle = null;
    settle?.resolve({ status: Number(head.slice(9, 12)), body });
  }

  private fail(error: Error): void {
    this.settle?.reject(error);
    this.settle = null;
  }
}
