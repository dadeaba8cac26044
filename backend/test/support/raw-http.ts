import { once } from 'node:events';
import { type Socket, connect } from 'node:net';

/** What a server sent on a connection. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** A connection to the server at `url`, for requests that no HTTP client would send. */
export function connectionTo(url: string): Socket {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  // A server may reset the connection after its answer.
  socket.on('error', () => undefined);
  return socket;
}

/** All that the server sends until it closes the connection. */
export async function answerOn(socket: Socket): Promise<RawAnswer> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(socket, 'close');
  const [head = '', body = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n');
  const [status = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  return { status: Number(status.split(' ')[1]), headers: new Headers(headers), body };
}
