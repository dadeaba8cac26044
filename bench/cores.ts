import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The cores of both sides while they are pinned. */
let cores: { readonly servers: string; readonly all: string } | null = null;

/**
 * From now on, servers run on one core with all their threads, and this process, which generates the load, on another one:
 * so neither takes time of the other. Returns what it did: without `taskset` or a second core it does nothing.
 */
export function pinSides(): string {
  const all = allowedCores();
  // The first and the last core are never two halves of one, where there are more than two.
  const [servers, generator] = [/^\d+/.exec(all)?.[0], /\d+$/.exec(all)?.[0]];
  if (!servers || !generator || servers === generator) {
    return 'not pinned: there is one core, or this is not Linux';
  }
  try {
    moveTo(generator);
  } catch {
    return 'not pinned: there is no taskset';
  }
  cores = { servers, all };
  return `pinned: servers on core ${servers}, the generator on core ${generator}`;
}

/** Gives this process and the servers that it starts next all cores again. */
export function unpinSides(): void {
  if (!cores) return;
  moveTo(cores.all);
  cores = null;
}

/** The command that starts a server on its core. It stays one process: `taskset` becomes the program. */
export function onServerCore(command: readonly string[]): [string, string[]] {
  const [program = '', ...args] = cores ? ['taskset', '-c', cores.servers, ...command] : command;
  return [program, args];
}

/** All threads of this process; what it starts without {@link onServerCore} stays beside it. */
function moveTo(list: string): void {
  execFileSync('taskset', ['-a', '-p', '-c', list, String(process.pid)], { stdio: 'ignore' });
}

/** As Linux writes them: `0-1`, `0,2-3`; empty on other systems. */
function allowedCores(): string {
  if (process.platform !== 'linux') return '';
  return /^Cpus_allowed_list:\s*(\S+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '';
}
