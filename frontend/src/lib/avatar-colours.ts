/** Backgrounds in two colours, dark enough for white letters on both. Classes, which server HTML may have. */
export const avatarPalette = [
  'bg-[linear-gradient(135deg,#2536c9,#5a2fb0)]',
  'bg-[linear-gradient(135deg,#1c643e,#0f6a6b)]',
  'bg-[linear-gradient(135deg,#9c4208,#a8231f)]',
  'bg-[linear-gradient(135deg,#7a2a7f,#a3235f)]',
  'bg-[linear-gradient(135deg,#0f5f8a,#2536c9)]',
  'bg-[linear-gradient(135deg,#6b4a00,#9c4208)]',
  'bg-[linear-gradient(135deg,#2d5a1b,#1c643e)]',
  'bg-[linear-gradient(135deg,#a8231f,#7a2a7f)]',
  'bg-[linear-gradient(135deg,#3d3f8f,#0f5f8a)]',
  'bg-[linear-gradient(135deg,#8a3a52,#6a2c70)]',
  'bg-[linear-gradient(135deg,#35555f,#1f4e6b)]',
  'bg-[linear-gradient(135deg,#5c4b8a,#3d3f8f)]',
  'bg-[linear-gradient(135deg,#7a4419,#6b4a00)]',
  'bg-[linear-gradient(135deg,#0b6157,#2d5a1b)]',
  'bg-[linear-gradient(135deg,#93264f,#a8231f)]',
  'bg-[linear-gradient(135deg,#4a4f18,#2d5a1b)]',
  'bg-[linear-gradient(135deg,#4b3a2f,#7a4419)]',
] as const;

/** The background of a name or id: the same text always gives the same. */
export function avatarColours(text: string): string {
  let hash = 0;
  for (const letter of text) hash = (Math.imul(hash, 31) + letter.codePointAt(0)!) >>> 0;
  return avatarPalette[hash % avatarPalette.length]!;
}
