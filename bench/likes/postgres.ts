import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { onServerCore } from '../cores.js';

const run = promisify(execFile);
/** Debian's folder for the programs, with one folder for each version. */
const DEBIAN = '/usr/lib/postgresql';
const SETTINGS = {
  listen_addresses: '',
  fsync: 'on',
  synchronous_commit: 'on',
  shared_buffers: '512MB',
  max_wal_size: '4GB',
};
const TRIES = 300;
const PAUSE_MS = 100;

/** A new PostgreSQL server in a new folder, on a Unix socket. */
export interface Postgres {
  readonly version: string;
  /** The settings that its clients need to connect. */
  readonly env: Readonly<Record<string, string>>;
  readonly stop: () => Promise<void>;
}

/**
 * Starts PostgreSQL with its files in `folder`. It syncs every commit.
 * @throws Error that names the missing part
 */
export async function startPostgres(folder: string): Promise<Postgres> {
  const programs = await findPrograms();
  // The socket has its own folder, because its path must be short.
  const sockets = await mkdtemp(path.join(tmpdir(), 'bench-pg-'));
  const data = path.join(folder, 'postgres');
  await mkdir(data);
  const owner = await serverAccount();
  if (owner) for (const owned of [data, sockets]) await chown(owned, owner.uid, owner.gid);
  const options = { ...owner, cwd: '/' };
  await run(
    path.join(programs, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8'],
    options,
  );
  const settings = Object.entries({ ...SETTINGS, unix_socket_directories: sockets }).flatMap(
    ([name, value]) => ['-c', `${name}=${value}`],
  );
  const [command, args] = onServerCore([path.join(programs, 'postgres'), '-D', data, ...settings]);
  const server = spawn(command, args, { ...options, stdio: 'ignore' });
  const ended = once(server, 'close');
  const env = { PGHOST: sockets, PGPORT: '5432', PGUSER: 'postgres', PGDATABASE: 'postgres' };
  const stop = async () => {
    // Ends the remaining sessions, and writes everything to disk.
    server.kill('SIGINT');
    await ended;
    await rm(sockets, { recursive: true, force: true });
  };
  try {
    await accepts(path.join(programs, 'pg_isready'), env);
    const { stdout } = await run(path.join(programs, 'postgres'), ['--version']);
    return { version: stdout.trim(), env, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function findPrograms(): Promise<string> {
  const onPath = await run('pg_config', ['--bindir']).then(
    ({ stdout }) => stdout.trim(),
    () => null,
  );
  const versions = await readdir(DEBIAN).catch(() => []);
  const [newest] = versions.sort((one, other) => Number(other) - Number(one));
  const folder = onPath ?? (newest && path.join(DEBIAN, newest, 'bin'));
  if (!folder) throw new Error('PostgreSQL is not installed (apt-get install postgresql)');
  return folder;
}

/** PostgreSQL refuses to run as root. As root we run it with the account that its package created. */
async function serverAccount(): Promise<{ uid: number; gid: number } | null> {
  if (process.getuid?.() !== 0) return null;
  const idOf = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout);
  return { uid: await idOf('-u'), gid: await idOf('-g') };
}

async function accepts(probe: string, env: Readonly<Record<string, string>>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await run(probe, [], { env });
      return;
    } catch (error) {
      if (tries === TRIES) throw new Error('PostgreSQL did not start', { cause: error });
    }
    await sleep(PAUSE_MS);
  }
}
