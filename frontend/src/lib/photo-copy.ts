import { isWholeJpeg } from '@footnote/backend/shared/jpeg-data.ts';
import { hasPngEnd, kindOf } from '@footnote/backend/shared/photo-file.ts';

interface Size {
  width: number;
  height: number;
}

/** A part of an upright picture, in fractions of its sides. */
export interface Part extends Size {
  left: number;
  top: number;
}

/** A JPEG that the browser has made of a photo, and its sides in pixels. */
export interface PhotoCopy extends Size {
  photo: File;
}

const QUALITY = 0.92;
/** How long the browser may take to encode, in milliseconds: some that hide the canvas never answer. */
const ENCODING = 60_000;

/**
 * An element, and not `createImageBitmap`, which decodes all pixels: 200 million take Chromium 1.2 GB then, and 0.2 GB from
 * an element, whose JPEG shrinks while it is decoded. It is upright, too.
 */
async function withPicture<Result>(
  file: Blob,
  use: (picture: HTMLImageElement) => Promise<Result> | Result,
): Promise<Result> {
  const url = URL.createObjectURL(file);
  try {
    const picture = new Image();
    await new Promise((resolve, reject) => {
      picture.addEventListener('load', resolve);
      picture.addEventListener('error', () => reject(new Error('The browser cannot read the picture')));
      picture.src = url;
    });
    return await use(picture);
  } finally {
    URL.revokeObjectURL(url);
  }
}

function penFor({ width, height }: Size): CanvasRenderingContext2D {
  const pen = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d');
  if (!pen) throw new Error('There is no memory for a canvas');
  pen.imageSmoothingQuality = 'high';
  // JPEG has no transparency: transparent parts become white.
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, width, height);
  return pen;
}

function encode(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The canvas was not encoded')), ENCODING);
    const take = (blob: Blob | null): void => {
      clearTimeout(timer);
      if (blob?.type === 'image/jpeg') resolve(blob);
      else reject(new Error('The browser encodes no JPEG'));
    };
    canvas.toBlob(take, 'image/jpeg', QUALITY);
  });
}

/** How far a channel may be off: JPEG and harmless noise change less, a hidden canvas more. */
const TOLERANCE = 24;

const isNear = (one: number, other: number): boolean => Math.abs(one - other) <= TOLERANCE;

/** Colours on a canvas in stripes of this width. */
const STRIPE = 16;
const colours = ['#d0203c', '#28a048', '#2848c8', '#e8c020'].map((css) => ({
  css,
  channels: [...[1, 3, 5].map((at) => parseInt(css.slice(at, at + 2), 16)), 255],
}));

/**
 * Whether known colours on a canvas come back true, the way that photos do. Browsers that hide what tells devices apart
 * answer with white or noise.
 */
async function readsTrue(): Promise<boolean> {
  const size = { width: STRIPE * colours.length, height: STRIPE };
  const pen = penFor(size);
  for (const [index, { css }] of colours.entries()) {
    pen.fillStyle = css;
    pen.fillRect(index * STRIPE, 0, STRIPE, STRIPE);
  }
  const encoded = await encode(pen.canvas);
  const { data } = await withPicture(encoded, (picture) => {
    const reader = penFor(size);
    reader.drawImage(picture, 0, 0);
    return reader.getImageData(0, STRIPE / 2, size.width, 1);
  });
  return colours.every(({ channels }, index) => {
    // Without the edges, where colours mix.
    const start = index * STRIPE + STRIPE / 4;
    const pixels = data.subarray(start * 4, (start + STRIPE / 2) * 4);
    return pixels.every((value, at) => isNear(value, channels[at % 4]!));
  });
}

/** Pictures are compared in blocks of so many pixels a side, at so many places across and down. */
const BLOCK = 16;
const PLACES = 4;

/** The mean colours of a picture at places all over it. */
function coloursOf(picture: CanvasImageSource, { width, height }: Size): Uint8ClampedArray {
  const edge = BLOCK * PLACES;
  const pen = penFor({ width: edge, height: edge });
  const step = [width, height].map((side) => Math.max(0, side - BLOCK) / (PLACES - 1));
  // At its own size: browsers shrink pictures and canvases in different ways.
  for (let x = 0; x < PLACES; x += 1) {
    for (let y = 0; y < PLACES; y += 1) {
      const from = [x, y].map((place, side) => Math.floor(place * step[side]!)) as [number, number];
      pen.drawImage(picture, ...from, BLOCK, BLOCK, x * BLOCK, y * BLOCK, BLOCK, BLOCK);
    }
  }
  const mean = penFor({ width: PLACES, height: PLACES });
  mean.drawImage(pen.canvas, 0, 0, PLACES, PLACES);
  return mean.getImageData(0, 0, PLACES, PLACES).data;
}

/** Whether a canvas was encoded as it is. Where there is too little memory, some browsers draw or encode one colour. */
async function isTrueCopy(copy: Blob, canvas: HTMLCanvasElement): Promise<boolean> {
  const drawn = coloursOf(canvas, canvas);
  const encoded = await withPicture(copy, (picture) => coloursOf(picture, canvas));
  const isPlain = encoded.every((value, at) => value === encoded[at % 4]);
  return !isPlain && encoded.every((value, at) => isNear(value, drawn[at]!));
}

/** The browser draws what is left of a damaged photo, and the server could not see that of the copy. */
export class DamagedPhoto extends Error {
  override readonly name = 'DamagedPhoto';
}

async function isWhole(file: Blob): Promise<boolean> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const kind = kindOf(bytes);
  if (kind === 'png') return hasPngEnd(bytes);
  return kind !== 'jpeg' || isWholeJpeg(bytes, () => new Promise((resolve) => setTimeout(resolve)));
}

const whole: Part = { left: 0, top: 0, width: 1, height: 1 };

/**
 * A JPEG of a photo or a part of it, upright and without metadata, at most as large as `box`.
 * @throws DamagedPhoto, or if the browser cannot decode the photo, has too little memory, or does not give back what it draws
 */
export async function copyPhoto(file: Blob, box: Size, part = whole): Promise<PhotoCopy> {
  if (!(await isWhole(file))) throw new DamagedPhoto('The photo is damaged');
  if (!(await readsTrue())) throw new Error('The canvas does not give back what is drawn');
  const pen = await withPicture(file, (picture) => {
    const { naturalWidth, naturalHeight } = picture;
    const [width, height] = [naturalWidth * part.width, naturalHeight * part.height];
    const scale = Math.min(1, box.width / width, box.height / height);
    const drawn = penFor({
      width: Math.max(1, Math.round(width * scale)),
      height: Math.max(1, Math.round(height * scale)),
    });
    const { width: right, height: bottom } = drawn.canvas;
    drawn.drawImage(
      picture,
      naturalWidth * part.left,
      naturalHeight * part.top,
      width,
      height,
      0,
      0,
      right,
      bottom,
    );
    return drawn;
  });
  const copy = await encode(pen.canvas);
  if (!(await isTrueCopy(copy, pen.canvas))) throw new Error('The copy is not the photo');
  const { width, height } = pen.canvas;
  // Phones count the memory of canvases until they are collected.
  pen.canvas.width = 0;
  return { photo: new File([copy], 'photo.jpg', { type: 'image/jpeg' }), width, height };
}
