import sharp from 'sharp';
import { accessories } from './accessories.js';
import type { Canvas } from './canvas.js';
import {
  type FootBuild,
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
import { trousers } from './trousers.js';

const JPEG_QUALITY = 86;

/** Two feet side by side, one foot, or the soles of two feet put up. */
type Pose = 'pair' | 'single' | 'soles';

interface Person {
  readonly skin: Skin;
  readonly build: FootBuild;
  readonly nails: NailLook;
  readonly footwear: Footwear;
  readonly extras: string;
  readonly hem: string;
}

/**
 * Draws a pair of feet as a flat, cheerful illustration: a JPEG of 1200 pixels in width. Skin, build, nails, footwear, ground,
 * light and pose come from `random` alone, so the same numbers give the same picture.
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
  const person = pickPerson(random, pose);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${canvas.width}" height="${canvas.height}">` +
    `<defs>${skinGradients(person.skin)}<filter id="shadow" x="-30%" y="-30%" width="160%" height="160%">` +
    `<feDropShadow dx="${between(random, -16, 16)}" dy="20" stdDeviation="14" flood-color="#1d0f24" flood-opacity=".38"/></filter>` +
    `<g id="foot">${footOf(person, pose)}</g></defs>` +
    scene.ground(random, canvas) +
    propsBeside(random, canvas, scene, pose) +
    feetInPose(random, canvas, pose) +
    light(random, canvas, scene.outdoors) +
    `</svg>`
  );
}

function pickPose(random: Random, scene: Scene): Pose {
  const roll = random();
  if (roll < 0.16) return 'single';
  return roll < 0.3 && scene.solesUp ? 'soles' : 'pair';
}

function pickPerson(random: Random, pose: Pose): Person {
  const skin = pickSkin(random);
  const nails = pickNails(random, skin);
  const trio = pickTrio(random);
  const wear = random();
  const footwear =
    pose === 'soles' || wear < 0.48
      ? barefoot()
      : wear < 0.62
        ? flipFlops(trio)
        : wear < 0.72
          ? sandals(trio)
          : wear < 0.8
            ? slides(trio)
            : socks(random, trio);
  return {
    skin,
    build: pickBuild(random),
    nails: { ...nails, style: pickNailStyle(random) },
    footwear,
    extras: footwear.covers ? '' : accessories(random),
    hem: chance(random, 0.55) ? trousers(random) : '',
  };
}

/** One right foot with all that belongs to it. */
function footOf({ skin, build, nails, footwear, extras, hem }: Person, pose: Pose): string {
  const scale = `<g transform="scale(${build.width} 1)">`;
  if (pose === 'soles') return `<g filter="url(#shadow)">${scale}${soleOfFoot(build, skin)}</g></g>`;
  const bare = footwear.covers ? '' : footFromAbove(build, skin, nails);
  return (
    `<g filter="url(#shadow)">${scale}${footwear.under}${bare}</g></g>` +
    `${scale}${footwear.over}${legFromAbove(skin)}${footwear.overLeg}${extras}${hem}</g>`
  );
}

function feetInPose(random: Random, { width, height }: Canvas, pose: Pose): string {
  const scale = (height / 1200) ** 0.5 * between(random, 0.98, 1.16);
  const y = height * between(random, 0.47, 0.54);
  if (pose === 'single') {
    const mirrored = chance(random, 0.5) ? -1 : 1;
    const turn = between(random, -22, 22);
    return `<use href="#foot" transform="translate(${width / 2 + between(random, -60, 60)} ${y}) rotate(${turn}) scale(${mirrored * scale * 1.16} ${scale * 1.16})"/>`;
  }
  const apart = between(random, 146, 205) * scale;
  const turn = between(random, -4, 15);
  const ahead = chance(random, 0.3) ? between(random, 30, 90) : between(random, -12, 12);
  const middle = width / 2 + between(random, -36, 36);
  const foot = (side: 1 | -1) =>
    `<use href="#foot" transform="translate(${middle + side * apart} ${y - side * ahead * 0.5}) rotate(${side * turn}) scale(${side * scale} ${scale})"/>`;
  return foot(-1) + foot(1);
}

/** One or two things in the corners that the feet leave free. */
function propsBeside(random: Random, { width, height }: Canvas, scene: Scene, pose: Pose): string {
  if (!chance(random, 0.55)) return '';
  const corners = [
    { x: 0.11, y: 0.14 },
    { x: 0.89, y: 0.16 },
    { x: 0.1, y: 0.84 },
    { x: 0.9, y: 0.82 },
  ] as const;
  const corner = pick(random, pose === 'soles' ? [corners[2], corners[3]] : corners);
  const prop = pick(random, scene.props);
  const turn = between(random, -24, 24);
  return `<g transform="translate(${corner.x * width} ${corner.y * height}) rotate(${turn}) scale(${between(random, 0.95, 1.25)})" filter="url(#shadow)">${prop(random)}</g>`;
}
