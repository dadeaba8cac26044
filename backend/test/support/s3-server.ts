import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { GoProgram } from './go-program.js';
import { steadyPort } from './steady-port.js';

export const versitygw = new GoProgram('github.com/versity/versitygw/cmd/versitygw@v1.8.0');

/** A server of S3's protocol, whose buckets are folders. */
export interface S3Server {
  readonly port: number;
  /** A new private bucket, as S3_URL names it. By another port, for a proxy in front. */
  newBucket(port?: number): Promise<string>;
  stop(): Promise<void>;
}

/** Starts versitygw. @throws Error when it can't be installed or does not listen */
export async function startS3Server(): Promise<S3Server> {
  await versitygw.install();
  const folder = await mkdtemp(path.join(tmpdir(), 'footnote-s3-'));
  const [buckets, metadata] = [path.join(folder, 'buckets'), path.join(folder, 'metadata')];
  for (const name of [buckets, metadata]) await mkdir(name);
  const port = await steadyPort();
  const server = spawn(
    versitygw.file,
    ['--port', `127.0.0.1:${port}`, 'posix', '--sidecar', metadata, buckets],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { ROOT_ACCESS_KEY: 'key', ROOT_SECRET_KEY: 'sec/ret' } },
  );
  const ended = once(server, 'exit');
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.once('exit', () => reject(new Error('versitygw ended before it listened')));
    // Reads on after this line: a full pipe would stop the server.
    createInterface(server.stdout).on('line', (line) => {
      if (line.includes('listening on')) resolve();
    });
  });
  let made = 0;
  return {
    port,
    newBucket: async (through = port) => {
      made += 1;
      await mkdir(path.join(buckets, `feet-${made}`));
      return `http://key:sec%2Fret@127.0.0.1:${through}/feet-${made}`;
    },
    stop: async () => {
      server.kill();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
