import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { nullIfMissing } from '../disk/file-system.js';
import { syncFolder } from '../sync-folder.js';
import {
  assetTypeOf,
  ImageStore,
  isInEveryPhoto,
  isPlace,
  placeOf,
  RENDITION_WIDTHS,
  requireAssetName,
  requireCardTag,
  type Renditions,
  type RenditionWidth,
  type StoredCard,
  type StoredPhoto,
} from './image-store.port.js';

/** No file takes so long to write. */
const DAY_MS = 24 * 3_600_000;

/** `card.<tag>.png` */
const CARD = /^card\.([\w-]+)\.png$/;

/**
 * Photos as files: `<folder>/<place of the photo>/<width>.webp`, and `card.<tag>.png` beside them; files of
 * the frontend in `<folder>/.assets`. All are written in `<folder>/.unfinished` and then moved to their name.
 */
export class FolderImageStore extends ImageStore {
  private readonly folder: string;
  private readonly unfinished: string;
  private readonly assetFolder: string;

  /**
   * @param folder holds the photos; the first `put` creates it
   * @param isShared whether other processes write to it at the same time
   */
  constructor(
    folder: string,
    private readonly isShared = false,
  ) {
    super();
    this.folder = resolve(folder);
    this.unfinished = join(this.folder, '.unfinished');
    this.assetFolder = join(this.folder, '.assets');
  }

  /** Removes the unfinished files that a crash left behind; in a shared folder, those that nobody can be writing any more. */
  override async prepare(): Promise<void> {
    if (!this.isShared) await rm(this.unfinished, { recursive: true, force: true });
    await mkdir(this.unfinished, { recursive: true });
    for (const name of await readdir(this.unfinished)) {
      const file = join(this.unfinished, name);
      const { mtimeMs = Date.now() } = (await stat(file).catch(nullIfMissing)) ?? {};
      if (Date.now() - mtimeMs >= DAY_MS) await rm(file, { force: true });
    }
  }

  protected override async write(photoId: string, renditions: Renditions): Promise<void> {
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
    requireCardTag(tag);
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

  override async *stored(): AsyncGenerator<StoredPhoto> {
    for (const shard of await entriesOf(this.folder)) {
      for (const inner of await entriesOf(join(this.folder, shard))) {
        for (const photoId of await entriesOf(join(this.folder, shard, inner))) {
          if (!isPlace(`${shard}/${inner}/${photoId}`)) continue;
          const files = RENDITION_WIDTHS.map((width) => join(this.photoFolder(photoId), `${width}.webp`));
          const sizes = files.map(async (file) => (await stat(file).catch(nullIfMissing))?.size ?? 0);
          yield { photoId, bytes: (await Promise.all(sizes)).reduce((sum, size) => sum + size) };
        }
      }
    }
  }

  override async asset(name: string): Promise<Buffer | null> {
    requireAssetName(name);
    return readFile(join(this.assetFolder, name)).catch(nullIfMissing);
  }

  override async putAsset(name: string, bytes: Buffer): Promise<void> {
    requireAssetName(name);
    for (const folder of [this.unfinished, this.assetFolder]) await mkdir(folder, { recursive: true });
    await this.writeDurably(join(this.assetFolder, name), bytes);
  }

  override async deleteAsset(name: string): Promise<void> {
    requireAssetName(name);
    await rm(join(this.assetFolder, name), { force: true });
  }

  override async *assets(): AsyncGenerator<string> {
    for (const name of await entriesOf(this.assetFolder)) if (assetTypeOf(name) !== null) yield name;
  }

  protected override read(photoId: string, width: RenditionWidth): Promise<Buffer | null> {
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
    return join(this.folder, placeOf(photoId));
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
