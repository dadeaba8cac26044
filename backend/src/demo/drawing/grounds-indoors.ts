import type { Canvas } from './canvas.js';
import { pickTrio } from './palette.js';
import { between, chance, pick, type Random, times } from './random.js';

/** Bathroom or kitchen tiles: a chequerboard, sometimes turned by 45 degrees. */
export function tiles(random: Random, { width, height }: Canvas): string {
  const [one, two, joint] = pick(random, [
    ['#f4f1ea', '#9fc9c4', '#ffffff'],
    ['#f7ede2', '#f2b5a0', '#ffffff'],
    ['#e9eef5', '#7d97b8', '#ffffff'],
    ['#f6f3ec', '#3d405b', '#d8d4cb'],
    ['#fdf6e3', '#e3b23c', '#ffffff'],
  ]);
  const size = pick(random, [150, 190, 240]);
  const turn = chance(random, 0.5) ? 45 : 0;
  const reach = Math.max(width, height);
  const count = Math.ceil((reach * 2.2) / size);
  const cells = times(count * count, (cell) => {
    const column = cell % count;
    const row = Math.floor(cell / count);
    return `<rect x="${column * size - reach * 0.6}" y="${row * size - reach * 0.6}" width="${size - 6}" height="${size - 6}" rx="4" fill="${(column + row) % 2 ? one : two}"/>`;
  }).join('');
  return `<rect width="${width}" height="${height}" fill="${joint}"/><g transform="rotate(${turn} ${width / 2} ${height / 2})">${cells}</g>`;
}

/** A woven rug with bands and zigzags on a wooden floor. */
export function rug(random: Random, canvas: Canvas): string {
  const { width, height } = canvas;
  const { ground, contrast, accent } = pickTrio(random);
  const left = width * 0.07;
  const right = width - left;
  const top = height * between(random, 0.05, 0.13);
  const band = (y: number): string => {
    const kind = random();
    if (kind < 0.35)
      return `<rect x="${left}" y="${y}" width="${right - left}" height="34" fill="${accent}"/>`;
    if (kind < 0.7) {
      const teeth = times(
        26,
        (tooth) => `L${left + ((tooth + 1) * (right - left)) / 26} ${y + (tooth % 2 ? 0 : 40)}`,
      ).join('');
      return `<path d="M${left} ${y}${teeth}" fill="none" stroke="${contrast}" stroke-width="13" stroke-linejoin="round"/>`;
    }
    return times(
      14,
      (diamond) =>
        `<path d="M${left + ((diamond + 0.5) * (right - left)) / 14} ${y - 6}l26 26l-26 26l-26-26Z" fill="${diamond % 2 ? contrast : accent}"/>`,
    ).join('');
  };
  const fringe = times(60, (thread) => `M${left + (thread * (right - left)) / 59} ${top}v-34`).join('');
  return (
    `${planks(random, canvas)}<path d="${fringe}" stroke="#f3ead7" stroke-width="7" stroke-linecap="round"/>` +
    `<rect x="${left + 10}" y="${top + 14}" width="${right - left}" height="${height}" fill="#000" opacity=".18"/>` +
    `<rect x="${left}" y="${top}" width="${right - left}" height="${height}" fill="${ground}"/>` +
    times(Math.ceil((height - top) / 118), (row) => band(top + 34 + row * 118)).join('') +
    `<path d="M${left + 18} ${top}V${height}M${right - 18} ${top}V${height}" stroke="${contrast}" stroke-width="8"/>`
  );
}

export function planks(random: Random, { width, height }: Canvas): string {
  const [one, two, three, gap] = pick(random, [
    ['#d9b48a', '#d2a97c', '#dfbd96', '#a87f55'],
    ['#b07d54', '#a87349', '#b9885f', '#7c5131'],
    ['#cfc8bd', '#c5bdb1', '#d8d2c8', '#9b9386'],
    ['#8a5a3c', '#7f5034', '#956446', '#57341f'],
  ]);
  const board = width / pick(random, [6, 7, 8]);
  const boards = times(8, (index) => {
    const x = index * board;
    const joint = between(random, 0.1, 0.9) * height;
    const grain = times(4, () => {
      const gx = x + between(random, 0.12, 0.88) * board;
      const gy = between(random, -0.1, 0.8) * height;
      return `M${gx} ${gy}q${between(random, -12, 12)} ${height * 0.12} 0 ${height * 0.24}`;
    }).join('');
    return (
      `<rect x="${x}" width="${board}" height="${height}" fill="${pick(random, [one, two, three])}"/>` +
      `<path d="${grain}" stroke="${gap}" stroke-opacity=".35" stroke-width="4" fill="none" stroke-linecap="round"/>` +
      `<path d="M${x} 0V${height}M${x} ${joint}h${board}" stroke="${gap}" stroke-width="5"/>`
    );
  }).join('');
  return boards;
}

