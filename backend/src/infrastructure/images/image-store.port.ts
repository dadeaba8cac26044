/**
 * The widths every photo is kept in, in pixels; a smaller original is never enlarged, but all three files are
 * still there.
 */
export const RENDITION_WIDTHS = [320, 640, 1280] as const;

export type RenditionWidth = (typeof RENDITION_WIDTHS)[number];

/** The WebP files of one photo, by width. */
export type Renditions = Readonly<Record<RenditionWidth, Buffer>>;

/** Whether a number from outside names one of the kept widths. */
export function isRenditionWidth(width: number): width is RenditionWidth {
  return (RENDITION_WIDTHS as readonly number[]).includes(width);
}

/** One rendition as it lies in the store: WebP bytes and how many there are. */
export interface StoredImage {
  readonly bytes: Buffer;
  readonly size: number;
}

/** A photo id that is not a UUID in lower case, or a width that is not kept. Nothing was read or written. */
export class InvalidImageNameError extends Error {
  override readonly name = 'InvalidImageNameError';
}

/**
 * Where the renditions of photos are kept. Its contract is `test/images/image-store.contract.ts`.
 * Every method rejects with InvalidImageNameError for an id that is not a UUID in lower case.
 */
export abstract class ImageStore {
  /** Keeps all renditions; they have reached the disk when it resolves. A second `put` replaces the first. */
  abstract put(photoId: string, renditions: Renditions): Promise<void>;

  /** One rendition, whole, or null when the photo isn't there. */
  abstract open(photoId: string, width: RenditionWidth): Promise<StoredImage | null>;

  /** Whether every rendition of the photo is there. */
  abstract exists(photoId: string): Promise<boolean>;

  /** Removes every rendition; removing a photo that isn't there is no error. */
  abstract delete(photoId: string): Promise<void>;
}
