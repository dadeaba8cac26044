// Several processes of one site: what is written through one is read through another, while the active one is taken away.
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { built } from '../outage/built.mjs';
import { Balancer } from './balancer.mjs';
import { audit, compareMails } from './books.mjs';
import { Faults, KINDS } from './faults.mjs';
import { Moderation } from './moderation.mjs';
import { printFigures } from './figures.mjs';
import { makeNewerProgram } from './newer-program.mjs';
import { Person } from './person.mjs';
import { activeOf, Instance, Servers, until } from './processes.mjs';
import { report } from './report.mjs';
import { Upgrades } from './upgrades.mjs';
import { tellStories } from './stories/stories.mjs';
import { World } from './world.mjs';

const SIZES = { quick: { writes: 5000, faults: 6 }, full: { writes: 20_000, faults: 20 } };
/** The share of the writes that come as fast as they can, before the faults. */
const FIRST = 0.4;
/** Between two acts of a person while processes are taken away. */
const PAUSE_MS = 2000;
const FIRST_POSTS = 12;
const JOINING = 4;

/**
 * Runs it and prints a table.
 *
 * @param {string[]} args
 * @returns {Promise<number>} 1 when a promise does not hold
 */
export async function verifyInstances(args) {
  const options = optionsIn(args);
  const folder = await mkdtemp(join(tmpdir(), 'footnote-instances-'));
  // Also when it is interrupted.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const stops = [];
  try {
    const holds = await run(folder, options, (server) => stops.unshift(server));
    console.log(holds ? '\nok: every promise holds' : '\nfailed: see above');
    return holds ? 0 : 1;
  } finally {
    for (const server of stops) await server.stop();
  }
}

function optionsIn(args) {
  const { values } = parseArgs({
    args,
    options: {
      full: { type: 'boolean', default: false },
      writes: { type: 'string' },
      faults: { type: 'string' },
      clients: { type: 'string', default: '64' },
      roles: { type: 'string', default: 'worker,worker,web' },
      spoil: { type: 'string' },
      stories: { type: 'boolean', default: false },
      seed: { type: 'string', default: '1' },
    },
  });
  const size = SIZES[values.full ? 'full' : 'quick'];
  const whole = (name, least, text = values[name]) => {
    const number = Number(text);
    if (!Number.isSafeInteger(number) || number < least)
      throw new Error(`--${name} must be a whole number of at least ${least}.`);
    return number;
  };
  if (values.spoil !== undefined && !['lost', 'doubled', 'stale'].includes(values.spoil))
    throw new Error('--spoil must be lost, doubled or stale.');
  return {
    writes: whole('writes', 1, values.writes ?? size.writes),
    faults: whole('faults', 0, values.faults ?? size.faults),
    clients: whole('clients', 3),
    roles: values.roles.split(','),
    spoil: values.spoil,
    isShort: values.stories,
    seed: values.seed,
  };
}

