import type { Config } from '../config.js';
import { BackupError } from './backup-error.js';

/** @throws BackupError if data is on a server, which has its own way of backing up */
export function requireFiles({
  eventstoreUrl,
  mongodbUrl,
}: Pick<Config, 'eventstoreUrl' | 'mongodbUrl'>): void {
  if (eventstoreUrl === null && mongodbUrl === null) return;
  const setting = eventstoreUrl === null ? 'MONGODB_URL' : 'EVENTSTORE_URL';
  throw new BackupError(
    `With ${setting}, data is on a server: docs/operations.md, "Backup and restore", says what to back up in which order.`,
  );
}
