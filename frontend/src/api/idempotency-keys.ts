/** The header that lets the server recognise a write that is sent again. */
export const IDEMPOTENCY_KEY = 'idempotency-key';

/** How long an action with an unknown outcome keeps its key, in milliseconds. */
const KEPT = 10 * 60_000;
/** From this status on, an answer does not say what the server has done. */
const FIRST_UNCLEAR_STATUS = 500;
/** The server gives these answers without looking whether the action was done before. It does not keep them either. */
const PASSING: ReadonlySet<number> = new Set([401, 408, 425, 429]);

interface Unknown {
  key: string;
  until: number;
}

interface Parts {
  newKey?: () => string;
  now?: () => number;
}

/**
 * The keys of this page's writes. Each action has a key of its own. When it is unknown whether an action was done, and the
 * person does the same again before they begin anything new, it gets the same key: so the server does it once.
 */
export class IdempotencyKeys {
  readonly #unknown = new Map<unknown, Unknown>();
  readonly #parts: Required<Parts>;

  constructor({ newKey = newId, now = () => Date.now() }: Parts = {}) {
    this.#parts = { newKey, now };
  }

  /** The key of an action. Actions are the same if they are equal strings, or the same object. */
  keyFor(action: unknown): string {
    const { newKey, now } = this.#parts;
    const unknown = this.#unknown.get(action);
    if (unknown && now() < unknown.until) return unknown.key;
    // Something new: it may undo what was done before, which then has to be done again.
    this.#unknown.clear();
    return newKey();
  }

  /** Notes the outcome of an action: the status of its answer, or undefined if there was none. */
  note(action: unknown, key: string, status: number | undefined): void {
    if (status !== undefined && PASSING.has(status)) return;
    const isKnown = status !== undefined && status < FIRST_UNCLEAR_STATUS;
    if (isKnown) this.#unknown.delete(action);
    else this.#unknown.set(action, { key, until: this.#parts.now() + KEPT });
  }
}

/** A random UUID. Not from `randomUUID`, which browsers have on secure pages only. */
export function newId(): string {
  return '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, (digit) => {
    const [random = 0] = crypto.getRandomValues(new Uint8Array(1));
    return (Number(digit) ^ ((random & 15) >> (Number(digit) / 4))).toString(16);
  });
}

export const idempotencyKeys = new IdempotencyKeys();
