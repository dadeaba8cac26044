// What a like and a page with a board take through a web, beside the same through one process that is alone.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSite } from '../outage/servers.mjs';
import { Person } from './person.mjs';
import { World } from './world.mjs';

const BOARD = '/leaderboard';
/** The sides take turns, so that both see the same machine. The first turn is not counted. */
const TURNS = 5;
const LIKES = 100;
const PAGES = 50;
/** That of the times in /proc. */
const TICK_MS = 10;

/** Prints the figures of two sites on the same servers. */
export async function printFigures(folder, servers, random) {
  const sides = [];
  try {
    for (const roles of [['all'], ['worker', 'web']]) {
      const side = new Side(roles);
      sides.push(side);
      await side.start(folder, servers, random);
    }
    for (let turn = 0; turn < TURNS; turn += 1) {
      for (const side of sides) await side.measure(turn > 0);
    }
  } finally {
    for (const side of sides) await side.stop();
  }
  console.log('');
  for (const { name, likes, pages, cpuMs } of sides) {
    const cpu = (cpuMs / likes.length).toFixed(1);
    console.log(
      `${name}: ${likes.length} likes ${spread(likes)}, CPU ${cpu} ms each; ${BOARD} ${spread(pages)}`,
    );
  }
  const [alone, web] = sides;
  const added = (within(0.5, web.likes) - within(0.5, alone.likes)).toFixed(1);
  const cpu = (web.cpuMs / alone.cpuMs).toFixed(2);
  console.log(
    `A like through a web has a p50 of ${added} ms more (aim: 15 at most) and ${cpu} × the CPU (aim: 2 at most).`,
  );
}

/** The processes of one site, of which people use the last one. */
class Side {
  likes = [];
  pages = [];
  /** Of all processes, for all likes. */
  cpuMs = 0;
  sites = [];

  constructor(roles) {
    this.roles = roles;
    this.name = roles.join(' and ');
  }

  async start(folder, servers, random) {
    const place = join(folder, this.name);
    const settings = await servers.settingsBeside(place);
    for (const ROLE of this.roles) this.sites.push(await startSite(join(place, ROLE), { ...settings, ROLE }));
    const { url } = this.sites.at(-1);
    const world = new World(url, url, servers, 'figures');
    const [author, person] = ['author', 'fan'].map(
      (who) => new Person(`${who}-${this.roles[0]}`, world, random),
    );
    await author.join();
    await author.publish();
    await person.join();
    this.like = `/api/posts/${author.published[0]}/like`;
    this.browser = person.browser;
    this.visitor = world.browser('visitor');
  }

  /** Likes and unlikes a post in a row, and then opens a page in a row. */
  async measure(isCounted) {
    const before = this.#cpu();
    const likes = await times(LIKES, (turn) => {
      const method = turn % 2 === 0 ? 'POST' : 'DELETE';
      return this.browser.request(method, this.like, undefined, crypto.randomUUID());
    });
    const cpuMs = this.#cpu() - before;
    const pages = await times(PAGES, () => this.visitor.request('GET', BOARD));
    if (!isCounted) return;
    this.likes.push(...likes);
    this.pages.push(...pages);
    this.cpuMs += cpuMs;
  }

  /** The CPU time of the processes so far, in milliseconds. */
  #cpu() {
    let ticks = 0;
    for (const { pid } of this.sites) {
      const [, after] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
      const [user, system] = after.split(' ').slice(11, 13).map(Number);
      ticks += user + system;
    }
    return ticks * TICK_MS;
  }

  async stop() {
    for (const site of this.sites) await site.stop();
  }
}

/** How long each of so many requests takes, one after the other. */
async function times(count, ask) {
  const taken = [];
  for (let turn = 0; turn < count; turn += 1) {
    const began = performance.now();
    const { status } = await ask(turn);
    if (status !== 200) throw new Error(`A request that is measured got ${status}.`);
    taken.push(performance.now() - began);
  }
  return taken;
}

/** The time within which this share of the requests was answered. */
function within(share, taken) {
  return taken.toSorted((one, other) => one - other)[Math.floor(taken.length * share)];
}

function spread(taken) {
  return `p50 ${within(0.5, taken).toFixed(1)} ms, p95 ${within(0.95, taken).toFixed(1)} ms`;
}
