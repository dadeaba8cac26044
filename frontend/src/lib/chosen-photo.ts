import {
  headerOf,
  kindOf,
  LARGEST_UPLOAD,
  type PhotoRefusal,
  PIXEL_LIMITS,
  refusalOf,
  UNREADABLE,
} from '@footnote/backend/shared/photo-file.ts';

/** That the browser may not read a file (any more), as sentences for the person who chose it. */
export const UNREADABLE_FILE =
  'This cannot be read: it was moved, changed or deleted, is still in the cloud, or is a folder. Open the photo on this device once, then choose it again.';

/** A photo that the server accepts as far as the page can tell. */
export interface ReadyPhoto {
  photo: File;
  /** What the page has done to the file, for the person. */
  note?: string;
}

/** What of a photo the server keeps, and more. */
const BOX = { width: 2560, height: 3840 };
/** As much as the server keeps, in less than a megabyte, which is the usual limit of proxies. */
const SMALL_BOX = { width: 1280, height: 1920 };

const count = new Intl.NumberFormat('en-GB');

async function copied(file: File, box: typeof BOX, did: string): Promise<ReadyPhoto> {
  const { copyPhoto } = await import('./photo-copy.ts');
  const { photo, width, height } = await copyPhoto(file, box);
  return {
    photo,
    note: `Your photo was ${did}: ${count.format(width)}\u00a0×\u00a0${count.format(height)}.`,
  };
}

async function bytesOf(file: Blob): Promise<Uint8Array> {
  return new Uint8Array(await file.arrayBuffer());
}

/** What is wrong with a file that no copy mends; null if a copy may be accepted. */
function lastingRefusal(bytes: Uint8Array, size: number): PhotoRefusal | null {
  const kind = kindOf(bytes);
  if (kind === 'heic' || kind === 'avif') return null;
  const refusal = refusalOf(bytes, Math.min(size, LARGEST_UPLOAD));
  if (refusal?.code !== 'photo_too_many_pixels') return refusal;
  const { width, height } = headerOf(bytes)!;
  // Beyond what the server takes of any photo, a phone has no memory for them either.
  return width * height > PIXEL_LIMITS.light ? refusal : null;
}

/** What became of the file that a person chose. */
export interface Choice {
  ready?: ReadyPhoto;
  /** Why it cannot be sent, as sentences for the person. */
  problem?: string;
  /** Whether a copy of it is being made. */
  isCopying?: boolean;
}

/** The last choices, by who shows them. */
const last = new WeakMap<object, File>();

/**
 * Looks at the first bytes of a chosen file, and makes a copy where the server would not take the file itself. What comes of
 * an earlier file is not shown any more.
 * @param file  undefined if the person wants none any more
 */
export async function choosePhoto(file: File | undefined, show: (choice: Choice) => void): Promise<void> {
  if (file) last.set(show, file);
  else last.delete(show);
  show({});
  const isLast = (): boolean => last.get(show) === file;
  const found = file && (await findOut(file, () => isLast() && show({ isCopying: true })));
  if (found && isLast()) show(found);
}

async function findOut(file: File, onCopy: () => void): Promise<Choice> {
  const start = await bytesOf(file.slice(0, LARGEST_UPLOAD)).catch(() => undefined);
  if (!start) return { problem: UNREADABLE_FILE };
  const refusal = refusalOf(start, file.size);
  if (!refusal) return { ready: { photo: file } };
  if (kindOf(start) === 'unknown' && file.size > 0) return { problem: 'Please upload an image file' };
  const lasting = lastingRefusal(start, file.size);
  if (lasting) return { problem: lasting.message };
  onCopy();
  const isOther = refusal.code === 'photo_format';
  let problem: string = refusal.message;
  const did = isOther ? 'turned into a JPG' : 'made smaller to fit';
  const copy = await copied(file, BOX, did).catch((error: unknown) => {
    if (error instanceof Error && error.name === 'DamagedPhoto') problem = UNREADABLE;
  });
  if (!copy) return { problem };
  // Only now the sides of some are known.
  const left = refusalOf(await bytesOf(copy.photo));
  return left ? { problem: left.message } : { ready: copy };
}

/** A small copy of a photo that is too large for a proxy; null if the browser cannot make one, or none that is smaller. */
export async function smallerPhoto(photo: File): Promise<ReadyPhoto | null> {
  const smaller = await copied(photo, SMALL_BOX, 'made smaller to fit').catch(() => null);
  return smaller && smaller.photo.size < photo.size ? smaller : null;
}
