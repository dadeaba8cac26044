// Starting other programs: from here every script takes the root, the environment and the way to run a child.
// Runs on Node 20 without node_modules, as the first start needs it.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The repository's root folder, absolute, without a closing slash. */
export const root = join(fileURLToPath(import.meta.url), '../..');

/**
 * The environment for everything we start: node_modules/.bin stands first in PATH, so that `node` is the
 * Node 24 which npm installed with the project, whatever system Node started us.
 */
export const environment = {
  ...process.env,
  PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter),
  NX_TUI: 'false',
};

const children = new Set();
let isEnding = false;

/**
 * Ends every child that still runs, and then this process: a child may want to finish what it has begun (for ten
 * seconds), and whoever waits for us must find nothing of ours alive.
 *
 * @param {number} code  the exit code; that of the first call holds
 */
export function endAll(code) {
  if (isEnding) return;
  isEnding = true;
  const exitWhenAlone = () => children.size === 0 && process.exit(code);
  for (const child of children) {
    child.once('close', exitWhenAlone);
    child.kill('SIGTERM');
  }
  setTimeout(() => children.forEach((child) => child.kill('SIGKILL')), 10_000);
  exitWhenAlone();
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => endAll(128 + constants.signals[signal]));
}

/**
 * Starts a program and hands back the child, which ends with us.
 *
 * @param {string} command  looked up in `environment.PATH`
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]  cwd defaults to the root, stdio to ours
 */
export function start(command, args, { env, ...options } = {}) {
  const child = spawn(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...environment, ...env },
    ...options,
  });
  children.add(child);
  child.once('close', () => children.delete(child));
  child.once('error', () => children.delete(child));
  return child;
}

/**
 * Runs a program to its end and answers with its exit code (128 + n when signal n ended it). A program that cannot
 * be started rejects with one clear line.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions & { prefix?: string }} [options]  `prefix` begins each line that the
 *   program prints, for programs that run at the same time; such a program reads nothing from the terminal
 * @returns {Promise<number>}
 */
export function run(command, args, { prefix, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = start(
      command,
      args,
      prefix === undefined ? options : { ...options, stdio: piped(options) },
    );
    for (const stream of [child.stdout, child.stderr]) {
      if (stream) createInterface({ input: stream }).on('line', (line) => console.log(`${prefix}${line}`));
    }
    child.once('error', (error) => reject(new Error(`Could not run ${command}: ${error.message}`)));
    child.once('close', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
}

/** What a program would print to the terminal comes to us instead; what is ignored stays ignored. */
function piped({ stdio = [] }) {
  return ['ignore', ...[1, 2].map((stream) => (stdio[stream] === 'ignore' ? 'ignore' : 'pipe'))];
}

/**
 * Like `run`, but keeps what the program prints (stdout and stderr in their order of arrival) instead of showing it.
 *
 * @returns {Promise<{ code: number, output: string }>}
 */
export function capture(command, args, options) {
  return new Promise((resolve, reject) => {
    const child = start(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    }
    child.once('error', (error) => reject(new Error(`Could not run ${command}: ${error.message}`)));
    child.once('close', (code, signal) => resolve({ code: code ?? 128 + constants.signals[signal], output }));
  });
}

/**
 * Runs a script's main function: prints its usage on `--help` or `-h`; a thrown error becomes one line on stderr and
 * exit code 1; a number that it answers with becomes the exit code.
 *
 * @param {string} usage
 * @param {(args: string[]) => Promise<number | void>} body
 */
export async function main(usage, body) {
  const args = process.argv.slice(2);
  if (args[0] === '--help' || args[0] === '-h') {
    console.log(usage.trim());
    return;
  }
  try {
    process.exitCode = (await body(args)) ?? 0;
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
