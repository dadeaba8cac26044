// Appends events of every type that do not fit to the log under a running site, and looks for what suffers beside them.
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { built } from '../outage/built.mjs';
import { Client } from '../outage/client.mjs';
import { Ledger } from '../outage/ledger.mjs';
import { Measures } from '../outage/measures.mjs';
import { startLogServer } from '../outage/servers.mjs';
import { poisons } from './events.mjs';
import { Program } from './program.mjs';

const PATIENCE_MS = 30_000;

/** Prints what holds and what does not. @returns {Promise<number>} 1 when something does not hold */
export async function verifyPoison() {
  let failed = 0;
  for (const name of ['SQLite', 'the stand-in for EventStoreDB']) {
    console.log(`\n${name}`);
    failed += await verifyOn(name !== 'SQLite');
  }
  console.log(failed === 0 ? '\nok: every promise holds' : `\nfailed: ${failed}, see above`);
  return failed === 0 ? 0 : 1;
}

async function verifyOn(hasServer) {
  const folder = await mkdtemp(join(tmpdir(), 'footnote-poison-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const server = hasServer ? await startLogServer(folder) : null;
  const dataDir = join(folder, 'data');
  const running = { program: new Program(dataDir, server?.url, true) };
  let failed = 0;
  const check = (what, holds, found) => {
    if (holds !== true) failed += 1;
    console.log(
      `${holds === true ? 'ok    ' : 'failed'}  ${what}${holds === true ? '' : `: ${JSON.stringify(found ?? holds)}`}`,
    );
  };
  try {
    await running.program.start();
    const crowd = await joined(running.program);
    const log = await openLog(dataDir, server?.url);
    const types = await poisons();
    const before = await quarantined(running.program);
    let faults = 0;
    const broken = [];
    for (const { type, stream, events, faults: count, later } of types) {
      const { position } = await log.append(stream, 'any', events);
      faults += count;
      const expected = count + later;
      const problem = await problemAfter(crowd, running.program, position, type, expected);
      if (problem) broken.push(`${type}: ${problem}`);
    }
    check(
      `${types.length} event types, ${faults} events with a fault: the site reads and writes, other views are at the end`,
      broken.length === 0,
      broken,
    );

    const rebuild = async (when) => {
      const { code, output } = await running.program.operate('rebuild', '--all');
      check(`rebuild --all ${when}`, code === 0, output.slice(-1000));
      check(`the site after it`, (await healthProblem(running.program)) ?? true);
    };
    await rebuild('while it runs');
    await running.program.stop();
    await rebuildStopped(running.program, check);
    const took = await running.program.start();
    crowd.moveTo(running.program.url);
    check(`it starts again, in ${(took / 1000).toFixed(1)} s`, (await siteProblem(crowd)) ?? true);
    const { code } = await running.program.operate('retry');
    check(
      'retry leaves all of them in quarantine',
      code === 1 && (await total(running.program)) === faults + laterOf(types),
      await quarantined(running.program),
    );
    await running.program.stop();

    running.program = new Program(dataDir, server?.url, false);
    await running.program.start();
    crowd.moveTo(running.program.url);
    await running.program.operate('retry');
    const left = await quarantined(running.program);
    const wrong = types.filter(
      ({ type, faults: count }) => (left.get(type) ?? 0) !== count + (before.get(type) ?? 0),
    );
    check(
      `retry with wider schemas brings ${laterOf(types)} events back, one of each type`,
      wrong.length === 0,
      wrong.map(({ type }) => type),
    );
    check('the site after it', (await siteProblem(crowd)) ?? (await healthProblem(running.program)) ?? true);
    const { projections } = await built('src/projections/projections.js');
    const different = [];
    for (const { name } of projections) {
      const { code: differs, output } = await running.program.operate('rebuild', name, '--dry-run');
      if (differs !== 0) different.push(`${name}: ${output.slice(-300)}`);
    }
    check(`${projections.length} views equal a rebuild`, different.length === 0, different);
    await log.close();
  } finally {
    await running.program.stop();
    await server?.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  return failed;
}

async function rebuildStopped(program, check) {
  const { code, output } = await program.operate('rebuild', '--all');
  check('rebuild --all while it is stopped', code === 0, output.slice(-1000));
}

const laterOf = (types) => types.reduce((sum, { later }) => sum + later, 0);

/** A person with posts and one who likes them. */
async function joined({ url, dataDir }) {
  const { seededRandom } = await built('src/demo/random.js');
  const community = {
    url,
    dataDir,
    measures: new Measures(),
    ledger: new Ledger(),
    repeats: true,
    posts: [],
  };
  const clients = ['one', 'other'].map((name, number) => new Client(number, community, seededRandom(name)));
  for (const client of clients) await client.join();
  const moveTo = (to) => {
    community.url = to;
    for (const { site, reader } of clients) for (const one of [site, reader]) one.url = to;
  };
  return { ...community, clients, moveTo };
}

async function openLog(dataDir, url) {
  if (url) {
    const { EventStoreEventLog } = await built(
      'src/infrastructure/event-log/eventstore/eventstore-event-log.js',
    );
    return new EventStoreEventLog(url);
  }
  const { SqliteEventLog } = await built('src/infrastructure/event-log/sqlite-event-log.js');
  return new SqliteEventLog(join(dataDir, 'events.db'));
}

/** What is wrong once the views have passed a position; null for nothing. */
async function problemAfter(crowd, program, position, type, expected) {
  const isPassed = async () =>
    (await health(program)).views.every((view) => view.position >= position) &&
    ((await quarantined(program)).get(type) ?? 0) >= expected;
  if (!(await eventually(isPassed)))
    return (
      (await healthProblem(program)) ?? `quarantined ${JSON.stringify([...(await quarantined(program))])}`
    );
  if (((await quarantined(program)).get(type) ?? 0) !== expected) return 'another number is in quarantine';
  return (await siteProblem(crowd)) ?? healthProblem(program);
}

/** What is wrong with the site for people; null for nothing. */
async function siteProblem({ clients, ledger, posts }) {
  const [reader, writer] = clients;
  for (const address of [
    '/',
    '/health/ready',
    `/api/users/${reader.userId}`,
    '/api/leaderboard/weekly',
    ...posts.map(({ id }) => `/api/posts/${id}`),
  ]) {
    const { status } = await reader.reader.request('GET', address);
    if (status !== 200) return `${address} answers ${status}`;
  }
  const { body } = await reader.reader.request('GET', '/api/posts');
  const shown = new Set(body.map(({ id }) => id));
  if (!posts.every(({ id }) => shown.has(id))) return 'the board lacks a post';
  const { acknowledged } = ledger;
  await writer.like();
  await writer.comment();
  return ledger.acknowledged === acknowledged + 2 ? null : 'a like or a comment is refused';
}

/** What is wrong with the views; null for nothing. */
async function healthProblem(program) {
  const isFine = ({ state, error, parked, position }, head) =>
    state === 'live' && error === null && parked === 0 && position >= head;
  const isReached = async () => {
    const { log, views } = await health(program);
    return views.every((view) => isFine(view, log.head));
  };
  if (await eventually(isReached)) return null;
  const { log, views } = await health(program);
  return views
    .filter((view) => !isFine(view, log.head))
    .map(({ name, state, error, parked, position }) => ({ name, state, error, parked, position }));
}

async function eventually(holds) {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(50))
    if (await holds()) return true;
  return false;
}

async function health({ url }) {
  return (await fetch(`${url}/health`)).json();
}

/** How many events of each type are in quarantine. */
async function quarantined(program) {
  return new Map((await health(program)).quarantine.map(({ type, events }) => [type, events]));
}

async function total(program) {
  return [...(await quarantined(program)).values()].reduce((sum, count) => sum + count, 0);
}
