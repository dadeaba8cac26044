// Kills, freezes and stalls the servers under Footnote while clients read and write, and compares what was acknowledged.
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { audit } from './audit.mjs';
import { built } from './built.mjs';
import { Client } from './client.mjs';
import { verifyCluster } from './cluster.mjs';
import { Ledger } from './ledger.mjs';
import { Measures } from './measures.mjs';
import { report } from './report.mjs';
import { startDocumentServer, startFootnote, startLogServer } from './servers.mjs';

/** The length of each fault in milliseconds, from and to. */
const LENGTHS = { kill: [2000, 8000], freeze: [6000, 10_000], stall: [500, 3000] };
/** Between two faults, so that each is seen alone. */
const CALM_MS = 1500;
const RECOVERY_MS = 60_000;

/**
 * Runs the faults and prints a table.
 *
 * @param {string[]} args
 * @returns {Promise<number>} 1 when a promise does not hold
 */
export async function verifyOutage(args) {
  const options = optionsIn(args);
  const folder = await mkdtemp(join(tmpdir(), 'footnote-outage-'));
  // Also when it is interrupted.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const holds = await (options.cluster ? verifyCluster : verifyServers)(folder, options);
  console.log(holds ? '\nok: every promise holds' : '\nfailed: see above');
  return holds ? 0 : 1;
}

/** One server of the log and one of the documents. */
async function verifyServers(folder, { rounds, clients: count, seed, repeats }) {
  const { seededRandom } = await built('src/demo/random.js');
  const running = [];
  const started = (server) => {
    running.unshift(server);
    return server;
  };
  try {
    const log = await startLogServer(folder).then(started);
    const documents = await startDocumentServer(folder).then(started);
    const site = await startFootnote(folder, log, documents).then(started);
    const measures = new Measures();
    const ledger = new Ledger();
    const community = { url: site.url, dataDir: site.dataDir, measures, ledger, repeats, posts: [] };
    await until('Footnote is ready', () => isReady(site.url));
    const clients = Array.from(
      { length: count },
      (_, number) => new Client(number, community, seededRandom(`${seed}/${number}`)),
    );
    for (const client of clients) await client.join();
    console.log(`${count} people have joined. Seed ${seed}, ${rounds} faults of each server.`);
    let isOver = false;
    const work = Promise.all(
      clients.flatMap((client) => [client.readOn(() => isOver), client.writeOn(() => isOver)]),
    );
    const faults = causeFaults([log, documents], {
      rounds,
      random: seededRandom(`${seed}/faults`),
      measures,
      site,
    });
    await Promise.race([
      faults,
      work.then(() => Promise.reject(new Error('The clients stopped too early.'))),
    ]);
    isOver = true;
    await work;
    const found = await audit(community, clients, log.url);
    const holds = report(measures, ledger, found, site.failures, console.log);
    if (site.errors()) console.log(`Footnote wrote to stderr:\n${site.errors().slice(0, 2000)}`);
    return holds;
  } finally {
    for (const server of running) await server.stop();
  }
}

function optionsIn(args) {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '20' },
      clients: { type: 'string', default: '16' },
      seed: { type: 'string', default: '1' },
      'without-keys': { type: 'boolean', default: false },
      cluster: { type: 'boolean', default: false },
      writers: { type: 'string', default: '1,8' },
    },
  });
  const whole = (name, text = values[name], least = 1) => {
    const number = Number(text);
    if (!Number.isSafeInteger(number) || number < least)
      throw new Error(`--${name} must be a whole number of at least ${least}.`);
    return number;
  };
  return {
    rounds: whole('rounds'),
    clients: whole('clients', values.clients, values.cluster ? 0 : 1),
    cluster: values.cluster,
    writers: values.writers === '' ? [] : values.writers.split(',').map((text) => whole('writers', text)),
    seed: values.seed,
    repeats: !values['without-keys'],
  };
}

/** Faults of both servers in turn: first a kill of each, then a freeze of each. A short stall follows each of them. */
async function causeFaults(servers, { rounds, random, measures, site }) {
  for (let round = 0; round < rounds; round += 1) {
    for (const server of servers) {
      const kind = round % 2 === 0 ? 'kill' : 'freeze';
      for (const next of [kind, 'stall']) {
        await sleep(CALM_MS);
        const fault = await cause(server, next, lengthOf(next, random), measures);
        await until(`a write succeeds after a ${next} of the ${server.name}`, async () => {
          if (site.hasEnded()) throw new Error(`Footnote ended: ${site.errors()}`);
          return Number.isFinite(measures.recoveryOf(fault)) && (await isReady(site.url));
        });
        if (next === 'stall') continue;
        const seconds = ((fault.ended - fault.began) / 1000).toFixed(1);
        const recovery = Math.round(measures.recoveryOf(fault));
        const line = `${round + 1}/${rounds}  ${next} of the ${server.name} for ${seconds} s, first write ${recovery} ms after`;
        console.log(line);
      }
    }
  }
}

function lengthOf(kind, random) {
  const [from, to] = LENGTHS[kind];
  return from + random() * (to - from);
}

async function cause(server, kind, milliseconds, measures) {
  const began = measures.now();
  const isKill = kind === 'kill';
  await (isKill ? server.kill() : server.freeze());
  try {
    await sleep(milliseconds);
  } finally {
    await (isKill ? server.restart() : server.thaw());
  }
  const fault = { server: server.name, kind, began, ended: measures.now() };
  measures.faults.push(fault);
  return fault;
}

async function isReady(url) {
  const answer = await fetch(`${url}/health/ready`).catch(() => null);
  await answer?.arrayBuffer();
  return answer?.status === 200;
}

async function until(what, holds) {
  for (const end = Date.now() + RECOVERY_MS; !(await holds()); await sleep(50)) {
    if (Date.now() > end) throw new Error(`Timed out waiting until ${what}.`);
  }
}
