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

export function isCardTag(text: string): boolean {
  return /^[\w-]{1,64}$/.test(text);
}

/**
 * The photo id is not a lower-case UUID, the width is not stored, or the tag is not valid. Nothing was read or written.
 */
export class InvalidImageNameError extends Error {
  override readonly name = 'InvalidImageNameError';
}

/**
 * Stores the renditions of photos, and the share card of each. Contract: `test/images/image-store.contract.ts`.
 * Every method rejects with InvalidImageNameError when the id is not a lower-case UUID.
 */
export abstract class ImageStore {
  /** Stores all renditions durably: they are synced when it resolves. A second `put` replaces the first. */
  abstract put(photoId: string, renditions: Renditions): Promise<void>;

  /** One rendition, or a larger one where an older version stored fewer; null when the photo does not exist. */
  abstract open(photoId: string, width: RenditionWidth): Promise<StoredImage | null>;

  /** Whether all renditions exist that every photo has. */
  abstract exists(photoId: string): Promise<boolean>;

  /** The share card of the photo; null if none is stored. */
  abstract card(photoId: string): Promise<StoredCard | null>;

  /** Stores the share card in place of an older one. Does nothing without the photo: no card outlives its photo. */
  abstract putCard(photoId: string, card: StoredCard): Promise<void>;

  /** Deletes all renditions and the share card; does nothing if the photo does not exist. */
  abstract delete(photoId: string): Promise<void>;
}
