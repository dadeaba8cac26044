import { batchesOf } from '../../src/demo/batches.js';
import { closingsOf } from '../../src/demo/closings.js';
import { ALL_PHRASES } from '../../src/demo/phrases.js';
import { planCommunity } from '../../src/demo/plan.js';
import { type Scene, nameOf, needsOf } from '../../src/demo/scenes.js';
import { NOTICE_MS } from '../../src/domain/boosts/boosts.js';
import { BOOST_MS } from '../../src/domain/boosts/boost-facts.js';
import { LONGEST_COMMENT } from '../../src/domain/comment/comment.js';
import { DemoModeration } from '../../src/infrastructure/judge/demo-moderation.js';

const NOW = new Date('2026-11-21T12:00:00.000Z');
const plan = planCommunity(1, 60, 200, NOW);
const ofKind = (kind: Scene['kind'], scenes: readonly Scene[] = plan) =>
  scenes.filter((scene) => scene.kind === kind);

describe('the plan of the demo', () => {
  it('is equal for equal seeds and differs for others', () => {
    expect(planCommunity(1, 60, 200, NOW)).toEqual(plan);
    expect(planCommunity(2, 60, 200, NOW)).not.toEqual(plan);
  });

  it('has the same people and actions at another time', () => {
    const later = planCommunity(1, 60, 200, new Date('2026-12-03T07:31:00.000Z'));
    expect(later.map(nameOf).toSorted()).toEqual(plan.map(nameOf).toSorted());
  });

  it('has many ratings, likes, comments and replies, and a few reports', () => {
    const counts = (['join', 'publish', 'rate', 'like', 'say', 'applaud'] as const).map(
      (kind) => ofKind(kind).length,
    );
    expect(counts.slice(0, 2)).toEqual([60, 200]);
    for (const count of counts.slice(2)) expect(count).toBeGreaterThan(200);
    const replies = plan.filter((scene) => scene.kind === 'say' && scene.parent !== null);
    expect(replies.length).toBeGreaterThan(100);
    expect(ofKind('complain').length).toBeGreaterThan(3);
  });

  it('has people who lose interest, and moderators who keep up', () => {
    const WEEK_MS = 7 * 86_400_000;
    const activeIn = (week: number) => {
      const joins = ofKind('join').filter(({ at }) => at.getTime() < NOW.getTime() - 5 * WEEK_MS);
      const isIn = ({ at }: Scene, since: Date) =>
        Math.floor((at.getTime() - since.getTime()) / WEEK_MS) === week;
      return joins.filter(({ person, at }) =>
        plan.some((scene) => scene.kind === 'rate' && scene.person === person && isIn(scene, at)),
      ).length;
    };
    expect(activeIn(0)).toBeGreaterThan(activeIn(2));
    expect(activeIn(2)).toBeGreaterThan(activeIn(4));
    expect(activeIn(4)).toBeGreaterThan(0);
    const photosOf = (kind: 'publish' | 'approve' | 'complain' | 'dismiss') =>
      plan.flatMap((scene) => (scene.kind === kind ? [scene] : []));
    const approved = new Set(photosOf('approve').map(({ photo }) => photo));
    const waiting = photosOf('publish').filter(({ photo }) => !approved.has(photo));
    expect(waiting.length).toBeLessThan(10);
    expect(photosOf('dismiss').length).toBeLessThan(photosOf('complain').length);
  });

  it('has replies by the author of the post, and then by the commenter', () => {
    const said = new Map(plan.flatMap((scene) => (scene.kind === 'say' ? [[scene.comment, scene]] : [])));
    const authors = new Map(
      plan.flatMap((scene) => (scene.kind === 'publish' ? [[scene.photo, scene.person]] : [])),
    );
    for (const { parent, photo, person } of said.values()) {
      const answered = parent === null ? undefined : said.get(parent);
      if (!answered) continue;
      const before = answered.parent === null ? undefined : said.get(answered.parent);
      expect(person).toBe(before ? before.person : authors.get(photo));
    }
  });

  it('has boosts of people’s own posts, some of which run, donations, a refund and a dispute', () => {
    const bought = plan.filter((scene) => scene.kind === 'buy');
    const own = new Set(
      plan.flatMap((scene) => (scene.kind === 'publish' ? [`${scene.photo}/${scene.person}`] : [])),
    );
    const boosts = bought.filter(({ photo }) => photo !== null);
    expect(boosts.length).toBeGreaterThan(10);
    expect(boosts.filter(({ photo, person }) => !own.has(`${photo}/${person}`))).toEqual([]);
    const ends = boosts.map(({ boostType, at }) => at.getTime() + BOOST_MS[boostType ?? 'regular']);
    expect(ends.filter((end) => end > NOW.getTime()).length).toBeGreaterThan(3);
    // The next start sends no mail about the end of one.
    expect(ends.filter((end) => end > NOW.getTime() && end <= NOW.getTime() + 2 * NOTICE_MS)).toEqual([]);
    expect(bought.filter(({ boostType }) => boostType === null)).toHaveLength(3);
    expect(plan.flatMap((scene) => (scene.kind === 'takeBack' ? [scene.by] : [])).toSorted()).toEqual([
      'dispute',
      'refund',
    ]);
  });

  it('has no action twice, before what it needs, or in the future', () => {
    const done = new Set<string>();
    for (const scene of plan) {
      expect({ scene, isNew: !done.has(nameOf(scene)) }).toMatchObject({ isNew: true });
      expect(needsOf(scene).filter((name) => !done.has(name))).toEqual([]);
      expect(scene.at.getTime()).toBeLessThanOrEqual(NOW.getTime());
      done.add(nameOf(scene));
    }
  });

  it('has ratings and likes of other people’s posts only, with whole numbers from 0 to 10', () => {
    const own = new Set(
      plan.flatMap((scene) => (scene.kind === 'publish' ? [`${scene.photo}/${scene.person}`] : [])),
    );
    const given = plan.filter((scene) => scene.kind === 'rate' || scene.kind === 'like');
    expect(given.filter(({ photo, person }) => own.has(`${photo}/${person}`))).toEqual([]);
    const scores = new Set(plan.flatMap((scene) => (scene.kind === 'rate' ? [scene.score] : [])));
    expect(scores.size).toBeGreaterThan(6);
    for (const score of scores) expect([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]).toContain(score);
  });

  it('runs in order, in batches of independent scenes that end at the end of a week', () => {
    const closings = closingsOf(plan, NOW, 'UTC');
    expect(closings.map((closing) => closing.toISOString())).toEqual(
      ['10-12', '10-19', '10-26', '11-02', '11-09', '11-16'].map((day) => `2026-${day}T00:01:00.000Z`),
    );
    const batches = [...batchesOf(plan, closings)];
    expect(batches.flat()).toEqual(plan);
    for (const batch of batches) {
      const made = new Set(batch.map(nameOf));
      const alone = batch.filter(({ kind }) => kind === 'join' || kind === 'publish');
      expect(alone.length === 0 || batch.length === 1).toBe(true);
      expect(batch.flatMap(needsOf).filter((name) => made.has(name))).toEqual([]);
      for (const closing of closings) {
        expect(new Set(batch.map(({ at }) => at >= closing)).size).toBe(1);
      }
    }
  });
});

describe('the texts of the demo', () => {
  it('are varied: at least 80 different texts, also in the plan', () => {
    expect(new Set(ALL_PHRASES).size).toBe(ALL_PHRASES.length);
    const comments = new Set(plan.flatMap((scene) => (scene.kind === 'say' ? [scene.text] : [])));
    expect(comments.size).toBeGreaterThanOrEqual(80);
    expect([...comments].filter((text) => !ALL_PHRASES.includes(text))).toEqual([]);
  });

  it('pass the moderation', async () => {
    const moderation = new DemoModeration();
    for (const text of ALL_PHRASES) {
      expect({ text, ...(await moderation.moderate(text)) }).toMatchObject({ text, allowed: true });
      expect(text.length).toBeLessThanOrEqual(LONGEST_COMMENT);
    }
  });
});
