import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Syncs a folder, so that its new and removed entries survive a power cut. Does nothing on Windows, which cannot. */
export function syncFolderNow(folder: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
