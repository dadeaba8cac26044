/** A backup or a restore that cannot go on. The message is for operators. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
