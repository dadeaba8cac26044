import type { Canvas } from './canvas.js';
import { between, chance, pick, type Random, times } from './random.js';

/**
 * Light over the whole picture: one corner warm or cool, the opposite corner darker, sometimes with the shadow of a
 * window or of leaves.
 */
export function light(random: Random, { width, height }: Canvas, outdoors: boolean): string {
  const fromLeft = chance(random, 0.5);
  const colour = pick(random, ['#fff3c4', '#ffe3b8', '#ffffff', '#ffd9d0', '#e3f0ff']);
  const corner = fromLeft ? '0' : '1';
  const far = fromLeft ? '1' : '0';
  const veil =
    `<radialGradient id="sun" cx="${corner}" cy="0" r=".85"><stop offset="0" stop-color="${colour}" stop-opacity="${between(random, 0.14, 0.34)}"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient>` +
    `<radialGradient id="dusk" cx="${far}" cy="1" r="1"><stop offset="0" stop-color="#1b1036" stop-opacity="${between(random, 0.1, 0.26)}"/><stop offset="1" stop-color="#1b1036" stop-opacity="0"/></radialGradient>` +
    `<rect width="${width}" height="${height}" fill="url(#dusk)"/><rect width="${width}" height="${height}" fill="url(#sun)"/>`;
  const shape = random();
  if (shape < 0.2 && !outdoors) return windowLight(random, { width, height }) + veil;
  if (shape < 0.3 && outdoors) return palmShadow(random, { width, height }, fromLeft) + veil;
  return veil;
}

function windowLight(random: Random, { width, height }: Canvas): string {
  const slant = between(random, -0.35, 0.35) * width;
  const panes = times(3, (pane) => {
    const x = width * (0.08 + pane * 0.3);
    return `<path d="M${x} ${height * 0.06}h${width * 0.24}l${slant} ${height * 0.8}h${-width * 0.24}Z" fill="#fff6d8" opacity=".13"/>`;
  }).join('');
  return panes;
}

function palmShadow(random: Random, { width, height }: Canvas, fromLeft: boolean): string {
  const x = fromLeft ? 0 : width;
  const turn = between(random, -10, 10);
  const fronds = times(6, (frond) => {
    const angle = (fromLeft ? 8 : 98) + frond * 15 + turn;
    const leaves = times(
      13,
      (leaf) =>
        `<path d="M${90 + leaf * 48} 0q36 ${70 - leaf * 3} 4 ${128 - leaf * 8}q-40-50-4-${128 - leaf * 8}M${90 + leaf * 48} 0q36 ${-70 + leaf * 3} 4 ${-128 + leaf * 8}q-40 50-4 ${128 - leaf * 8}"/>`,
    ).join('');
    return frond % 2
      ? `<g transform="translate(${x} ${-height * 0.04}) rotate(${angle})"><path d="M0-5H740V5H0Z"/>${leaves}</g>`
      : '';
  }).join('');
  return `<g fill="#20143a" opacity=".12">${fronds}</g>`;
}
