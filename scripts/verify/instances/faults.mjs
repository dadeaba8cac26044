// Takes the active process away: kills it, freezes it for longer than its lease, or cuts it off from MongoDB.
import { setTimeout as sleep } from 'node:timers/promises';
import { Person } from './person.mjs';
import { activeOf, until } from './processes.mjs';
import { newMark } from './world.mjs';

/** Between two faults, so that each is seen alone. */
const CALM_MS = 2000;
/** The length of a freeze or cut, from and to: longer than a lease. Of the only process: it just goes on. */
const LENGTH_MS = [9000, 14_000];
const LENGTH_ALONE_MS = [2000, 4000];
/** How long a process may take to notice that another one has its lease, or to take over. */
const NOTICE_MS = 20_000;

/** A read that began then may end so much later. */
const READ_MS = 3000;

export const KINDS = ['kill', 'freeze', 'cut'];

/** @typedef {{ kind: string, began: number, active: number, moved: number }} Fault  its time, and from its beginning until another process was active and until the views moved again */

export class Faults {
  /** @type {Fault[]} */
  past = [];
  /** What a process did not do. */
  problems = [];

  constructor(world, people, instances, random) {
    Object.assign(this, { world, people, instances, random });
    this.isAlone = instances.length === 1;
    /** Only writes what tells that the views move. */
    this.pulse = new Person('pulse', world, random);
  }

  async begin() {
    await this.pulse.join();
  }

  async cause(kind) {
    await sleep(CALM_MS * (0.5 + this.random()));
    const victim = await activeOf(this.instances);
    // So that mails and payments are on their way.
    const [one, other] = this.#two();
    const work = [one.invite(), one.buy(), other.invite(), other.buy()];
    await sleep(this.random() * 300);
    const began = performance.now();
    const taken = this.#taken(victim, began);
    const back = this[kind](victim);
    const [active, moved] = await Promise.all([taken, this.#moved(victim, began)]);
    await back;
    await until(`${victim.name} is ready`, () => victim.isReady());
    const fault = { kind, began, active, moved };
    this.past.push(fault);
    await Promise.all(work);
    return fault;
  }

  /** Whether a read began or ended while no process folded the views: it waits for what was written 2 s at most. */
  covers(time) {
    return this.past.some(({ began, moved }) => time >= began && time <= began + moved + READ_MS);
  }

  async kill(victim) {
    await victim.kill();
    await sleep(this.isAlone ? 0 : 3000 * this.random());
    await victim.start();
  }

  async freeze(victim) {
    victim.site.signal('SIGSTOP');
    await this.#last();
    victim.site.signal('SIGCONT');
    await this.#ends(victim, 'freeze');
  }

  async cut(victim) {
    if (this.random() < 0.5) await victim.proxy.refuse();
    else victim.proxy.freeze();
    await this.#last();
    await victim.proxy.heal();
    await this.#ends(victim, 'cut');
  }

  async #last() {
    const [least, most] = this.isAlone ? LENGTH_ALONE_MS : LENGTH_MS;
    await sleep(least + this.random() * (most - least));
  }

  /** Another process has its lease by now, so it must end, as a supervisor restarts it. */
  async #ends(victim, kind) {
    if (this.isAlone) return;
    try {
      await until('it ends', () => victim.hasEnded, NOTICE_MS);
    } catch {
      this.problems.push(`${victim.name} did not end after a ${kind}`);
      await victim.kill();
    }
    await victim.start();
  }

  /** How long it takes until another process has the lease on work, or the only one is there again. */
  async #taken(victim, began) {
    const { servers } = this.world;
    const before = await servers.takeovers();
    return this.#time('another process is active', began, async () =>
      this.isAlone ? victim.isReady() : (await servers.takeovers()) > before,
    );
  }

  /** How long it takes until visitors see what is written after the fault. */
  async #moved(victim, began) {
    const { browser, id } = this.pulse;
    const mark = newMark();
    const bio = { bio: `I walk, note ${mark}` };
    const answer = await browser.write('PATCH of a pulse', 'PATCH', '/api/user/profile', bio);
    if (answer?.status !== 200) this.problems.push(`a profile could not be changed: ${answer?.status}`);
    return this.#time('the views move again', began, async () => {
      const looks = this.instances.map(async (instance) => {
        if (instance === victim && !this.isAlone) return true;
        const response = await fetch(`${instance.url}/api/users/${id}`, {
          signal: AbortSignal.timeout(1000),
        });
        return (await response.text()).includes(mark);
      });
      return (await Promise.all(looks).catch(() => [false])).every(Boolean);
    });
  }

  async #time(what, began, find) {
    try {
      await until(what, find, 2 * NOTICE_MS);
      return performance.now() - began;
    } catch (error) {
      this.problems.push(error.message);
      return Number.POSITIVE_INFINITY;
    }
  }

  #two() {
    const { people } = this;
    const first = Math.floor(this.random() * people.length);
    return [people[first], people[(first + 1) % people.length]];
  }
}
