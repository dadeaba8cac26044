import { fileURLToPath } from 'node:url';
import { type ServerProcess, startServer } from '../server-process.js';

const PROGRAM = fileURLToPath(new URL('./bare-nest.process.js', import.meta.url));

/** The least that a server with Nest loads. */
export function startBareNest(): Promise<ServerProcess> {
  return startServer([PROGRAM], {});
}
