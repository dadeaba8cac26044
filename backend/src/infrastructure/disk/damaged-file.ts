import path from 'node:path';

/** What a file of the data folder holds, and what an operator does when it is damaged, as the end of a sentence. */
interface Care {
  readonly holds: string;
  readonly remedy: string;
}

const RESTART = 'restart the server, which puts it aside and starts with an empty one:';

/** By the name of the file, or its folder. docs/reference.md is made from it. */
export const CARE: Readonly<Record<string, Care>> = {
  'events.db': {
    holds: 'the event log',
    remedy:
      'restore a backup and run npm run recover, or run npm run recover -- --log, which copies every event that can be read into a new log and lists what is lost',
  },
  'kernel.db': {
    holds: 'the positions of reactions, waiting events and marks of erasures',
    remedy: 'restore a backup; without one, move it away and run npm run recover',
  },
  'keys.db': {
    holds: 'the keys of personal data',
    remedy:
      'restore a backup; without one, move it away and run npm run keys -- accept-loss, which gives up the personal data of everybody whose key is lost',
  },
  'sent-mails.db': {
    holds: 'the ids of mails that were sent',
    remedy: 'restore a backup; without one, move it away: a mail that is retried may then be sent twice',
  },
  secret: {
    holds: 'the secret behind sign-in, links in mails and cookies',
    remedy: 'restore a backup, or set APP_SECRET to its content: without it nobody can sign in',
  },
  outbox: {
    holds: 'the goodbye mail of a deleted account, and its address',
    remedy: 'restore a backup; without one, delete it: that mail is not sent',
  },
  'lock.db': {
    holds: 'the lock of the data folder',
    remedy: 'stop every Footnote process of this folder and delete it: the next start makes a new one',
  },
  'sandbox-code': {
    holds: 'the code of the sandboxes',
    remedy: 'delete it: the next start makes a new one',
  },
  'sessions.db': { holds: 'the sessions of people', remedy: `${RESTART} people sign in again` },
  'admin-sessions.db': { holds: 'the sessions of admins', remedy: `${RESTART} admins sign in again` },
  'limits.db': { holds: 'the counts of limits', remedy: `${RESTART} limits count from zero` },
  'idempotency.db': {
    holds: 'the answers to repeated requests',
    remedy: `${RESTART} these answers are forgotten`,
  },
  'sandbox-payments.db': {
    holds: 'the payments of the sandbox',
    remedy: `${RESTART} payments that were played are unknown to the sandbox`,
  },
  views: { holds: 'a read model', remedy: 'restart the server, which builds it again' },
};

const OTHER: Care = { holds: 'a file of the data folder', remedy: 'restore a backup' };

/** A file of the data folder is damaged or cannot be read. The message is one sentence for operators, with the remedy. */
export class DamagedFileError extends Error {
  override readonly name = 'DamagedFileError';
  /** It is there, but this user may not read or write it. */
  readonly isUnreadable: boolean;

  constructor(
    readonly file: string,
    readonly reason: string,
    options: ErrorOptions & { readonly isUnreadable?: boolean } = {},
  ) {
    const { holds, remedy } = CARE[path.basename(file)] ?? CARE[path.basename(path.dirname(file))] ?? OTHER;
    super(
      options.isUnreadable
        ? `${file}, ${holds}, can't be read (${reason}): let the user who runs Footnote read and write it, or ${remedy}.`
        : `${file}, ${holds}, is damaged (${reason}): ${remedy}.`,
      options,
    );
    this.isUnreadable = options.isUnreadable ?? false;
  }
}

/** The damaged file that an error, or one of its causes, is about; null for any other error. */
export function damagedFileIn(error: unknown): DamagedFileError | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof DamagedFileError) return cause;
  }
  return null;
}

/** Rejects like a read of `file`; a file that is there and cannot be read is named. */
export function namedIfUnreadable(file: string): (error: unknown) => never {
  return (error) => {
    if (!isUnreadable(error)) throw error;
    throw new DamagedFileError(file, error.code, { cause: error, isUnreadable: true });
  };
}

/** Whether a file is there that cannot be read: a folder, or another user's. */
export function isUnreadable(error: unknown): error is { readonly code: string } {
  const { code } = Object(error) as { readonly code?: unknown };
  return code === 'EACCES' || code === 'EPERM' || code === 'EISDIR';
}
