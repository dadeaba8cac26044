import { createInterface } from 'node:readline/promises';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { BackupError } from '../backup/backup-error.js';
import { withCliCommands } from '../kernel/cli-command-text.js';

/** Reads the options and arguments of a command line. Prints the help and ends the process for `--help` or a wrong option. */
export function readCommandLine<const Options extends NonNullable<ParseArgsConfig['options']>>(
  help: string,
  options: Options,
) {
  try {
    const read = parseArgs({ allowPositionals: true, options: { ...options, help: { type: 'boolean' } } });
    if (!(read.values as { help?: boolean }).help) return read;
  } catch (error) {
    refuseCommandLine((error as Error).message, help);
  }
  process.stdout.write(withCliCommands(help));
  return process.exit(0);
}

/** Prints what is wrong with a command line and the help. Ends the process with code 2. */
export function refuseCommandLine(complaint: string, help: string): never {
  process.stderr.write(withCliCommands(`${complaint}\n\n${help}`));
  process.exit(2);
}

/** The words of a command line make no sense. The message is for the operator. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Runs `read`. For a {@link UsageError}, prints it and the help, and ends the process with code 2. */
export function readingWords<Result>(help: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof UsageError) return refuseCommandLine(error.message, help);
    throw error;
  }
}

/** Runs `work`. For a {@link BackupError}, prints `outcome` and its message, and sets the exit code to 1. */
export async function orElse(outcome: string, work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    process.stderr.write(withCliCommands(`${outcome}: ${error.message}\n`));
    process.exitCode = 1;
  }
}

export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** What an operator answers on the terminal. */
export async function answerTo(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return (await terminal.question(question)).trim();
  } finally {
    terminal.close();
  }
}
