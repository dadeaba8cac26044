import { pickTrio } from './palette.js';
import { pick, type Random, times } from './random.js';
import { daisy, starfish } from './grounds-outdoors.js';

/** A small object beside the feet, drawn around (0, 0) and about 200 units wide. */
export type Prop = (random: Random) => string;

export const coffee: Prop = (random) => {
  const { ground, contrast } = pickTrio(random);
  return (
    `<circle r="104" fill="#fdfaf3"/><circle r="104" fill="none" stroke="#000" stroke-opacity=".08" stroke-width="10"/><circle r="72" fill="none" stroke="${contrast}" stroke-opacity=".3" stroke-width="6"/>` +
    `<rect x="54" y="-16" width="64" height="32" rx="16" fill="${ground}" transform="rotate(-35)"/><circle r="68" fill="${ground}"/><circle r="54" fill="#6b4226"/>` +
    `<path d="M0 26C-34 4-22-26-4-14q4 3 4 8q0-5 4-8C22-26 34 4 0 26Z" fill="#f0d9b8"/>`
  );
};

export const rubberDuck: Prop = () =>
  `<path d="M-92 4C-60 20-40-6-10-8C60-14 104 14 92 62C80 104-70 108-92 60Z" fill="#ffd23f"/><circle cx="-42" cy="-40" r="50" fill="#ffd23f"/>` +
  `<path d="M-92-34q-38 4-34 18q18 14 42 6Z" fill="#f77f00"/><circle cx="-58" cy="-52" r="8" fill="#2b2d42"/><circle cx="-61" cy="-55" r="3" fill="#fff"/>` +
  `<path d="M6 26q44-16 62 14q-26 30-62-14Z" fill="#f4b400"/>`;

export const beachBall: Prop = () =>
  `<circle r="96" fill="#fff"/>` +
  times(
    3,
    (slice) =>
      `<path d="M0 0L0-96A96 96 0 0 1 83-48Z" fill="${['#ef476f', '#118ab2', '#ffd166'][slice] ?? ''}" transform="rotate(${slice * 120})"/>`,
  ).join('') +
  `<circle r="15" fill="#fff"/><path d="M-60-52q16-22 40-30" stroke="#fff" stroke-width="12" stroke-linecap="round" fill="none" opacity=".7"/>`;

export const sunglasses: Prop = (random) => {
  const frame = pick(random, ['#2b2d42', '#c1121f', '#7f5539', '#0a9396']);
  return (
    `<path d="M-104-8L-128-62M104-8L128-62" stroke="${frame}" stroke-width="11" stroke-linecap="round"/>` +
    `<path d="M-104-26H-14Q-8 52-58 54Q-108 50-104-26ZM104-26H14Q8 52 58 54Q108 50 104-26Z" fill="#22303f" stroke="${frame}" stroke-width="13" stroke-linejoin="round"/>` +
    `<path d="M-14-18Q0-30 14-18" stroke="${frame}" stroke-width="12" fill="none"/><path d="M-84-8l26 0M34-8l26 0" stroke="#fff" stroke-opacity=".5" stroke-width="9" stroke-linecap="round"/>`
  );
};

export const book: Prop = (random) => {
  const { ground, contrast, accent } = pickTrio(random);
  return (
    `<rect x="-82" y="-106" width="170" height="218" rx="8" fill="#000" opacity=".16"/><rect x="-88" y="-112" width="170" height="218" rx="8" fill="${ground}"/>` +
    `<rect x="-66" y="-112" width="10" height="218" fill="#000" opacity=".16"/><circle cx="12" cy="-10" r="42" fill="${accent}"/>` +
    `<path d="M-24-76H50M-10 62H36" stroke="${contrast}" stroke-width="13" stroke-linecap="round"/>`
  );
};

export const iceCream: Prop = (random) => {
  const scoop = pick(random, ['#ff9ebb', '#b8e0c8', '#fff0c9', '#8d5a3c', '#c7b4f0']);
  return (
    `<path d="M-48-8L0 120L48-8Z" fill="#e0a458"/><path d="M-34 20L18 74M-14 62L34 16M-4-4L32 36M4-4L-30 34" stroke="#b97b34" stroke-width="5"/>` +
    `<path d="M-60-10C-66-84-30-106 0-106C30-106 66-84 60-10Q46 14 30-6Q16 16 0-4Q-16 16-30-6Q-46 14-60-10Z" fill="${scoop}"/>` +
    `<circle cy="-112" r="17" fill="#d90429"/><ellipse cx="-24" cy="-68" rx="9" ry="20" fill="#fff" opacity=".5" transform="rotate(20 -24-68)"/>`
  );
};

export const flower: Prop = (random) =>
  `<g transform="scale(1.9)">${daisy(random, 0, 0)}</g><g transform="scale(1.3)">${daisy(random, 62, 46)}</g>`;

export const star: Prop = (random) =>
  starfish(0, 0, pick(random, ['#f2785c', '#f6a04d', '#d95d70', '#8ecae6']));

/** A curled-up sleeping cat. */
export const cat: Prop = (random) => {
  const [fur, shade, ear] = pick(random, [
    ['#f2a65a', '#d9863a', '#f7c9a9'],
    ['#4a4e57', '#33363d', '#8f7f86'],
    ['#f7f3ea', '#ddd5c5', '#f3c6c0'],
    ['#a89f94', '#8c8378', '#d8b8ae'],
  ]);
  return (
    `<path d="M96 8C112 78 40 122-38 104" fill="none" stroke="${shade}" stroke-width="30" stroke-linecap="round"/><ellipse rx="106" ry="88" fill="${fur}"/>` +
    times(
      3,
      (band) =>
        `<path d="M${18 + band * 28} ${-78 + band * 14}q26 34 8 66" fill="none" stroke="${shade}" stroke-width="11" stroke-linecap="round"/>`,
    ).join('') +
    `<path d="M-104 2L-112-54L-66-30ZM-22-30L20-54L14 2Z" fill="${fur}" stroke="${shade}" stroke-width="3"/><path d="M-98-10L-102-38L-78-26ZM-10-26L12-38L8-10Z" fill="${ear}"/>` +
    `<ellipse cx="-46" cy="16" rx="62" ry="52" fill="${fur}" stroke="${shade}" stroke-width="4"/>` +
    `<path d="M-84 14q10 12 20 0M-28 14q10 12 20 0M-54 36q8 8 8 0q0 8 8 0" fill="none" stroke="#2b2d42" stroke-width="5" stroke-linecap="round"/><path d="M-52 27h12l-6 7Z" fill="#e88a8a"/>`
  );
};
