import { setTimeout as pause } from 'node:timers/promises';
import OpenAI, { APIError } from 'openai';
import { JudgeUnavailableError } from './photo-judge.port.js';

/** How the provider is reached. */
export interface OpenAiSettings {
  readonly apiKey: string;
  /** The address of the API up to and with its version; another server that speaks it serves as well. */
  readonly baseURL?: string;
  /** How long one try may take in all, from the connection to the last byte; 20 s by default. */
  readonly timeoutMs?: number;
  /** How long to wait before the retry; half a second by default. */
  readonly retryPauseMs?: number;
  /**
   * How the time of a try is measured: a signal that aborts when it is up; `AbortSignal.timeout` by default.
   */
  readonly deadline?: (timeoutMs: number) => AbortSignal;
}

const API = 'https://api.openai.com/v1';
const TRY_MS = 20_000;
const RETRY_PAUSE_MS = 500;

/** One try that led nowhere. `detail` is fit for a log: no key, no picture, no text of a person. */
export class FailedTryError extends Error {
  override readonly name = 'FailedTryError';

  constructor(
    readonly detail: string,
    /** Whether the same question may be answered next time. */
    readonly worthRetrying: boolean,
  ) {
    super(detail);
  }
}

/**
 * The SDK, set so that a call is one try: it retries nothing by itself and logs nothing, least of all a
 * picture.
 */
export class OpenAiClient {
  private readonly sdk: OpenAI;
  private readonly timeoutMs: number;
  private readonly retryPauseMs: number;
  private readonly deadline: (timeoutMs: number) => AbortSignal;

  constructor(settings: OpenAiSettings) {
    this.timeoutMs = settings.timeoutMs ?? TRY_MS;
    this.retryPauseMs = settings.retryPauseMs ?? RETRY_PAUSE_MS;
    this.deadline = settings.deadline ?? ((timeoutMs) => AbortSignal.timeout(timeoutMs));
    this.sdk = new OpenAI({
      apiKey: settings.apiKey,
      baseURL: settings.baseURL ?? API,
      maxRetries: 0,
      timeout: this.timeoutMs,
      logLevel: 'off',
    });
  }

  /**
   * Makes one call and waits at most the set time for the whole answer.
   * @throws FailedTryError whatever went wrong
   */
  async tryOnce<T>(call: (sdk: OpenAI, options: { signal: AbortSignal }) => Promise<T>): Promise<T> {
    // The SDK's own timeout ends with the headers; the signal also ends an answer whose body never comes.
    const signal = this.deadline(this.timeoutMs);
    try {
      return await call(this.sdk, { signal });
    } catch (error) {
      throw failedTry(error, signal.aborted, this.timeoutMs);
    }
  }

  /** The tries of one question: the first and one retry. */
  twoTries(): RetryBudget {
    return new RetryBudget(1, this.retryPauseMs);
  }
}

/** How many more times one question may be asked, over all the calls that it takes. */
export class RetryBudget {
  constructor(
    private retries: number,
    private readonly pauseMs: number,
  ) {}

  /** Does `work`, again when a try fails and a retry is left. @throws JudgeUnavailableError when none is. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof FailedTryError)) throw error;
        await this.spend(error);
      }
    }
  }

  /**
   * Pays for a retry after a failed try and pauses. @throws JudgeUnavailableError when there is none or it
   * would not help.
   */
  async spend(failure: FailedTryError): Promise<void> {
    if (this.retries === 0 || !failure.worthRetrying) throw new JudgeUnavailableError(failure.detail);
    this.retries -= 1;
    await pause(this.pauseMs);
  }
}

function failedTry(error: unknown, timedOut: boolean, timeoutMs: number): FailedTryError {
  if (error instanceof FailedTryError) return error;
  if (timedOut) return new FailedTryError(`no answer within ${timeoutMs} ms`, true);
  if (error instanceof APIError && error.status !== undefined) {
    const status = Number(error.status);
    const request = error.requestID ? `, request ${error.requestID}` : '';
    return new FailedTryError(`HTTP ${status}${request}`, status >= 500 || [408, 409, 429].includes(status));
  }
  if (error instanceof SyntaxError) return new FailedTryError('the answer is no JSON', true);
  return new FailedTryError('the connection failed', true);
}
