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

/**
 * Serves the calls of `BulkThreads` with `store`. The calls of a view run in order. Only reads overtake waiting writes,
 * because the build waits for them.
 */
export function serveBulkStore(port: MessagePort, store: BulkStore): void {
  const views = new Map<number, BulkView>();
  const turns = new Map<number, Promise<unknown>>();

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
      port.postMessage({ id, result: await carryOut(request) } satisfies BulkAnswer);
    } catch (error) {
      port.postMessage({ id, error: (error as Error).message } satisfies BulkAnswer);
    }
  };
  port.on('message', (request: BulkRequest) => {
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
  });
}
