import { createHash } from 'node:crypto';
import {
  type CategoryScores,
  type JudgedPhoto,
  PhotoJudge,
  type RatedJudgement,
} from './photo-judge.port.js';
import type { PictureQualities } from './picture-qualities.js';

/** Loaded for the first photo, not at the start of the server. */
const loadQualities = () => import('./picture-qualities.js');

const LOWEST = 3;
const HIGHEST = 9.9;
/** A quality of at least this value needs no tip. */
const GOOD = 0.55;

type Quality = keyof PictureQualities;

const PRAISE: Readonly<Record<Quality, readonly string[]>> = {
  sharpness: [
    'Crisp down to the last toe.',
    'You could count every thread in this one: beautifully sharp.',
    'Pin-sharp work.',
  ],
  light: [
    'The light does these feet a favour.',
    'Lovely even light from heel to toe.',
    'Somebody found the good lamp.',
  ],
  contrast: [
    'Strong contrast: these feet stand out.',
    'Bold shapes that read from across the room.',
    'A picture with real punch.',
  ],
  composition: [
    'A calm, well-balanced composition.',
    'Everything sits right where the eye lands.',
    'Framed like a poster.',
  ],
  colour: [
    'What cheerful colours!',
    'The colours alone earn a place on the board.',
    'A palette to write home about.',
  ],
};

const TIPS: Readonly<Record<Quality, readonly string[]>> = {
  sharpness: ['A steadier hand would bring out more detail.', 'Tap to focus next time and watch it climb.'],
  light: ['Try it again beside a window.', 'A little more even light would lift it further.'],
  contrast: ['A background in another tone would set them off.', 'Some more contrast would make it pop.'],
  composition: ['Move them a little closer to the middle.', 'Take a step back and centre the pair.'],
  colour: ['A splash of colour would do wonders.', 'A brighter towel or rug would wake it up.'],
};

const NO_TIP = ['Nothing to add.', 'More of this, please.', 'The judge nods.'] as const;

/**
 * A judge without a provider. It measures sharpness, light, contrast, composition and colour, and derives the four
 * scores from them. It does not know what the picture shows, and every photo passes. Equal pictures get equal scores.
 */
export class DemoJudge extends PhotoJudge {
  override readonly kind = 'demo';

  override async judge(photo: JudgedPhoto): Promise<RatedJudgement> {
    const { measureQualities } = await loadQualities();
    const qualities = await measureQualities(photo.webp);
    return {
      verdict: 'pass',
      reasons: ['review-free demo'],
      scores: scoresOf(qualities),
      comment: commentOn(qualities, createHash('sha256').update(photo.webp).digest()),
      model: 'demo',
      promptVersion: 'demo-1',
    };
  }
}

function scoresOf({ sharpness, light, contrast, composition, colour }: PictureQualities): CategoryScores {
  return {
    toeAlignment: score(composition * 0.75 + sharpness * 0.25),
    toeNails: score(sharpness * 0.65 + colour * 0.35),
    footShape: score(contrast * 0.7 + light * 0.3),
    aesthetic: score(light * 0.5 + colour * 0.5),
  };
}

function score(quality: number): number {
  return Math.round((LOWEST + (HIGHEST - LOWEST) * quality) * 10) / 10;
}

/** Praise for the best quality, and a tip for the weakest if it is weak. The picture's hash selects the wording. */
function commentOn(qualities: PictureQualities, choice: Buffer): string {
  const ranked = (Object.keys(PRAISE) as Quality[]).sort((one, other) => qualities[other] - qualities[one]);
  const [best = 'light'] = ranked;
  const weakest = ranked.at(-1) ?? 'light';
  const second = qualities[weakest] < GOOD ? TIPS[weakest] : NO_TIP;
  return `${wording(PRAISE[best], choice[0])} ${wording(second, choice[1])}`;
}

function wording(list: readonly string[], choice = 0): string {
  return list[choice % list.length] ?? '';
}
