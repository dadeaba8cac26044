import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { FolderImageStore } from '../infrastructure/images/folder-image-store.js';
import { nullIfMissing } from '../infrastructure/disk/file-system.js';
import { BackupError } from './backup-error.js';

/** What a backup holds. It is written last: a folder without it is no backup. */
export interface Manifest {
  /** Of the backup: which files it has, and where. */
  readonly format: number;
  /** The version of the program. */
  readonly program: string;
  /** When the backup was begun, ISO 8601. Everything acknowledged before is in it. */
  readonly takenAt: string;
  /** The id of the log. */
  readonly log: string;
  /** The position of the last event. */
  readonly head: number;
  readonly events: number;
  /** Keys and tombstones. */
  readonly keys: number;
  readonly pictures: { readonly count: number; readonly bytes: number };
  /** The databases and the secret, by name. */
  readonly files: Readonly<Record<string, { readonly bytes: number; readonly sha256: string }>>;
}

export const FORMAT = 1;
/** What a backup has copies of, beside `images` and `secret`. */
export const DATABASES = ['events.db', 'keys.db', 'kernel.db', 'sent-mails.db'] as const;
export const IMAGES = 'images';
export const SECRET = 'secret';
const NAME = 'manifest.json';

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  await writeFile(path.join(folder, NAME), text, { mode: 0o600, flag: 'wx', flush: true });
}

/**
 * The manifest of a complete backup, whose files are those that it names.
 * @throws BackupError
 */
export async function verifiedManifest(folder: string): Promise<Manifest> {
  const manifest = await manifestIn(folder);
  for (const [name, known] of Object.entries(manifest.files)) {
    const file = path.join(folder, name);
    if (!existsSync(file)) throw new BackupError(`${file} is missing. Use another backup.`);
    const found = await digestOf(file);
    if (found.sha256 === known.sha256) continue;
    throw new BackupError(
      `${file} is not the file of this backup: it is damaged, cut, or from elsewhere. Use another backup.`,
    );
  }
  const { pictures } = manifest;
  const found = await picturesIn(path.join(folder, IMAGES));
  if (found.count === pictures.count && found.bytes === pictures.bytes) return manifest;
  throw new BackupError(
    `${path.join(folder, IMAGES)} has ${found.count} pictures with ${found.bytes} bytes, and the backup was made with ` +
      `${pictures.count} with ${pictures.bytes} bytes. Use another backup.`,
  );
}

/** @param folder an image store */
export async function picturesIn(folder: string): Promise<Manifest['pictures']> {
  let [count, bytes] = [0, 0];
  for await (const picture of new FolderImageStore(folder).stored()) {
    count += 1;
    bytes += picture.bytes;
  }
  return { count, bytes };
}

export async function digestOf(file: string): Promise<Manifest['files'][string]> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return { bytes: (await stat(file)).size, sha256: hash.digest('hex') };
}

async function manifestIn(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, NAME), 'utf8').catch(nullIfMissing);
  if (text === null) {
    throw new BackupError(`${folder} is no complete backup: it has no ${NAME}. Was the backup cut?`);
  }
  let manifest: Partial<Manifest>;
  try {
    manifest = Object(JSON.parse(text)) as Partial<Manifest>;
  } catch {
    throw new BackupError(`${path.join(folder, NAME)} is damaged. Use another backup.`);
  }
  if (manifest.format !== FORMAT) {
    const other = `it has the format ${String(manifest.format)}, and this program reads ${FORMAT}`;
    throw new BackupError(`${folder} was made by another version of the program: ${other}.`);
  }
  if (DATABASES.some((name) => !manifest.files?.[name]) || !manifest.pictures) {
    throw new BackupError(`${path.join(folder, NAME)} is damaged. Use another backup.`);
  }
  return manifest as Manifest;
}
