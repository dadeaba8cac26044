import sharp, { type Sharp } from 'sharp';
import { drawFeet } from '../../src/demo/drawing/draw-feet.js';
import { normalisePhoto } from '../../src/infrastructure/images/photo.js';
import { DemoJudge } from '../../src/infrastructure/judge/demo-judge.js';
import { measureQualities } from '../../src/infrastructure/judge/picture-qualities.js';
import type { RatedJudgement } from '../../src/infrastructure/judge/photo-judge.port.js';

const judge = new DemoJudge();

/** A judgement of a normalised picture, as an upload passes it on. */
async function judged(upload: Buffer): Promise<RatedJudgement> {
  const { renditions, width, height } = await normalisePhoto(upload);
  return judge.judge({ webp: renditions[1280], width, height });
}

/** Feet drawn from a simple sequence of numbers, so that every seed gives another picture. */
function feet(seed: number): Promise<Buffer> {
  let state = seed * 7919 + 1;
  return drawFeet(() => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647);
}

describe('DemoJudge', () => {
  it('identifies itself as the demo judge and passes the photo', async () => {
    expect(judge.kind).toBe('demo');
    expect(await judged(await feet(1))).toMatchObject({
      verdict: 'pass',
      reasons: ['review-free demo'],
      model: 'demo',
    });
  });

  it('gives equal pictures equal ratings', async () => {
    const picture = await feet(2);
    expect(await judged(picture)).toEqual(await judged(picture));
  });

  it('rates a single grey pixel within the scale', async () => {
    const pixel = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#808080' } })
      .png()
      .toBuffer();
    const { scores } = await judged(pixel);
    for (const score of Object.values(scores) as number[]) {
      expect(score).toBeGreaterThanOrEqual(3);
      expect(score).toBeLessThanOrEqual(9.9);
    }
  });
});

describe('the qualities that the demo judge measures', () => {
  const picture = feet(4);
  const changed = async (change: (image: Sharp) => Sharp) =>
    measureQualities(
      await change(sharp(await picture))
        .png()
        .toBuffer(),
    );

  it.each([
    ['sharpness', 'blurred', (image: Sharp) => image.blur(6)],
    ['light', 'nearly black', (image: Sharp) => image.linear(0.15, 0)],
    ['light', 'washed out', (image: Sharp) => image.linear(0.3, 180)],
    ['contrast', 'flattened', (image: Sharp) => image.linear(0.3, 90)],
    ['colour', 'drained of colour', (image: Sharp) => image.modulate({ saturation: 0.1 })],
    [
      'composition',
      'moved into a corner',
      (image: Sharp) => image.extend({ top: 1200, left: 1200, background: '#c8c8c8' }),
    ],
  ] as const)('finds less %s in a picture that is %s', async (quality, _, change) => {
    const before = await measureQualities(await picture);
    expect((await changed(change))[quality]).toBeLessThan(before[quality] - 0.05);
  });
});
