import type { KernelStore } from './kernel-store.js';

const KIND = 'backup';
const LAST = 'last';

/** Records that a backup with everything up to `takenAt` (ISO 8601) is complete. */
export function noteBackup(store: Pick<KernelStore, 'put'>, takenAt: string): Promise<void> {
  return store.put(KIND, LAST, { takenAt });
}

/** When the last complete backup began, ISO 8601; null before the first. */
export async function lastBackup(store: Pick<KernelStore, 'get'>): Promise<string | null> {
  return (await store.get<{ takenAt: string }>(KIND, LAST))?.takenAt ?? null;
}
