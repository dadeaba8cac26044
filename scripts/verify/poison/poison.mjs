// Appends events of every type that do not fit to the log under a running site, and looks for what suffers beside them.
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { built } from '../outage/built.mjs';
import { startLogServer } from '../outage/servers.mjs';
import { Crowd } from './crowd.mjs';
import { poisons } from './events.mjs';
import { eventually, quarantined, viewsProblem } from './health.mjs';
import { Program } from './program.mjs';

/** Views that are compared with a rebuild: of every event, of posts, of people, of payments. */
const COMPARED = ['audit', 'leaderboard', 'people', 'payments'];

/** Prints what holds and what does not. @returns {Promise<number>} 1 when something does not hold */
export async function verifyPoison() {
  const failed = [];
  for (const name of ['SQLite', 'the stand-in for EventStoreDB']) {
    console.log(`\n${name}`);
    const check = (what, problem) => {
      if (problem) failed.push(what);
      console.log(problem ? `failed  ${what}: ${problem}` : `ok      ${what}`);
    };
    await verifyOn(name !== 'SQLite', check);
  }
  console.log(failed.length === 0 ? '\nok: every promise holds' : `\nfailed: ${failed.length}, see above`);
  return failed.length === 0 ? 0 : 1;
}

/** @param {(what: string, problem: string | null) => void} check */
async function verifyOn(hasServer, check) {
  const folder = await mkdtemp(join(tmpdir(), 'footnote-poison-'));
  // Also when it is interrupted.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const server = hasServer ? await startLogServer(folder) : null;
  const dataDir = join(folder, 'data');
  const earlier = new Program(dataDir, server?.url, true);
  const later = new Program(dataDir, server?.url, false);
  try {
    await earlier.start();
    const crowd = await Crowd.join(earlier);
    const all = await poisons();
    const log = await openLog(dataDir, server?.url);
    const broken = await appendAll(log, all, crowd, earlier);
    await log.close();
    const sum = (counts) => counts.reduce((total, count) => total + count, 0);
    const faults = sum(all.map((poison) => poison.faults));
    const good = sum(all.map((poison) => poison.later));
    check(
      `${all.length} event types, ${faults} events with a fault: after each type people read and write, and views are at the end`,
      broken.join('; '),
    );

    const rebuild = async () => {
      const { code, output } = await earlier.operate('rebuild', '--all');
      return code === 0 ? null : output.slice(-1000);
    };
    check('rebuild --all of a running site', (await rebuild()) ?? (await viewsProblem(earlier)));
    await earlier.stop();
    check('rebuild --all of a stopped site', await rebuild());
    const seconds = (await earlier.start()) / 1000;
    crowd.moveTo(earlier.url);
    check(`a start, in ${seconds.toFixed(1)} s`, (await crowd.problem()) ?? (await viewsProblem(earlier)));
    await earlier.operate('retry');
    const kept = sum([...(await quarantined(earlier)).values()]);
    check('retry changes nothing', kept === faults + good ? null : `${kept} are in quarantine`);
    await earlier.stop();

    await later.start();
    crowd.moveTo(later.url);
    await later.operate('retry');
    const left = await quarantined(later);
    const wrong = all.filter((poison) => (left.get(poison.type) ?? 0) !== poison.faults);
    check(
      `retry with wider schemas brings ${good} events back, one of each type of the domain`,
      wrong.map(({ type }) => type).join(', '),
    );
    check('the site after it', (await crowd.problem()) ?? (await viewsProblem(later)));
    for (const view of COMPARED) {
      const { code, output } = await later.operate('rebuild', view, '--dry-run');
      check(`${view} equals a rebuild`, code === 0 ? null : output.slice(-300));
    }
  } finally {
    await earlier.stop();
    await later.stop();
    await server?.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Appends the events type by type. Returns what suffered after which type. */
async function appendAll(log, all, crowd, program) {
  const broken = [];
  for (const { type, stream, events } of all) {
    await log.append(stream, 'any', events);
    const isCounted = async () => (await quarantined(program)).get(type) === events.length;
    const problem = (await eventually(isCounted))
      ? ((await crowd.problem()) ?? (await viewsProblem(program)))
      : `not ${events.length} of them are in quarantine`;
    if (problem) broken.push(`${type}: ${problem}`);
  }
  return broken;
}

async function openLog(dataDir, url) {
  if (url) {
    const file = 'src/infrastructure/event-log/eventstore/eventstore-event-log.js';
    return new (await built(file)).EventStoreEventLog(url);
  }
  const { SqliteEventLog } = await built('src/infrastructure/event-log/sqlite-event-log.js');
  return new SqliteEventLog(join(dataDir, 'events.db'));
}
