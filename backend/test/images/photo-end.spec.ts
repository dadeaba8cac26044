import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { normalisePhoto } from '../../src/infrastructure/images/photo.js';
import { jpegSegments } from '../../src/shared/photo-file.js';
import { animatedPng, animatedWebp, jpegInScans, pngChunk, scene, withSegments } from '../support/photos.js';

const END = Buffer.from([0xff, 0xd9]);
const SCAN = 0xda;

const codings = {
  baseline: { mozjpeg: false },
  'baseline, 4:4:4': { chromaSubsampling: '4:4:4' },
  progressive: { progressive: true },
} as const;
const jpeg = (coding: keyof typeof codings, size: [number, number] = [400, 300]) =>
  sharp(scene(1, ...size))
    .jpeg({ quality: 88, ...codings[coding] })
    .toBuffer();
/** The start of a file, and an end, so that it looks whole. */
const closed = (bytes: Buffer, part: number) =>
  Buffer.concat([bytes.subarray(0, Math.floor((bytes.length - 2) * part)), END]);
const hashOf = async (bytes: Buffer) => (await normalisePhoto(bytes)).imageHash;
/** The code of the refusal; `accepted` if there is none. */
const codeOf = (bytes: Buffer) =>
  normalisePhoto(bytes).then(
    () => 'accepted',
    ({ code }: { code: string }) => code,
  );
const DAMAGED = 'photo_unreadable';

describe.each(Object.keys(codings) as (keyof typeof codings)[])('a %s JPEG', (coding) => {
  it('without its last two bytes is the same picture', async () => {
    const whole = await jpeg(coding);
    expect(await hashOf(whole.subarray(0, -2))).toBe(await hashOf(whole));
  });

  it.each([0.3, 0.5, 0.9, 0.99, 0.999])('with an end after %d of its data is refused', async (part) => {
    expect(await codeOf(closed(await jpeg(coding), part))).toBe(DAMAGED);
  });

  it('is refused where a byte of its data is missing, with and without an end', async () => {
    const whole = await jpeg(coding);
    expect(await codeOf(whole.subarray(0, -4))).toBe(DAMAGED);
    expect(await codeOf(Buffer.concat([whole.subarray(0, -4), END]))).toBe(DAMAGED);
  });

  it('keeps what cameras append to themselves', async () => {
    const whole = await jpeg(coding);
    const hash = await hashOf(whole);
    const other = await sharp(scene(2, 60, 40))
      .jpeg()
      .toBuffer();
    for (const more of [
      Buffer.alloc(999, 7),
      other,
      Buffer.from('SEFH\0\0'),
      Buffer.from('\0\0\0\x18ftypmp42'),
    ])
      expect(await hashOf(Buffer.concat([whole, more]))).toBe(hash);
  });

  it('may have a thumbnail with an end of its own', async () => {
    const whole = await jpeg(coding);
    const thumbnail = await sharp(scene(2, 60, 40))
      .jpeg()
      .toBuffer();
    expect(await hashOf(withSegments(whole, [0xe3, thumbnail]))).toBe(await hashOf(whole));
  });
});

