import { chance, pick, type Random } from './random.js';

/** The tones of one skin colour. */
export interface Skin {
  readonly base: string;
  readonly light: string;
  readonly shade: string;
  readonly line: string;
  readonly nail: string;
  readonly sole: string;
}

/** From light to dark, all equally likely. */
const SKINS: readonly [Skin, ...Skin[]] = [
  { base: '#f8d2bb', light: '#ffe6d6', shade: '#e9b499', line: '#cf8f76', nail: '#ffe9e4', sole: '#f8c4b0' },
  { base: '#f6cba8', light: '#ffe2c8', shade: '#e4aa80', line: '#bd7d54', nail: '#ffe1d6', sole: '#f3b79a' },
  { base: '#e8b088', light: '#f8cba8', shade: '#cf8f64', line: '#a3653f', nail: '#fbd3c2', sole: '#e9a98c' },
  { base: '#d39a6d', light: '#e8b68c', shade: '#b67c50', line: '#875332', nail: '#f3c5ae', sole: '#dfa585' },
  { base: '#b57a4e', light: '#cf976b', shade: '#965e37', line: '#6a3e22', nail: '#e6b49a', sole: '#d39c7e' },
  { base: '#94603c', light: '#b07b55', shade: '#774828', line: '#4f2d18', nail: '#d9a489', sole: '#c68f73' },
  { base: '#70452b', light: '#8e5e40', shade: '#56321d', line: '#361d0f', nail: '#c48f76', sole: '#b17d64' },
  { base: '#553321', light: '#734a34', shade: '#3f2416', line: '#23130b', nail: '#b07e69', sole: '#a06f5a' },
];

const POLISHES: readonly [string, ...string[]] = [
  '#d7263d',
  '#f46036',
  '#ffb400',
  '#2e86ab',
  '#1b998b',
  '#7b2d8b',
  '#ff6fa3',
  '#22223b',
  '#f4f1ea',
  '#8ac926',
  '#5f4bb6',
  '#a31621',
  '#4cc9f0',
  '#c9a227',
];

const RAINBOW = ['#e63946', '#f77f00', '#fcbf49', '#2a9d8f', '#5e60ce'] as const;

/** Colours of fabrics, straps and props: a base, a contrast and an accent that match. */
export interface Trio {
  readonly ground: string;
  readonly contrast: string;
  readonly accent: string;
}

const TRIOS: readonly [Trio, ...Trio[]] = [
  { ground: '#264653', contrast: '#e9c46a', accent: '#e76f51' },
  { ground: '#e76f51', contrast: '#fff1e0', accent: '#264653' },
  { ground: '#f4d35e', contrast: '#0d3b66', accent: '#ee964b' },
  { ground: '#5e548e', contrast: '#f2e9e4', accent: '#e0b1cb' },
  { ground: '#2a9d8f', contrast: '#f1faee', accent: '#f4a261' },
  { ground: '#f7a1b5', contrast: '#ffffff', accent: '#c9184a' },
  { ground: '#457b9d', contrast: '#f1faee', accent: '#e63946' },
  { ground: '#f1ede3', contrast: '#7f5539', accent: '#b08968' },
  { ground: '#31572c', contrast: '#ecf39e', accent: '#d68c45' },
  { ground: '#2b2d42', contrast: '#edf2f4', accent: '#ef233c' },
];

export function pickSkin(random: Random): Skin {
  return pick(random, SKINS);
}

export function pickTrio(random: Random): Trio {
  return pick(random, TRIOS);
}

/** The colours of the five nails, big toe first: bare, one polish, two alternating polishes, or a rainbow. */
export function pickNails(random: Random, skin: Skin): { colours: string[]; polished: boolean } {
  const style = random();
  if (style < 0.3) return { colours: Array.from({ length: 5 }, () => skin.nail), polished: false };
  if (style < 0.42) {
    const colours: string[] = [...RAINBOW];
    return { colours: chance(random, 0.5) ? colours : colours.reverse(), polished: true };
  }
  const first = pick(random, POLISHES);
  const second = style < 0.62 ? pick(random, POLISHES) : first;
  return { colours: Array.from({ length: 5 }, (_, toe) => (toe % 2 === 0 ? first : second)), polished: true };
}
