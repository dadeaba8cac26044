import { readFileSync } from 'node:fs';

const SAMPLE_EVERY_MS = 50;
/** The memory of a process by kind, in MB. */
export interface Memory {
  readonly resident: number;
  /** What only the process has: its heap, buffers and caches. */
  readonly own: number;
  /** The mapped pages of files, which the system can take back. */
  readonly files: number;
}

/** The memory of a process by kind; zeros if it has ended, or if this is not Linux. */
export function memoryOf(pid: number): Memory {
  const status = statusOf(pid);
  const field = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0) / 1000;
  return { resident: field('VmRSS'), own: field('RssAnon'), files: field('RssFile') };
}

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
}

/** Samples the total memory of some processes at intervals. */
export class MemoryWatch {
  private peak = 0;
  private readonly timer: NodeJS.Timeout;

  /** @param pids returns the ids of the current processes */
  constructor(pids: () => readonly number[]) {
    this.timer = setInterval(() => {
      const all = pids().reduce((sum, pid) => sum + memoryOf(pid).resident, 0);
      this.peak = Math.max(this.peak, all);
    }, SAMPLE_EVERY_MS);
  }

  /** Stops sampling. Returns the peak in MB. */
  stop(): number {
    clearInterval(this.timer);
    return this.peak;
  }
}
