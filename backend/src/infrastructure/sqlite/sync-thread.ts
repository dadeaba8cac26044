import { Worker } from 'node:worker_threads';
import { DocumentStoreUnavailableError } from '../../kernel/document-store.js';
import { DamagedFileError } from '../disk/damaged-file.js';
import type { Checkpointer, Durability, Write } from './sqlite.js';

/**
 * What the thread does with a file: it carries out all writes or none, removes what was deleted, or closes it. A file that
 * is written elsewhere is checkpointed.
 */
export type SyncCall =
  | { readonly call: 'write'; readonly writes: readonly Write[] }
  | { readonly call: 'sync' | 'vacuum' | 'close' | 'checkpoint' };

export type SyncRequest = SyncCall & {
  readonly id: number;
  readonly file: string;
  readonly durability: Durability;
};

/** An error as it crosses threads. */
export interface SyncFailure {
  readonly message: string;
  readonly code?: unknown;
  /** Set when the file is damaged or can't be read. */
  readonly damage?: { readonly reason: string; readonly isUnreadable: boolean };
}

export interface SyncAnswer {
  readonly id: number;
  /** The number of rows that each write changed. */
  readonly changes: readonly number[];
  readonly failure?: SyncFailure;
}

interface Waiting {
  readonly file: string;
  readonly resolve: (changes: readonly number[]) => void;
  readonly reject: (error: Error) => void;
}

/**
 * The thread that writes and syncs files, so that no sync blocks the event loop. All writes to a file that wait share one
 * transaction and one sync, and each has its own outcome. It starts with the first call and ends when the last file is
 * closed that it writes; after it has failed, the next call starts another.
 */
export class SyncThread implements Checkpointer {
  private worker: Worker | null = null;
  private readonly files = new Map<string, Durability>();
  private readonly waiting = new Map<number, Waiting>();
  private unsent: SyncRequest[] = [];
  private calls = 0;

  /**
   * Resolves when it is as durable as the file was opened. Calls for a file are carried out in order.
   * @throws Error of SQLite, DamagedFileError, DocumentStoreUnavailableError when the thread failed: it may be done or not
   */
  call(file: string, call: SyncCall): Promise<readonly number[]> {
    return new Promise((resolve, reject) => {
      const id = this.calls;
      this.calls += 1;
      this.waiting.set(id, { file, resolve, reject });
      // After all that is ready to run: whatever writes in this turn shares one sync.
      if (this.unsent.length === 0) process.nextTick(() => this.send());
      this.unsent.push({ ...call, id, file, durability: this.files.get(file) ?? 'full' });
    });
  }

  async checkpoint(file: string): Promise<void> {
    await this.call(file, { call: 'checkpoint' });
  }

  /** Begins to write a file, until it is closed. */
  open(file: string, durability: Durability = 'full'): void {
    this.files.set(file, durability);
  }

  /** Closes a file after its last write. Closing twice is allowed. */
  async close(file: string): Promise<void> {
    if (!this.files.has(file)) return;
    try {
      if (this.worker !== null || this.unsent.length > 0) await this.call(file, { call: 'close' });
    } finally {
      this.files.delete(file);
    }
    if (this.files.size > 0 || this.waiting.size > 0) return;
    const { worker } = this;
    this.worker = null;
    await worker?.terminate();
  }

  private send(): void {
    const requests = this.unsent;
    this.unsent = [];
    this.worker ??= this.start();
    // The process lives on while a write waits.
    this.worker.ref();
    this.worker.postMessage(requests);
  }

  private start(): Worker {
    const worker = new Worker(new URL('./sync.thread.js', import.meta.url));
    worker.on('message', (answers: readonly SyncAnswer[]) => {
      for (const answer of answers) this.settle(answer);
      if (this.waiting.size === 0) worker.unref();
    });
    worker.once('error', (error) => this.fail(worker, error));
    worker.once('exit', (code) => this.fail(worker, new Error(`it ended with ${code}`)));
    return worker;
  }

  private settle({ id, changes, failure }: SyncAnswer): void {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if (failure) waiting?.reject(errorOf(waiting.file, failure));
    else waiting?.resolve(changes);
  }

  private fail(worker: Worker, cause: unknown): void {
    if (this.worker !== worker) return;
    this.worker = null;
    const lost = [...this.waiting.values()];
    this.waiting.clear();
    for (const { file, reject } of lost) {
      reject(new DocumentStoreUnavailableError(`the thread that writes ${file} failed`, { cause }));
    }
  }
}

function errorOf(file: string, { message, code, damage }: SyncFailure): Error {
  const error = Object.assign(new Error(message), { code });
  return damage
    ? new DamagedFileError(file, damage.reason, { cause: error, isUnreadable: damage.isUnreadable })
    : error;
}
