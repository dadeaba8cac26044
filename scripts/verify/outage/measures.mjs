// Records all requests and all faults of a run, on one clock.

/**
 * @typedef {object} Request
 * @property {'read' | 'write' | 'ready'} kind
 * @property {string} what  method and route
 * @property {number} began
 * @property {number} ended
 * @property {number} status  0 when there was no answer
 * @property {boolean} hasRetryAfter
 * @property {string} reason  the message of a 5xx
 */

/**
 * @typedef {object} Fault
 * @property {'log' | 'documents'} server
 * @property {'kill' | 'freeze' | 'stall'} kind
 * @property {number} began
 * @property {number} ended  when the server was back: it listens, or continues
 */

/**
 * How long after a fault the breaker must be open: a frozen server may be slow, and a call waits 5 s for it; a killed one
 * refuses connections. Both with time to spare.
 */
const OPEN_AFTER_MS = { freeze: 6000, kill: 3000 };
/** What a stall delays is answered this long after its end. */
const AFTER_A_STALL_MS = 1500;

export class Measures {
  /** @type {Request[]} */
  requests = [];
  /** @type {Fault[]} */
  faults = [];

  now() {
    return performance.now();
  }

  /** Sends a request and records it. Answers null when there was no answer. */
  async send(kind, what, work) {
    const began = this.now();
    let answer = null;
    try {
      answer = await work();
    } catch (error) {
      if (!(error instanceof TypeError) && error.name !== 'TimeoutError') throw error;
    }
    const status = answer?.status ?? 0;
    const hasRetryAfter = answer?.headers.has('retry-after') ?? false;
    const reason = status >= 500 ? (answer.body?.message ?? '') : '';
    this.requests.push({ kind, what, began, ended: this.now(), status, hasRetryAfter, reason });
    return answer;
  }

  /** The faults of a server that are not stalls. */
  outagesOf(server) {
    return this.faults.filter((fault) => fault.server === server && fault.kind !== 'stall');
  }

  /** Requests that began while the server was away, and those that were waiting when it went. */
  during(fault) {
    return this.requests.filter(({ began, ended }) => began < fault.ended && ended > fault.began);
  }

  /** Requests that began when the breaker must have been open. */
  onceOpen(fault) {
    const open = fault.began + OPEN_AFTER_MS[fault.kind];
    return this.requests.filter(({ began }) => began > open && began < fault.ended);
  }

  failuresInStalls() {
    return this.faults
      .filter(({ kind }) => kind === 'stall')
      .flatMap(({ began, ended }) => this.during({ began, ended: ended + AFTER_A_STALL_MS }))
      .filter(isFailure);
  }

  /** The time from the server's return to the first write that began after it and succeeded. */
  recoveryOf(fault) {
    const first = this.requests.find(
      ({ kind, began, status }) => kind === 'write' && began >= fault.ended && status >= 200 && status < 300,
    );
    return first ? first.ended - fault.ended : Number.POSITIVE_INFINITY;
  }
}

/** Whether a request had no answer or that of a server that cannot serve. Readiness may say so. */
export function isFailure({ kind, status }) {
  return kind !== 'ready' && (status === 0 || status >= 500);
}

/** The duration of the slowest request; 0 without requests. */
export function slowest(requests) {
  return requests.reduce((most, { began, ended }) => Math.max(most, ended - began), 0);
}

/** The duration of the slowest request of each route, the slowest first. */
export function slowestByRoute(requests) {
  const routes = [...new Set(requests.map(({ what }) => what))];
  const durations = routes.map((route) => [route, slowest(requests.filter(({ what }) => what === route))]);
  return durations.toSorted(([, one], [, other]) => other - one);
}
