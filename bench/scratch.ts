import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';

/** Sizes that the command line may set; a bench uses its own for those that are missing, and ignores those it has no use for. */
export interface Sizes {
  /** How long a history the measured server starts with, in events. */
  readonly events?: number;
  /** How long each measurement under load lasts. */
  readonly seconds?: number;
}

/** A bench prints its lines as it goes and answers its figures. */
export type Bench = (print: (line: string) => void, sizes: Sizes) => Promise<Record<string, unknown>>;

/**
 * Runs `work` in a folder of its own, on the disk that holds this checkout (a temporary folder may be
 * memory), and removes it.
 */
export async function inScratchFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(path.join(process.cwd(), '.bench-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The middle one of some figures. */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** The figure that this share of the figures (from 0 to below 1) is smaller than; NaN for no figures. */
export function quantile(figures: readonly number[], share: number): number {
  return figures.toSorted((one, other) => one - other)[Math.floor(figures.length * share)] ?? Number.NaN;
}

/** How often a second something happened that took `milliseconds` for `count` times. */
export function perSecond(count: number, milliseconds: number): number {
  return (count / milliseconds) * 1000;
}

/** A rate in words. */
export function rate(figure: number): string {
  return Math.round(figure).toLocaleString('en').padStart(9);
}
