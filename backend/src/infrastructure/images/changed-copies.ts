/** The side of the small picture that a perceptual hash is made of, in pixels, as `sharp-phash` has it. */
const SIDE = 32;
/** The hash has the signs of so many frequencies in each direction. */
const FREQUENCIES = 8;
/** The side of the grey picture that the guesses are made of. */
export const COPY_SIDE = 128;

/**
 * What a crop may have cut off at both ends of one side, as parts of the whole. All pairs of these are tried: more would
 * find more copies, and look more strangers up.
 */
const CUTS: readonly (readonly [start: number, end: number])[] = [
  [0, 0],
  [0.05, 0],
  [0, 0.05],
  [0.025, 0.025],
  [0.09, 0],
  [0, 0.09],
  [0.05, 0.05],
];

const COSINES = Array.from({ length: FREQUENCIES }, (_, frequency) =>
  Float64Array.from({ length: SIDE }, (_x, at) =>
    Math.cos((((2 * at + 1) * (frequency + 1)) / (2 * SIDE)) * Math.PI),
  ),
);

/** How much of a source pixel is in a pixel of the small picture. */
type Share = readonly [source: number, share: number];

const SHARES = CUTS.map(([start, end]) => sharesOf(start, end));

/**
 * The perceptual hashes that a picture may have been changed from: mirrored, turned by 90, 180 and 270 degrees, and
 * cropped. What a crop has cut off is guessed as the mirror image of what is left. The first hash is that of the picture itself.
 * So pictures are found by the one hash that was stored of them, and nothing more has to be kept.
 * @param grey {@link COPY_SIDE} rows of as many bytes
 */
export function copyHashes(grey: Uint8Array): readonly string[] {
  const hashes = new Set<string>();
  for (const across of SHARES) {
    const narrow = narrowed(grey, across);
    for (const down of SHARES) {
      const found = frequenciesOf(shortened(narrow, down));
      for (let turn = 0; turn < 8; turn += 1) hashes.add(hashOf(turned(found, turn)));
    }
  }
  return [...hashes];
}

/** Which source pixels each of the small pixels covers, if the source is what a cut has left. */
function sharesOf(start: number, end: number): readonly (readonly Share[])[] {
  const SAMPLES = 16;
  return Array.from({ length: SIDE }, (_, pixel) => {
    const shares = new Map<number, number>();
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      const whole = (pixel + (sample + 0.5) / SAMPLES) / SIDE;
      const left = Math.abs((whole - start) / (1 - start - end));
      const mirrored = left > 1 ? 2 - left : left;
      const source = Math.min(COPY_SIDE - 1, Math.floor(mirrored * COPY_SIDE));
      shares.set(source, (shares.get(source) ?? 0) + 1 / SAMPLES);
    }
    return [...shares];
  });
}

/** {@link COPY_SIDE} rows of {@link SIDE} pixels. */
function narrowed(grey: Uint8Array, across: readonly (readonly Share[])[]): Float64Array {
  const narrow = new Float64Array(COPY_SIDE * SIDE);
  for (let row = 0; row < COPY_SIDE; row += 1) {
    for (const [pixel, shares] of across.entries()) {
      for (const [source, share] of shares) {
        narrow[row * SIDE + pixel]! += share * grey[row * COPY_SIDE + source]!;
      }
    }
  }
  return narrow;
}

/** {@link SIDE} rows of as many pixels. */
function shortened(narrow: Float64Array, down: readonly (readonly Share[])[]): Float64Array {
  const small = new Float64Array(SIDE * SIDE);
  for (const [row, shares] of down.entries()) {
    for (const [source, share] of shares) {
      for (let pixel = 0; pixel < SIDE; pixel += 1) {
        small[row * SIDE + pixel]! += share * narrow[source * SIDE + pixel]!;
      }
    }
  }
  return small;
}

/** The lowest frequencies (DCT) without the mean: those across by those down. */
function frequenciesOf(small: Float64Array): Float64Array {
  const found = new Float64Array(FREQUENCIES * FREQUENCIES);
  for (const [across, ofAcross] of COSINES.entries()) {
    const rows = Float64Array.from({ length: SIDE }, (_, row) =>
      ofAcross.reduce((sum, cosine, pixel) => sum + cosine * small[row * SIDE + pixel]!, 0),
    );
    for (const [down, ofDown] of COSINES.entries()) {
      found[across * FREQUENCIES + down] = ofDown.reduce((sum, cosine, row) => sum + cosine * rows[row]!, 0);
    }
  }
  return found;
}

/** The frequencies of the mirrored and turned picture: mirroring changes signs, turning swaps the directions, too. */
function turned(found: Float64Array, turn: number): Float64Array {
  const [flops, flips, swaps] = [(turn & 1) > 0, (turn & 2) > 0, (turn & 4) > 0];
  return found.map((_, index) => {
    const [across, down] = [Math.floor(index / FREQUENCIES), index % FREQUENCIES];
    const value = found[swaps ? down * FREQUENCIES + across : index]!;
    // The first frequency is odd: it changes its sign in a mirror.
    const isNegative = (flops && across % 2 === 0) !== (flips && down % 2 === 0);
    return isNegative ? -value : value;
  });
}

/** 16 hex digits, one bit for each frequency that is above their mean, as `sharp-phash` does it. */
function hashOf(found: Float64Array): string {
  const mean = found.reduce((sum, value) => sum + value, 0) / found.length;
  let hash = '';
  for (let index = 0; index < found.length; index += 4) {
    const bits = found.slice(index, index + 4).reduce((sum, value) => sum * 2 + (value > mean ? 1 : 0), 0);
    hash += bits.toString(16);
  }
  return hash;
}
