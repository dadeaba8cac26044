export type PhotoFormat = 'jpeg' | 'png' | 'webp';

const JPEG_START = Buffer.from([0xff, 0xd8, 0xff]);
const PNG_START = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The accepted format that the first bytes identify, or null. File names and request headers are ignored. */
export function photoFormat(bytes: Buffer): PhotoFormat | null {
  if (startsWith(bytes, JPEG_START)) return 'jpeg';
  if (startsWith(bytes, PNG_START)) return 'png';
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return 'webp';
  return null;
}

/**
 * Whether a PNG is animated: it has an `acTL` chunk before its first image data.
 * The decoder returns only the first frame of an animated PNG and does not report the others.
 */
export function isAnimatedPng(bytes: Buffer): boolean {
  let offset = PNG_START.length;
  while (offset + 8 <= bytes.length) {
    const type = bytes.toString('latin1', offset + 4, offset + 8);
    if (type === 'acTL') return true;
    if (type === 'IDAT') return false;
    offset += 12 + bytes.readUInt32BE(offset); // length and type, the data, a checksum
  }
  return false;
}

function startsWith(bytes: Buffer, start: Buffer): boolean {
  return bytes.subarray(0, start.length).equals(start);
}
