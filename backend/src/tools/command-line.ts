import { type ParseArgsConfig, parseArgs } from 'node:util';
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
