// Replaces the processes one after the other by those of another program, while people write: no request may fail.
import { setTimeout as sleep } from 'node:timers/promises';
import { isFailure } from '../outage/measures.mjs';
import { RAISED } from './newer-program.mjs';
import { activeOf } from './processes.mjs';

const LOOK_MS = 300;

export class Upgrades {
  past = [];
  /** What pages have named, and how often one of them was asked for. */
  assets = new Set();
  asked = 0;
  /** Those that a process did not have. */
  missing = [];
  /** How many requests a process left unanswered. */
  unanswered = 0;
  #generations = new Set();

  constructor(world, balancer, instances) {
    Object.assign(this, { world, balancer, instances, visitor: world.browser('visitor') });
  }

  /** The standbys first and the active one last. @param {string | undefined} program  this one by default */
  async roll(name, program) {
    const active = await activeOf(this.instances);
    const others = this.instances.filter((instance) => instance !== active);
    // A web starts once a worker folds its versions of views.
    others.sort((one, other) => (other.role === 'worker') - (one.role === 'worker'));
    const { unanswered } = this.balancer;
    const upgrade = { began: performance.now(), ended: Number.POSITIVE_INFINITY };
    this.past.push(upgrade);
    const looks = this.#look(upgrade);
    try {
      for (const instance of [...others, active]) {
        const [stopped, started] = await instance.replace(program);
        const read = [...this.#generations].sort().join(', ');
        const what = `${instance.name}${instance === active ? ', the active one,' : ''}`;
        console.log(
          `${name}: ${what} ended in ${seconds(stopped)} s, and the next was ready ${seconds(started)} s later; read were ${read}`,
        );
        this.#generations.clear();
        for (const one of this.instances) await one.revive();
      }
      await activeOf(this.instances);
    } finally {
      upgrade.ended = performance.now();
      this.unanswered += this.balancer.unanswered - unanswered;
      await looks;
    }
  }

  /** The requests of all upgrades. */
  get requests() {
    return this.world.measures.requests.filter(({ began }) => this.#covers(began));
  }

  get failed() {
    return this.requests.filter(isFailure).map(({ what, status, reason }) => `${what}: ${status} ${reason}`);
  }

  /** Each has a style of another name. */
  get builds() {
    return [...this.assets].filter((name) => name.endsWith('.css')).length;
  }

  get stale() {
    return this.world.stale.filter(({ at }) => this.#covers(at));
  }

  #covers(time) {
    return this.past.some(({ began, ended }) => time >= began && time <= ended);
  }

  /** Opens pages, and asks all processes for everything that pages have named so far. */
  async #look(upgrade) {
    for (; upgrade.ended === Number.POSITIVE_INFINITY; await sleep(LOOK_MS)) {
      const page = await this.visitor.read('GET /', '/');
      for (const [name] of String(page?.body).matchAll(/\/assets\/[\w.-]+/g)) this.assets.add(name);
      for (const name of this.assets) {
        const answer = await this.visitor.read('GET /assets/{name}', name);
        this.asked += 1;
        if (answer?.status !== 200)
          this.missing.push(`${name}: ${answer?.status} by ${answer?.headers.get('x-served-by')}`);
      }
      await Promise.all(this.instances.map((instance) => this.#noteGenerations(instance)));
    }
  }

  async #noteGenerations({ url }) {
    const health = await fetch(`${url}/health`).catch(() => null);
    const { views } = (await health?.json().catch(() => null)) ?? {};
    for (const { name, generation } of views ?? [])
      if (Object.hasOwn(RAISED, name)) this.#generations.add(`${name} ${generation}`);
  }
}

function seconds(milliseconds) {
  return (milliseconds / 1000).toFixed(1);
}
