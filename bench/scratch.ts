import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';

/** Sizes from the command line. A bench has its own defaults, and ignores sizes that it does not need. */
export interface Sizes {
  /** The number of events in the log before the measured server starts. */
  readonly events?: number;
  /** The number of posts on the largest board. */
  readonly posts?: number;
  /** The length of each measurement under load. */
  readonly seconds?: number;
  /** Where the log is; without it in files. */
  readonly log?: 'stand-in';
  /** Whether less is measured, in less time. */
  readonly isShort?: boolean;
  /** Another checkout, measured in turns with this one. */
  readonly beside?: string;
}

/** A bench prints its lines while it runs, and returns its figures. */
export type Bench = (print: (line: string) => void, sizes: Sizes) => Promise<Record<string, unknown>>;

/**
 * Runs `work` in a new folder and then removes it. The folder is on the disk of this checkout, because the system's
 * temporary folder may be in memory.
 */
export async function inScratchFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(path.join(process.cwd(), '.bench-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** The percentile: the figure that exceeds this share of the figures (at least 0, below 1). NaN without figures. */
export function quantile(figures: readonly number[], share: number): number {
  return figures.toSorted((one, other) => one - other)[Math.floor(figures.length * share)] ?? Number.NaN;
}

export function perSecond(count: number, milliseconds: number): number {
  return (count / milliseconds) * 1000;
}

/** A rate as padded text. */
export function rate(figure: number): string {
  return Math.round(figure).toLocaleString('en').padStart(9);
}
