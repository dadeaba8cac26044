import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';

const css = readFileSync(path.join(import.meta.dirname, '../src/styles.css'), 'utf8');

/** The colours that the rule with this selector declares. */
function coloursOf(selector: string): Readonly<Record<string, string>> {
  const start = css.indexOf(`${selector} {`);
  const rule = css.slice(start, css.indexOf('}', start));
  return Object.fromEntries(
    [...rule.matchAll(/--([\w-]+): (#[\da-f]{6});/g)].map(([, name, hex]) => [name, hex]),
  );
}

/** Red, green and blue from 0 to 1. */
const channels = (hex = ''): number[] => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255);

/** The relative luminance of WCAG. */
function luminance(hex?: string): number {
  const [red = 0, green = 0, blue = 0] = channels(hex).map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one?: string, other?: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** The hue in degrees. */
function hue(hex?: string): number {
  const [red = 0, green = 0, blue = 0] = channels(hex);
  const [most, span] = [Math.max(red, green, blue), Math.max(red, green, blue) - Math.min(red, green, blue)];
  const sixth =
    most === red
      ? (green - blue) / span
      : most === green
        ? 2 + (blue - red) / span
        : 4 + (red - green) / span;
  return (sixth * 60 + 360) % 360;
}

const apart = (one?: string, other?: string): number => {
  const turn = Math.abs(hue(one) - hue(other));
  return Math.min(turn, 360 - turn);
};

for (const [theme, selector] of [
  ['light', ':root'],
  ['dark', "[data-theme='dark']"],
] as const) {
  const colours = coloursOf(selector);
  describe(`the colours of scores, ${theme}`, () => {
    for (const band of ['high', 'mid', 'low', 'poor']) {
      it(`have enough contrast on paper and cards: ${band}`, () => {
        for (const ground of ['paper', 'sheet']) {
          assert.ok(contrast(colours[`band-${band}`], colours[ground]) >= 4.5, ground);
        }
      });

      it(`do not look like a link: ${band}`, () =>
        assert.ok(apart(colours[`band-${band}`], colours.accent) >= 30));
    }

    it('are gold for the best, and its text has enough contrast', () => {
      assert.ok(contrast(colours['on-medal'], colours.gold) >= 4.5);
      assert.ok(hue(colours.gold) > 38 && hue(colours.gold) < 52);
      // Gold, and no brown.
      assert.ok(luminance(colours.gold) > 0.4);
    });
  });
}
