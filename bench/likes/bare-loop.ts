import { cp } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import {
  type ServerProcess,
  type Watch,
  startFootnote,
  startServer,
  viewsComplete,
} from '../server-process.js';

const PROGRAM = fileURLToPath(new URL('./bare-loop.process.js', import.meta.url));

/** The real server, and the bare loop on a copy of the server's data. */
export async function startBeside(
  dataDir: string,
  copy: string,
): Promise<{ ours: ServerProcess; bare: ServerProcess }> {
  const first = await startFootnote(dataDir);
  await viewsComplete(first);
  await first.stop();
  await cp(dataDir, copy, { recursive: true });
  const ours = await startFootnote(dataDir);
  return { ours, bare: await startBareLoop(copy) };
}

/** @param dataDir a data folder that the real server has used */
export function startBareLoop(dataDir: string, watch: Watch = {}): Promise<ServerProcess> {
  return startServer([PROGRAM, dataDir], {}, watch);
}
