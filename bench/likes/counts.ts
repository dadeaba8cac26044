import { execFileSync } from 'node:child_process';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startFootnote, viewsComplete } from '../server-process.js';
import { type Press, Presser, pressFor, takeBack } from './pressing.js';
import type { Stage } from './stage.js';

const WARM_UP_SECONDS = 1;
/** Until the views that nobody waits for are written, too. */
const REST_MS = 1500;
/** Where the index of a write-ahead log counts the transactions of its database. */
const CHANGES_AT = 8;
/** Follows all threads, from a process beside the server, and stops the server for syncs only. */
const STRACE = [
  'strace',
  '-D',
  '-f',
  '-qq',
  '--seccomp-bpf',
  '-e',
  'trace=fsync,fdatasync',
  '-e',
  'signal=none',
];
const SYNC = /\bf(?:data)?sync\(/;
const GARBAGE = /^\[\d+:(\w+)(?::\d+)?\]\s+([\d.]+) ms: .*? ([\d.]+) \([\d.]+\) -> ([\d.]+) \(/;

/** What the server does for one like, on average. */
export interface Work {
  /** Transactions, by the file that they change. */
  readonly commits: Readonly<Record<string, number>>;
  /** Null where there is no `strace`. */
  readonly syncs: number | null;
  /** What all threads allocate on their JavaScript heaps. */
  readonly bytes: number;
}

/**
 * Counts from outside, while all people press: transactions in the shared index of each database, syncs with `strace`, and
 * bytes from what the garbage collector reports. Counting costs some time, so nothing is timed.
 */
export async function countWork(dataDir: string, stage: Stage, press: Press, seconds: number): Promise<Work> {
  const heaps = new Heaps();
  const traced = path.join(dataDir, '../syncs');
  const under = hasStrace() ? [...STRACE, '-o', traced] : [];
  const hear = (line: string) => heaps.hear(line);
  const server = await startFootnote(dataDir, {}, { options: ['--trace-gc'], hear, under });
  try {
    await viewsComplete(server);
    await takeBack(server.url, stage, [...stage.posts, stage.crowded]);
    const pressers = await Presser.connect(server.url, stage.people, press);
    await pressFor(pressers, WARM_UP_SECONDS);
    await sleep(REST_MS);
    const [commits, syncs] = [await commitsIn(dataDir), await linesOf(traced)];
    heaps.reset();
    const { count } = await pressFor(pressers, seconds);
    const { bytes } = heaps;
    await sleep(REST_MS);
    for (const presser of pressers) presser.close();
    const commitsOfLike = Object.entries(await commitsIn(dataDir))
      .map(([file, total]) => [file, (total - (commits[file] ?? 0)) / count] as const)
      .filter(([, each]) => each > 0)
      .toSorted(([, one], [, other]) => other - one);
    return {
      commits: Object.fromEntries(commitsOfLike),
      syncs: under.length === 0 ? null : ((await linesOf(traced)) - syncs) / count,
      bytes: bytes / count,
    };
  } finally {
    await server.stop();
  }
}

/** The growth of heaps between collections. What is not collected yet at the end makes up for what was not at the start. */
class Heaps {
  private readonly left = new Map<string, number>();
  bytes = 0;

  reset(): void {
    this.bytes = 0;
  }

  hear(line: string): void {
    const [, heap = '', , before, after] = GARBAGE.exec(line) ?? [];
    if (before === undefined) return;
    this.bytes += (Number(before) - (this.left.get(heap) ?? Number(before))) * 1024 * 1024;
    this.left.set(heap, Number(after));
  }
}

/** The transactions of each database until now. */
async function commitsIn(dataDir: string): Promise<Record<string, number>> {
  const files = (await readdir(dataDir, { recursive: true })).filter((file) => file.endsWith('.db-shm'));
  const counted = files.map(async (file): Promise<[string, number]> => [
    file.slice(0, -'.db-shm'.length),
    (await readFile(path.join(dataDir, file))).readUInt32LE(CHANGES_AT),
  ]);
  return Object.fromEntries(await Promise.all(counted));
}

function hasStrace(): boolean {
  try {
    execFileSync('strace', ['-V'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

async function linesOf(file: string): Promise<number> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.split('\n').filter((line) => SYNC.test(line)).length;
}
