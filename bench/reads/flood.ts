import { once } from 'node:events';
import { connect } from 'node:net';

const BORDER = '\r\n\r\n';

/** What a client asks for again and again. */
export interface Ask {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Sends the same request on many connections for some time, one at a time on each. Returns the number of answers. The
 * client reads of each answer only its length: it shares the machine with the server. Adds the milliseconds of each answer
 * to `times`.
 */
export async function flood(
  url: string,
  ask: Ask,
  connections: number,
  milliseconds: number,
  times: number[] | null = null,
): Promise<number> {
  const end = performance.now() + milliseconds;
  const counts = await Promise.all(Array.from({ length: connections }, () => askAgain(url, ask, end, times)));
  return counts.reduce((sum, count) => sum + count, 0);
}

async function askAgain(
  url: string,
  { path, headers = {} }: Ask,
  end: number,
  times: number[] | null,
): Promise<number> {
  const { host, hostname, port } = new URL(url);
  const fields = Object.entries({ host, ...headers }).map(([name, value]) => `\r\n${name}: ${value}`);
  const request = `GET ${path} HTTP/1.1${fields.join('')}${BORDER}`;
  const socket = connect(Number(port), hostname).setNoDelay(true);
  await once(socket, 'connect');
  return new Promise((resolve, reject) => {
    let [count, missing, sent] = [0, 0, performance.now()];
    let head: Buffer = Buffer.alloc(0);
    socket.on('error', reject);
    socket.on('data', (chunk: Buffer) => {
      if (missing > 0) missing -= chunk.length;
      else {
        head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
        const length = lengthOf(head);
        if (length === 0) return;
        missing = length - head.length;
        head = Buffer.alloc(0);
      }
      if (missing > 0) return;
      count += 1;
      const now = performance.now();
      times?.push(now - sent);
      sent = now;
      if (now < end) socket.write(request);
      else {
        socket.destroy();
        resolve(count);
      }
    });
    socket.write(request);
  });
}

/** The length of an answer with its head; 0 while the head is not complete. */
function lengthOf(received: Buffer): number {
  const border = received.indexOf(BORDER);
  if (border < 0) return 0;
  const head = received.toString('latin1', 0, border);
  const status = head.slice(9, 12);
  if (status !== '200' && status !== '304') throw new Error(`an answer with ${status}`);
  const body = status === '304' ? 0 : Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]);
  return border + BORDER.length + body;
}
