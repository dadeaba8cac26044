import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { type Server, createServer } from 'node:net';

/** Systems assign ports above these to servers without a fixed port, and to outgoing connections. */
const FIRST = 20_000;
const BEYOND_LAST = 32_768;
const TRIES = 100;

/**
 * Listens on a local port that no other process takes by chance while its owner is down for a moment; returns the port.
 * @throws Error when no port is free
 */
export async function listenOnSteadyPort(server: Server): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    const port = randomInt(FIRST, BEYOND_LAST);
    try {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
      return port;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || attempt === TRIES) throw error;
    }
  }
}

/** Such a port for a program that restarts on the same port. */
export async function steadyPort(): Promise<number> {
  const server = createServer();
  const port = await listenOnSteadyPort(server);
  server.close();
  await once(server, 'close');
  return port;
}
