// Takes the leader from a cluster of three nodes while writers append to it, and then while people use Footnote on it.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { audit } from './audit.mjs';
import { built } from './built.mjs';
import { Client } from './client.mjs';
import { Ledger } from './ledger.mjs';
import { Measures } from './measures.mjs';
import { startSite } from './servers.mjs';
import { Writers } from './writers.mjs';

/** How long an election takes after each loss of the leader, as three nodes of 24.6 did, in milliseconds. */
const ELECTIONS = { kill: [700, 2100], freeze: [5000, 6000], resignation: [700, 2100] };
/** Before each loss, so that it is seen alone. */
const CALM_MS = 800;
/** How long the leader of before is away after the election. */
const AWAY_MS = [300, 1200];
const PATIENCE_MS = 60_000;
/** What may be added to the election until appends are acknowledged again, and for how long they may be refused. */
const MOST_ADDED_MS = 500;
const MOST_REFUSED_MS = 1500;

/** @typedef {{ kind: string, began: number, elected: number, pause: number, refusals: number[] }} Loss */

/**
 * Takes the leader again and again, and prints a table.
 *
 * @param {string} folder  of the site's data
 * @param {{ rounds: number, writers: number[], clients: number, seed: string, repeats: boolean }} options
 *   with no clients, the site is left out
 * @returns {Promise<boolean>} whether every promise holds
 */
export async function verifyCluster(folder, { rounds, writers: counts, clients, seed, repeats }) {
  const { startProcessCluster } = await built('test/support/eventstore/cluster/process-cluster.js');
  const { seededRandom } = await built('src/demo/random.js');
  const cluster = await startProcessCluster();
  try {
    const results = [];
    // First, because Footnote takes only an empty log for its own.
    if (clients > 0)
      results.push(await underSite(cluster, folder, { rounds, clients, seed, repeats, seededRandom }));
    for (const count of counts) {
      const random = seededRandom(`${seed}/${count}`);
      results.push(await underWriters(cluster, count, rounds, random));
    }
    return results.every(Boolean);
  } finally {
    await cluster.stop();
  }
}

async function underWriters(cluster, count, rounds, random) {
  const writers = await Writers.start(cluster.url, count, `writer${count}`);
  const source = {
    name: `${count} ${count === 1 ? 'writer' : 'writers'}`,
    backSince: (time) => writers.allWritingAgain(time),
    pauseOf: ({ began, elected }) => writers.longestGap(began, elected),
    refusalsIn: (from, to) => writers.refusals.filter((time) => time >= from && time <= to),
  };
  const losses = await Promise.race([
    takeLeaders(cluster, source, rounds, random),
    writers.done.then(() => []),
  ]);
  await writers.stop();
  const { lost, doubled } = await writers.audit(cluster.url);
  return report(source.name, losses, [
    ['acknowledged appends', writers.acknowledged],
    ['acknowledged and lost', lost.length, lost],
    ['doubled', doubled.length, doubled],
    ['reads before a decision', writers.reads],
    ['reads behind own appends', writers.readsBehind, Array(writers.readsBehind).fill('a read behind')],
  ]);
}

async function underSite(cluster, folder, { rounds, clients: count, seed, repeats, seededRandom }) {
  const site = await startSite(join(folder, 'data'), { EVENTSTORE_URL: cluster.url });
  try {
    const measures = new Measures();
    const ledger = new Ledger();
    const community = { url: site.url, dataDir: site.dataDir, measures, ledger, repeats, posts: [] };
    const clients = Array.from(
      { length: count },
      (_, number) => new Client(number, community, seededRandom(`${seed}/${number}`)),
    );
    for (const client of clients) await client.join();
    let isOver = false;
    const work = Promise.all(
      clients.flatMap((client) => [client.readOn(() => isOver), client.writeOn(() => isOver)]),
    );
    const writes = (status) =>
      measures.requests.filter((request) => request.kind === 'write' && status(request.status));
    const successAfter = (time) =>
      writes((status) => status >= 200 && status < 300).find(({ ended }) => ended > time)?.ended;
    const source = {
      name: `Footnote with ${count} people`,
      backSince: successAfter,
      pauseOf: ({ began, elected }) => successAfter(elected) - began,
      refusalsIn: (from, to) =>
        writes((status) => status >= 500)
          .map(({ ended }) => ended)
          .filter((time) => time >= from && time <= to),
    };
    const losses = await Promise.race([
      takeLeaders(cluster, source, rounds, seededRandom(`${seed}/site`)),
      work.then(() => Promise.reject(new Error('The clients stopped too early.'))),
    ]);
    isOver = true;
    await work;
    const { lost, doubled, events } = await audit(community, clients, cluster.url);
    const ready = measures.requests.filter(({ kind }) => kind === 'ready');
    const unready = ready.filter(({ status }) => status !== 200);
    const failed = measures.requests.filter(
      ({ kind, status }) => kind === 'read' && (status === 0 || status >= 500),
    );
    const unexpected = [...ledger.unexpected].map(([line, times]) => `unexpected, ${times} times: ${line}`);
    return report(source.name, losses, [
      ['requests', measures.requests.length],
      ['events in the log', events],
      ['acknowledged writes', ledger.acknowledged],
      ['acknowledged and lost', lost.length, lost],
      ['doubled', doubled.length, doubled],
      ['answers that no client should get', unexpected.length, unexpected],
      ['reads that failed', failed.length, failed.map(({ what, status }) => `failed: ${what}: ${status}`)],
      ['/health/ready', ready.length],
      // Reads work all the time, so a balancer must not take the site away.
      ['  other than 200', unready.length, unready.map(({ status }) => `not ready: ${status}`)],
    ]);
  } finally {
    await site.stop();
  }
}

