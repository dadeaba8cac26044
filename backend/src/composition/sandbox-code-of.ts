import path from 'node:path';
import type { Config } from '../config.js';
import { sandboxCodeIn } from '../infrastructure/sessions/sandbox-code.js';

/** The code that opens the sandboxes; null if the settings ask for none. @throws DamagedFileError */
export function sandboxCodeOf({ hasSandbox, dataDir }: Config): string | null {
  return hasSandbox ? sandboxCodeIn(path.join(dataDir, 'sandbox-code')) : null;
}
