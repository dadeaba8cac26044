import { ownPath } from '../../lib/addresses.ts';
import { readStored, writeStored } from '../../lib/storage.ts';

const key = 'returnTo';
const storage = (): Storage => localStorage;

/**
 * Stores where to continue after the verification, because the link in the mail opens in another tab; undefined
 * clears it.
 */
export function rememberReturn(path: string | undefined): void {
  writeStored(storage, key, path ?? null);
}

/** Where to continue; undefined if nothing (or no path of this site) is stored. */
export function readReturn(): string | undefined {
  return ownPath(readStored(storage, key));
}
