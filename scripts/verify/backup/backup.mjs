// Backs up a site while people write, restores each backup and compares it with what was acknowledged before.
import { readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { capture } from '../../process.mjs';
import { compareComments, compareLog, viewsComplete } from '../outage/audit.mjs';
import { built, dist } from '../outage/built.mjs';
import { Client } from '../outage/client.mjs';
import { Ledger } from '../outage/ledger.mjs';
import { Measures } from '../outage/measures.mjs';
import { startSite } from '../outage/servers.mjs';
import { compareFolds } from './folds.mjs';

const FOOTNOTE = join(dist, 'src/tools/footnote.js');
const PROGRAM = join(import.meta.dirname, 'site.process.mjs');
/** How long people write before each backup, for a comparison. */
const CALM_MS = 4000;
const PATIENCE_MS = 120_000;
const PASSWORD = 'a quiet walk at dusk';

/**
 * Runs the rounds and prints a line each, and a table.
 *
 * @param {string[]} args
 * @returns {Promise<number>} 1 when a promise does not hold
 */
export async function verifyBackup(args) {
  const { rounds, clients: count, seed } = optionsIn(args);
  const { seededRandom } = await built('src/demo/random.js');
  const folder = await mkdtemp(join(tmpdir(), 'footnote-backup-'));
  // Also when it is interrupted.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const dataDir = join(folder, 'data');
  const site = await startSite(dataDir, {}, PROGRAM);
  try {
    const { ledger, measures } = { ledger: new Ledger(), measures: new Measures() };
    const community = { url: site.url, dataDir, measures, ledger, repeats: true, posts: [] };
    const random = (name) => seededRandom(`${seed}/${name}`);
    const clients = Array.from(
      { length: count },
      (_, number) => new Client(number, community, random(number)),
    );
    for (const client of clients) await client.join();
    console.log(`${count} people have joined. Seed ${seed}, ${rounds} backups.`);
    const results = [];
    for (let round = 1; round <= rounds; round += 1) {
      // A person of this round: others write nothing on what is about to go.
      const own = { ...community, ledger: new Ledger(), posts: [] };
      const person = new Client(count + round, own, random(`person ${round}`));
      await person.join();
      const backup = join(folder, `backup-${round}`);
      const taken = await backUpUnderLoad(community, clients, backup);
      await erase(dataDir, person.userId);
      const restored = join(folder, `restored-${round}`);
      const found = await restoreAndCompare({ backup, restored, dataDir, person, ...taken, community });
      await rm(backup, { recursive: true });
      await rm(restored, { recursive: true });
      results.push({ ...taken, ...found });
      console.log(lineOf(round, rounds, results.at(-1)));
    }
    const unexpected = [...ledger.unexpected].map(([line, times]) => `${times} times ${line}`);
    const holds = report(results, [...unexpected, ...site.failures]);
    if (site.errors()) console.log(`Footnote wrote to stderr:\n${site.errors().slice(0, 2000)}`);
    console.log(holds ? '\nok: every promise holds' : '\nfailed: see above');
    return holds ? 0 : 1;
  } finally {
    await site.stop();
  }
}

function optionsIn(args) {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '20' },
      clients: { type: 'string', default: '32' },
      seed: { type: 'string', default: '1' },
    },
  });
  const whole = (name) => {
    const number = Number(values[name]);
    if (Number.isSafeInteger(number) && number >= 1) return number;
    throw new Error(`--${name} must be a whole number of at least 1.`);
  };
  return { rounds: whole('rounds'), clients: whole('clients'), seed: values.seed };
}

/** People write, first alone, then beside a backup. Returns what was acknowledged before it, and how long writes took. */
async function backUpUnderLoad({ ledger, measures, dataDir }, clients, backup) {
  let isOver = false;
  const work = Promise.all(clients.map((client) => client.writeOn(() => isOver)));
  const calm = { began: measures.now() };
  await sleep(CALM_MS);
  calm.ended = measures.now();
  const acknowledged = {
    comments: new Map(ledger.comments),
    ratings: new Map(ledger.ratings),
    posts: new Map(ledger.posts),
    // They are taken back at any time.
    likes: new Map(),
  };
  const busy = { began: measures.now() };
  await footnote(dataDir, 'backup', backup);
  busy.ended = measures.now();
  isOver = true;
  await work;
  const durations = ({ began, ended }) =>
    measures.requests
      .filter((request) => request.kind === 'write' && request.began < ended && request.ended > began)
      .map((request) => request.ended - request.began);
  const duration = busy.ended - busy.began;
  const taken = { acknowledged, duration, calm: durations(calm), busy: durations(busy) };
  measures.requests.length = 0;
  return taken;
}

async function erase(dataDir, accountId) {
  const { askServer } = await built('src/control/control-socket.js');
  const answer = await askServer(dataDir, { command: 'erase', names: [accountId] });
  if (!answer?.ok) throw new Error(`Nobody was erased: ${answer?.message}`);
  await until('the erasure is listed', () =>
    readFileSync(join(dataDir, 'erasures.jsonl'), 'utf8').includes(accountId),
  );
}

