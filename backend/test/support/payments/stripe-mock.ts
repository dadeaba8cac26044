import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What to do when the tests find no Go. */
export const NEEDS_GO = 'The tests on stripe-mock need Go: install it, version 1.22 or newer';

const VERSION = 'v0.203.0';
const CACHE = path.resolve(import.meta.dirname, '../../../../../.cache/stripe-mock');
const FOLDER = path.join(CACHE, VERSION);

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
  await installStripeMock();
  const program = path.join(FOLDER, process.platform === 'win32' ? 'stripe-mock.exe' : 'stripe-mock');
  // It has no option to leave HTTPS out. Its schema is older than our version, and the newest there is: no version check.
  const addresses = ['-http-addr', '127.0.0.1:0', '-https-addr', '127.0.0.1:0'];
  const server = spawn(program, addresses, { stdio: ['ignore', 'pipe', 'inherit'] });
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

/** Builds it in a folder that is then renamed, because test files run at the same time. */
export async function installStripeMock(): Promise<void> {
  if (existsSync(FOLDER)) return;
  await mkdir(CACHE, { recursive: true });
  const draft = await mkdtemp(path.join(CACHE, 'draft-'));
  try {
    await run('go', ['install', `github.com/stripe/stripe-mock@${VERSION}`], {
      env: { ...process.env, GOBIN: draft },
    });
    await rename(draft, FOLDER);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (existsSync(FOLDER)) return;
    const { code, stderr } = error as { code?: string | number; stderr?: string };
    const reason = code === 'ENOENT' ? 'go is not installed' : `go install failed: ${stderr ?? ''}`;
    throw new Error(`${NEEDS_GO}: ${reason}`, { cause: error });
  }
}
