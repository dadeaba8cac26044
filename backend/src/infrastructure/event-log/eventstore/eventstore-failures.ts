import { ErrorType, isCommandError } from '@eventstore/db-client';

/** The client's names for failures after which the same call may succeed when repeated. */
const TRANSIENT: ReadonlySet<string> = new Set([
  ErrorType.TIMEOUT,
  ErrorType.DEADLINE_EXCEEDED,
  ErrorType.UNAVAILABLE,
  ErrorType.CANCELLED,
  ErrorType.NOT_LEADER,
  ErrorType.UNKNOWN,
]);

export class SilentServerError extends Error {
  override readonly name = 'SilentServerError';
}

/**
 * Whether a call should be repeated unchanged, because it had no effect or its outcome is unknown. Errors that the
 * client does not classify count as transient: raw gRPC errors of a server that is down, or a cluster not found.
 */
export function isTransient(error: unknown): boolean {
  return !isCommandError(error as Error) || TRANSIENT.has((error as { type: string }).type);
}

/**
 * Whether a failure of one attempt suggests that the server is away. Silence may be slowness, and an error without a type
 * may concern one call, such as a read from a position that does not exist.
 */
export function suggestsAway(error: unknown): boolean {
  const isUnclear = error instanceof SilentServerError || isOfType(error, ErrorType.UNKNOWN);
  return isTransient(error) && !isUnclear;
}

/** Whether the client reports this error type. Error texts are never compared. */
export function isOfType(error: unknown, type: ErrorType): boolean {
  return isCommandError(error as Error) && (error as { type: ErrorType }).type === type;
}
