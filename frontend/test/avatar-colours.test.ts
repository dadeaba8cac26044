import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { avatarColours, avatarPalette } from '../src/lib/avatar-colours.ts';

/** The contrast ratio of white on a colour (WCAG 2). */
function contrastWithWhite(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}

describe('avatarColours', () => {
  it('has 17 pairs', () => assert.equal(new Set(avatarPalette).size, 17));
  it('gives the same pair for the same text', () =>
    assert.equal(avatarColours('SunnyOtter4821'), avatarColours('SunnyOtter4821')));
  it('spreads names over all pairs', () => {
    const names = Array.from({ length: 2000 }, (_, index) => `Name${index}`);
    assert.equal(new Set(names.map(avatarColours)).size, 17);
  });
  it('accepts an empty text', () => assert.ok(avatarPalette.includes(avatarColours('') as never)));
  it('has enough contrast with white on every colour', () => {
    const colours = avatarPalette.flatMap((look) => look.match(/#[\da-f]{6}/g) ?? []);
    assert.equal(colours.length, 34);
    for (const colour of colours) assert.ok(contrastWithWhite(colour) >= 4.5, colour);
  });
});
