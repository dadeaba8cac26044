import { type ImageStore, RENDITION_WIDTHS, type StoredPhoto } from './image-store.port.js';

/** Pictures that are copied at the same time. */
const AT_ONCE = 4;

/** Does `work` for every stored picture, a few at a time. @throws the first error */
export async function eachPicture(
  store: ImageStore,
  work: (photo: StoredPhoto) => Promise<unknown>,
): Promise<void> {
  const begun = new Set<Promise<unknown>>();
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
}

/** What a copy has done, in numbers of pictures. */
export interface Copied {
  copied: number;
  /** They were there already, from an earlier copy. */
  unchanged: number;
  /** They were removed since an earlier copy. */
  deleted: number;
  /** They lack files, and were left out. */
  readonly incomplete: string[];
}

/** A picture reads back with other bytes than were written. */
export class DifferentCopyError extends Error {
  override readonly name = 'DifferentCopyError';
}

/**
 * Makes one store hold the pictures of another, without share cards, which are drawn again. What an interrupted copy has left
 * is not copied twice. Nobody else may write to `to`.
 * @throws DifferentCopyError
 */
export async function copyPictures(from: ImageStore, to: ImageStore): Promise<Copied> {
  const result: Copied = { copied: 0, unchanged: 0, deleted: 0, incomplete: [] };
  const there = new Map<string, number>();
  for await (const { photoId, bytes } of to.stored()) there.set(photoId, bytes);
  await eachPicture(from, async ({ photoId, bytes }) => {
    const known = there.get(photoId);
    there.delete(photoId);
    if (known === bytes) result.unchanged += 1;
    else if (await from.copyTo(to, photoId)) {
      await requireSame(from, to, photoId);
      result.copied += 1;
    } else result.incomplete.push(photoId);
  });
  for (const photoId of there.keys()) {
    await to.delete(photoId);
    result.deleted += 1;
  }
  return result;
}

async function requireSame(from: ImageStore, to: ImageStore, photoId: string): Promise<void> {
  for (const width of RENDITION_WIDTHS) {
    const [original, copy] = await Promise.all([from.open(photoId, width), to.open(photoId, width)]);
    // It may have been removed from the site meanwhile.
    if (original && !copy?.bytes.equals(original.bytes))
      throw new DifferentCopyError(`the picture ${photoId} reads back with other bytes`);
  }
}
