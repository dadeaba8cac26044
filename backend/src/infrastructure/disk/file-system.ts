import path from 'node:path';
import {
  type Stats,
  accessSync,
  constants,
  existsSync,
  readFileSync,
  readdirSync,
  statSync,
  statfsSync,
} from 'node:fs';

/** File systems that other machines may serve, by the number that Linux gives them. */
const NETWORKS: ReadonlyMap<number, string> = new Map([
  [0x69_69, 'NFS'],
  [0x51_7b, 'SMB'],
  [0xfe_53_4d_42, 'SMB'],
  [0xff_53_4d_42, 'SMB (CIFS)'],
  [0x01_02_19_97, '9P'],
  [0x65_73_55_46, 'FUSE'],
  [0x00_c3_64_00, 'Ceph'],
  [0x0b_d0_0b_d3, 'Lustre'],
  [0x47_50_46_53, 'GPFS'],
  [0x53_46_41_4f, 'AFS'],
]);

/** The name of the network file system that holds a folder; null if its file system is another one, or not known. */
export function networkFileSystemOf(folder: string): string | null {
  if (process.platform !== 'linux') return null;
  return NETWORKS.get(answerOf(() => statfsSync(folder).type) ?? 0) ?? null;
}

/** Whether no file can be made at a path, because its file system has no inode left: it may have room for bytes. */
export function lacksInodes(file: string): boolean {
  let place = file;
  while (!existsSync(place) && place !== path.dirname(place)) place = path.dirname(place);
  // Some file systems make inodes as they need them, and count none.
  const found = answerOf(() => statfsSync(place));
  return found !== null && found.files > 0 && found.ffree === 0;
}

/** Why this process may not use a file or folder of another user: the end of a sentence. Null if it may, or owns it. */
export function otherOwner(entry: string): string | null {
  const ours = process.getuid?.();
  const found = answerOf(() => statSync(entry));
  if (ours === undefined || !found || found.uid === ours || mayUse(entry, found)) return null;
  return `belongs to ${nameOf(found.uid)}, and this program runs as ${nameOf(ours)}`;
}

/** What gives a data folder to this user. One that holds other things, such as /var/lib, must keep its owner. */
export function wayToOwn(folder: string): string {
  const place = /^[\w/.+-]+$/.test(folder) ? folder : `'${folder.replaceAll("'", String.raw`'\''`)}'`;
  const command = `run as root: chown -R ${process.getuid?.()}:${process.getgid?.()} ${place}`;
  const names = answerOf(() => readdirSync(folder));
  if (names === null) return `if it holds nothing but data of Footnote, ${command}`;
  // A disk of its own has this folder from the beginning.
  const isOwn = names.includes('lock.db') || names.every((name) => name === 'lost+found');
  return isOwn ? command : 'choose a folder of its own';
}

/** Null if it fails: these questions are asked while a fault is explained. */
function answerOf<Answer>(ask: () => Answer): Answer | null {
  try {
    return ask();
  } catch {
    return null;
  }
}

function mayUse(entry: string, found: Stats): boolean {
  const { R_OK, W_OK, X_OK } = constants;
  try {
    accessSync(entry, found.isDirectory() ? R_OK | W_OK | X_OK : R_OK | W_OK);
    return true;
  } catch (error) {
    // Nobody may write to a disk that is read-only.
    const { code } = error as NodeJS.ErrnoException;
    return code !== 'EACCES' && code !== 'EPERM';
  }
}

/** A user, with the number that a container or another machine may know by another name. */
function nameOf(uid: number): string {
  const users = answerOf(() => readFileSync('/etc/passwd', 'utf8')) ?? '';
  const name = new RegExp(`^([^:\\n]+):[^:\\n]*:${uid}:`, 'm').exec(users)?.[1];
  return name === undefined ? `user ${uid}` : `${name} (user ${uid})`;
}

/** Catches the error of a file or folder that does not exist; other errors are thrown. */
export function nullIfMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}

function isMissing(error: unknown): boolean {
  const { code } = Object(error) as { readonly code?: unknown };
  return code === 'ENOENT' || code === 'ENOTDIR';
}
