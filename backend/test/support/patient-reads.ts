import { PromptReads } from '../../src/kernel/prompt-reads.js';
import type { RunningApp } from './app.js';

/** Lets requests wait until the log answers or refuses, because a busy machine may be slower than their patience. */
export function readPatiently({ server }: RunningApp): void {
  Object.assign(server.get(PromptReads, { strict: false }), { wait: () => new Promise(() => undefined) });
}
