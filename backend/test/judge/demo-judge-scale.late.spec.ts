import { drawFeet } from '../../src/demo/drawing/draw-feet.js';
import { normalisePhoto } from '../../src/infrastructure/images/photo.js';
import { DemoJudge } from '../../src/infrastructure/judge/demo-judge.js';
import { DemoModeration } from '../../src/infrastructure/judge/demo-moderation.js';
import { MAX_COMMENT_LENGTH, type RatedJudgement } from '../../src/infrastructure/judge/photo-judge.port.js';

const judge = new DemoJudge();
const PICTURES = 12;

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

function mean({ scores }: RatedJudgement): number {
  return (scores.toeAlignment + scores.toeNails + scores.footShape + scores.aesthetic) / 4;
}

describe('DemoJudge', () => {
  it('uses the whole scale with one decimal, and comments that pass the moderation', async () => {
    const judgements: RatedJudgement[] = [];
    for (let seed = 1; seed <= PICTURES; seed += 1) judgements.push(await judged(await feet(seed)));

    for (const { scores, comment } of judgements) {
      for (const score of Object.values(scores) as number[]) {
        expect(score).toBeGreaterThanOrEqual(3);
        expect(score).toBeLessThanOrEqual(9.9);
        expect(score).toBe(Math.round(score * 10) / 10);
      }
      expect(comment.length).toBeLessThanOrEqual(MAX_COMMENT_LENGTH);
      expect(await new DemoModeration().moderate(comment)).toEqual({ allowed: true, reasons: [] });
    }
    const means = judgements.map(mean);
    expect(Math.max(...means) - Math.min(...means)).toBeGreaterThan(2);
    expect(new Set(judgements.map(({ comment }) => comment)).size).toBeGreaterThan(5);
  });
});
