import type { Skin } from './palette.js';
import { between, chance, pick, type Random } from './random.js';

/**
 * The build of a foot, in its own coordinates: a right foot, toes up, 560 units long around (0, 0), the big toe on
 * the left.
 */
export interface FootBuild {
  readonly toes: readonly Toe[];
  readonly width: number;
}

/** A toe: the centre of its base, its height, its width, and its lean in degrees. */
interface Toe {
  readonly x: number;
  readonly base: number;
  readonly tip: number;
  readonly width: number;
  readonly lean: number;
}

export interface NailLook {
  readonly colours: readonly string[];
  readonly polished: boolean;
  readonly style: 'plain' | 'tips' | 'dots';
}

/** The outline of a foot without its toes, seen from above. */
export const BODY =
  'M-108-118C-122-62-102-8-84 62C-72 116-74 160-72 204C-70 260-36 282 0 282C40 282 70 260 74 204C77 152 92 92 110 24' +
  'C126-36 150-70 146-98C136-134 84-160 30-170C-24-178-98-172-108-118Z';

/** Ankle and shin, from the top of the foot down to the edge of the picture. */
export const LEG =
  'M-56 120C-70 176-70 240-74 330L-104 1300H108L78 330C74 240 72 182 58 120C36 88-34 88-56 120Z';

/** One person's feet: slightly broader or slimmer, with sloping or level toes, or the second toe the longest. */
export function pickBuild(random: Random): FootBuild {
  const slope = pick(random, [0, 0, 12, -8]);
  const second = pick(random, [-6, 2, 8, 18]);
  const spread = between(random, 0.4, 1.3);
  const fullness = between(random, 0.95, 1.06);
  const toe = (x: number, base: number, tip: number, width: number, lean: number): Toe => ({
    x,
    base,
    tip,
    width: width * fullness,
    lean: lean * spread,
  });
  return {
    width: between(random, 0.92, 1.06),
    toes: [
      toe(-60, -104, -292 - slope, 92, -3),
      toe(10, -114, -284 - second, 57, 1),
      toe(57, -108, -258 - second / 3, 52, 6),
      toe(96, -90, -222 + slope / 3, 49, 12),
      toe(120, -82, -180 + slope / 2, 46, 17),
    ],
  };
}

/** A bare foot from above, without its leg. */
export function footFromAbove(build: FootBuild, skin: Skin, nails: NailLook): string {
  const toes = build.toes.map((toe, index) => toeFromAbove(toe, skin, nails, index)).join('');
  const tendons = build.toes
    .slice(0, 4)
    .map(({ x }) => `M${x * 0.82}-112Q${x * 0.6}-10 ${x * 0.25} 90`)
    .join('');
  return (
    `${toes}<path d="${BODY}" fill="url(#skin)"/>` +
    `<path d="${tendons}" fill="none" stroke="${skin.light}" stroke-width="9" stroke-linecap="round" opacity=".35"/>` +
    `<path d="M110 24C92 92 77 152 74 204C70 260 40 282 0 282C28 268 48 240 52 190C58 130 86 70 110 24Z" fill="${skin.shade}" opacity=".55"/>` +
    `<ellipse cx="-58" cy="-96" rx="34" ry="44" fill="${skin.light}" opacity=".45"/>`
  );
}

/** The outline of a bare foot with its toes, as shapes without a colour. */
export function footOutline(build: FootBuild): string {
  const toes = build.toes.map(
    ({ x, base, tip, width, lean }) =>
      `<rect x="${x - width / 2}" y="${tip}" width="${width}" height="${base - tip + 22}" rx="${width / 2}" transform="rotate(${lean} ${x} ${base})"/>`,
  );
  return `${toes.join('')}<path d="${BODY}"/>`;
}

/** The leg of a foot seen from above; it covers the heel. */
export function legFromAbove(skin: Skin): string {
  return (
    `<path d="${LEG}" fill="url(#leg)"/>` +
    `<path d="M-46 128C-32 98 32 98 48 128" fill="none" stroke="${skin.shade}" stroke-width="6" stroke-linecap="round" opacity=".7"/>` +
    `<ellipse cx="-58" cy="196" rx="13" ry="22" fill="${skin.light}" opacity=".7"/>` +
    `<ellipse cx="60" cy="210" rx="13" ry="22" fill="${skin.shade}" opacity=".6"/>`
  );
}

