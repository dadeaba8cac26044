// A browser's side of the connection: cookies, the same-origin header, one key per action, and repeats.
import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than the server ever waits for one of its servers. */
const PATIENCE_MS = 30_000;
const REPEAT_PAUSE_MS = 500;
/** How often a write is repeated: through the longest outage. */
const MOST_REPEATS = 120;

export class Site {
  cookies = new Map();
  /** Sent with every request. */
  headers = {};

  /**
   * @param {string} url
   * @param {import('./measures.mjs').Measures} measures
   * @param {import('./ledger.mjs').Ledger} ledger
   * @param {boolean} repeats  whether writes with an unknown outcome are repeated with their key
   */
  constructor(url, measures, ledger, repeats) {
    Object.assign(this, { url, measures, ledger, repeats });
  }

  /** Reads a page. Answers null without an answer. */
  read(what, address, kind = 'read') {
    return this.measures.send(kind, what, () => this.request('GET', address));
  }

  /**
   * Writes, and repeats the same request with the same key while its outcome is unknown. Answers null when it stays
   * unknown.
   */
  async write(what, method, address, body) {
    const key = crypto.randomUUID();
    for (let attempt = 0; attempt <= MOST_REPEATS; attempt += 1) {
      if (attempt > 0) this.ledger.repeats += 1;
      const answer = await this.measures.send('write', what, () => this.request(method, address, body, key));
      if (answer && answer.status < 500) return answer;
      if (!this.repeats) return null;
      // Not all at the same moment.
      await sleep(REPEAT_PAUSE_MS * (0.5 + Math.random()));
    }
    return null;
  }

  async request(method, address, body, key) {
    const isForm = body instanceof FormData;
    const response = await fetch(new URL(address, this.url), {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: {
        origin: this.url,
        ...this.headers,
        ...(this.cookies.size > 0 && { cookie: [...this.cookies].map((pair) => pair.join('=')).join('; ') }),
        ...(body && !isForm && { 'content-type': 'application/json' }),
        ...(key && this.repeats && { 'idempotency-key': key }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      this.cookies.set(name, value);
    }
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    return {
      status: response.status,
      headers: response.headers,
      body: isJson && text ? JSON.parse(text) : text,
    };
  }
}