async function restoreAndCompare({ backup, restored, dataDir, person, acknowledged, community }) {
  const list = join(dataDir, 'erasures.jsonl');
  const output = await footnote(restored, 'restore', backup, '--erasures', list);
  const lost = [];
  if (!output.includes('1 people who were erased after the backup were erased again')) lost.push(output);
  const site = await startSite(restored);
  try {
    await viewsComplete(site.url);
    await until('the erasure is done', () => areDone(site.url));
    await viewsComplete(site.url);
    lost.push(...(await tracesOf(person, site.url, restored)));
    const events = await decodedEvents(restored);
    compareLog(events, acknowledged, lost, lost);
    const published = new Set(
      events.filter(({ type }) => type === 'PostPublished').map(({ data }) => data.postId),
    );
    const posts = community.posts.filter(({ id }) => published.has(id));
    const ledger = { comments: acknowledged.comments };
    await compareComments(events, { url: site.url, posts, ledger }, lost, lost);
    for (const { id } of posts) {
      const { status, body } = await ask(site.url, `/api/posts/${id}`);
      const picture = status === 200 ? (await ask(site.url, body.imageUrl)).status : status;
      if (picture !== 200) lost.push(`post ${id}: its picture answers ${picture}`);
    }
  } finally {
    await site.stop();
  }
  const { events, documents, differences } = await compareFolds(restored);
  return { events: events.length, documents, differences, lost };
}

/** What is left of somebody who was erased. */
async function tracesOf(person, url, dataDir) {
  const traces = [];
  const email = `outage-${person.number}@footnote.localhost`;
  const login = await fetch(new URL('/api/auth/login', url), {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  if (login.status !== 401) traces.push(`${email} can sign in: ${login.status}`);
  for (const id of person.community.ledger.posts.keys()) {
    const { status } = await ask(url, `/api/posts/${id}`);
    if (status !== 404) traces.push(`post ${id} of ${email} answers ${status}`);
    const files = readdirSync(dataDir, { recursive: true }).filter((name) => name.includes(id));
    if (files.length > 0) traces.push(`post ${id} of ${email} has files`);
  }
  const files = readdirSync(dataDir, { recursive: true }).map((name) => join(dataDir, name));
  for (const file of files.filter((name) => statSync(name, { throwIfNoEntry: false })?.isFile())) {
    if (readFileSync(file).includes(email)) traces.push(`${file} names ${email}`);
  }
  return traces;
}

async function decodedEvents(dataDir) {
  const { SqliteEventLog } = await built('src/infrastructure/event-log/sqlite-event-log.js');
  const log = new SqliteEventLog(join(dataDir, 'events.db'));
  try {
    return await log.readAll(0, Number.MAX_SAFE_INTEGER);
  } finally {
    await log.close();
  }
}

async function areDone(url) {
  const { body } = await ask(url, '/health');
  return body.reactions.every(({ position, waiting }) => position >= body.log.head && waiting === 0);
}

async function ask(url, address) {
  const response = await fetch(new URL(address, url));
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return { status: response.status, body: isJson ? await response.json() : await response.arrayBuffer() };
}

/** Runs a command of operators on a data folder. @throws Error with its output if it fails */
async function footnote(dataDir, ...words) {
  const { code, output } = await capture(process.execPath, [FOOTNOTE, ...words], {
    env: { NODE_ENV: 'test', DATA_DIR: dataDir },
  });
  if (code !== 0) throw new Error(`footnote ${words.join(' ')} ended with ${code}:\n${output}`);
  return output;
}

async function until(what, holds) {
  for (const end = Date.now() + PATIENCE_MS; !(await holds()); await sleep(50)) {
    if (Date.now() > end) throw new Error(`Timed out waiting until ${what}.`);
  }
}

function lineOf(round, rounds, { duration, calm, busy, events, documents, differences, lost }) {
  const ratio = (share(busy, 0.99) / share(calm, 0.99)).toFixed(1);
  return (
    `${round}/${rounds}  ${events} events in ${seconds(duration)}, p99 of ${busy.length} writes ` +
    `${ms(share(busy, 0.99))} against ${ms(share(calm, 0.99))} (${ratio}), ${documents} documents, ` +
    `${lost.length} lost, ${differences.length} differ`
  );
}

function report(results, unexpected) {
  const all = (name) => results.flatMap((result) => result[name]);
  const durations = results.map(({ duration }) => duration);
  const [calm, busy, lost, differences] = ['calm', 'busy', 'lost', 'differences'].map(all);
  const acknowledged = results.reduce(
    (sum, { acknowledged: { comments, ratings, posts } }) => sum + comments.size + ratings.size + posts.size,
    0,
  );
  const rows = [
    ['backups, each restored', results.length],
    ['acknowledged writes that were looked up', acknowledged],
    ['lost, doubled or left of erased people', lost.length, lost.length === 0],
    ['documents that differ from a fold of the log', differences.length, differences.length === 0],
    ['answers that no client should get', unexpected.length, unexpected.length === 0],
    ['duration of a backup, median', seconds(share(durations, 0.5))],
    ['  the longest', seconds(share(durations, 1))],
    ['writes without a backup, median', ms(share(calm, 0.5))],
    ['writes beside a backup, median', ms(share(busy, 0.5))],
    ['writes without a backup, p99', ms(share(calm, 0.99))],
    ['writes beside a backup, p99', ms(share(busy, 0.99))],
    ['  ratio', (share(busy, 0.99) / share(calm, 0.99)).toFixed(2)],
    ['  the slowest', ms(share(busy, 1))],
  ];
  console.log('');
  for (const [name, figure, holds] of rows) {
    const verdict = holds === undefined ? '' : holds ? '  ok' : '  FAILED';
    console.log(`${name.padEnd(48)}${String(figure).padStart(9)}${verdict}`);
  }
  for (const line of [...lost, ...differences, ...unexpected].slice(0, 40)) console.log(line);
  return rows.every(([, , holds]) => holds !== false);
}

/** The value that this share of the values does not exceed. */
function share(values, part) {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

const ms = (value) => `${Math.round(value)} ms`;
const seconds = (value) => `${(value / 1000).toFixed(1)} s`;
