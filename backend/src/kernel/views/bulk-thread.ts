import type { MessagePort } from 'node:worker_threads';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BulkStore, BulkView, ViewSpec } from '../document-store.js';
import { type PackedDocuments, unpack } from './packed-documents.js';

/** The methods of a view in another thread. */
export type BulkCall = keyof BulkView;

/** A call to another thread. `build` creates the view with this number; all others are calls to it. */
export interface BulkRequest {
  readonly id: number;
  readonly view: number;
  readonly call: BulkCall | 'build';
  readonly argument: unknown;
}

export interface BulkAnswer {
  readonly id: number;
  readonly result?: unknown;
  /** The message if it failed. */
  readonly error?: string;
}

/** Sends the messages of one turn together: each wakes the other thread, which may take longer than the work. */
export class Outbox<Message> {
  private waiting: Message[] = [];

  constructor(private readonly port: Pick<MessagePort, 'postMessage'>) {}

  send(message: Message): void {
    this.waiting.push(message);
    if (this.waiting.length > 1) return;
    queueMicrotask(() => this.port.postMessage(this.waiting.splice(0)));
  }
}

/**
 * Serves the calls of `BulkThreads` with `store`. The calls of a view run in order. Only reads overtake waiting writes,
 * because the build waits for them.
 */
export function serveBulkStore(port: MessagePort, store: BulkStore): void {
  const views = new Map<number, BulkView>();
  const turns = new Map<number, Promise<unknown>>();
  const answers = new Outbox<BulkAnswer>(port);

  const carryOut = async ({ view, call, argument }: BulkRequest): Promise<unknown> => {
    if (call === 'build') {
      views.set(view, await store.build(argument as ViewSpec));
      return undefined;
    }
    const target = views.get(view);
    if (!target) throw new Error('no such view is being built');
    if (call === 'write') return target.write(unpack(argument as PackedDocuments));
    return target[call](argument as never);
  };
  const answer = async (request: BulkRequest): Promise<void> => {
    const { id } = request;
    try {
      answers.send({ id, result: await carryOut(request) });
    } catch (error) {
      answers.send({ id, error: (error as Error).message });
    }
  };
  const take = (request: BulkRequest) => {
    if (request.call === 'read') {
      void answer(request);
      return;
    }
    const before = turns.get(request.view) ?? Promise.resolve();
    const turn = async () => {
      await before;
      // Lets reads in between.
      await nextTurn();
      await answer(request);
    };
    turns.set(request.view, turn());
  };
  port.on('message', (requests: readonly BulkRequest[]) => requests.forEach(take));
}
