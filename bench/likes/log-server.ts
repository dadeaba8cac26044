import path from 'node:path';
import { median, quantile, rate } from '../scratch.js';
import { type BenchServer, eventStore } from '../servers.js';
import { type ServerProcess, startFootnote, viewsComplete } from '../server-process.js';
import { Presser, onOnePost, roundThePosts } from './pressing.js';
import { type Round, type Side, likeRounds } from './round.js';
import { setStage } from './stage.js';

const ALONE = { warmUp: 100, presses: 400 } as const;

type Print = (line: string) => void;
type Name = 'embedded' | 'server';

/**
 * Measures the same likes on a log in files and on a log on a server, in turns: likes per second and processor time of 64
 * people, the time of one person's like, and how often that one calls the log. Documents are in files on both sides. The
 * log's server, Footnote and the people are processes of their own.
 */
export async function compareLogs(folder: string, events: number, seconds: number, print: Print) {
  const log = await eventStore();
  print(`log: ${log.name}, compared with files`);
  const started: ServerProcess[] = [];
  try {
    const side = async (name: Name, eventstoreUrl: string | null): Promise<Side> => {
      const dataDir = path.join(folder, name);
      const stage = await setStage(dataDir, events, path.join(folder, `${name}.ndjson`), eventstoreUrl);
      const server = await startAgain(dataDir, eventstoreUrl ? { EVENTSTORE_URL: eventstoreUrl } : {});
      started.push(server);
      return { server, stage };
    };
    const sides = { embedded: await side('embedded', null), server: await side('server', log.url()) };
    print(`${sides.server.stage.events.toLocaleString('en')} events before the first request`);
    const crowded = await measureCrowds(sides, seconds, print);
    return { ...crowded, alone: await measureAlone(sides, log, print) };
  } finally {
    for (const { stop } of started) await stop();
    await log.stop();
  }
}

/** A server whose views are built, as after any later start. */
async function startAgain(dataDir: string, env: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const first = await startFootnote(dataDir, env);
  await viewsComplete(first);
  await first.stop();
  return startFootnote(dataDir, env);
}

async function measureCrowds(sides: Readonly<Record<Name, Side>>, seconds: number, print: Print) {
  const figures: Record<string, Record<string, number>> = {};
  for (const [name, press] of [
    ['64 users on 64 posts', roundThePosts],
    ['64 users on one post', onOnePost],
  ] as const) {
    const rounds = await likeRounds(sides, press, seconds);
    const ratio = (of: (round: Round) => number) =>
      median(rounds.server.map((round, index) => of(round) / of(rounds.embedded[index] ?? round)));
    print(name);
    for (const side of ['embedded', 'server'] as const) {
      const perSecond = median(rounds[side].map((round) => round.perSecond));
      const cpuUs = median(rounds[side].map((round) => round.cpuUs));
      print(
        `  ${side.padEnd(8)} ${rate(perSecond)} likes/s ${cpuUs.toFixed(0).padStart(6)} us of CPU a like`,
      );
    }
    const [perSecond, cpu] = [ratio((round) => round.perSecond), ratio((round) => round.cpuUs)];
    print(
      `  server to embedded: ${perSecond.toFixed(2)} of the likes/s, ${cpu.toFixed(2)} of the CPU a like`,
    );
    figures[name] = { perSecond, cpu };
  }
  return figures;
}

/** One person who likes one post after the other. */
async function measureAlone(sides: Readonly<Record<Name, Side>>, log: BenchServer, print: Print) {
  const figures: Record<string, number> = {};
  print(`one person's like, of ${ALONE.presses}`);
  for (const side of ['embedded', 'server'] as const) {
    const { server, stage } = sides[side];
    const [presser] = await Presser.connect(server.url, stage.people.slice(0, 1), roundThePosts(stage));
    if (!presser) throw new Error('the stage has no people');
    for (let press = 0; press < ALONE.warmUp; press += 1) await presser.next();
    const before = await log.calls();
    const times: number[] = [];
    for (let press = 0; press < ALONE.presses; press += 1) {
      const begin = performance.now();
      await presser.next();
      times.push(performance.now() - begin);
    }
    presser.close();
    const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)];
    figures[`${side}P50Ms`] = p50;
    print(`  ${side.padEnd(8)} p50 ${p50.toFixed(2).padStart(6)} ms, p99 ${p99.toFixed(2).padStart(6)} ms`);
    const after = await log.calls();
    if (side === 'embedded' || !before || !after) continue;
    const [appends, reads] = [after.appends - before.appends, after.reads - before.reads];
    print(`  calls to the log: ${appends} appends, ${reads} reads`);
    Object.assign(figures, { appends, reads });
  }
  return figures;
}
