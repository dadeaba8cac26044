import { ConfigError } from '../config.js';
import { type DamagedFileError, damagedFileIn } from '../infrastructure/disk/damaged-file.js';
import { ImagesUnavailableError } from '../infrastructure/images/image-store.port.js';
import { lacksInodes, otherOwner } from '../infrastructure/disk/file-system.js';
import { type Shortage, shortageOf } from '../infrastructure/disk/shortage.js';
import { throwIfDamaged } from '../infrastructure/sqlite/store-files.js';
import { DataFolderInUseError } from '../infrastructure/sqlite/data-lock.js';
import { WrongSecretError } from '../infrastructure/sessions/server-secret.js';
import { IndexClashError } from '../infrastructure/mongo/index-clash.js';
import { DocumentStoreUnavailableError } from '../kernel/document-store.js';
import { EventLogUnavailableError } from '../kernel/event-log.js';
import { KeysLostError } from '../kernel/log/key-check.js';
import { FormatError } from '../kernel/format-error.js';
import { LeaseHeldError, LeaseLostError } from '../kernel/lease.js';
import { ForeignKeysError, KernelStoreLostError, WrongLogError } from '../kernel/log/log-identity.js';
import { LogRestoredError } from '../kernel/log/restored-log-watch.js';
import { NewerProgramError } from '../kernel/log/logged-programs.js';
import { OtherProcessError } from '../kernel/processes.js';
import { UnreachableServerError } from './startup.js';
import { withCliCommands } from '../kernel/cli-command-text.js';

/** Errors with a message for operators. They need no stack. */
const PLAIN = [
  DataFolderInUseError,
  FormatError,
  WrongSecretError,
  LeaseHeldError,
  LeaseLostError,
  OtherProcessError,
  LogRestoredError,
  UnreachableServerError,
  WrongLogError,
  NewerProgramError,
  ForeignKeysError,
  KernelStoreLostError,
  KeysLostError,
  IndexClashError,
  // A server went away during the start.
  DocumentStoreUnavailableError,
  EventLogUnavailableError,
  ImagesUnavailableError,
] as const;

const NOT_WRITTEN =
  'nothing can be written, because the disk is full, read-only or fails, or a quota or the file-size limit is reached; make room, or mend the disk, and start again';
const SHORT: Readonly<Record<Shortage, string>> = {
  room: NOT_WRITTEN,
  // SQLite fails like this on a full disk, too, when it needs room beside the file.
  disk: NOT_WRITTEN,
  descriptors: 'the process has no free file descriptors; raise their limit (ulimit -n) and start again',
};

const NO_INODES =
  'no file can be created, because the file system has no free inodes, although it may have free room (df -i); delete files on it, or use another one, and start again';

/** Prints the reason and exits with code 1. Errors that an operator can fix get one line; all others keep their stack. */
export function refuseToStart(error: unknown): never {
  process.stderr.write(`${withCliCommands(reasonOf(error))}\n`);
  process.exit(1);
}

/** What an operator reads. */
export function reasonOf(error: unknown): string {
  if (error instanceof ConfigError) {
    return ["Footnote can't start:", ...error.problems.map((problem) => `  ${problem}`)].join('\n');
  }
  const damaged = damagedFileIn(error);
  if (damaged) {
    const owners = damaged.isUnreadable ? otherOwner(damaged.file) : null;
    return [located(damaged).message, ...(owners === null ? [] : [`It ${owners}.`])].join(' ');
  }
  const shortage = shortageOf(error);
  if (shortage) {
    const file = pathIn(error);
    const words = shortage === 'room' && file && lacksInodes(file) ? NO_INODES : SHORT[shortage];
    return `Footnote can't start: ${words} (${lastMessage(error)}).`;
  }
  if (PLAIN.some((type) => error instanceof type)) return (error as Error).message;
  const { code, syscall, path } = Object(error) as NodeJS.ErrnoException;
  if (path !== undefined && typeof code === 'string') {
    const owners = otherOwner(path);
    const reason = owners === null ? code : `${code}: it ${owners}`;
    return `Footnote can't start: ${path} can't be used (${reason}); let the user who runs it read and write it.`;
  }
  if (code === 'EADDRINUSE') {
    return 'The port is in use by another program; choose another one with PORT';
  }
  if (syscall === 'listen' || syscall === 'getaddrinfo') {
    return `Footnote can't listen there (${String(code)}): check HOST and PORT`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** The error with the damaged page in it. SQLite finds it only when it reads the whole file. */
function located(error: DamagedFileError): DamagedFileError {
  if (!error.file.endsWith('.db')) return error;
  try {
    throwIfDamaged(error.file);
    return error;
  } catch (found) {
    return damagedFileIn(found) ?? error;
  }
}

/** The path that an error, or one of its causes, is about. */
function pathIn(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { path } = cause as NodeJS.ErrnoException;
    if (path !== undefined) return path;
  }
  return null;
}

function lastMessage(error: unknown): string {
  let last = error as Error;
  while (last.cause instanceof Error) last = last.cause;
  return last.message;
}
