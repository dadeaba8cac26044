import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { GoProgram } from '../go-program.js';

export const stripeMock = new GoProgram('github.com/stripe/stripe-mock@v0.203.0');

/** Stripe's own test server, which checks each request against Stripe's published schema and answers with samples. */
export interface StripeMock {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts it on a free port. Go builds it on first use.
 * @throws Error when Go is missing or the module can't be downloaded
 */
export async function startStripeMock(): Promise<StripeMock> {
  await stripeMock.install();
  // It has no option to leave HTTPS out. Its schema is older than our version, and the newest there is: no version check.
  const addresses = ['-http-addr', '127.0.0.1:0', '-https-addr', '127.0.0.1:0'];
  const server = spawn(stripeMock.file, addresses, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(server, 'exit');
  const address = await new Promise<string>((resolve, reject) => {
    server.once('error', reject);
    server.once('exit', () => reject(new Error('stripe-mock ended before it listened')));
    // Reads on after this line: a full pipe would stop the server.
    createInterface(server.stdout).on('line', (line) => {
      const [, found] = /Listening for HTTP at address: (\S+)/.exec(line) ?? [];
      if (found) resolve(found);
    });
  });
  return {
    url: `http://${address}`,
    stop: async () => {
      server.kill();
      await ended;
    },
  };
}
