import { ConfigError } from '../config.js';
import { DamagedStoreError } from '../infrastructure/sqlite/store-files.js';
import { DataFolderInUseError } from '../infrastructure/sqlite/data-lock.js';
import { DamagedCodeError } from '../infrastructure/sessions/sandbox-code.js';
import { WrongSecretError } from '../infrastructure/sessions/server-secret.js';
import { DocumentStoreUnavailableError } from '../kernel/document-store.js';
import { EventLogUnavailableError } from '../kernel/event-log.js';
import { KeysLostError } from '../kernel/log/key-check.js';
import { FormatError } from '../kernel/format-error.js';
import { LeaseHeldError, LeaseLostError } from '../kernel/lease.js';
import { ForeignKeysError, NewerProgramError, WrongLogError } from '../kernel/log/log-identity.js';
import { UnreachableServerError } from './startup.js';
import { withTypedCommands } from './typed-command.js';

/** Errors with a message for operators. They need no stack. */
const PLAIN = [
  DataFolderInUseError,
  DamagedStoreError,
  FormatError,
  WrongSecretError,
  DamagedCodeError,
  LeaseHeldError,
  LeaseLostError,
  UnreachableServerError,
  WrongLogError,
  NewerProgramError,
  ForeignKeysError,
  KeysLostError,
  // A server went away during the start.
  DocumentStoreUnavailableError,
  EventLogUnavailableError,
] as const;

/** Prints the reason and exits with code 1. Errors that an operator can fix get one line; all others keep their stack. */
export function refuseToStart(error: unknown): never {
  process.stderr.write(`${withTypedCommands(reasonOf(error))}\n`);
  process.exit(1);
}

function reasonOf(error: unknown): string {
  if (error instanceof ConfigError) {
    return ["Footnote can't start:", ...error.problems.map((problem) => `  ${problem}`)].join('\n');
  }
  if (PLAIN.some((type) => error instanceof type)) return (error as Error).message;
  const { code } = Object(error) as { code?: unknown };
  if (code === 'EADDRINUSE') {
    return 'The port is in use by another program; choose another one with PORT';
  }
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EACCES'].includes(String(code))) {
    return `Footnote can't listen there (${String(code)}): check HOST and PORT`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
