import { execFile } from 'node:child_process';
import { chmod } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { installed } from '../installed.js';
import { type ServerProcess, startServer } from '../server-process.js';
import { startPostgres } from './postgres.js';

const run = promisify(execFile);
const ROOT = path.join(import.meta.dirname, '../../..');
const PEER = path.join(ROOT, 'bench/peers/nest-typeorm-postgres');

/** A running peer, with the versions of its parts. */
export interface Peer extends ServerProcess {
  readonly versions: string;
}

/**
 * Starts the peer on its own PostgreSQL server with its files in `folder`, filled from `rowsFile`. Installs the peer's
 * packages if they are missing.
 * @throws Error that names the missing part
 */
export async function startPeer(folder: string, rowsFile: string): Promise<Peer> {
  await installed(PEER);
  await run(path.join(ROOT, 'node_modules/.bin/tsc'), ['-p', PEER]);
  // PostgreSQL's account must have access to its files.
  await chmod(folder, 0o711);
  const postgres = await startPostgres(folder);
  try {
    const env = { ...postgres.env, NODE_ENV: 'production', PORT: '0' };
    await run(process.execPath, [path.join(PEER, 'dist/fill.js'), rowsFile], { env });
    const server = await startServer([path.join(PEER, 'dist/main.js')], env);
    const stop = async () => {
      await server.stop();
      await postgres.stop();
    };
    return { ...server, stop, versions: postgres.version };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}
