import { damagedFileIn } from '../disk/damaged-file.js';
import { shortageOf } from '../disk/shortage.js';
import { DocumentStoreUnavailableError } from '../../kernel/document-store.js';
import { EventLogUnavailableError } from '../../kernel/event-log.js';
import { NeedsLongTryError, NotYetKnownError, PausingError } from '../../kernel/reaction.js';

/** Node's error codes for network failures. */
const SYSTEM_CODES: ReadonlySet<string> = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);
/** SQLite's error codes for a file that cannot be read. */
const SQLITE_CODES = /^SQLITE_(?:BUSY|CORRUPT|LOCKED|NOMEM|NOTADB)/;
/** Unauthorized, request timeout and too many requests. Every 5xx counts, too. */
const STATUSES: ReadonlySet<number> = new Set([401, 408, 429]);
const SERVER_ERROR = 500;

/**
 * Whether an error, or one of its causes, is an outage that the next call would also meet: a server that does not
 * answer, refuses the login or is overloaded, or a full disk. Errors of a single event are not outages.
 */
export function isOutage(error: unknown): boolean {
  if (shortageOf(error) !== null) return true;
  // Whatever the cause, it concerns one event.
  if (error instanceof NeedsLongTryError || error instanceof NotYetKnownError) return false;
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

/** Whether waiting may help: a server may come back, while a damaged file or a full disk needs an operator. */
export function mayPass(error: unknown): boolean {
  return isOutage(error) && damagedFileIn(error) === null && shortageOf(error) === null;
}
