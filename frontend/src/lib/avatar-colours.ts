/** Colour pairs, dark enough for white letters on both. */
export const avatarPalette = [
  ['#2536c9', '#5a2fb0'],
  ['#1c643e', '#0f6a6b'],
  ['#9c4208', '#a8231f'],
  ['#7a2a7f', '#a3235f'],
  ['#0f5f8a', '#2536c9'],
  ['#6b4a00', '#9c4208'],
  ['#2d5a1b', '#1c643e'],
  ['#a8231f', '#7a2a7f'],
  ['#3d3f8f', '#0f5f8a'],
  ['#8a3a52', '#6a2c70'],
  ['#35555f', '#1f4e6b'],
  ['#5c4b8a', '#3d3f8f'],
  ['#7a4419', '#6b4a00'],
  ['#0b6157', '#2d5a1b'],
  ['#93264f', '#a8231f'],
  ['#4a4f18', '#2d5a1b'],
  ['#4b3a2f', '#7a4419'],
] as const;

/** The colour pair of a name or id: the same text always gives the same pair. */
export function avatarColours(text: string): readonly [string, string] {
  let hash = 0;
  for (const letter of text) hash = (Math.imul(hash, 31) + letter.codePointAt(0)!) >>> 0;
  return avatarPalette[hash % avatarPalette.length]!;
}
