import { createHash, randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { jpegSegments } from '../../src/shared/photo-file.js';

/** Text in the metadata of the JPEG from `photoWithLocation`, which must never be served. */
export const PRIVATE_MARKER = 'PRIVATE-MARKER-7f3a-do-not-serve';

/** The size of a photo of a phone, in pixels. */
export const PHOTO_WIDTH = 1600;
export const PHOTO_HEIGHT = 1200;
const SMALL: readonly [width: number, height: number] = [400, 300];

/**
 * A drawn scene with gradients, edges and colours. The scene depends only on the `seed`.
 */
export function scene(seed: number, width = PHOTO_WIDTH, height = PHOTO_HEIGHT): Buffer {
  const number = (name: string, below: number) =>
    createHash('sha256').update(`${seed}/${name}`).digest().readUInt32BE() % below;
  const shapes = Array.from({ length: 24 }, (_, shape) => {
    const x = number(`x${shape}`, width);
    const y = number(`y${shape}`, height);
    const rx = 20 + number(`rx${shape}`, Math.ceil(width / 8));
    const ry = 20 + number(`ry${shape}`, Math.ceil(height / 8));
    const colour = `hsl(${number(`h${shape}`, 360)},60%,${30 + number(`l${shape}`, 50)}%)`;
    return `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${colour}"/>`;
  });
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
      `<rect width="100%" height="100%" fill="hsl(${number('ground', 360)},40%,70%)"/>${shapes.join('')}</svg>`,
  );
}

/** A plain JPEG photo without metadata, small because an upload takes a fifth of a second for each megapixel. */
export function jpegPhoto(seed = 1, [width, height] = SMALL): Promise<Buffer> {
  return sharp(scene(seed, width, height))
    .jpeg({ quality: 88 })
    .toBuffer();
}

let photos = 0;

/** A photo like no other in this thread: one that looks like a published photo of another person goes to review. */
export function newPhoto(): Promise<Buffer> {
  photos += 1;
  return jpegPhoto(1_000_000 + photos);
}

/**
 * A JPEG as a phone writes it: camera, a comment, GPS position in EXIF, and an XMP packet; all contain the
 * marker.
 */
export function photoWithLocation(seed = 1): Promise<Buffer> {
  return sharp(scene(seed))
    .withExif({
      IFD0: { Make: 'Footnote Test Camera', ImageDescription: PRIVATE_MARKER, Artist: PRIVATE_MARKER },
      IFD2: { UserComment: PRIVATE_MARKER },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '52/1 31/1 12/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '13/1 24/1 18/1',
      },
    })
    .withXmp(
      `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">` +
        `<rdf:Description rdf:about="${PRIVATE_MARKER}"/></rdf:RDF></x:xmpmeta>`,
    )
    .jpeg({ quality: 88 })
    .toBuffer();
}

/**
 * A photo that is stored rotated, with an EXIF orientation: upright it is 1200 wide and 1600 tall, its top half red,
 * the rest blue.
 */
export async function photoOnItsSide(): Promise<Buffer> {
  const upright = await sharp({ create: { width: 1200, height: 1600, channels: 3, background: '#0000ff' } })
    .composite([
      {
        input: { create: { width: 1200, height: 800, channels: 3, background: '#ff0000' } },
        top: 0,
        left: 0,
      },
    ])
    .png()
    .toBuffer();
  // Orientation 6: the camera was turned, show it a quarter turn clockwise.
  return sharp(upright).rotate(270).withMetadata({ orientation: 6 }).jpeg({ quality: 95 }).toBuffer();
}

/** The first half of a JPEG, as after a broken upload. */
export async function truncatedJpeg(): Promise<Buffer> {
  const whole = await jpegPhoto();
  return whole.subarray(0, Math.floor(whole.length / 2));
}

/** A valid SVG picture. */
export function svgPicture(): Buffer {
  return scene(1, 200, 150);
}

/** A valid still GIF. */
export function gifPicture(): Promise<Buffer> {
  return sharp(scene(1, 200, 150))
    .gif()
    .toBuffer();
}

/** A valid WebP with three frames. */
export async function animatedWebp(): Promise<Buffer> {
  const frames = await Promise.all(
    [1, 2, 3].map((seed) =>
      sharp(scene(seed, 120, 90))
        .png()
        .toBuffer(),
    ),
  );
  return sharp(frames, { join: { animated: true } })
    .webp({ delay: [100, 100, 100], loop: 0 })
    .toBuffer();
}

