import OpenAI, { APIError } from 'openai';
import { DEADLINES } from '../../kernel/deadlines.js';
import type { Timer } from '../../kernel/timer.js';
import { SystemTimer } from '../clock/system-clock.js';
import { JudgeUnavailableError } from './photo-judge.port.js';

export interface OpenAiSettings {
  readonly apiKey: string;
  /** The base URL of the API including its version. Any compatible server works. */
  readonly baseURL?: string;
  /** Time limit of one try, from the connection to the last byte; 20 s by default. */
  readonly timeoutMs?: number;
  /** The pause before the retry; half a second by default. */
  readonly retryPauseMs?: number;
  readonly timer?: Timer;
}

const API = 'https://api.openai.com/v1';
const TRY_MS = DEADLINES['judge answer'].ms;
const RETRY_PAUSE_MS = 500;

/** One failed try. `detail` is safe to log: no key, no picture, no user text. */
export class FailedTryError extends Error {
  override readonly name = 'FailedTryError';

  constructor(
    readonly detail: string,
    readonly worthRetrying: boolean,
  ) {
    super(detail);
  }
}

/** The OpenAI SDK, configured to make one try per call, without its own retries and logs. */
export class OpenAiClient {
  private readonly sdk: OpenAI;
  private readonly timeoutMs: number;
  private readonly retryPauseMs: number;
  private readonly timer: Timer;

  constructor(settings: OpenAiSettings) {
    this.timeoutMs = settings.timeoutMs ?? TRY_MS;
    this.retryPauseMs = settings.retryPauseMs ?? RETRY_PAUSE_MS;
    this.timer = settings.timer ?? new SystemTimer();
    this.sdk = new OpenAI({
      apiKey: settings.apiKey,
      baseURL: settings.baseURL ?? API,
      maxRetries: 0,
      logLevel: 'off',
      // Key and picture are for this server only.
      fetchOptions: { redirect: 'error' },
    });
  }

  /**
   * Makes one call and waits at most `timeoutMs` for the whole answer.
   * @throws FailedTryError for every failure
   */
  async tryOnce<T>(call: (sdk: OpenAI, options: { signal: AbortSignal }) => Promise<T>): Promise<T> {
    // Unlike the SDK's own timeout, it also aborts an answer whose body never arrives.
    const late = new AbortController();
    const deadline = this.timer.deadline('judge answer', () => late.abort(), this.timeoutMs);
    const { signal } = late;
    try {
      return await call(this.sdk, { signal });
    } catch (error) {
      throw failedTry(error, signal.aborted, this.timeoutMs);
    } finally {
      deadline.end();
    }
  }

  /** The budget of one question: the first try and one retry. */
  twoTries(): RetryBudget {
    return new RetryBudget(1, this.retryPauseMs, this.timer);
  }
}

/** The retries left for one question, shared by all its calls. */
export class RetryBudget {
  constructor(
    private retries: number,
    private readonly pauseMs: number,
    private readonly timer: Timer,
  ) {}

  /** Runs `work` and retries failed tries while the budget lasts. @throws JudgeUnavailableError after that */
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

  /** Spends a retry after a failed try and pauses. @throws JudgeUnavailableError when none is left or none would help */
  async spend(failure: FailedTryError): Promise<void> {
    if (this.retries === 0 || !failure.worthRetrying) throw new JudgeUnavailableError(failure.detail);
    this.retries -= 1;
    await this.timer.pause(this.pauseMs);
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
  if (error instanceof SyntaxError) return new FailedTryError('the answer is not JSON', true);
  return new FailedTryError('the connection failed', true);
}