describe('a JPEG', () => {
  it('is judged by its own warnings, whatever else is decoded', async () => {
    const script = path.join(import.meta.dirname, 'photos-that-warn.process.js');
    const { stdout } = await promisify(execFile)(process.execPath, [script]);
    const accepted = { whole: true, 'with bytes between segments': true, 'with bytes before its end': true };
    expect(JSON.parse(stdout)).toEqual(
      Array.from({ length: 12 }, () => ({ ...accepted, half: false, baseline: true })),
    );
  });

  it('may have bytes between its segments', async () => {
    const whole = await jpeg('baseline');
    const [first] = jpegSegments(whole);
    const gap = Buffer.concat([whole.subarray(0, first?.end), Buffer.alloc(9), whole.subarray(first?.end)]);
    expect(await hashOf(gap)).toBe(await hashOf(whole));
  });

  it('without tables has those of the standard, and is whole, or refused', async () => {
    const whole = await sharp(scene(1, 400, 300))
      .jpeg({ optimiseCoding: false })
      .toBuffer();
    const tables = jpegSegments(whole).filter(({ marker }) => marker === 0xc4);
    const without = tables.reduceRight(
      (bytes, { start, end }) => Buffer.concat([bytes.subarray(0, start - 4), bytes.subarray(end)]),
      whole,
    );
    expect(await hashOf(without)).toBe(await hashOf(whole));
    expect(await codeOf(closed(without, 0.5))).toBe(DAMAGED);
  });

  it('that breaks off between two scans is refused, with and without an end', async () => {
    for (const whole of [await jpeg('progressive'), await jpegInScans()]) {
      expect(await hashOf(whole)).toMatch(/./);
      const scans = jpegSegments(whole).filter(({ marker }) => marker === SCAN);
      expect(scans.length).toBeGreaterThan(2);
      for (const { start } of scans.slice(1)) {
        const cut = whole.subarray(0, start - 4);
        expect(await codeOf(cut)).toBe(DAMAGED);
        expect(await codeOf(Buffer.concat([cut, END]))).toBe(DAMAGED);
      }
    }
  });

  it('with more scans than any photo has is refused before it is decoded', async () => {
    const whole = await jpegInScans();
    const last = jpegSegments(whole).findLast(({ marker }) => marker === SCAN);
    const again = whole.subarray((last?.start ?? 0) - 4, -2);
    expect(
      await codeOf(Buffer.concat([whole.subarray(0, -2), ...Array.from({ length: 100 }, () => again), END])),
    ).toBe(DAMAGED);
  });

  it('of one scan may have any numbers where a progressive one says what it brings, as those of some phones', async () => {
    const whole = await jpeg('baseline');
    const odd = Buffer.from(whole);
    const scan = jpegSegments(odd).find(({ marker }) => marker === SCAN);
    odd.set([0, 0, 0], (scan?.end ?? 0) - 3);
    expect(await hashOf(odd)).toBe(await hashOf(whole));
    expect(await codeOf(closed(odd, 0.5))).toBe(DAMAGED);
  });

  it.each([1, 2, 5])('with restart markers every %d units is whole, or refused', async (interval) => {
    const whole = await restarting(interval);
    expect((await normalisePhoto(whole)).width).toBe(160);
    expect(await codeOf(closed(whole, 0.9))).toBe(DAMAGED);
    const markers = [...whole.keys()].filter(
      (at) => whole[at] === 0xff && (whole[at + 1] ?? 0) >> 3 === 0x1a,
    );
    const filled = markers.reduceRight(
      (bytes, at) => Buffer.concat([bytes.subarray(0, at), Buffer.from([0xff, 0xff]), bytes.subarray(at)]),
      whole,
    );
    expect(await hashOf(filled)).toBe(await hashOf(whole));
    const third = markers[2] ?? 0;
    expect(await codeOf(Buffer.concat([whole.subarray(0, third), whole.subarray(third + 2)]))).toBe(DAMAGED);
  });

  it.each([
    [17, 9],
    [16, 16],
    [1, 1],
    [801, 799],
  ])('of %d × %d pixels is whole in every coding', async (...size) => {
    for (const coding of Object.keys(codings) as (keyof typeof codings)[])
      expect(await hashOf(await jpeg(coding, size))).toMatch(/./);
  });
});

/** A flat grey JPEG of 160 × 120 pixels with restart markers: each unit is a block of the same grey. */
async function restarting(interval: number): Promise<Buffer> {
  const flat = await sharp({ create: { width: 160, height: 120, channels: 3, background: '#808080' } })
    .toColourspace('b-w')
    .jpeg({ mozjpeg: false, optimiseCoding: false })
    .toBuffer();
  const scan = jpegSegments(flat).find(({ marker }) => marker === SCAN);
  // In the tables of the standard, a block without a change is 00 and 1010; the last byte is filled with ones.
  const unit = '001010'.repeat(interval);
  const filled = unit.padEnd(Math.ceil(unit.length / 8) * 8, '1');
  const data = Buffer.from(filled.match(/.{8}/g)?.map((bits) => Number.parseInt(bits, 2)) ?? []);
  const parts = Array.from({ length: (20 * 15) / interval }, (_, index) =>
    index === 0 ? data : Buffer.concat([Buffer.from([0xff, 0xd0 + ((index - 1) % 8)]), data]),
  );
  const whole = Buffer.concat([flat.subarray(0, scan?.end), ...parts, END]);
  return withSegments(whole, [0xdd, Buffer.from([0, interval])]);
}

