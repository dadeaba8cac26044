import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import pLimit from 'p-limit';
import { nullIfMissing } from '../disk/file-system.js';
import { syncFolder } from '../sync-folder.js';
import { type Erasure, ErasureList } from './erasure-list.port.js';

const KINDS: readonly unknown[] = ['account', 'admin'] satisfies Erasure['kind'][];

/** A line of the list cannot be read. The message is for operators. */
export class DamagedErasuresError extends Error {
  override readonly name = 'DamagedErasuresError';

  constructor(file: string, line: number) {
    super(`Line ${line} of ${file} is damaged. The file lists the people who were erased: use a copy of it.`);
  }
}

/** A file with one JSON object a line, which is only appended to. */
export class FileErasureList extends ErasureList {
  private readonly inTurn = pLimit(1);
  /** What is in the file, as `kind id`. */
  private known: Set<string> | null = null;

  /** @param file is created if missing; its folder exists */
  constructor(private readonly file: string) {
    super();
  }

  /** Creates the file if it is missing. @throws Error if it cannot be written, DamagedErasuresError */
  async open(): Promise<void> {
    await this.append('');
    await this.load();
  }

  override add(erasure: Erasure): Promise<void> {
    return this.inTurn(async () => {
      const known = this.known ?? (await this.load());
      if (known.has(nameOf(erasure))) return;
      const { at, kind, id } = erasure;
      await this.append(`${JSON.stringify({ at, kind, id })}\n`);
      known.add(nameOf(erasure));
    });
  }

  /** @throws DamagedErasuresError */
  override list(): Promise<Erasure[]> {
    return erasuresIn(this.file);
  }

  private async load(): Promise<Set<string>> {
    this.known = new Set((await this.list()).map(nameOf));
    return this.known;
  }

  private async append(line: string): Promise<void> {
    const handle = await open(this.file, 'a+', 0o600);
    try {
      const { size } = await handle.stat();
      const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1));
      // A crash, or a full disk, may have cut the last line. It was not acknowledged.
      const isCut = size > 0 && line !== '' && buffer.toString() !== '\n';
      await handle.writeFile(`${isCut ? '\n' : ''}${line}`);
      await handle.sync();
      if (size === 0) await syncFolder(path.dirname(this.file));
    } finally {
      await handle.close();
    }
  }
}

/** The erasures in a file; none if it is missing. A line that was cut by a crash is left out. @throws DamagedErasuresError */
export async function erasuresIn(file: string): Promise<Erasure[]> {
  const text = (await readFile(file, 'utf8').catch(nullIfMissing)) ?? '';
  return text.split('\n').flatMap((line, index) => {
    if (line === '') return [];
    const erasure = erasureOf(line);
    if (erasure) return [erasure];
    // Whatever a crash cuts is the beginning of a line, which has no closing brace.
    if (line.startsWith('{"at":"') && !line.includes('}')) return [];
    throw new DamagedErasuresError(file, index + 1);
  });
}

function erasureOf(line: string): Erasure | null {
  try {
    const { at, kind, id } = Object(JSON.parse(line)) as Erasure;
    const isWhole =
      !Number.isNaN(Date.parse(at)) && KINDS.includes(kind) && typeof id === 'string' && id !== '';
    return isWhole ? { at, kind, id } : null;
  } catch {
    return null;
  }
}

function nameOf({ kind, id }: Erasure): string {
  return `${kind} ${id}`;
}
