import { Worker } from 'node:worker_threads';
import type {
  BulkDocument,
  BulkEnd,
  BulkStore,
  BulkView,
  ViewSpec,
  WrittenDocument,
} from '../document-store.js';
import { type BulkAnswer, type BulkRequest, Outbox } from './bulk-thread.js';
import { pack } from './packed-documents.js';

/** How many times the work of another view a large one is. */
const LARGE = 10;
/** A writer keeps nothing for long, so a small space for young objects is enough; in MB. */
const YOUNG = 8;

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Builds generations in separate threads, so that writes and indexes use another core than folds.
 * `script` opens the store of `settings` and serves it; see `serveBulkStore`.
 */
export class BulkThreads implements BulkStore {
  private readonly threads: BulkThread[];
  private begun = 0;

  /** @param count number of threads; each view goes to the thread with the least work */
  constructor(script: URL, settings: object, count: number) {
    this.threads = Array.from({ length: count }, () => new BulkThread(script, settings));
  }

  async build(spec: ViewSpec): Promise<BulkView> {
    const view = this.begun;
    this.begun += 1;
    const thread = this.threads.toSorted((one, other) => one.load - other.load)[0];
    if (!thread) throw new RangeError('building takes at least one thread');
    // The last part of a build is the indexes. One index takes about as long as all documents.
    thread.load += (1 + spec.indexes.length) * (spec.isLarge ? LARGE : 1);
    await thread.call(view, 'build', spec);
    return new RemoteView(thread, view);
  }

  /** Ends the threads at once, also during work. */
  async close(): Promise<void> {
    await Promise.all(this.threads.map((thread) => thread.close()));
  }
}

class BulkThread {
  /** The number of tables and indexes that it fills. */
  load = 0;
  private readonly worker: Worker;
  private readonly waiting = new Map<number, Waiting>();
  private calls = 0;
  private failure: Error | null = null;
  private readonly outbox: Outbox<BulkRequest>;

  constructor(script: URL, settings: object) {
    this.worker = new Worker(script, {
      workerData: settings,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG },
    });
    this.outbox = new Outbox(this.worker);
    this.worker.on('message', (answers: readonly BulkAnswer[]) => {
      for (const { id, result, error } of answers) {
        const waiting = this.waiting.get(id);
        this.waiting.delete(id);
        if (error === undefined) waiting?.resolve(result);
        else waiting?.reject(new Error(error));
      }
    });
    this.worker.once('error', (error) => this.fail(error as Error));
    this.worker.once('exit', (code) =>
      this.fail(new Error(`the thread that writes views ended with ${code}`)),
    );
  }

  /** @throws Error when the call fails, or the thread has ended */
  call(view: number, call: BulkRequest['call'], argument?: unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.failure) {
        reject(this.failure);
        return;
      }
      const id = this.calls;
      this.calls += 1;
      this.waiting.set(id, { resolve, reject });
      this.outbox.send({ id, view, call, argument });
    });
  }

  async close(): Promise<void> {
    await this.worker.terminate();
  }

  private fail(error: Error): void {
    this.failure ??= error;
    for (const { reject } of this.waiting.values()) reject(this.failure);
    this.waiting.clear();
  }
}

class RemoteView implements BulkView {
  constructor(
    private readonly thread: BulkThread,
    private readonly view: number,
  ) {}

  async write(documents: readonly BulkDocument[]): Promise<void> {
    await this.thread.call(this.view, 'write', pack(documents));
  }

  async read(ids: readonly string[]): Promise<readonly WrittenDocument[]> {
    return (await this.thread.call(this.view, 'read', ids)) as readonly WrittenDocument[];
  }

  async finish(end: BulkEnd): Promise<void> {
    await this.thread.call(this.view, 'finish', end);
  }

  async close(): Promise<void> {
    await this.thread.call(this.view, 'close');
  }
}
