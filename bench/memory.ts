import { readFileSync } from 'node:fs';

const SAMPLE_EVERY_MS = 50;
const RESIDENT = /^VmRSS:\s+(\d+) kB$/m;

/** The memory of a process in MB; 0 if it has ended, or if this is not Linux. */
export function residentMegabytes(pid: number): number {
  try {
    return Number(RESIDENT.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1000;
  } catch {
    return 0;
  }
}

/** Samples the total memory of some processes at intervals. */
export class MemoryWatch {
  private peak = 0;
  private readonly timer: NodeJS.Timeout;

  /** @param pids returns the ids of the current processes */
  constructor(pids: () => readonly number[]) {
    this.timer = setInterval(() => {
      const all = pids().reduce((sum, pid) => sum + residentMegabytes(pid), 0);
      this.peak = Math.max(this.peak, all);
    }, SAMPLE_EVERY_MS);
  }

  /** Stops sampling. Returns the peak in MB. */
  stop(): number {
    clearInterval(this.timer);
    return this.peak;
  }
}