/** Confetti and streamers on a bright colour. */
export function confetti(random: Random, { width, height }: Canvas): string {
  const ground = pick(random, ['#fde2e4', '#e2ece9', '#fff1c9', '#dfe7fd', '#2b2d5b', '#ffd6a5', '#cdeac0']);
  const colours = ['#ef476f', '#ffb703', '#06d6a0', '#118ab2', '#8338ec', '#fb8500'] as const;
  const pieces = times(170, (index) => {
    const at = `translate(${between(random, 0, width)} ${between(random, 0, height)}) rotate(${between(random, 0, 360)})`;
    const colour = pick(random, colours);
    const shape = [
      `<circle r="12" fill="${colour}"/>`,
      `<rect x="-17" y="-8" width="34" height="16" rx="3" fill="${colour}"/>`,
      `<path d="M0-16L15 12H-15Z" fill="${colour}"/>`,
      `<path d="M-34 0q8-18 17 0t17 0t17 0t17 0" fill="none" stroke="${colour}" stroke-width="8" stroke-linecap="round"/>`,
    ][index % 4];
    return `<g transform="${at}">${shape ?? ''}</g>`;
  }).join('');
  return `<rect width="${width}" height="${height}" fill="${ground}"/>${pieces}`;
}

/** A picnic blanket in gingham. */
export function gingham(random: Random, { width, height }: Canvas): string {
  const colour = pick(random, ['#d7263d', '#2e6fb7', '#2f8f5b', '#e08e0b', '#8e5bb5']);
  const size = pick(random, [84, 108]);
  const columns = times(
    Math.ceil(width / size / 2),
    (index) =>
      `<rect x="${index * size * 2}" width="${size}" height="${height}" fill="${colour}" opacity=".5"/>`,
  ).join('');
  const rows = times(
    Math.ceil(height / size / 2),
    (index) =>
      `<rect y="${index * size * 2}" width="${width}" height="${size}" fill="${colour}" opacity=".5"/>`,
  ).join('');
  return `<rect width="${width}" height="${height}" fill="#fffaf2"/>${columns}${rows}`;
}

/** Terrazzo: chips of stone in a pale floor. */
export function terrazzo(random: Random, { width, height }: Canvas): string {
  const ground = pick(random, ['#f3efe7', '#e8ecea', '#f6e7df', '#3a3f4b', '#dfe8ee']);
  const chips = times(150, () => {
    const points = times(5, (corner) => {
      const angle = (corner / 5) * Math.PI * 2;
      const radius = between(random, 14, 52);
      return `${Math.cos(angle) * radius},${Math.sin(angle) * radius}`;
    }).join(' ');
    const colour = pick(random, [
      '#e07a5f',
      '#81b29a',
      '#f2cc8f',
      '#3d405b',
      '#b8a9c9',
      '#a3b8c8',
      '#d98f8f',
    ]);
    return `<polygon points="${points}" fill="${colour}" opacity=".85" transform="translate(${between(random, 0, width)} ${between(random, 0, height)}) rotate(${between(random, 0, 360)})"/>`;
  }).join('');
  return `<rect width="${width}" height="${height}" fill="${ground}"/>${chips}`;
}

/** One colour with large soft shapes, like a poster. */
export function poster(random: Random, { width, height }: Canvas): string {
  const [ground, one, two, three] = pick(random, [
    ['#ffd9c7', '#ff9f80', '#ffc93c', '#6a8caf'],
    ['#d5ecd4', '#7fc8a9', '#f6d55c', '#3caea3'],
    ['#e4dcf5', '#a48fd8', '#f7b2c4', '#5c6ac4'],
    ['#ffe8a3', '#ffb26b', '#ff7b54', '#939b62'],
    ['#cfe8ef', '#6db5c7', '#f2c6b4', '#ef8a62'],
  ]);
  const x = between(random, 0.3, 0.7) * width;
  const y = between(random, 0.28, 0.45) * height;
  const rays = times(
    18,
    (ray) =>
      `<path d="M0 0L${width * 1.4}-70V70Z" fill="${one}" opacity=".5" transform="rotate(${ray * 20})"/>`,
  ).join('');
  const arcs = [460, 360, 260]
    .map(
      (radius, index) =>
        `<circle cx="${x}" cy="${y}" r="${radius}" fill="${[one, two, three][index] ?? one}"/>`,
    )
    .join('');
  const blobs =
    `<circle cx="${width * 0.12}" cy="${height * 0.14}" r="230" fill="${two}"/><circle cx="${width * 0.94}" cy="${height * 0.3}" r="190" fill="${three}" opacity=".8"/>` +
    `<path d="M0 ${height * 0.7}q${width * 0.3}-160 ${width * 0.55} 0t${width * 0.6}-20V${height}H0Z" fill="${one}"/>`;
  const figure = pick(random, [
    `<g transform="translate(${x} ${y})">${rays}</g><circle cx="${x}" cy="${y}" r="330" fill="${two}"/>`,
    arcs,
    blobs,
  ]);
  return `<rect width="${width}" height="${height}" fill="${ground}"/>${figure}`;
}
