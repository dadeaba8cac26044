import { type ParseArgsConfig, parseArgs } from 'node:util';

/**
 * Parses options and arguments of a command line. With `--help` or invalid arguments, prints the help and ends the
 * process.
 */
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
  process.stdout.write(help);
  return process.exit(0);
}

/** Prints what is wrong with a command line and the help, and ends the process. */
export function refuseCommandLine(complaint: string, help: string): never {
  process.stderr.write(`${complaint}\n\n${help}`);
  process.exit(2);
}