/** Kills, freezes and resignations in turn. */
async function takeLeaders(cluster, source, rounds, random) {
  const losses = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const kind of Object.keys(ELECTIONS)) {
      await until('all nodes have the same', () => cluster.isWhole);
      await sleep(CALM_MS);
      const loss = await takeLeader(cluster, source, kind, random);
      losses.push(loss);
      const line = `election ${seconds(loss.elected - loss.began)}, pause ${seconds(loss.pause)}`;
      console.log(`${source.name}, ${round + 1}/${rounds}  ${kind.padEnd(12)}${line}`);
    }
  }
  return losses;
}

/** @returns {Promise<Loss>} */
async function takeLeader(cluster, source, kind, random) {
  const { leader } = cluster;
  const began = performance.now();
  if (kind === 'kill') await cluster.kill(leader);
  else if (kind === 'freeze') cluster.freeze(leader);
  else cluster.resign();
  await sleep(between(ELECTIONS[kind], random));
  cluster.elect();
  const elected = performance.now();
  await until('appends are acknowledged again', () => source.backSince(elected) !== undefined);
  const ended = source.backSince(elected);
  const loss = {
    kind,
    began,
    elected,
    pause: source.pauseOf({ began, elected }),
    refusals: source.refusalsIn(began, ended),
  };
  if (kind !== 'resignation') await sleep(between(AWAY_MS, random));
  if (kind === 'kill') await cluster.startNode(leader);
  else if (kind === 'freeze') cluster.thaw(leader);
  return loss;
}

/** Prints the pauses beside the elections, and then the counts; those with examples must be 0. */
function report(name, losses, counts) {
  console.log(`\n${name}`);
  console.log(
    `${''.padEnd(14)}losses  election, median and longest  pause, median and longest  added at most  refused, longest`,
  );
  let holds = losses.length > 0;
  for (const kind of Object.keys(ELECTIONS)) {
    const of = losses.filter((loss) => loss.kind === kind);
    const added = Math.max(...of.map(({ began, elected, pause }) => pause - (elected - began)));
    const refused = Math.max(
      ...of.map(({ refusals }) => (refusals.length > 0 ? refusals.at(-1) - refusals[0] : 0)),
    );
    const isKept = added <= MOST_ADDED_MS && refused <= MOST_REFUSED_MS;
    holds &&= isKept;
    const figures = [
      spread(of.map(({ began, elected }) => elected - began)).padStart(29),
      spread(of.map(({ pause }) => pause)).padStart(26),
      seconds(added).padStart(14),
      `${of.reduce((sum, { refusals }) => sum + refusals.length, 0)}, ${seconds(refused)}`.padStart(17),
    ];
    console.log(
      `${kind.padEnd(14)}${String(of.length).padStart(6)}${figures.join(' ')}  ${isKept ? 'ok' : 'FAILED'}`,
    );
  }
  for (const [what, count, examples] of counts) {
    const verdict = examples === undefined ? '' : count === 0 ? '  ok' : '  FAILED';
    console.log(`${what.padEnd(40)}${String(count).padStart(9)}${verdict}`);
    for (const line of examples?.slice(0, 10) ?? []) console.log(`  ${line}`);
    holds &&= examples === undefined || count === 0;
  }
  console.log('');
  return holds;
}

function spread(durations) {
  const sorted = durations.toSorted((one, other) => one - other);
  return `${seconds(sorted[sorted.length >> 1])}, ${seconds(sorted.at(-1))}`;
}

function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}

function between([from, to], random) {
  return from + random() * (to - from);
}

async function until(what, holds) {
  for (const end = Date.now() + PATIENCE_MS; !holds(); await sleep(10)) {
    if (Date.now() > end) throw new Error(`Timed out waiting until ${what}.`);
  }
}
