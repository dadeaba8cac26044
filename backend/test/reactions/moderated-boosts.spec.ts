import { Boosts } from '../../src/domain/boosts/boosts.js';
import { Post } from '../../src/domain/post/post.js';
import type { BoostState } from '../../src/domain/boosts/boost-facts.js';
import type { AnyAggregate } from '../../src/kernel/aggregate.js';
import { ModeratedBoosts } from '../../src/reactions/moderation/moderated-boosts.js';
import { TestClock } from '../support/app.js';
import { type Happened, recorded } from '../support/given.js';
import { applied } from '../support/boosts.js';
import { acted, checkBegan, checkEnded } from '../support/post-acts.js';
import { postDeleted } from '../support/made-up.js';
import { FIRST_TRY } from '../support/reactions.js';

const NOW = '2026-11-21T12:00:00.000Z';
const hold = { kind: 'moderation', id: 'p1' } as const;
const dispute = { kind: 'dispute', id: 'd1' } as const;
const active: BoostState = {
  is: 'active',
  postId: 'p1',
  expiresAt: '2026-11-22T09:00:00.000Z',
  isNotified: false,
};
const held = (...holds: (typeof hold | typeof dispute)[]): BoostState => ({
  is: 'held',
  holds,
  postId: 'p1',
  remainingMs: 7,
});

/** The commands after an event, with the post and the boost b1 in these states. */
async function after(event: Happened, state: Partial<Post>, boost: BoostState): Promise<unknown[]> {
  const commands: unknown[] = [];
  const states = {
    of: (aggregate: AnyAggregate) =>
      Promise.resolve(
        aggregate === (Post as AnyAggregate)
          ? { ...Post.initial, ownerId: 'ann', ...state }
          : { ...Boosts.initial, boosts: { b1: { boostType: 'regular', state: boost } } },
      ),
  };
  const { on } = new ModeratedBoosts(
    { execute: (command: unknown) => Promise.resolve(commands.push(command)) } as never,
    states as never,
    new TestClock(new Date(NOW)),
  );
  const [happened] = recorded([event]);
  await on[event.type as 'PostHidden']?.(happened as never, FIRST_TRY);
  return commands;
}

const hide = Boosts.HoldBoost({ userId: 'ann', boostId: 'b1', hold, now: NOW });
const release = (isPublic: boolean | null) =>
  Boosts.ReleaseBoost({
    userId: 'ann',
    boostId: 'b1',
    hold,
    post: isPublic === null ? null : { postId: 'p1', ownerId: 'ann', isPublic },
    now: NOW,
  });

describe('the boost of a post that admins decide about', () => {
  it.each(['PostHidden', 'PostRemoved'] as const)('is held while nobody sees the post: %s', async (type) => {
    expect(await after(acted(type, 'a1'), { isPublic: false }, active)).toEqual([hide]);
    expect(await after(acted(type, 'a1'), { isPublic: false }, held(dispute))).toEqual([hide]);
  });

  it.each(['PostShown', 'PostApproved'] as const)('is released once everyone sees it: %s', async (type) => {
    const shown = acted(type, 'a1') as Happened;
    expect(await after(shown, { isPublic: true }, held(hold))).toEqual([release(true)]);
    expect(await after(shown, { isPublic: true }, held(hold, dispute))).toEqual([release(true)]);
  });

  it('is held while the post is in check', async () => {
    expect(await after(checkBegan('bob'), { isPublic: false }, active)).toEqual([hide]);
    expect(await after(checkEnded(), { isPublic: true }, held(hold))).toEqual([release(true)]);
  });

  it('is held if it was applied while the post was being hidden', async () => {
    expect(await after(applied('p1'), { isPublic: false }, active)).toEqual([hide]);
    expect(await after(applied('p1'), { isPublic: true }, active)).toEqual([]);
  });

  it('is released when the post is deleted, without a post', async () => {
    expect(await after(postDeleted('p1'), { isPublic: false, deleted: true }, held(hold))).toEqual([
      release(null),
    ]);
  });

  it.each([
    ['a boost on another post', { ...active, postId: 'p2' }, false],
    ['an unclaimed boost', { is: 'unclaimed', remainingMs: 7 }, false],
    ['a boost that is over', { is: 'ended' }, false],
    ['a boost that others hold', held(dispute), true],
    ['an active boost', active, true],
  ] as const)('leaves %s alone', async (_, boost, isPublic) => {
    expect(await after(acted('PostHidden', 'a1'), { isPublic }, boost)).toEqual([]);
  });
});
