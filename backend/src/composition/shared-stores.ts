import path from 'node:path';
import { type Config, ConfigError } from '../config.js';
import { shortageOf } from '../infrastructure/disk/shortage.js';
import type { Erasure, ErasureList } from '../infrastructure/erasures/erasure-list.port.js';
import { DamagedErasuresError, FileErasureList } from '../infrastructure/erasures/file-erasure-list.js';
import { DurableFolder } from '../infrastructure/mail/durable-folder.js';
import { FolderMailSpool } from '../infrastructure/mail/folder-mail-spool.js';
import { FolderOutbox } from '../infrastructure/mail/folder-outbox.js';
import type { MailSpool } from '../infrastructure/mail/mail-spool.port.js';
import type { Outbox } from '../infrastructure/mail/outbox.port.js';

/** What is in no backup: one process keeps it in its data folder, several keep it in MongoDB. */
export interface SharedStores {
  /** Where temporarily refused mails wait. */
  readonly spool: MailSpool;
  /** Goodbye mails until they are sent. */
  readonly outbox: Outbox;
  /** Who was erased, for restores of earlier backups. */
  readonly erasures: ErasureList;
}

type Folders = Pick<Config, 'dataDir' | 'erasuresFile'>;

/** The folders of mails in the data folder. */
export const MAIL_FOLDERS = { sandbox: 'mail', waiting: 'waiting-mails', outbox: 'outbox' } as const;

/** The stores of the data folder. @throws ConfigError if the list of erasures can't be written or read, DamagedFileError */
export async function openInFolder(config: Folders): Promise<SharedStores> {
  await removeMailDrafts(config.dataDir);
  const inFolder = storesIn(config);
  await inFolder.erasures.open().catch(asFaultOfSetting);
  await inFolder.outbox.list();
  return inFolder;
}

/**
 * Moves what one process has left in the data folder to the stores of several. The list of erasures is copied.
 * Repeating it is safe. @throws as {@link openInFolder}, DocumentStoreUnavailableError
 */
export async function moveFromFolder(
  config: Folders,
  { spool, outbox, erasures }: SharedStores,
): Promise<void> {
  await removeMailDrafts(config.dataDir);
  const inFolder = storesIn(config);
  const known = new Set((await erasures.list()).map(nameOf));
  for (const erasure of await inFolder.erasures.list().catch(asFaultOfSetting)) {
    if (!known.has(nameOf(erasure))) await erasures.add(erasure);
  }
  for (const waiting of await inFolder.spool.list()) {
    await spool.put(waiting);
    await inFolder.spool.remove(waiting.mail.id);
  }
  for (const goodbye of await inFolder.outbox.list()) {
    await outbox.put(goodbye);
    await inFolder.outbox.remove(goodbye.accountId);
  }
}

function storesIn({ dataDir, erasuresFile }: Folders) {
  return {
    spool: new FolderMailSpool(path.join(dataDir, MAIL_FOLDERS.waiting)),
    outbox: new FolderOutbox(path.join(dataDir, MAIL_FOLDERS.outbox)),
    erasures: new FileErasureList(erasuresFile),
  };
}

function asFaultOfSetting(error: Error): never {
  if (shortageOf(error) === 'room') throw error;
  const isDamaged = error instanceof DamagedErasuresError;
  const problem = isDamaged ? error.message : `the list of erased people can't be written: ${error.message}`;
  throw new ConfigError([`ERASURES_FILE: ${problem}`]);
}

/** A crash may leave incomplete mails behind, with an address in them. */
async function removeMailDrafts(dataDir: string): Promise<void> {
  for (const folder of Object.values(MAIL_FOLDERS)) {
    await new DurableFolder(path.join(dataDir, folder)).removeDrafts();
  }
}

function nameOf({ kind, id }: Erasure): string {
  return `${kind} ${id}`;
}
