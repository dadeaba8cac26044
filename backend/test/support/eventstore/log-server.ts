import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { EventStoreEventLog } from '../../../src/infrastructure/event-log/eventstore/eventstore-event-log.js';
import { steadyPort } from '../steady-port.js';
import { PATIENT } from './log-on-stand-in.js';

const STAND_IN = fileURLToPath(new URL('./stand-in.process.js', import.meta.url));

/** A log server in processes of its own, which tests may kill, freeze and restart with its data. */
export interface LogServer {
  readonly url: string;
  /** Ends it without notice, as a power cut would. */
  kill(): Promise<void>;
  /** Starts the killed server on its port, with its data, and waits until it answers. */
  restart(): Promise<void>;
  /** Stops it without ending it: connections stay, nothing is answered. {@link thaw} continues it. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

/** The command of `EVENTSTORE_CMD`, which gets a port and a folder and runs a server of EventStoreDB. Null if it is not set. */
export const serverCommand = process.env['EVENTSTORE_CMD'] || null;

/**
 * A new server by the command, or the stand-in.
 * @throws Error when it ends before it answers
 */
export async function startLogServer(folder: string, command = serverCommand): Promise<LogServer> {
  const port = await steadyPort();
  const data = path.join(folder, 'log');
  await mkdir(data, { recursive: true });
  const url = `esdb://127.0.0.1:${port}?tls=false`;
  const [program, ...args] = command
    ? ['sh', '-c', `${command} "$@"`, 'sh', `${port}`, data]
    : [process.execPath, STAND_IN, `${port}`, path.join(data, 'log.ndjson')];
  let child: ChildProcess;
  const launch = async () => {
    // In a group of its own, so that signals reach what a script starts.
    child = spawn(program as string, args, { detached: true, stdio: ['ignore', 'ignore', 'inherit'] });
    await answering(url, child);
  };
  const end = () => signal(child, 'SIGKILL');
  process.once('exit', end);
  await launch();
  const kill = async () => {
    if (hasEnded(child)) return;
    const ended = once(child, 'exit');
    end();
    await ended;
  };
  return {
    url,
    kill,
    restart: launch,
    freeze: () => signal(child, 'SIGSTOP'),
    thaw: () => signal(child, 'SIGCONT'),
    stop: async () => {
      process.off('exit', end);
      await kill();
    },
  };
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

function signal(child: ChildProcess, name: NodeJS.Signals): void {
  if (child.pid !== undefined && !hasEnded(child)) process.kill(-child.pid, name);
}

/** Waits until the server answers, which tries it again and again. */
async function answering(url: string, child: ChildProcess): Promise<void> {
  const log = new EventStoreEventLog(url, { ...PATIENT, readMs: 1000 });
  try {
    while ((await log.head().catch(() => null)) === null) {
      if (hasEnded(child)) throw new Error(`the log server ended with ${child.exitCode ?? child.signalCode}`);
    }
  } finally {
    await log.close();
  }
}