describe('the end of other files', () => {
  it('may be missing in a PNG, but not half of it', async () => {
    const whole = await sharp(scene(1, 400, 300))
      .png()
      .toBuffer();
    expect(await hashOf(whole.subarray(0, -12))).toBe(await hashOf(whole));
    expect(await codeOf(whole.subarray(0, -40))).toBe(DAMAGED);
    expect(await codeOf(whole.subarray(0, whole.length / 2))).toBe(DAMAGED);
  });

  it('is needed in a WebP', async () => {
    const whole = await sharp(scene(1, 400, 300))
      .webp()
      .toBuffer();
    expect(await codeOf(whole.subarray(0, -8))).toBe(DAMAGED);
    expect(await codeOf(whole.subarray(0, whole.length / 2))).toBe(DAMAGED);
  });
});

describe('a file for moving pictures that has one frame', () => {
  it('is a picture', async () => {
    expect(await normalisePhoto(await animatedPng(1))).toMatchObject({ width: 60, height: 40 });
    const webp = await webpOfOneFrame();
    expect(webp.includes('ANMF')).toBe(true);
    expect(await normalisePhoto(webp)).toMatchObject({ width: 120, height: 90 });
  });
});

/** The first of three frames, in the container for several. */
async function webpOfOneFrame(): Promise<Buffer> {
  const webp = await animatedWebp();
  const first = webp.indexOf('ANMF');
  const one = webp.subarray(0, webp.indexOf('ANMF', first + 4));
  one.writeUInt32LE(one.length - 8, 4);
  return one;
}

describe('a colour profile', () => {
  const plain = () => sharp(scene(1, 200, 150));
  const profile = async () =>
    (await sharp(await plain().withIccProfile('p3').png().toBuffer()).metadata()).icc;
  const part = (number: number, of: number, bytes: Buffer) =>
    [0xe2, Buffer.concat([Buffer.from('ICC_PROFILE\0'), Buffer.from([number, of]), bytes])] as const;

  it('that is whole changes the pixels of a JPEG, and one that is not does not', async () => {
    const icc = (await profile()) ?? Buffer.alloc(0);
    const whole = await plain().jpeg().toBuffer();
    const [start, rest] = [icc.subarray(0, 300), icc.subarray(300)];
    const hash = await hashOf(whole);
    const inTwo = await hashOf(withSegments(whole, part(1, 2, start), part(2, 2, rest)));
    expect(inTwo).not.toBe(hash);
    expect(await hashOf(withSegments(whole, part(1, 1, icc)))).toBe(inTwo);
    expect(await hashOf(withSegments(whole, part(2, 2, rest), part(1, 2, start)))).toBe(inTwo);
    for (const parts of [
      [part(1, 2, start)],
      [part(2, 2, rest)],
      [part(1, 2, start), part(1, 2, start), part(2, 2, rest)],
      [part(1, 3, start), part(2, 2, rest)],
      [part(1, 1, start)],
      [part(1, 1, icc.subarray(0, 20))],
    ])
      expect(await hashOf(withSegments(whole, ...parts))).toBe(hash);
  });

  it('that is not whole is dropped from a WebP and a PNG', async () => {
    const icc = (await profile()) ?? Buffer.alloc(0);
    const webp = await plain().withIccProfile('p3').webp().toBuffer();
    const same = Buffer.from(webp);
    same.write('none', same.indexOf('ICCP'));
    const cut = Buffer.from(webp);
    cut.writeUInt32BE(icc.length + 1, cut.indexOf(icc));
    expect(await hashOf(webp)).not.toBe(await hashOf(same));
    expect(await hashOf(cut)).toBe(await hashOf(same));

    const png = await plain().png().toBuffer();
    expect(await hashOf(withProfile(png, icc))).not.toBe(await hashOf(png));
    expect(await hashOf(withProfile(png, icc.subarray(0, -40)))).toBe(await hashOf(png));
  });
});

/** A PNG with a colour profile behind its header. */
function withProfile(png: Buffer, icc: Buffer): Buffer {
  const chunk = pngChunk('iCCP', Buffer.concat([Buffer.from('p\0\0'), deflateSync(icc)]));
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]);
}
