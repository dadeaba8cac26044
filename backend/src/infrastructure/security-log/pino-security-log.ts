import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type DestinationStream, type Logger, destination, pino } from 'pino';
import { type SecurityEntry, SecurityLog } from './security-log.port.js';

const OPTIONS = {
  base: { log: 'security' },
  // Each entry has the time of its event, which may be a little earlier.
  timestamp: false,
  formatters: { level: (level: string) => ({ level }) },
};

/** Writes one JSON object per line to a stream, which stays open. */
export class StreamSecurityLog extends SecurityLog {
  private readonly logger: Logger;

  constructor(stream: DestinationStream) {
    super();
    this.logger = pino(OPTIONS, stream);
  }

  override record(entry: SecurityEntry, at: Date): void {
    this.logger.info({ time: at.toISOString(), ...entry });
  }

  override async close(): Promise<void> {
    // The stream belongs to the process.
  }
}

const DAY_MS = 86_400_000;
/** As long as the keys of the network hashes. */
const KEPT_DAYS = 30;
const FILE = /^security-(\d{4}-\d\d-\d\d)[.]log$/;
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/**
 * Writes one JSON object per line to `security-{day}.log` in a folder, which only the owner of the process can read. The
 * first entry of a day deletes the files of more than 30 days ago. Each entry is handed to the system at once.
 */
export class FolderSecurityLog extends SecurityLog {
  private today: { readonly day: string; readonly logger: Logger; readonly end: () => void } | null = null;

  /** @param tell receives errors: they must not stop what is recorded */
  constructor(
    private readonly folder: string,
    private readonly tell: (error: unknown) => void,
  ) {
    super();
  }

  override record(entry: SecurityEntry, at: Date): void {
    try {
      this.loggerOf(at).info({ time: at.toISOString(), ...entry });
    } catch (error) {
      this.tell(error);
    }
  }

  override async close(): Promise<void> {
    this.today?.end();
    this.today = null;
  }

  private loggerOf(at: Date): Logger {
    const day = dayOf(at);
    if (this.today?.day === day) return this.today.logger;
    this.today?.end();
    this.today = null;
    mkdirSync(this.folder, { recursive: true, mode: FOLDER_MODE });
    this.removeBefore(dayOf(new Date(at.getTime() - KEPT_DAYS * DAY_MS)));
    const file = destination({
      dest: path.join(this.folder, `security-${day}.log`),
      mode: FILE_MODE,
      sync: true,
    });
    file.on('error', this.tell);
    const logger = pino(OPTIONS, file);
    this.today = { day, logger, end: () => file.end() };
    return logger;
  }

  private removeBefore(oldest: string): void {
    for (const name of readdirSync(this.folder)) {
      const day = FILE.exec(name)?.[1];
      if (day !== undefined && day < oldest) rmSync(path.join(this.folder, name));
    }
  }
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
