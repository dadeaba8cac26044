import sharp from 'sharp';
import { type Accessories, NO_ACCESSORIES, pickAccessories } from './accessories.js';
import type { Canvas } from './canvas.js';
import {
  type FootBuild,
  footOutline,
  LEG,
  footFromAbove,
  legFromAbove,
  type NailLook,
  pickBuild,
  pickNailStyle,
  skinGradients,
  soleOfFoot,
} from './foot.js';
import { barefoot, flipFlops, type Footwear, sandals, slides, socks } from './footwear.js';
import { light } from './light.js';
import { pickNails, pickSkin, pickTrio, type Skin } from './palette.js';
import { between, chance, pick, type Random } from './random.js';
import { pickScene, type Scene } from './scenes.js';

/** In pixels. Pages show photos at most 687 CSS pixels wide, and a larger drawing takes longer. */
const WIDTH = 960;
const JPEG_QUALITY = 86;

/** Two feet side by side, two crossed at the ankles, one foot, or two soles. */
type Pose = 'pair' | 'crossed' | 'single' | 'soles';

interface Person {
  readonly skin: Skin;
  readonly build: FootBuild;
  readonly nails: NailLook;
  readonly footwear: Footwear;
  readonly accessories: Accessories;
  readonly hem: string;
}

/**
 * Draws feet as a flat, cheerful illustration: a JPEG that is 960 pixels wide. Skin, build, nails, footwear, ground,
 * light and pose depend on `random` only, so the same numbers give the same picture.
 */
export async function drawFeet(random: Random): Promise<Buffer> {
  return sharp(Buffer.from(feetAsSvg(random)))
    .jpeg({ quality: JPEG_QUALITY })
    .toBuffer();
}

function feetAsSvg(random: Random): string {
  const canvas: Canvas = { width: 1200, height: pick(random, [1200, 1200, 1500, 960]) };
  const scene = pickScene(random);
  const pose = pickPose(random, scene);
  const person = pickPerson(random, scene, pose);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" viewBox="0 0 ${canvas.width} ${canvas.height}">` +
    `<defs>${skinGradients(person.skin)}<filter id="shadow" x="-30%" y="-30%" width="160%" height="160%">` +
    `<feDropShadow dx="${between(random, -16, 16)}" dy="20" stdDeviation="14" flood-color="#1d0f24" flood-opacity=".38"/></filter>` +
    `<g id="foot">${footOf(person, pose)}</g></defs>` +
    scene.ground(random, canvas) +
    propsBeside(random, canvas, scene) +
    feetInPose(random, canvas, scene, pose) +
    light(random, canvas, scene.outdoors) +
    `</svg>`
  );
}

function pickPose(random: Random, scene: Scene): Pose {
  const roll = random();
  if (roll < 0.14) return 'single';
  if (roll < 0.26) return 'crossed';
  return roll < 0.48 && scene.solesUp ? 'soles' : 'pair';
}

function pickPerson(random: Random, scene: Scene, pose: Pose): Person {
  const skin = pickSkin(random);
  const nails = pickNails(random, skin);
  const footwear = pose === 'soles' || scene.wet ? barefoot() : pickFootwear(random);
  return {
    skin,
    build: pickBuild(random),
    nails: { ...nails, style: pickNailStyle(random) },
    footwear,
    accessories: footwear.covers ? NO_ACCESSORIES : pickAccessories(random),
    hem: !scene.wet && chance(random, 0.55) ? trousers(random) : '',
  };
}

function pickFootwear(random: Random): Footwear {
  const trio = pickTrio(random);
  const roll = random();
  if (roll < 0.46) return barefoot();
  if (roll < 0.61) return flipFlops(trio);
  if (roll < 0.71) return sandals(trio);
  if (roll < 0.79) return slides(trio);
  return socks(random, trio);
}

/** One right foot with its footwear, accessories and leg. */
function footOf({ skin, build, nails, footwear, accessories, hem }: Person, pose: Pose): string {
  const shadow = softShadow(
    (footwear.outline === null ? footOutline(build) : `<path d="${footwear.outline}"/>`) +
      `<path d="${LEG}"/>`,
  );
  const bare = footwear.covers ? '' : footFromAbove(build, skin, nails) + accessories.onFoot;
  const layers =
    pose === 'soles'
      ? [shadow, legFromAbove(skin), hem, soleOfFoot(build, skin)]
      : [
          shadow,
          footwear.under,
          bare,
          footwear.over,
          legFromAbove(skin),
          footwear.overLeg,
          accessories.onAnkle,
          hem,
        ];
  return `<g transform="scale(${build.width} 1)">${layers.join('')}</g>`;
}

