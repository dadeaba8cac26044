import { ErrorType, isCommandError } from '@eventstore/db-client';

/** What the client calls those failures after which the same call may succeed a moment later. */
const TRANSIENT: ReadonlySet<string> = new Set([
  ErrorType.TIMEOUT,
  ErrorType.DEADLINE_EXCEEDED,
  ErrorType.UNAVAILABLE,
  ErrorType.CANCELLED,
  ErrorType.NOT_LEADER,
  ErrorType.UNKNOWN,
]);

/** Nothing was heard from the server for longer than was agreed. */
export class SilentServerError extends Error {
  override readonly name = 'SilentServerError';
}

/**
 * Whether the outcome of a call is unknown, or known to be nothing, so that the very same call is to be made again. Everything that the
 * client does not name is: raw gRPC errors of a server that is down, and a cluster that was not found.
 */
export function isTransient(error: unknown): boolean {
  return !isCommandError(error as Error) || TRANSIENT.has((error as { type: string }).type);
}

/** Whether the client names a failure so. Failures are never told apart by their text. */
export function isOfType(error: unknown, type: ErrorType): boolean {
  return isCommandError(error as Error) && (error as { type: ErrorType }).type === type;
}
