import type { QueryClient } from '@tanstack/react-query';

/** A field's problems by the field's name, as validation errors carry them. */
export type FieldErrors = Record<string, string[]>;

function readBody(text: string): { message?: string; code?: string; errors?: FieldErrors } {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}

/** A response that was not OK. Its message is `status: body text`, or the status text when the body is empty. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** What the server says to the person, when it says anything. */
  readonly serverMessage: string | undefined;
  /** What the server calls the problem, for programs. */
  readonly code: string | undefined;
  readonly fieldErrors: FieldErrors;

  constructor(status: number, statusText: string, bodyText: string) {
    super(`${status}: ${bodyText || statusText}`);
    this.status = status;
    const { message, code, errors } = readBody(bodyText);
    this.serverMessage = typeof message === 'string' && message !== '' ? message : undefined;
    this.code = typeof code === 'string' ? code : undefined;
    this.fieldErrors = errors ?? {};
  }
}

/** An answer that was OK but is not what the contract promises. */
export class InvalidResponseError extends Error {
  override readonly name = 'InvalidResponseError';

  constructor() {
    super('Invalid response from server');
  }
}

/** Whether the server refused because somebody else is signed in in this browser by now than whom this page shows. */
export function isForOtherAccount(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'other_account';
}

/** Refusals of the moment (a timeout, a conflict with somebody else, too many calls) or of the person, who may change. */
const passingRefusals: ReadonlySet<number> = new Set([401, 403, 408, 409, 429]);

/**
 * Whether the server refused what was sent (4xx), so that the same would be refused again. A lost connection, a failure
 * of the server and a refusal of the moment or of the person may be over at the next try.
 */
export function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof ApiError) || passingRefusals.has(error.status)) return false;
  return error.status >= 400 && error.status < 500;
}

/** What to tell the person about a failed call: the server's message, else the given sentence. */
export function messageOf(error: unknown, otherwise: string): string {
  if (error instanceof InvalidResponseError) return error.message;
  return (error instanceof ApiError && error.serverMessage) || otherwise;
}

/** Calls back with the error of every call that fails from now on, whoever made it. Answers how to stop that. */
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
