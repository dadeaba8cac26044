import path from 'node:path';
import { startBeside } from './likes/bare-loop.js';
import { type Stage, setStage } from './likes/stage.js';
import { type Crowd, visibility } from './likes/visibility.js';
import { type Bench, inScratchFolder, quantile, rate } from './scratch.js';
import type { ServerProcess } from './server-process.js';

const EVENTS = 100_000;
const ROUNDS = 3;
const WRITERS = 64;
/** Presses of each writer in a round. Even, so that the posts have no likes afterwards. */
const PRESSES = { one: 400, many: 60, warmUp: 20 } as const;

type Sides = Readonly<Record<string, ServerProcess>>;

/**
 * Measures the time from the response to a press until another client sees it, and from when the press was due, on our server
 * and on a bare loop that does the same durable work. First one writer. Then {@link WRITERS} writers without pauses: that many
 * requests are always in progress and wait for each other, however fast the server is. Then the same number at half the
 * rate that our server reached, on both servers.
 */
export const benchVisible: Bench = (print, { events = EVENTS }) =>
  inScratchFolder(async (folder) => {
    const dataDir = path.join(folder, 'ours');
    const stage = await setStage(dataDir, events, path.join(folder, 'rows.ndjson'));
    const sides = await startBeside(dataDir, path.join(folder, 'bare'));
    try {
      for (const { url } of Object.values(sides)) {
        await visibility(url, stage, { writers: WRITERS, pressesEach: PRESSES.warmUp });
      }
      print('from the response until another client sees the press (and from when the press was due), in ms');
      const many = { writers: WRITERS, pressesEach: PRESSES.many };
      const figures = new Figures(sides, stage, print);
      const one = await figures.measure('1 writer', { writers: 1, pressesEach: PRESSES.one });
      const full = await figures.measure(`${WRITERS} writers, full rate`, many);
      const half = await figures.measure(`${WRITERS} writers, half`, { ...many, perSecond: full.ours / 2 });
      return { events: stage.events, one: one.times, full: full.times, half: half.times };
    } finally {
      for (const { stop } of Object.values(sides)) await stop();
    }
  });

class Figures {
  constructor(
    private readonly sides: Sides,
    private readonly stage: Stage,
    private readonly print: (line: string) => void,
  ) {}

  /** The sides take turns, so that a slow moment of the machine affects both. Returns our rate with all times. */
  async measure(name: string, crowd: Crowd) {
    const rounds = Object.entries(this.sides).map(([side, { url }]) => ({
      side,
      url,
      sinceAnswer: [] as number[],
      sincePress: [] as number[],
      rates: [] as number[],
    }));
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const { url, sinceAnswer, sincePress, rates } of rounds) {
        const seen = await visibility(url, this.stage, crowd);
        sinceAnswer.push(...seen.sinceAnswer);
        sincePress.push(...seen.sincePress);
        rates.push(seen.perSecond);
      }
    }
    const times: Record<string, object> = {};
    for (const { side, sinceAnswer, sincePress, rates } of rounds) {
      const [answer, press] = [spreadOf(sinceAnswer), spreadOf(sincePress)];
      const perSecond = mean(rates);
      times[side] = { perSecond, answer, press };
      this.print(
        `  ${name.padEnd(21)} ${side.padEnd(5)}${rate(perSecond)}/s  ${told(answer)}  (${told(press)})`,
      );
    }
    return { ours: mean(rounds[0]?.rates ?? []), times };
  }
}

interface Spread {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

function spreadOf(times: readonly number[]): Spread {
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99), max: Math.max(...times) };
}

function told(spread: Spread): string {
  return Object.entries(spread)
    .map(([name, milliseconds]) => `${name} ${(milliseconds as number).toFixed(2).padStart(6)}`)
    .join(' ');
}

function mean(figures: readonly number[]): number {
  return figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
}
