import { PausingError } from '../../kernel/reaction.js';

/** The widths of the stored files of a photo, in pixels. Smaller originals are not enlarged but still get all files. */
export const RENDITION_WIDTHS = [160, 320, 480, 640, 1280] as const;

export type RenditionWidth = (typeof RENDITION_WIDTHS)[number];

/** The widths that photos of older versions lack, each with the next larger one, which is served instead. */
export const STAND_INS = { 160: 320, 480: 640 } as const;

/** Whether every photo has this width, also one of an older version. */
export function isInEveryPhoto(
  width: RenditionWidth,
): width is Exclude<RenditionWidth, keyof typeof STAND_INS> {
  return !(width in STAND_INS);
}

/** The WebP files of a new photo, by width. */
export type AllRenditions = Readonly<Record<RenditionWidth, Buffer>>;

/** The same, or those of a photo of an older version. */
export type Renditions = Omit<AllRenditions, keyof typeof STAND_INS> & Partial<AllRenditions>;

export function isRenditionWidth(width: number): width is RenditionWidth {
  return (RENDITION_WIDTHS as readonly number[]).includes(width);
}

/** One stored rendition: WebP bytes and their number. */
export interface StoredImage {
  readonly bytes: Buffer;
  readonly size: number;
}

/** A drawn share card: a PNG. */
export interface StoredCard {
  /** Identifies its content: letters, digits, `-` and `_`. */
  readonly tag: string;
  readonly bytes: Buffer;
}

/**
 * The photo id is not a lower-case UUID, the width is not stored, or the tag is not valid. Nothing was read or written.
 */
export class InvalidImageNameError extends Error {
  override readonly name = 'InvalidImageNameError';
}

/** The store of the pictures does not answer, or refuses. Everything else of the site works. */
export class ImagesUnavailableError extends PausingError {
  override readonly name = 'ImagesUnavailableError';

  constructor(cause: unknown) {
    super(`the store of the pictures is away: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}

/** The store can't hold pictures as it is set up: a wrong setting. */
export class UnfitStoreError extends Error {
  override readonly name = 'UnfitStoreError';
}

/** One stored photo, also one that is not complete, or of which only the share card is left. */
export interface StoredPhoto {
  readonly photoId: string;
  /** The size of all its renditions. */
  readonly bytes: number;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Where every store has the files of a photo: `<last two digits>/<two before>/<photo id>`. The shards come from the end of the
 * id because that part is random in every version of UUID; the start may be a timestamp.
 * @throws InvalidImageNameError
 */
export function placeOf(photoId: string): string {
  if (!UUID.test(photoId)) throw new InvalidImageNameError('A photo id is a UUID in lower case');
  return `${photoId.slice(-2)}/${photoId.slice(-4, -2)}/${photoId}`;
}

/** Whether a photo would have this place. */
export function isPlace(place: string): boolean {
  const photoId = place.slice(place.lastIndexOf('/') + 1);
  return UUID.test(photoId) && placeOf(photoId) === place;
}

/** @throws InvalidImageNameError */
export function requireCardTag(tag: string): void {
  if (!/^[\w-]{1,64}$/.test(tag))
    throw new InvalidImageNameError('The tag of a card has letters, digits, - and _');
}

/** The content type of each kind of file that a build of the frontend names by its content. */
const ASSET_TYPES: Readonly<Record<string, string>> = {
  js: 'application/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  woff2: 'font/woff2',
};
const ASSET = /^[\w-]{8,100}\.(js|css|woff2)$/;

/** The content type of a file of a build of the frontend; null if no build makes one of this name. */
export function assetTypeOf(name: string): string | null {
  return ASSET_TYPES[ASSET.exec(name)?.[1] ?? ''] ?? null;
}

/** @throws InvalidImageNameError */
export function requireAssetName(name: string): void {
  if (assetTypeOf(name) === null)
    throw new InvalidImageNameError(`${name} is not a name that the build of the frontend gives`);
}

/**
 * Stores the renditions of photos, and the share card of each; and, for several processes, files of their frontend. Contract: `test/images/image-store.contract.ts`.
 * Every method rejects with InvalidImageNameError when the id is not a lower-case UUID, and with ImagesUnavailableError when
 * the store is on a server that does not serve.
 */
export abstract class ImageStore {
  /** Why the store cannot be reached now; null while it can. */
  get away(): { readonly reason: unknown } | null {
    return null;
  }

  /** Makes it ready for a server that starts. No `put` may be running. @throws UnfitStoreError */
  abstract prepare(): Promise<void>;

  /**
   * Stores all renditions durably: they are synced when it resolves. A second `put` replaces the first. When it rejects, it
   * deletes the part that was written, unless the store is away.
   */
  async put(photoId: string, renditions: Renditions): Promise<void> {
    try {
      await this.write(photoId, renditions);
    } catch (error) {
      await this.deleteIncomplete(photoId).catch(() => undefined);
      throw error;
    }
  }

  /** One rendition, or a larger one where an older version stored fewer; null when the photo does not exist. */
  async open(photoId: string, width: RenditionWidth): Promise<StoredImage | null> {
    if (!isRenditionWidth(width)) {
      throw new InvalidImageNameError(`Images have a width of ${RENDITION_WIDTHS.join(', ')}`);
    }
    const bytes = await this.read(photoId, width);
    if (!bytes && !isInEveryPhoto(width)) return this.open(photoId, STAND_INS[width]);
    return bytes && { bytes, size: bytes.length };
  }

  /** Whether all renditions exist that every photo has. */
  abstract exists(photoId: string): Promise<boolean>;

  /** The share card of the photo; null if none is stored. */
  abstract card(photoId: string): Promise<StoredCard | null>;

  /** Stores the share card in place of an older one. Does nothing without the photo: no card outlives its photo. */
  abstract putCard(photoId: string, card: StoredCard): Promise<void>;

  /** Deletes all renditions and the share card; does nothing if the photo does not exist. */
  abstract delete(photoId: string): Promise<void>;

  /** Every stored photo. */
  abstract stored(): AsyncIterable<StoredPhoto>;

  /** A file of a build of the frontend; null if none is stored. Rejects with InvalidImageNameError, as those below. */
  abstract asset(name: string): Promise<Buffer | null>;

  abstract putAsset(name: string, bytes: Buffer): Promise<void>;

  /** Does nothing if it does not exist. */
  abstract deleteAsset(name: string): Promise<void>;

  /** The names of these files. */
  abstract assets(): AsyncIterable<string>;

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

  close(): Promise<void> {
    return Promise.resolve();
  }

  /** Another `put` of the same photo may have succeeded. */
  private async deleteIncomplete(photoId: string): Promise<void> {
    if (!(await this.exists(photoId))) await this.delete(photoId);
  }

  protected abstract write(photoId: string, renditions: Renditions): Promise<void>;

  protected abstract read(photoId: string, width: RenditionWidth): Promise<Buffer | null>;
}
