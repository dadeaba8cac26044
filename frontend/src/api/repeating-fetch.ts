import { IDEMPOTENCY_KEY, IdempotencyKeys, idempotencyKeys } from './idempotency-keys.ts';

/** What is waited before each repetition, in milliseconds. */
const PAUSES = [500, 2000] as const;
/** The longest wait that the server may ask for, in seconds. After a longer one, people decide for themselves. */
const LONGEST_WAIT = 5;
/** Answers of a proxy or server that could not do the work now. */
const REPEATABLE: ReadonlySet<number> = new Set([502, 503, 504]);
const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

interface Parts {
  fetch: (request: Request) => Promise<Response>;
  /** Waits, or rejects when the signal fires. */
  pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  isOnline: () => boolean;
  keys: IdempotencyKeys;
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', stop, { once: true });
  });
}

/** The milliseconds to wait before a write is repeated; undefined if it should not be. */
function waitAfter(response: Response | undefined, repetition: number): number | undefined {
  const least = PAUSES[repetition];
  if (least === undefined || (response && !REPEATABLE.has(response.status))) return undefined;
  const asked = Number(response?.headers.get('retry-after') ?? 0);
  return asked <= LONGEST_WAIT ? Math.max(least, asked * 1000) : undefined;
}

/** The text of a body, which can be sent again; undefined for a form. */
async function textOf(request: Request): Promise<string | undefined> {
  const isForm = request.headers.get('content-type')?.startsWith('multipart/') ?? false;
  return isForm ? undefined : request.clone().text();
}

/**
 * A `fetch` that sends an `Idempotency-Key` with every write, and repeats a write twice with the same key if the connection is
 * lost or the server is not available. An offline browser is not made to wait.
 */
export function repeatingFetch({
  fetch = (request) => globalThis.fetch(request),
  pause: wait = pause,
  isOnline = () => navigator.onLine,
  keys = idempotencyKeys,
}: Partial<Parts> = {}): (request: Request) => Promise<Response> {
  return async (request) => {
    if (SAFE.has(request.method)) return fetch(request);
    // To read a body takes time, which a page that is being closed does not have.
    const text = request.keepalive ? undefined : await textOf(request);
    // What makes two writes the same action: all that the server compares. A form is never the same as another.
    const action = text === undefined ? request : `${request.method} ${request.url} ${text}`;
    const key = keys.keyFor(action);
    request.headers.set(IDEMPOTENCY_KEY, key);
    for (let repetition = 0; ; repetition += 1) {
      let response: Response | undefined;
      let failure: unknown;
      try {
        const answer = await fetch(
          text ? new Request(request, { method: request.method, body: text }) : request.clone(),
        );
        // The connection may be lost in the middle of an answer, which is no answer then.
        await answer.clone().arrayBuffer();
        response = answer;
      } catch (error) {
        failure = error;
      }
      keys.note(action, key, response?.status);
      const isOver = request.signal.aborted || (!response && !isOnline());
      const milliseconds = isOver ? undefined : waitAfter(response, repetition);
      if (milliseconds !== undefined) await wait(milliseconds, request.signal);
      else if (response) return response;
      else throw failure;
    }
  };
}
