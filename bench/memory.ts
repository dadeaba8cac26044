import { readFileSync } from 'node:fs';

const SAMPLE_EVERY_MS = 50;
const RESIDENT = /^VmRSS:\s+(\d+) kB$/m;

/** What a process takes of the memory, in MB; 0 for one that has ended, and where Linux does not say. */
export function residentMegabytes(pid: number): number {
  try {
    return Number(RESIDENT.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1000;
  } catch {
    return 0;
  }
}

/** Looks again and again how much memory processes take together. */
export class MemoryWatch {
  private peak = 0;
  private readonly timer: NodeJS.Timeout;

  /** @param pids of the processes that are there right now */
  constructor(pids: () => readonly number[]) {
    this.timer = setInterval(() => {
      const all = pids().reduce((sum, pid) => sum + residentMegabytes(pid), 0);
      this.peak = Math.max(this.peak, all);
    }, SAMPLE_EVERY_MS);
  }

  /** Ends it; returns the most that was seen, in MB. */
  stop(): number {
    clearInterval(this.timer);
    return this.peak;
  }
}
