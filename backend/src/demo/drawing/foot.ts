import type { Skin } from './palette.js';
import { between, chance, pick, type Random } from './random.js';

/** How a foot is built. Its own coordinates: right foot, toes up, 560 units long around (0, 0), the big toe at the left. */
export interface FootBuild {
  readonly toes: readonly Toe[];
  readonly width: number;
}

/** A toe: middle of its base, how far up it reaches, its width, and its lean in degrees. */
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
  'M-102-118C-114-60-98-6-84 62C-74 116-80 160-78 204C-76 262-38 284 0 284C42 284 76 262 80 204C82 152 94 92 107 22' +
  'C118-38 128-76 122-108C114-142 78-164 30-172C-24-180-92-172-102-118Z';

/** Ankle and shin, from the top of the foot downwards out of the picture. */
export const LEG =
  'M-70 96C-82 170-86 240-90 330L-112 1300H116L92 330C88 240 82 170 72 96C44 66-42 66-70 96Z';

/** One person's feet: a little broader or slimmer, toes in a slope, level, or with the second one ahead. */
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
      toe(-63, -110, -272 - slope, 80, -3),
      toe(3, -120, -266 - second, 50, 0),
      toe(47, -116, -244 - second / 3, 46, 4),
      toe(84, -100, -212 + slope / 3, 43, 9),
      toe(110, -70, -170 + slope / 2, 41, 15),
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
    `<path d="M107 22C94 92 82 152 80 204C76 262 42 284 0 284C30 270 52 240 56 190C60 130 84 70 107 22Z" fill="${skin.shade}" opacity=".55"/>` +
    `<ellipse cx="-58" cy="-96" rx="34" ry="44" fill="${skin.light}" opacity=".45"/>`
  );
}

/** The leg that goes with a foot from above; it lies over the heel. */
export function legFromAbove(skin: Skin): string {
  return (
    `<path d="${LEG}" fill="url(#leg)"/>` +
    `<path d="M-58 104C-40 76 40 76 60 104" fill="none" stroke="${skin.shade}" stroke-width="6" stroke-linecap="round" opacity=".7"/>` +
    `<ellipse cx="-72" cy="182" rx="15" ry="24" fill="${skin.light}" opacity=".7"/>` +
    `<ellipse cx="76" cy="198" rx="14" ry="24" fill="${skin.shade}" opacity=".6"/>`
  );
}

/** The sole of a foot, toes up, as it looks when somebody puts their feet up. */
export function soleOfFoot(build: FootBuild, skin: Skin): string {
  const toes = build.toes
    .map(
      ({ x, base, tip, width, lean }) =>
        `<g transform="rotate(${lean} ${x} ${base})">` +
        `<rect x="${x - width / 2}" y="${tip}" width="${width}" height="${base - tip + 30}" rx="${width / 2}" fill="${skin.base}" stroke="${skin.shade}" stroke-width="4"/>` +
        `<ellipse cx="${x}" cy="${tip + width * 0.56}" rx="${width * 0.4}" ry="${width * 0.46}" fill="${skin.sole}"/></g>`,
    )
    .join('');
  return (
    `${toes}<path d="${BODY}" fill="${skin.base}"/>` +
    `<path d="M-86-118C-90-60-40-52 10-46C70-40 96-30 106-62C112-96 100-134 30-152C-30-162-82-158-86-118Z" fill="${skin.sole}"/>` +
    `<ellipse cx="2" cy="206" rx="58" ry="62" fill="${skin.sole}"/>` +
    `<path d="M62-30C78 40 66 110 48 150C30 130 40 40 62-30Z" fill="${skin.sole}" opacity=".7"/>` +
    `<path d="M-62-20Q-30 10-34 70M-30-26Q4 0 0 50" fill="none" stroke="${skin.line}" stroke-width="4" stroke-linecap="round" opacity=".28"/>` +
    `<ellipse cx="-18" cy="186" rx="16" ry="22" fill="${skin.light}" opacity=".35"/>`
  );
}

/** The gradients that both views of a bare foot refer to. */
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
    `<rect x="${x - width / 2}" y="${tip}" width="${width}" height="${base - tip + 40}" rx="${width / 2}" fill="url(#skin)" stroke="${skin.shade}" stroke-width="4"/>` +
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
  const shine = `<ellipse cx="${x - width * 0.17}" cy="${top + height * 0.42}" rx="${width * 0.08}" ry="${height * 0.2}" fill="#fff" opacity="${nails.polished ? 0.65 : 0.4}"/>`;
  return `${shape(colour, nails.polished ? '' : ' stroke="#000" stroke-opacity=".1" stroke-width="2"')}${decoration}${shine}`;
}
