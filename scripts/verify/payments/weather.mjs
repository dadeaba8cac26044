// What the provider is like, in turn.
import { setTimeout as sleep } from 'node:timers/promises';

const KINDS = [
  { name: 'fast', latencyMs: 0, fault: null },
  { name: 'slow', latencyMs: 250, fault: null },
  { name: 'silent', latencyMs: 0, fault: 'silent' },
  { name: 'very slow', latencyMs: 3000, fault: null },
  { name: 'failing', latencyMs: 0, fault: 'broken' },
];
/** The length of each, from and to, in milliseconds. */
const LENGTH_MS = [3000, 9000];

export class Weather {
  /** @type {{ name: string, answers: boolean, began: number, ended: number }[]} */
  past = [];
  isOver = false;

  /**
   * @param {{ latencyMs: number, weather: string | null }} stripe
   * @param {() => number} random
   */
  constructor(stripe, random) {
    Object.assign(this, { stripe, random });
    void this.change();
  }

  /** For how long the provider has answered since a time, in milliseconds. */
  answeredSince(time) {
    const now = performance.now();
    return this.past
      .filter(({ answers }) => answers)
      .reduce((sum, { began, ended }) => sum + Math.max(0, Math.min(ended, now) - Math.max(began, time)), 0);
  }

  /** From now on the provider is fast. */
  clear() {
    this.isOver = true;
    this.turnTo(KINDS[0]);
  }

  summary() {
    const times = KINDS.map(
      ({ name }) => `${this.past.filter((one) => one.name === name).length} times ${name}`,
    );
    return `the provider was ${times.join(', ')}`;
  }

  async change() {
    const [least, most] = LENGTH_MS;
    for (let turn = 0; !this.isOver; turn += 1) {
      this.turnTo(KINDS[turn % KINDS.length]);
      await sleep(least + this.random() * (most - least), undefined, { ref: false });
    }
  }

  turnTo({ name, latencyMs, fault }) {
    const now = performance.now();
    const last = this.past.at(-1);
    if (last) last.ended = now;
    this.past.push({ name, answers: fault === null && latencyMs < 1000, began: now, ended: Infinity });
    this.stripe.latencyMs = latencyMs;
    this.stripe.weather = fault;
  }
}
