import { ownPath } from '../../lib/addresses.ts';
import { readStored, writeStored } from '../../lib/storage.ts';

const key = 'returnTo';
const storage = (): Storage => localStorage;

/**
 * Remembers where somebody wants to go on once their address is verified, as the link of the mail opens in another tab;
 * without a path what was remembered before is forgotten.
 */
export function rememberReturn(path: string | undefined): void {
  writeStored(storage, key, path ?? null);
}

/** Where to go on; undefined when nothing (or no path of this site) is remembered. */
export function readReturn(): string | undefined {
  return ownPath(readStored(storage, key));
}
