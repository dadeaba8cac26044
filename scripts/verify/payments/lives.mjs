// The lives of a site that is killed again and again, and how far it came in each.
import { built } from '../outage/built.mjs';

const REACTION = 'stripe-events';
/**
 * With less time at a provider that answers, nothing is expected of a life: the checkpoint is stored every second only, and
 * on a loaded machine the first events take two seconds and more.
 */
const LEAST_MS = 4000;
/** The first life opens all checkouts, the last one catches up: each may take much longer than a test. */
const LONGEST_LIFE_MS = 2 * 60 * 60_000;

export class Lives {
  server = null;
  count = 0;
  /** The lives with time and work that brought nothing forward: the number, and how long the provider answered. */
  idle = [];
  /** How lives ended that nobody ended. */
  crashes = [];
  /** By the monotonic clock of this process. */
  begunAt = 0;

  /**
   * @param {string} dataDir
   * @param {Record<string, string>} settings
   */
  constructor(dataDir, settings) {
    Object.assign(this, { dataDir, settings });
  }

  /** Where the site is. A restart changes it. */
  get url() {
    return this.server?.url ?? 'http://127.0.0.1:9';
  }

  async begin() {
    const { ServerProcess } = await built('test/crash/server-process.js');
    const server = await ServerProcess.start(this.dataDir, this.settings, { longestLifeMs: LONGEST_LIFE_MS });
    this.server = server;
    void server.ended.then((ending) => this.noteCrash(server, ending));
    this.count += 1;
    this.begunAt = performance.now();
    this.begunWith = await this.progress();
  }

  /** Kills the site and starts it again. @param {number} answeredMs  for how long the provider has answered in this life */
  async next(answeredMs) {
    const { begunWith, count, server } = this;
    this.server = null;
    await server.kill();
    await this.begin();
    const { position, head } = this.begunWith;
    const hadWork = begunWith.position < head;
    if (answeredMs >= LEAST_MS && hadWork && position <= begunWith.position)
      this.idle.push(`${count} (answered for ${Math.round(answeredMs)} ms)`);
  }

  async end() {
    const { server } = this;
    this.server = null;
    await server?.stop();
  }

  /** Its clients see no more than a lost connection. */
  noteCrash(server, { code, signal, errors }) {
    if (this.server !== server) return;
    const crash = `life ${this.count} ended by itself with ${signal ?? code}: ${errors}`;
    this.crashes.push(crash);
    console.log(`  ${crash}`);
  }

  /** The reactions that have not handled every event. */
  async behind() {
    const { log, reactions } = await this.health();
    const isBehind = ({ position, waiting, error }) => position < log.head || waiting > 0 || error !== null;
    return reactions.filter(isBehind);
  }

  summary() {
    return `${this.count} lives, ${this.idle.length} without progress`;
  }

  /** The stored checkpoint with which a life begins, and the end of the log. */
  async progress() {
    const { log, reactions } = await this.health();
    const { position } = reactions.find(({ name }) => name === REACTION);
    return { position, head: log.head };
  }

  async health() {
    return (await fetch(`${this.url}/health`)).json();
  }
}
