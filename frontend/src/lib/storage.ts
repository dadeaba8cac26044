/** Reads a text from web storage; null if there is none, or if the browser forbids storage. */
export function readStored(storage: () => Pick<Storage, 'getItem'>, key: string): string | null {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}

/**
 * Writes a text to web storage (null removes it). A forbidden or full storage is not an error: the page works without
 * it.
 */
export function writeStored(
  storage: () => Pick<Storage, 'setItem' | 'removeItem'>,
  key: string,
  value: string | null,
): void {
  try {
    if (value === null) storage().removeItem(key);
    else storage().setItem(key, value);
  } catch {
    // Nothing to do: what is not stored is asked again.
  }
}
