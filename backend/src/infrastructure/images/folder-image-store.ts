import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { nullIfMissing } from '../disk/file-system.js';
import { syncFolder } from '../sync-folder.js';
import {
  ImageStore,
  InvalidImageNameError,
  isCardTag,
  isRenditionWidth,
  isInEveryPhoto,
  RENDITION_WIDTHS,
  STAND_INS,
  type Renditions,
  type RenditionWidth,
  type StoredCard,
  type StoredImage,
} from './image-store.port.js';

/** `card.<tag>.png` */
const CARD = /^card\.([\w-]+)\.png$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Photos as files: `<folder>/<last two digits>/<two before>/<photo id>/<width>.webp`, and
 * `card.<tag>.png` beside them.
 * The shards come from the end of the id because that part is random in every version of UUID; the start may be a
 * timestamp. Files are written in `<folder>/.unfinished` and then moved to their name.
 */
export class FolderImageStore extends ImageStore {
  private readonly folder: string;
  private readonly unfinished: string;

  /** @param folder holds the photos; the first `put` creates it */
  constructor(folder: string) {
    super();
    this.folder = resolve(folder);
    this.unfinished = join(this.folder, '.unfinished');
  }

  /** Removes the unfinished files that a crash left behind. No `put` may be running. */
  async removeUnfinished(): Promise<void> {
    await rm(this.unfinished, { recursive: true, force: true });
    await mkdir(this.unfinished, { recursive: true });
  }

  override async put(photoId: string, renditions: Renditions): Promise<void> {
    const photo = this.photoFolder(photoId);
    await mkdir(this.unfinished, { recursive: true });
    const firstMade = await mkdir(photo, { recursive: true });
    for (const width of RENDITION_WIDTHS) {
      const bytes = renditions[width];
      if (bytes) await this.writeDurably(join(photo, `${width}.webp`), bytes);
    }
    await syncFolder(photo);
    if (firstMade !== undefined) await syncFoldersUpTo(dirname(firstMade), photo);
  }

  override async open(photoId: string, width: RenditionWidth): Promise<StoredImage | null> {
    if (!isRenditionWidth(width)) {
      throw new InvalidImageNameError(`Images have a width of ${RENDITION_WIDTHS.join(', ')}`);
    }
    const bytes = await this.read(photoId, width);
    if (!bytes && !isInEveryPhoto(width)) return this.open(photoId, STAND_INS[width]);
    return bytes && { bytes, size: bytes.length };
  }

  override async exists(photoId: string): Promise<boolean> {
    const photo = this.photoFolder(photoId);
    const widths = RENDITION_WIDTHS.filter(isInEveryPhoto);
    const found = await Promise.all(widths.map((width) => isFile(join(photo, `${width}.webp`))));
    return found.every(Boolean);
  }

  override async card(photoId: string): Promise<StoredCard | null> {
    const photo = this.photoFolder(photoId);
    const [name] = await cardsIn(photo);
    const bytes = name ? await readFile(join(photo, name)).catch(nullIfMissing) : null;
    return name && bytes ? { tag: name.replace(CARD, '$1'), bytes } : null;
  }

  override async putCard(photoId: string, { tag, bytes }: StoredCard): Promise<void> {
    if (!isCardTag(tag)) throw new InvalidImageNameError('The tag of a card has letters, digits, - and _');
    const photo = this.photoFolder(photoId);
    const name = `card.${tag}.png`;
    const older = (await cardsIn(photo)).filter((card) => card !== name);
    // The folder is not created: a card must not bring back the folder of a deleted photo.
    await this.writeDurably(join(photo, name), bytes).catch(nullIfMissing);
    for (const card of older) await rm(join(photo, card), { force: true });
  }

  override async delete(photoId: string): Promise<void> {
    const photo = this.photoFolder(photoId);
    // A card may be written at the same time.
    await rm(photo, { recursive: true, force: true, maxRetries: 5 });
    // Without this sync, a power cut could restore a deleted photo.
    await syncFolder(dirname(photo));
  }

  /** Every stored photo with the size of its renditions in bytes, also a photo that is not complete. */
  async *stored(): AsyncGenerator<{ readonly photoId: string; readonly bytes: number }> {
    for (const shard of await entriesOf(this.folder)) {
      for (const inner of await entriesOf(join(this.folder, shard))) {
        for (const photoId of await entriesOf(join(this.folder, shard, inner))) {
          if (!UUID.test(photoId) || !this.photoFolder(photoId).endsWith(join(shard, inner, photoId)))
            continue;
          const files = RENDITION_WIDTHS.map((width) => join(this.photoFolder(photoId), `${width}.webp`));
          const sizes = files.map(async (file) => (await stat(file).catch(nullIfMissing))?.size ?? 0);
          yield { photoId, bytes: (await Promise.all(sizes)).reduce((sum, size) => sum + size) };
        }
      }
    }
  }

  /** Copies the renditions of a photo to another store. Does nothing and returns false if one is missing. */
  async copyTo(other: ImageStore, photoId: string): Promise<boolean> {
    const renditions: Partial<Record<RenditionWidth, Buffer>> = {};
    for (const width of RENDITION_WIDTHS) {
      const bytes = await this.read(photoId, width);
      if (bytes) renditions[width] = bytes;
      else if (isInEveryPhoto(width)) return false;
    }
    await other.put(photoId, renditions as Renditions);
    return true;
  }

  private read(photoId: string, width: RenditionWidth): Promise<Buffer | null> {
    return readFile(join(this.photoFolder(photoId), `${width}.webp`)).catch(nullIfMissing);
  }

  /** Writes a temporary file and renames it, so that readers never see a partial file, even after a crash. */
  private async writeDurably(file: string, bytes: Buffer): Promise<void> {
    const unfinished = join(this.unfinished, randomUUID());
    try {
      const handle = await open(unfinished, 'wx');
      try {
        await handle.writeFile(bytes);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(unfinished, file);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  }

  private photoFolder(photoId: string): string {
    if (!UUID.test(photoId)) throw new InvalidImageNameError('A photo id is a UUID in lower case');
    return join(this.folder, photoId.slice(-2), photoId.slice(-4, -2), photoId);
  }
}

/** Syncs every folder from `folder`'s parent up to `top`: a new folder is an entry in its parent. */
async function syncFoldersUpTo(top: string, folder: string): Promise<void> {
  let current = folder;
  while (current !== top && current !== dirname(current)) {
    current = dirname(current);
    await syncFolder(current);
  }
}

/** The names of the share cards in the folder of a photo: one, or more after a crash. */
async function cardsIn(photo: string): Promise<string[]> {
  return (await entriesOf(photo)).filter((name) => CARD.test(name));
}

async function entriesOf(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(nullIfMissing)) ?? [];
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(nullIfMissing))?.isFile() ?? false;
}
