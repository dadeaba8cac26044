// Starts other programs. Every script imports the root, the environment and the functions to run a child from here.
// Runs on Node 20 without node_modules, because the first start needs it.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The absolute path of the repository's root, without a trailing slash. */
export const root = join(fileURLToPath(import.meta.url), '../..');

/**
 * The environment of all child processes. node_modules/.bin is first in PATH, so that `node` is the Node 24 that npm
 * installed with the project, whatever Node runs this script.
 */
export const environment = {
  ...process.env,
  PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter),
  NX_TUI: 'false',
};

/** Where Node keeps what it has compiled, so that tests start programs faster. Each build empties it. */
export const compileCache = join(root, 'node_modules/.cache/compiled');

/** A word of a command line, to print. */
export const quoted = (word) =>
  /^[\w./:@-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;

const children = new Set();
let isEnding = false;

/**
 * Stops every running child and then exits. Children have ten seconds to finish their work. No child outlives this process.
 *
 * @param {number} code  the exit code; the first call decides
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
 * Starts a program and returns the child. The child is stopped when this process ends.
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
 * Runs a program and returns its exit code, or 128 + n if signal n ended it. Rejects with a one-line message if the program
 * cannot be started.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions & { onLine?: (line: string) => void }} [options]  `onLine` gets the
 *   output, a line at a time, instead of the terminal; such a program has no terminal input
 * @returns {Promise<number>}
 */
export function run(command, args, { onLine, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = start(command, args, onLine ? { ...options, stdio: piped(options) } : options);
    for (const stream of [child.stdout, child.stderr]) {
      if (stream) createInterface({ input: stream }).on('line', onLine);
    }
    child.once('error', (error) => reject(new Error(`Could not run ${command}: ${error.message}`)));
    child.once('close', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
}

/** Pipes the output to this process instead of the terminal. Ignored streams stay ignored. */
function piped({ stdio = [] }) {
  return ['ignore', ...[1, 2].map((stream) => (stdio[stream] === 'ignore' ? 'ignore' : 'pipe'))];
}

/**
 * Like `run`, but returns the output (stdout and stderr in order of arrival) instead of printing it.
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
 * Runs the main function of a script. Prints the usage on `--help` or `-h`. Prints a thrown error as one line on stderr,
 * with exit code 1. A returned number becomes the exit code.
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