async function run(folder, { writes, faults: rounds, clients, roles, spoil, isShort, seed }, toStop) {
  const { seededRandom, shuffled } = await built('src/demo/random.js');
  const random = (name) => seededRandom(`${seed}/${name}`);
  const balancer = await new Balancer(spoil).listen();
  toStop(balancer);
  const servers = await Servers.start(folder, balancer.publicUrl);
  toStop(servers);
  await servers.createAdmins(folder, {
    moe: 'moderator',
    mia: 'moderator',
    fay: 'finance',
    olga: 'owner',
    otto: 'owner',
  });
  const instances = [];
  for (const [number, role] of roles.entries()) {
    const instance = await Instance.of(`${role}-${number + 1}`, role, folder, servers);
    toStop(instance);
    instances.push(instance);
    await instance.start();
  }
  await balancer.serve(instances);
  const world = new World(balancer.url, balancer.publicUrl, servers, seed);
  const problems = await tellStories(world, instances[0]);
  if (isShort) {
    for (const problem of problems) console.log(problem);
    return problems.length === 0;
  }
  world.begin = await world.withLog((log) => log.head());
  world.paid = 0;
  const people = Array.from(
    { length: clients },
    (_, number) => new Person(number, world, random(`person ${number}`)),
  );
  // Passwords are expensive.
  const joining = people.values();
  const joinInTurn = async () => {
    for (const person of joining) await person.join();
  };
  await Promise.all(Array.from({ length: JOINING }, joinInTurn));
  for (const person of people.slice(0, FIRST_POSTS)) await person.publish();
  console.log(`${clients} people have joined ${instances.map(({ name }) => name).join(', ')}.`);

  let isOver = false;
  let isFast = true;
  const pause = () => (isFast ? 0 : PAUSE_MS);
  const moderation = new Moderation(world, instances, random('moderation'));
  const faults = new Faults(world, people, instances, random('faults'));
  const upgrades = new Upgrades(world, balancer, instances);
  await moderation.begin();
  await faults.begin();
  const work = Promise.all([
    ...people.map((person) => person.live(() => isOver, pause)),
    moderation.workOn(() => isOver),
  ]);
  const written = (count) =>
    until(`${count} writes are done`, () => world.ledger.acknowledged >= count, 3_600_000);
  const causeAll = async () => {
    const started = performance.now();
    await written(writes * FIRST);
    console.log(
      `${world.ledger.acknowledged} writes in ${seconds(performance.now() - started)} s without a fault`,
    );
    await moderation.erase('erased-1');
    isFast = false;
    for (let round = 0; round < rounds; round += 1) {
      for (const kind of shuffled(KINDS, random(`order ${round}`))) {
        const { active, moved } = await faults.cause(kind);
        console.log(
          `${round + 1}/${rounds}  ${kind}: another is active after ${seconds(active)} s, views move after ${seconds(moved)} s`,
        );
        for (const instance of instances) await instance.revive();
      }
    }
    // Of one worker alone, nothing folds the views meanwhile.
    if (roles.filter((role) => role === 'worker').length > 1) {
      await upgrades.roll('upgrade', await makeNewerProgram(join(folder, 'newer')));
      await upgrades.roll('back');
    }
    // A web, if there is one.
    if (instances.length > 1) await moderation.erase('erased-2', instances.at(-1));
    isFast = true;
    await written(writes);
  };
  try {
    await Promise.race([
      causeAll(),
      work.then(() => Promise.reject(new Error('The clients stopped too early.'))),
    ]);
  } catch (error) {
    console.log(
      `What the processes say: ${JSON.stringify(await Promise.all(instances.map(troublesOf)), null, 1)}`,
    );
    throw error;
  } finally {
    isOver = true;
  }
  await work;
  await Promise.all(world.deliveries);
  for (const instance of instances) await instance.revive();
  const active = await activeOf(instances);
  await until('every payment is granted', () => areDone(active.url));
  await until('every first mail has come', () => compareMails(world).missing.length === 0).catch(() => null);
  // A process whose kept answers may be that old.
  await sleep(1000);
  const found = await audit(world, people, instances, active);
  for (const instance of instances) await instance.site.stop();
  await printFigures(folder, servers, random('figures'));
  return report({
    world,
    problems,
    found,
    faults,
    upgrades,
    moderation,
    instances,
    mails: compareMails(world),
  });
}

/** Whether every reaction is at the end of the log. */
async function areDone(url) {
  const { log, reactions } = await (await fetch(`${url}/health`)).json();
  return reactions.every(({ position, waiting }) => position >= log.head && waiting === 0);
}

/** What a process shows as behind or wrong. */
async function troublesOf({ name, url, site }) {
  const { status, log, views, reactions } = await fetch(`${url}/health`)
    .then((answer) => answer.json())
    .catch(() => ({ status: 'no answer' }));
  const isBehind = ({ position }) => position < log.head;
  const late = views?.filter(isBehind) ?? [];
  const waiting =
    reactions?.filter((one) => isBehind(one) || one.waiting + one.parked > 0 || one.error) ?? [];
  return { name, status, head: log?.head, late, waiting, errors: site.errors().slice(-2000) };
}

function seconds(milliseconds) {
  return (milliseconds / 1000).toFixed(1);
}