/** The sole of a foot, toes up. */
export function soleOfFoot(build: FootBuild, skin: Skin): string {
  const toes = build.toes
    .map(
      ({ x, base, tip, width, lean }) =>
        `<g transform="rotate(${lean} ${x} ${base})">` +
        `<rect x="${x - width / 2}" y="${tip}" width="${width}" height="${base - tip + 22}" rx="${width / 2}" fill="${skin.light}" stroke="${skin.shade}" stroke-width="4"/>` +
        `<ellipse cx="${x}" cy="${tip + width * 0.56}" rx="${width * 0.4}" ry="${width * 0.46}" fill="${skin.sole}"/></g>`,
    )
    .join('');
  return (
    `${toes}<path d="${BODY}" fill="${skin.light}"/>` +
    `<path d="M-86-118C-90-60-40-52 10-46C70-40 96-30 106-62C112-96 100-134 30-152C-30-162-82-158-86-118Z" fill="${skin.sole}"/>` +
    `<ellipse cx="2" cy="206" rx="58" ry="62" fill="${skin.sole}"/>` +
    `<path d="M62-30C78 40 66 110 48 150C30 130 40 40 62-30Z" fill="${skin.sole}" opacity=".7"/>` +
    `<path d="M-62-20Q-30 10-34 70M-30-26Q4 0 0 50" fill="none" stroke="${skin.line}" stroke-width="4" stroke-linecap="round" opacity=".28"/>` +
    `<ellipse cx="-18" cy="186" rx="16" ry="22" fill="${skin.light}" opacity=".35"/>`
  );
}

/** The gradients that both views of a bare foot use. */
export function skinGradients(skin: Skin): string {
  return (
    `<linearGradient id="skin" x1="0" y1="0" x2=".5" y2="1"><stop offset="0" stop-color="${skin.light}"/>` +
    `<stop offset=".45" stop-color="${skin.base}"/><stop offset="1" stop-color="${skin.base}"/></linearGradient>` +
    `<linearGradient id="leg" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="${skin.base}"/>` +
    `<stop offset=".3" stop-color="${skin.light}"/><stop offset=".62" stop-color="${skin.base}"/>` +
    `<stop offset="1" stop-color="${skin.shade}"/></linearGradient>`
  );
}

export function pickNailStyle(random: Random): NailLook['style'] {
  if (chance(random, 0.7)) return 'plain';
  return pick(random, ['tips', 'dots']);
}

function toeFromAbove(toe: Toe, skin: Skin, nails: NailLook, index: number): string {
  const { x, base, tip, width, lean } = toe;
  const knuckle = tip + (base - tip) * (index === 0 ? 0.62 : 0.55);
  return (
    `<g transform="rotate(${lean} ${x} ${base})">` +
    `<rect x="${x - width / 2}" y="${tip}" width="${width}" height="${base - tip + 22}" rx="${width / 2}" fill="url(#skin)" stroke="${skin.shade}" stroke-width="4"/>` +
    `<path d="M${x - width * 0.2} ${knuckle}q${width * 0.2} ${-width * 0.12} ${width * 0.4} 0" fill="none" stroke="${skin.line}" stroke-width="4" stroke-linecap="round" opacity=".4"/>` +
    `${nail(x, tip + width * 0.14, width * 0.66, nails, index)}</g>`
  );
}

function nail(x: number, top: number, width: number, nails: NailLook, index: number): string {
  const height = width * 1.02;
  const colour = nails.colours[index] ?? '#ffffff';
  const shape = (fill: string, extra = '') =>
    `<rect x="${x - width / 2}" y="${top}" width="${width}" height="${height}" rx="${width * 0.4}" fill="${fill}"${extra}/>`;
  const tip = `<path d="M${x - width * 0.46} ${top + height * 0.3}A${width * 0.5} ${width * 0.42} 0 0 1 ${x + width * 0.46} ${top + height * 0.3}Q${x} ${top + height * 0.16} ${x - width * 0.46} ${top + height * 0.3}Z" fill="#fff" opacity=".9"/>`;
  const dots = `<circle cx="${x}" cy="${top + height * 0.56}" r="${width * 0.13}" fill="#fff"/>`;
  const decoration = { plain: '', tips: tip, dots: nails.polished ? dots : '' }[nails.style];
  // A dot and a highlight on such a small nail would look like a letter.
  const shine =
    decoration === dots
      ? ''
      : `<ellipse cx="${x - width * 0.17}" cy="${top + height * 0.42}" rx="${width * 0.08}" ry="${height * 0.2}" fill="#fff" opacity="${nails.polished ? 0.65 : 0.4}"/>`;
  return `${shape(colour, nails.polished ? '' : ' stroke="#000" stroke-opacity=".1" stroke-width="2"')}${decoration}${shine}`;
}
