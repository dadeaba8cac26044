import { existsSync } from 'node:fs';
import path from 'node:path';
import { openImages, prepareImages } from '../composition/images.js';
import { RESTORING } from '../composition/data-folder.js';
import { openStorage } from '../composition/storage.js';
import type { Config } from '../config.js';
import { catalogue } from '../domain/events.js';
import { SqliteEventLog } from '../infrastructure/event-log/sqlite-event-log.js';
import {
  type ImageStore,
  RENDITION_WIDTHS,
  type StoredPhoto,
} from '../infrastructure/images/image-store.port.js';
import { SqliteKeyRing } from '../infrastructure/key-ring/sqlite-key-ring.js';
import { EventCodec } from '../kernel/log/codec.js';
import type { Timer } from '../kernel/timer.js';
import { BackupError } from './backup-error.js';
import { LoggedPictures } from './logged-pictures.js';

/** Pictures that are copied at the same time. */
const AT_ONCE = 4;

/** Does `work` for every stored picture, a few at a time. @throws the first error, when nothing runs any more */
export async function eachPicture(
  store: ImageStore,
  work: (photo: StoredPhoto) => Promise<unknown>,
): Promise<void> {
  const begun = new Set<Promise<unknown>>();
  try {
    for await (const photo of store.stored()) {
      const working = work(photo);
      begun.add(working);
      void working.then(
        () => begun.delete(working),
        () => undefined,
      );
      if (begun.size >= AT_ONCE) await Promise.race(begun);
    }
    await Promise.all(begun);
  } finally {
    await Promise.allSettled(begun);
  }
}

/** What a copy has done, in numbers of pictures. */
export interface Copied {
  copied: number;
  /** They were there already, from an earlier copy. */
  unchanged: number;
  /** Files of pictures that the log says are deleted. */
  deleted: number;
  /** The pictures that the log needs and neither store has. */
  missing: readonly string[];
}

/**
 * Copies every picture that the log names and does not call deleted, without share cards, which are drawn again. Deletes from
 * `to` those that the log calls deleted, and nothing else. What an interrupted copy has left is not copied twice.
 * @throws BackupError if a picture reads back with other bytes
 */
export async function copyPictures(
  from: ImageStore,
  to: ImageStore,
  logged: Pick<LoggedPictures, 'names' | 'mayBeGone' | 'needed'>,
): Promise<Copied> {
  const result: Copied = { copied: 0, unchanged: 0, deleted: 0, missing: [] };
  const there = new Map<string, number>();
  for await (const { photoId, bytes } of to.stored()) there.set(photoId, bytes);
  await eachPicture(from, async ({ photoId, bytes }) => {
    // An upload writes the files of a profile picture before its event, which may never come.
    if (!logged.names(photoId) || logged.mayBeGone(photoId)) return;
    if (bytes > 0 && there.get(photoId) === bytes) result.unchanged += 1;
    else if (await from.copyTo(to, photoId)) {
      await requireSame(from, to, photoId);
      there.set(photoId, bytes);
      result.copied += 1;
    }
  });
  for (const photoId of there.keys()) {
    if (!logged.mayBeGone(photoId)) continue;
    await to.delete(photoId);
    result.deleted += 1;
  }
  result.missing = [...logged.needed()].filter((photoId) => !there.get(photoId));
  return result;
}

async function requireSame(from: ImageStore, to: ImageStore, photoId: string): Promise<void> {
  for (const width of RENDITION_WIDTHS) {
    const [original, copy] = await Promise.all([from.open(photoId, width), to.open(photoId, width)]);
    if (original && copy?.bytes.equals(original.bytes)) continue;
    // The next copy must not take it for a good one.
    await to.delete(photoId);
    // It was deleted from the site meanwhile.
    if (!(await from.exists(photoId))) return;
    throw new BackupError(`the picture ${photoId} reads back with other bytes.`);
  }
}

/** Copies the pictures from the other store to the one that `to` names. A server may run. @throws BackupError */
export async function copyAllPictures(config: Config, to: Config['pictures'], timer: Timer): Promise<Copied> {
  const source = await openImages(config, { timer }, to === 's3' ? 'folder' : 's3');
  const target = await openImages(config, { timer }, to);
  try {
    const logged = await loggedIn(config);
    // A picture under legal hold could count as deleted.
    if (logged.isIncomplete)
      throw new BackupError(
        'Events in quarantine may be about pictures. Bring back their keys, or the newer program.',
      );
    if (to === 's3') await prepareImages(target);
    return await copyPictures(source, target, logged);
  } finally {
    await source.close();
    await target.close();
  }
}

/** Opens no more than it reads: a server may use the same files. */
async function loggedIn(config: Config): Promise<LoggedPictures> {
  const { dataDir, eventstoreUrl, mongodbUrl } = config;
  const file = (name: string) => path.join(dataDir, name);
  const needed = [
    ...(eventstoreUrl === null ? ['events.db'] : []),
    ...(mongodbUrl === null ? ['keys.db'] : []),
  ];
  const absent = needed.find((name) => !existsSync(file(name)));
  if (absent) throw new BackupError(`${file(absent)} is missing. Is DATA_DIR right?`);
  if (existsSync(file(RESTORING))) throw new BackupError(`A restore into ${dataDir} is not complete.`);
  if (needed.length === 2) {
    const [log, keys] = [new SqliteEventLog(file('events.db')), new SqliteKeyRing(file('keys.db'))];
    try {
      return await LoggedPictures.in(log, new EventCodec(keys, catalogue));
    } finally {
      await log.close();
      await keys.close();
    }
  }
  const tell = (line: string) => process.stderr.write(`${line}\n`);
  const storage = await openStorage(config, { seconds: config.startupTimeout, tell });
  try {
    return await LoggedPictures.in(storage.log, new EventCodec(storage.keys, catalogue));
  } finally {
    await storage.close();
  }
}
