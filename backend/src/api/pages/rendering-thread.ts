import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { Logger, type OnModuleDestroy } from '@nestjs/common';
import type { Deadline, Timer } from '../../kernel/timer.js';
import { FairQueue, type QueueLimits } from '../http/fair-queue.js';

/** An answer of the API to a visitor. */
export interface HandedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What the app needs to show a page. */
export interface RenderRequest {
  /** The path and the parameters that the screen knows. */
  readonly address: string;
  /** The position of the live news before the answers were read. */
  readonly position: string;
  /** By path with query. */
  readonly answers: Readonly<Record<string, HandedAnswer>>;
}

/** A page to render, and its HTML around the app. */
export interface RenderTask {
  readonly before: string;
  readonly after: string;
  readonly request: RenderRequest;
}

export type RenderAnswer = { readonly bytes: Uint8Array } | { readonly error: string };

/** The page is not rendered: another way must do. */
export class NotRenderedError extends Error {}

/** How long no thread is started after one has failed. */
const PAUSE_MS = 5000;
/** How many pages wait for their turn, in total and for one network. */
const TURNS: QueueLimits = { atOnce: 1, ofCaller: 4, waiting: 12 };
/** The memory of the thread, in MB: one that needs more fails alone. */
const MOST_MEMORY = 256;

interface Job {
  readonly task: RenderTask;
  readonly resolve: (page: Buffer) => void;
  readonly reject: (error: Error) => void;
}

/**
 * The thread that renders pages, one after the other, so that no render blocks the event loop. It starts with the first page.
 * After it has failed, pages are not rendered for a while.
 */
export class RenderingThread implements OnModuleDestroy {
  private readonly logger = new Logger('Pages');
  private readonly queue = new FairQueue(TURNS);
  private readonly exists: boolean;
  private worker: Worker | null = null;
  private isReady = false;
  private job: Job | null = null;
  private ending: Deadline | null = null;
  private isPausing = false;
  private readonly closing = new AbortController();

  /** @param entry the file of the build that renders; pages are not rendered if it does not exist */
  constructor(
    private readonly entry: string,
    private readonly timer: Timer,
  ) {
    this.exists = existsSync(entry);
  }

  /** Whether the thread renders pages, or would if one were asked for. */
  get isOpen(): boolean {
    return this.exists && !this.isPausing;
  }

  /**
   * Renders a page.
   * @param network who asks for it: networks take turns
   * @param signal until when somebody waits for it
   * @throws NotRenderedError when too many wait, or when the thread fails; Error of the app
   */
  async render(task: RenderTask, network: string, signal: AbortSignal): Promise<Buffer> {
    if (this.queue.isFull() || this.queue.isFullFor(network))
      throw new NotRenderedError('too many pages wait');
    const leave = await this.queue.enter(network);
    try {
      if (signal.aborted || !this.isOpen) throw new NotRenderedError('nobody waits, or nobody renders');
      return await this.run(task);
    } finally {
      leave();
    }
  }

  async onModuleDestroy(): Promise<void> {
    const { worker } = this;
    this.worker = null;
    this.ending?.end();
    this.closing.abort();
    await worker?.terminate();
  }

  private run(task: RenderTask): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      this.job = { task, resolve, reject };
      this.worker ??= this.start();
      if (this.isReady) this.send(this.worker);
    });
  }

  private send(worker: Worker): void {
    if (!this.job) return;
    const hangs = () => this.fail(worker, new Error('a page takes too long'));
    this.ending = this.timer.deadline('hanging renderer', hangs);
    worker.postMessage(this.job.task);
  }

  private start(): Worker {
    const worker = new Worker(new URL('./rendering.thread.js', import.meta.url), {
      workerData: this.entry,
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY },
    });
    worker.unref();
    worker.on('message', (answer: RenderAnswer | 'ready') => {
      if (this.worker !== worker) return;
      if (answer !== 'ready') return this.settle(answer);
      this.isReady = true;
      this.send(worker);
    });
    worker.once('error', (error) => this.fail(worker, error));
    worker.once('exit', (code) => this.fail(worker, new Error(`it ended with ${code}`)));
    return worker;
  }

  private settle(answer: RenderAnswer): void {
    const { job } = this;
    this.job = null;
    this.ending?.end();
    if ('error' in answer) job?.reject(new Error(answer.error));
    else job?.resolve(Buffer.from(answer.bytes.buffer));
  }

  private async pause(): Promise<void> {
    this.isPausing = true;
    await this.timer.pause(PAUSE_MS, this.closing.signal);
    this.isPausing = false;
  }

  private fail(worker: Worker, cause: unknown): void {
    if (this.worker !== worker) return;
    this.logger.error(
      cause,
      'the thread that renders pages failed; for a while they are sent without content',
    );
    const { job } = this;
    this.worker = null;
    this.isReady = false;
    this.job = null;
    this.ending?.end();
    void this.pause();
    void worker.terminate();
    job?.reject(new NotRenderedError('the thread that renders pages failed', { cause }));
  }
}