/** A shadow that fades in three steps. A blur filter would take three times as long as everything else. */
function softShadow(outline: string): string {
  return [34, 20, 6]
    .map(
      (reach) =>
        `<g transform="translate(4 16)" fill="#1d0f24" stroke="#1d0f24" stroke-width="${reach}" stroke-linejoin="round" opacity=".11">${outline}</g>`,
    )
    .join('');
}

function feetInPose(random: Random, { width, height }: Canvas, scene: Scene, pose: Pose): string {
  const scale = (height / 1200) ** 0.5 * between(random, 1.02, 1.2);
  const y = height * between(random, 0.46, 0.53);
  if (pose === 'single') {
    const mirrored = chance(random, 0.5) ? -1 : 1;
    const turn = between(random, -24, 24);
    return `<use href="#foot" transform="translate(${width / 2 + between(random, -60, 60)} ${y}) rotate(${turn}) scale(${mirrored * scale * 1.16} ${scale * 1.16})"/>`;
  }
  const crossed = pose === 'crossed';
  const apart = between(random, 150, crossed ? 180 : 215) * scale;
  const turn = crossed ? between(random, 16, 22) : between(random, -3, 7);
  const ahead = chance(random, 0.3) ? between(random, 30, 90) : between(random, -12, 12);
  const middle = width / 2 + between(random, -36, 36);
  const foot = (side: 1 | -1) =>
    `<use href="#foot" transform="translate(${middle + side * apart} ${y - side * ahead * 0.5}) rotate(${side * turn}) scale(${side * scale} ${scale})"/>`;
  const first = chance(random, 0.5) ? 1 : -1;
  return `<g transform="rotate(${wholeTurn(random, scene)} ${width / 2} ${height / 2})">${foot(first)}${foot(first === 1 ? -1 : 1)}</g>`;
}

/** The side from which the feet enter the picture: mostly from below, on some grounds from any side. */
function wholeTurn(random: Random, scene: Scene): number {
  if (!scene.fromAnySide) return 0;
  return pick(random, [0, 0, 0, 0, 0, 14, -14, 28, -28, 180]);
}

interface Corner {
  readonly x: number;
  readonly y: number;
}

/** One or two props in the corners that the feet leave free. */
function propsBeside(random: Random, { width, height }: Canvas, scene: Scene): string {
  if (!chance(random, 0.55)) return '';
  const corners: [Corner, Corner, Corner, Corner] = [
    { x: 0.13, y: 0.15 },
    { x: 0.87, y: 0.17 },
    { x: 0.12, y: 0.82 },
    { x: 0.88, y: 0.8 },
  ];
  const corner = pick(random, scene.fromAnySide ? corners : [corners[2], corners[3]]);
  const prop = pick(random, scene.props);
  const turn = between(random, -24, 24);
  return `<g transform="translate(${corner.x * width} ${corner.y * height}) rotate(${turn}) scale(${between(random, 0.95, 1.25)})" filter="url(#shadow)">${prop(random)}</g>`;
}

/** A trouser leg from its hem down to the edge of the picture, in the foot's coordinates. */
function trousers(random: Random): string {
  const hem = pick(random, [330, 380, 430]);
  const [cloth, cuff, seam] = pick(random, [
    ['#3f5f8a', '#7f9cc0', '#e0b35a'],
    ['#22344f', '#55708f', '#d9a441'],
    ['#d8c3a0', '#c8b089', '#a98d61'],
    ['#2e2e36', '#4a4a55', '#77778a'],
    ['#7a8b5c', '#97a87a', '#5c6b42'],
    ['#c9707d', '#e09aa5', '#a34e5c'],
    ['#8cb4c9', '#b5d2e0', '#5e8ba3'],
  ]);
  const turnedUp = chance(random, 0.6);
  return (
    `<path d="M-118 ${hem}Q0 ${hem + 40} 122 ${hem}L150 1300H-146Z" fill="${cloth}"/>` +
    `<path d="M40 ${hem + 28}Q84 ${hem + 20} 122 ${hem}L150 1300H70Z" fill="#000" opacity=".12"/>` +
    (turnedUp
      ? `<path d="M-124 ${hem - 8}Q0 ${hem + 36} 128 ${hem - 8}L134 ${hem + 66}Q0 ${hem + 110} -130 ${hem + 66}Z" fill="${cuff}"/>` +
        `<path d="M-126 ${hem + 52}Q0 ${hem + 96} 130 ${hem + 52}" fill="none" stroke="${seam}" stroke-width="4" stroke-dasharray="12 8"/>`
      : `<path d="M-119 ${hem + 24}Q0 ${hem + 64} 123 ${hem + 24}" fill="none" stroke="${seam}" stroke-width="4" stroke-dasharray="12 8"/>`)
  );
}
