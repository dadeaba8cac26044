import { Stripe } from 'stripe';
import type { Timer } from '../../kernel/timer.js';
import { SystemTimer } from '../clock/system-clock.js';
import { PaymentRefusedError, PaymentsUnavailableError } from './payments.port.js';

const SECOND = 1000;

/** Lets so many callers a second through at most, in the order of their calls. Setting the clock changes nothing. */
export class Pace {
  /** When the last callers were let through, or will be. */
  private readonly turns: number[] = [];

  constructor(
    private readonly perSecond: number,
    private readonly timer: Pick<Timer, 'elapsed' | 'pause'> = new SystemTimer(),
  ) {}

  async turn(): Promise<void> {
    const now = this.timer.elapsed();
    const before = this.turns.length < this.perSecond ? undefined : this.turns.shift();
    const at = before === undefined ? now : Math.max(now, before + SECOND);
    this.turns.push(at);
    if (at > now) await this.timer.pause(at - now);
  }
}

/**
 * The version of Stripe's API that all answers and webhooks of ours are written in. The library is typed for exactly this
 * one, so it changes together with the library.
 */
export const STRIPE_API_VERSION = '2026-10-28.endive';

export interface StripeClientSettings {
  readonly secretKey: string;
  /** The address of the API without a path, such as that of a proxy; Stripe's own by default. */
  readonly apiUrl?: string;
  /** Time limit of one try, from the connection to the last byte; 20 s by default. */
  readonly timeoutMs?: number;
  /** How often a failed try is repeated, after 0.5 s, 1 s, 2 s and so on; 2 by default. */
  readonly retries?: number;
  /** So many reads a second at most, repetitions included. The others wait, outside of their time limit. */
  readonly readsPerSecond?: number;
  /** Sends a request; `fetch` by default. */
  readonly fetch?: typeof fetch;
}

const TRY_MS = 20_000;
const RETRIES = 2;
const SHORT_TRY_MS = 8000;
const FEW_RETRIES = 1;

/** The options of a request that a person waits for: shorter tries, and fewer. */
export function waitedFor({ timeoutMs = TRY_MS, retries = RETRIES }: StripeClientSettings) {
  return {
    timeout: Math.min(timeoutMs, SHORT_TRY_MS),
    maxNetworkRetries: Math.min(retries, FEW_RETRIES),
  };
}

/** The options of a request that waits for so many milliseconds and is not repeated; those of the settings without it. */
export function within(limitMs: number | undefined) {
  return limitMs === undefined ? {} : { timeout: limitMs, maxNetworkRetries: 0 };
}

/** Stripe's library with our settings: the pinned version, time limits, and retries also when there are too many requests. */
export function openStripe(settings: StripeClientSettings): Stripe {
  const { secretKey, apiUrl, timeoutMs = TRY_MS, retries = RETRIES } = settings;
  return new Stripe(secretKey, {
    apiVersion: STRIPE_API_VERSION,
    httpClient: limited(
      Stripe.createFetchHttpClient(retrying429(withoutRedirects(settings.fetch ?? fetch))),
      settings.readsPerSecond,
    ),
    timeout: timeoutMs,
    maxNetworkRetries: retries,
    telemetry: false,
    ...(apiUrl && addressOf(apiUrl)),
  });
}

type HttpClient = ReturnType<typeof Stripe.createFetchHttpClient>;

/** The client, with reads that wait for their turn before their time limit begins. */
function limited(client: HttpClient, readsPerSecond: number | undefined): HttpClient {
  if (readsPerSecond === undefined) return client;
  const pace = new Pace(readsPerSecond);
  const send = client.makeRequest.bind(client);
  client.makeRequest = async (...request) => {
    const [, , , method] = request;
    if (method === 'GET') await pace.turn();
    return send(...request);
  };
  return client;
}

function addressOf(apiUrl: string) {
  const { protocol, hostname, port } = new URL(apiUrl);
  const isSecure = protocol === 'https:';
  return {
    host: hostname,
    port: port || (isSecure ? 443 : 80),
    protocol: isSecure ? ('https' as const) : ('http' as const),
  };
}

/** The key is for this server only. */
function withoutRedirects(send: typeof fetch): typeof fetch {
  return (input, init) => send(input, { ...init, redirect: 'error' });
}

/** The library repeats failed requests, but not those that are too many (429) unless the answer advises it to. */
function retrying429(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const answer = await send(input, init);
    if (answer.status !== 429 || answer.headers.has('stripe-should-retry')) return answer;
    const headers = new Headers(answer.headers);
    headers.set('stripe-should-retry', 'true');
    return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers });
  };
}

/** Runs a call of the library. @throws PaymentsUnavailableError, PaymentRefusedError */
export async function asking<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    throw failureOf(error);
  }
}

/** Like {@link asking}, but null for an object that Stripe does not know. */
export async function askingFor<Result>(call: () => Promise<Result>): Promise<Result | null> {
  try {
    return await asking(call);
  } catch (error) {
    if (error instanceof PaymentRefusedError && error.code === 'resource_missing') return null;
    throw error;
  }
}

/** The items of all pages of a list, in an array. @throws PaymentsUnavailableError, PaymentRefusedError */
export async function allOf<Item>(list: () => AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of askingForAll(list)) items.push(item);
  return items;
}

/** The items of all pages of a list, page by page. @throws PaymentsUnavailableError, PaymentRefusedError */
export async function* askingForAll<Item>(list: () => AsyncIterable<Item>): AsyncIterable<Item> {
  try {
    yield* list();
  } catch (error) {
    throw failureOf(error);
  }
}

/**
 * A wrong key, a lock, too many requests and errors of the server: other requests would fail, too. A missing permission (403)
 * concerns one kind of object only.
 */
const UNAVAILABLE = new Set([401, 408, 409, 429]);

function failureOf(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const { statusCode, code, type, requestId, message } = error;
  const request = requestId ? `, request ${requestId}` : '';
  if (statusCode === undefined)
    return new PaymentsUnavailableError(`Stripe can't be reached: ${message}`, false, true);
  // Without the message: with a wrong key it shows the end of the key.
  if (UNAVAILABLE.has(statusCode) || statusCode >= 500) {
    const answer = `Stripe answered ${statusCode} (${code ?? type})${request}`;
    return new PaymentsUnavailableError(answer, statusCode >= 500);
  }
  return new PaymentRefusedError(`Stripe refused: ${message}${request}`, code ?? null);
}
