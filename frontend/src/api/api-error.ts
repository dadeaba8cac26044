import type { QueryClient } from '@tanstack/react-query';

/** The problems of each field by its name, as in validation errors. */
export type FieldErrors = Record<string, string[]>;

function readBody(text: string): { message?: string; code?: string; errors?: FieldErrors } {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}

/** A response that was not OK. Its message is `status: body text`, or the status text if the body is empty. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The server's message for the person, if there is one. */
  readonly serverMessage: string | undefined;
  /** The server's error code, for programs. */
  readonly code: string | undefined;
  readonly fieldErrors: FieldErrors;
  /** Whether the call went to the back office, which has sessions of its own. */
  readonly isOfBackOffice: boolean;
  /** The seconds after which the server asks to try again, if it does. */
  retryAfter: number | undefined;

  constructor(status: number, statusText: string, bodyText: string, isOfBackOffice = false) {
    super(`${status}: ${bodyText || statusText}`);
    this.status = status;
    const { message, code, errors } = readBody(bodyText);
    this.serverMessage = typeof message === 'string' && message !== '' ? message : undefined;
    this.code = typeof code === 'string' ? code : undefined;
    this.fieldErrors = errors ?? {};
    this.isOfBackOffice = isOfBackOffice;
  }
}

export class InvalidResponseError extends Error {
  override readonly name = 'InvalidResponseError';

  constructor(message = 'Invalid response from server') {
    super(message);
  }
}

/** Whether what was asked for does not exist, or no longer. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** Whether the server refused because another account has signed in in this browser since the page was rendered. */
export function isForOtherAccount(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'other_account';
}

/** Refusals that may pass: a timeout, a conflict, a rate limit, or a refusal of this person, who may change. */
const passingRefusals: ReadonlySet<number> = new Set([401, 403, 408, 409, 429]);

/**
 * Whether the server refused the request itself (4xx), so that a retry would fail again. A lost connection, a server
 * failure and the refusals above may pass.
 */
export function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof ApiError) || passingRefusals.has(error.status)) return false;
  return error.status >= 400 && error.status < 500;
}

/** Whether a call (or a part of the site) got no answer because the browser is offline now. */
export function isForLackOfNetwork(error: unknown): boolean {
  // The server has no such field.
  return !(error instanceof ApiError) && navigator.onLine === false;
}

/** The text for the person about a failed call: the server's message, that they are offline, or the given sentence. */
export function messageOf(error: unknown, otherwise = 'Please try again'): string {
  if (error instanceof InvalidResponseError) return error.message;
  if (isForLackOfNetwork(error)) return 'You are offline. Please try again when you are connected.';
  return (error instanceof ApiError && error.serverMessage) || otherwise;
}

/** The title of a failure that has no better one. */
export function titleOf(error: unknown): string {
  return isForLackOfNetwork(error) ? 'No connection' : 'Error';
}

export function hasFieldErrors(error: unknown): boolean {
  return error instanceof ApiError && Object.keys(error.fieldErrors).length > 0;
}

/** Reports the error of every query and mutation that fails from now on. Returns how to stop. */
export function watchFailures(queryClient: QueryClient, look: (error: unknown) => void): () => void {
  const stops = [
    queryClient.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') look(event.action.error);
    }),
    queryClient.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') look(event.action.error);
    }),
  ];
  return () => stops.forEach((stop) => stop());
}
