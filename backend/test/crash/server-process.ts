import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FolderMailer } from '../../src/infrastructure/mail/folder-mailer.js';
import { TestClock } from '../support/app.js';
import { Browser } from '../support/browser.js';
import { tokenIn } from '../support/mails.js';
import { DEADLINE_MS } from '../support/deadline.js';

const MAIN = path.join(import.meta.dirname, '../../src/main.js');
const PATIENCE_MS = 60_000;

/** How a process ended, and its output. */
export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
  readonly errors: string;
}

/** The server as `npm start` runs it, in its own process. */
export class ServerProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
    /** Resolves when the process has ended. */
    readonly ended: Promise<Ending>,
  ) {}

  /**
   * Starts a server on a free port and waits until it is ready.
   * @param settings environment variables, in addition to those that every test needs
   * @param how `limits` of the process, as options of the shell's `ulimit`, the `program`, by default that of `npm start`, with its
   * `args`, and after how many milliseconds it is killed if it is left behind
   * @throws Error with its output, when it exits before it is ready
   */
  static async start(
    dataDir: string,
    settings: Readonly<Record<string, string>> = {},
    {
      limits = null,
      program = MAIN,
      args = [],
      longestLifeMs = DEADLINE_MS,
    }: {
      readonly limits?: string | null;
      readonly program?: string;
      readonly args?: readonly string[];
      readonly longestLifeMs?: number;
    } = {},
  ): Promise<ServerProcess> {
    const { child, ended } = run(
      { DATA_DIR: dataDir, PORT: '0', RATE_LIMITS: 'off', REBUILD_PRIORITY: 'normal', ...settings },
      [program, ...args],
      { limits, longestLifeMs },
    );
    const listening = new Promise<string>((resolve) => {
      let output = '';
      child.stdout?.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        const url = /listening on (http:\S+)\n/.exec(output)?.[1];
        if (url) resolve(url);
      });
    });
    const url = await Promise.race([
      listening,
      ended.then(({ errors, output }) =>
        Promise.reject(new Error(`the server did not start: ${errors}${output}`)),
      ),
    ]);
    const server = new ServerProcess(child, url, ended);
    await until(
      'the server is ready',
      async () => (await server.browser().get('/health/ready')).status === 200,
    );
    return server;
  }

  /** Sends a signal without waiting. */
  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Kills it, as a power cut would. */
  async kill(): Promise<void> {
    this.signal('SIGKILL');
    await this.ended;
  }

  /** Stops it as an operator would. */
  async stop(): Promise<Ending> {
    this.signal('SIGTERM');
    return this.ended;
  }

  /** A visitor with their own cookie jar. */
  browser(): Browser {
    return new Browser(this);
  }
}

/**
 * Runs a program until it exits: the server with settings that it rejects, or another program.
 * @param program the script and its arguments
 * @param limits of the process, as options of the shell's `ulimit`
 */
export function runToEnd(
  settings: Readonly<Record<string, string>>,
  program: readonly string[] = [MAIN],
  limits: string | null = null,
): Promise<Ending> {
  return run(settings, program, { limits, longestLifeMs: DEADLINE_MS }).ended;
}

/** Waits until a condition holds, for `patienceMs` at most. @throws Error on timeout */
export async function until(
  what: string,
  holds: () => Promise<boolean> | boolean,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  for (const end = Date.now() + patienceMs; !(await holds()); await sleep(10)) {
    if (Date.now() > end) throw new Error(`timed out waiting until ${what}`);
  }
}

/** The token in the verification mail to an address, once a server has stored it in its data folder. */
export async function tokenMailedTo(dataDir: string, address: string): Promise<string> {
  const box = new FolderMailer(path.join(dataDir, 'mail'), { name: '', address }, new TestClock());
  let id: string | undefined;
  await until(`a mail to ${address} arrives`, async () => {
    id = (await box.list(100)).find(({ to }) => to === address)?.id;
    return id !== undefined;
  });
  return tokenIn((id && (await box.read(id))) || undefined);
}

/** Where `npm test` keeps what Node has compiled. */
const { NODE_COMPILE_CACHE } = process.env;
const compileCache: Readonly<Record<string, string>> = NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {};

function run(
  settings: Readonly<Record<string, string>>,
  program: readonly string[],
  { limits, longestLifeMs }: { readonly limits: string | null; readonly longestLifeMs: number },
): { child: ChildProcess; ended: Promise<Ending> } {
  const [command, ...before] = limits
    ? ['sh', '-c', `ulimit ${limits}; exec "$0" "$@"`, process.execPath]
    : [process.execPath];
  const child = spawn(command ?? '', [...before, ...program], {
    env: { NODE_ENV: 'test', LOG_LEVEL: 'error', ...compileCache, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: longestLifeMs,
    killSignal: 'SIGKILL',
  });
  const printed = { output: '', errors: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    printed.output += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    printed.errors += chunk.toString();
  });
  const ended = once(child, 'close').then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
    ...printed,
  }));
  return { child, ended };
}
