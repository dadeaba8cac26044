import { sharp } from '../images/sharp.js';

/** The measured qualities of a picture, each from 0 (poor) to 1 (excellent). */
export interface PictureQualities {
  /** How crisp the edges are. */
  readonly sharpness: number;
  /** How close the brightness is to that of a well-lit picture; overexposed and black areas reduce it. */
  readonly light: number;
  /** The spread of the brightness. */
  readonly contrast: number;
  /** How close the centre of all edges is to the centre of the picture. */
  readonly composition: number;
  readonly colour: number;
}

/** The size of the measured copy in pixels: enough for edges, and equal for photos of all sizes. */
const SIDE = 256;

interface Copy {
  readonly pixels: Buffer;
  readonly width: number;
  readonly height: number;
  /** Brightness (Rec. 709) of each pixel, 0 to 255. */
  readonly luma: Float64Array;
}

/** Measures a picture. Equal bytes give equal results. */
export async function measureQualities(image: Buffer): Promise<PictureQualities> {
  const copy = await smallCopy(image);
  const { mean, deviation, clipped } = brightness(copy);
  const { laplacianVariance, offCentre } = edges(copy);
  // The middle of each curve is the median of photos and of the demo's drawings.
  return {
    sharpness: curve(Math.log10(laplacianVariance + 1), 2.85, 0.26),
    light: curve(Math.abs(mean - 148) + clipped * 120, 30, -8),
    contrast: curve(deviation, 38, 6.5),
    composition: curve(offCentre, 0.036, -0.011),
    colour: curve(colourfulness(copy), 62, 10),
  };
}

async function smallCopy(image: Buffer): Promise<Copy> {
  const { data, info } = await sharp(image)
    .resize(SIDE, SIDE, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const luma = new Float64Array(info.width * info.height);
  for (let pixel = 0; pixel < luma.length; pixel += 1) {
    luma[pixel] =
      0.2126 * at(data, pixel * 3) + 0.7152 * at(data, pixel * 3 + 1) + 0.0722 * at(data, pixel * 3 + 2);
  }
  return { pixels: data, width: info.width, height: info.height, luma };
}

function brightness({ luma }: Copy): { mean: number; deviation: number; clipped: number } {
  const clipped = luma.filter((value) => value < 8 || value > 247).length / luma.length;
  return { ...spread(luma), clipped };
}

/** The variance of the Laplacian, and the distance of the edges' centre from the picture's, as a fraction of its size. */
function edges({ luma, width, height }: Copy): { laplacianVariance: number; offCentre: number } {
  const laplacian: number[] = [0]; // a picture of less than 3 × 3 pixels has no edges
  let weight = 0;
  let x = 0;
  let y = 0;
  for (let row = 1; row < height - 1; row += 1) {
    for (let column = 1; column < width - 1; column += 1) {
      const here = row * width + column;
      const [left, right] = [at(luma, here - 1), at(luma, here + 1)];
      const [above, below] = [at(luma, here - width), at(luma, here + width)];
      laplacian.push(4 * at(luma, here) - left - right - above - below);
      const edge = Math.hypot(right - left, below - above);
      weight += edge;
      x += (edge * column) / (width - 1);
      y += (edge * row) / (height - 1);
    }
  }
  const offCentre = weight === 0 ? 0.5 : Math.hypot(x / weight - 0.5, y / weight - 0.5);
  return { laplacianVariance: spread(laplacian).deviation ** 2, offCentre };
}

/** Hasler and Süsstrunk's measure: 0 is grey, about 30 a moderate photo, 100 extremely colourful. */
function colourfulness({ pixels, luma }: Copy): number {
  const redGreen = new Float64Array(luma.length);
  const yellowBlue = new Float64Array(luma.length);
  for (let pixel = 0; pixel < luma.length; pixel += 1) {
    const [red, green, blue] = [at(pixels, pixel * 3), at(pixels, pixel * 3 + 1), at(pixels, pixel * 3 + 2)];
    redGreen[pixel] = red - green;
    yellowBlue[pixel] = (red + green) / 2 - blue;
  }
  const [a, b] = [spread(redGreen), spread(yellowBlue)];
  return Math.hypot(a.deviation, b.deviation) + 0.3 * Math.hypot(a.mean, b.mean);
}

function spread(values: ArrayLike<number>): { mean: number; deviation: number } {
  let sum = 0;
  let squares = 0;
  for (let index = 0; index < values.length; index += 1) {
    sum += at(values, index);
    squares += at(values, index) ** 2;
  }
  const mean = sum / values.length;
  return { mean, deviation: Math.sqrt(Math.max(0, squares / values.length - mean ** 2)) };
}

/** A logistic curve from 0 to 1 that is 0.5 at `middle`. A negative width reverses it. */
function curve(value: number, middle: number, width: number): number {
  return 1 / (1 + Math.exp((middle - value) / width));
}

function at(values: ArrayLike<number>, index: number): number {
  return values[index] ?? 0;
}
