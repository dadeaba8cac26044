/** What a write lacks: room on the disk, file descriptors, or a disk that takes writes. */
export type Shortage = 'room' | 'descriptors' | 'disk';

/** Node's error codes, and those of SQLite up to their first two words. */
const SHORTAGES: ReadonlyMap<string, Shortage> = new Map<string, Shortage>(
  Object.entries({
    EDQUOT: 'room',
    // The file-size limit of the process.
    EFBIG: 'room',
    ENOSPC: 'room',
    SQLITE_FULL: 'room',
    EMFILE: 'descriptors',
    ENFILE: 'descriptors',
    // SQLite opens its write-ahead log when it first needs it.
    SQLITE_CANTOPEN: 'descriptors',
    EIO: 'disk',
    EROFS: 'disk',
    SQLITE_IOERR: 'disk',
    SQLITE_READONLY: 'disk',
  } as const),
);

/** What was lacking when this error, or one of its causes, was thrown; null for any other error. */
export function shortageOf(error: unknown): Shortage | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { readonly code?: unknown };
    const known = SHORTAGES.get(String(code).replace(/^(SQLITE_[A-Z]+)_.*$/, '$1'));
    if (known) return known;
  }
  return null;
}
