import { DocumentStoreUnavailableError } from '../../kernel/document-store.js';
import { EventLogUnavailableError } from '../../kernel/event-log.js';
import { PausingError } from '../../kernel/reaction.js';

/** What Node says of a network that is down and of a disk that takes nothing more. */
const SYSTEM_CODES: ReadonlySet<string> = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EDQUOT',
  'EHOSTUNREACH',
  'EIO',
  'EMFILE',
  'ENETDOWN',
  'ENETUNREACH',
  'ENFILE',
  'ENOSPC',
  'ENOTFOUND',
  'EPIPE',
  'EROFS',
  'ETIMEDOUT',
]);
/** What SQLite says of a file that can't be read or written at all. */
const SQLITE_CODES = /^SQLITE_(?:BUSY|CANTOPEN|CORRUPT|FULL|IOERR|LOCKED|NOMEM|NOTADB|READONLY)/;
/** Not signed in, timed out, too many requests; and every failure of a server. */
const STATUSES: ReadonlySet<number> = new Set([401, 408, 429]);
const SERVER_ERROR = 500;

/**
 * Whether a failure, or one that it was caused by, is of something that everyone needs, so that the next call would meet
 * it too: a server that does not answer, refuses us or is overloaded, a disk that is full.
 */
export function isOutage(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof PausingError) return true;
    if (cause instanceof EventLogUnavailableError || cause instanceof DocumentStoreUnavailableError)
      return true;
    const { code, status } = cause as { readonly code?: unknown; readonly status?: unknown };
    if (typeof code === 'string' && (SYSTEM_CODES.has(code) || SQLITE_CODES.test(code))) return true;
    if (typeof status === 'number' && (STATUSES.has(status) || status >= SERVER_ERROR)) return true;
  }
  return false;
}