/** A valid animated PNG with so many frames: one or two. */
export async function animatedPng(frames = 2): Promise<Buffer> {
  const still = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#c04020' } })
    .png({ adaptiveFiltering: false })
    .toBuffer();
  const chunks = pngChunks(still);
  const frameControl = (sequence: number) => {
    const data = Buffer.alloc(26);
    data.writeUInt32BE(sequence, 0);
    data.writeUInt32BE(60, 4);
    data.writeUInt32BE(40, 8);
    data.writeUInt16BE(1, 20);
    data.writeUInt16BE(10, 22);
    return pngChunk('fcTL', data);
  };
  const pixels = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data));
  const secondFrame = Buffer.concat([Buffer.from([0, 0, 0, 2]), pixels]);
  const header = chunks.find(({ type }) => type === 'IHDR')?.data ?? Buffer.alloc(0);
  return Buffer.concat([
    PNG_SIGNATURE,
    pngChunk('IHDR', header),
    pngChunk('acTL', Buffer.from([0, 0, 0, frames, 0, 0, 0, 0])),
    frameControl(0),
    pngChunk('IDAT', pixels),
    ...(frames > 1 ? [frameControl(1), pngChunk('fdAT', secondFrame)] : []),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A JPEG with more segments behind its start: each a marker and its content. */
export function withSegments(
  jpeg: Buffer,
  ...segments: readonly (readonly [marker: number, content: Buffer])[]
): Buffer {
  const inserted = segments.flatMap(([marker, content]) => {
    const head = Buffer.from([0xff, marker, 0, 0]);
    head.writeUInt16BE(content.length + 2, 2);
    return [head, content];
  });
  return Buffer.concat([jpeg.subarray(0, 2), ...inserted, jpeg.subarray(2)]);
}

/** Text in a file named .jpg. */
export function textNamedJpg(): Buffer {
  return Buffer.from('These are words and no picture, whatever the name of the file says.\n'.repeat(40));
}

/** A valid PNG of 20,000 × 20,000 pixels in under 100 kB: 400 megapixels, all black. */
export function hugePng(): Buffer {
  return blackPng(20_000, 20_000);
}

/** A valid black PNG of any size, with one bit per pixel and therefore very small. */
export function blackPng(width: number, height: number): Buffer {
  const rows = Buffer.alloc(height * (Math.ceil(width / 8) + 1)); // one filter byte per row
  return Buffer.concat([
    PNG_SIGNATURE,
    pngChunk('IHDR', pngHeader(width, height, 1, 0)),
    pngChunk('IDAT', deflateSync(rows, { level: 6 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/**
 * A PNG that declares 20,000 × 20,000 pixels and contains none: only a reader of the header alone can tell its
 * size.
 */
export function hugePngWithoutPixels(): Buffer {
  return Buffer.concat([
    PNG_SIGNATURE,
    pngChunk('IHDR', pngHeader(20_000, 20_000, 1, 0)),
    pngChunk('IDAT', Buffer.from('no pixels here')),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A valid JPEG of a little over 11 MB, or of `parts` times 64 kB: a photo with bytes in it that decoders skip. */
export async function heavyJpeg(parts = 180): Promise<Buffer> {
  const photo = await jpegPhoto();
  return withSegments(photo, ...Array.from({ length: parts }, () => [0xfe, randomBytes(64_000)] as const));
}

/** A valid grey JPEG whose components come in a scan each. The encoder makes no such files, but cameras do. */
export async function jpegInScans(count = 3): Promise<Buffer> {
  const grey = await sharp(scene(1, 200, 150))
    .toColourspace('b-w')
    .jpeg({ mozjpeg: false, optimiseCoding: false })
    .toBuffer();
  const ids = Array.from({ length: count }, (_, index) => index + 1);
  const segments = jpegSegments(grey);
  const [scan, end] = segments.slice(-2);
  const parts = segments.slice(0, -2).map(({ marker, start, end: next }) => {
    if (marker !== 0xc0) return grey.subarray(start - 4, next);
    const components = ids.flatMap((id) => [id, 0x11, 0]);
    const length = 8 + components.length;
    return Buffer.from([0xff, marker, 0, length, ...grey.subarray(start, start + 5), count, ...components]);
  });
  const scans = ids.flatMap((id) => [
    Buffer.from([0xff, 0xda, 0, 8, 1, id, 0, 0, 63, 0]),
    grey.subarray(scan?.end, (end?.start ?? 0) - 2),
  ]);
  return Buffer.concat([grey.subarray(0, 2), ...parts, ...scans, Buffer.from([0xff, 0xd9])]);
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function pngHeader(width: number, height: number, bitDepth: number, colourType: number): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data[8] = bitDepth;
  data[9] = colourType;
  return data;
}

/** A chunk of a PNG, with its checksum. */
export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

function pngChunks(png: Buffer): { type: string; data: Buffer }[] {
  const chunks: { type: string; data: Buffer }[] = [];
  for (let offset = PNG_SIGNATURE.length; offset + 12 <= png.length;) {
    const length = png.readUInt32BE(offset);
    const start = offset + 8;
    chunks.push({
      type: png.toString('latin1', offset + 4, start),
      data: png.subarray(start, start + length),
    });
    offset = start + length + 4;
  }
  return chunks;
}
