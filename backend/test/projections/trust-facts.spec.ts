import { hidingId } from '../../src/domain/account/sanctions.js';
import { unmoderated } from '../../src/domain/post/post-moderation.js';
import { trustFacts } from '../../src/projections/moderation/trust-facts.js';
import { type Happened, folding } from '../support/given.js';
import { suspensionFor } from '../support/suspensions.js';
import { acted } from '../support/post-acts.js';
import { postPublished } from '../support/made-up.js';

const at = '2026-11-20T09:00:00.000Z';
const verified: Happened = { type: 'EmailVerified', at, data: { accountId: 'ann' } };
const shown = (postId: string): Happened => postPublished(postId);
const held = (postId: string): Happened => postPublished(postId, { isPublic: false, review: 'before' });
const suspended = (suspensionId: string, cause: 'moderation' | 'dispute' = 'moderation'): Happened => ({
  type: 'AccountSuspended',
  at,
  data: { accountId: 'ann', ...suspensionFor('Spam.'), suspensionId, cause },
});
const restored: Happened = {
  type: 'AccountRestored',
  metadata: { actor: { kind: 'admin', id: 'moe' } },
  data: { accountId: 'ann', suspensionId: 's1', reason: 'A mistake.' },
};
const undone = (actId: string): Happened => ({
  type: 'PostActUndone',
  data: { postId: 'p1', ownerId: 'ann', actId, because: 'A mistake.', isPublic: true, ...unmoderated(false) },
});
const nothing = { verifiedAt: null, publicPosts: 0, held: [], decisions: [] };

describe('the conduct of a person', () => {
  it('has the time of verification and the number of public posts', () =>
    folding(trustFacts, verified, shown('p1'), shown('p2'), held('p3')).gives({
      ann: { verifiedAt: at, publicPosts: 2, held: ['p3'], decisions: [] },
    }));

  it('counts a post that waited for a review once it is shown, and only once', () =>
    folding(trustFacts, held('p1'), acted('PostApproved', 'a1'), acted('PostShown', 'a2')).gives({
      ann: { ...nothing, publicPosts: 1 },
    }));

  it('has hidden and removed posts, until that is undone', () => {
    const decisions = [
      { actId: 'a1', at },
      { actId: 'a2', at },
    ];
    const story = [
      { ...acted('PostHidden', 'a1'), at },
      { ...acted('PostRemoved', 'a2'), at },
    ];
    folding(trustFacts, ...story).gives({ ann: { ...nothing, decisions } });
    folding(trustFacts, ...story, undone('a1')).gives({ ann: { ...nothing, decisions: decisions.slice(1) } });
  });

  it('has the latest ten decisions', () => {
    const story = Array.from({ length: 12 }, (_, index) => ({ ...acted('PostHidden', `a${index}`), at }));
    const kept = folding(trustFacts, ...story)
      .document('ann')
      ?.decisions.map(({ actId }) => actId);
    expect(kept).toEqual(story.slice(2).map(({ data }) => data.actId));
  });

  it('has suspensions by admins, until they are lifted', () => {
    folding(trustFacts, suspended('s1'), suspended('s2')).gives({
      ann: {
        ...nothing,
        decisions: [
          { actId: 's1', at },
          { actId: 's2', at },
        ],
      },
    });
    folding(trustFacts, suspended('s1'), restored).gives({ ann: nothing });
  });

  it('has suspensions by admins also after they have ended', () => {
    const ended: Happened = { ...restored, metadata: { actor: { kind: 'system', id: 'suspension-ends' } } };
    const decisions = [{ actId: 's1', at }];
    folding(trustFacts, suspended('s1'), ended).gives({ ann: { ...nothing, decisions } });
  });

  it('has withheld parts of the profile, until that is undone', () => {
    const act = { accountId: 'ann', actId: 'w1' };
    const withheld: Happened = {
      type: 'ProfileWithheld',
      at,
      data: { ...act, parts: ['bio'], reason: 'spam', note: '' },
    };
    folding(trustFacts, withheld).gives({ ann: { ...nothing, decisions: [{ actId: 'w1', at }] } });
    folding(trustFacts, withheld, {
      type: 'ProfileWithholdingUndone',
      data: { ...act, because: 'A mistake.' },
    }).gives({ ann: nothing });
  });

  it('has strikes, each with its suspension as one decision, until they are undone', () => {
    const struck: Happened = {
      type: 'AccountStruck',
      at,
      data: { accountId: 'ann', actId: 's1', step: 'week', reason: 'spam', note: '' },
    };
    const undoing: Happened = {
      type: 'StrikeUndone',
      data: { accountId: 'ann', actId: 's1', because: 'A mistake.' },
    };
    folding(trustFacts, struck, suspended('s1')).gives({
      ann: { ...nothing, decisions: [{ actId: 's1', at }] },
    });
    folding(trustFacts, struck, undoing).gives({ ann: nothing });
  });

  it('has a suspension and the post that it hides as one decision', () =>
    folding(trustFacts, suspended('s1'), { ...acted('PostHidden', hidingId('s1', 'p1')), at }).gives({
      ann: { ...nothing, decisions: [{ actId: 's1', at }] },
    }));

  it('leaves out suspensions for other causes', () =>
    folding(trustFacts, verified, suspended('s1', 'dispute')).gives({ ann: { ...nothing, verifiedAt: at } }));

  it('is gone with the account', () =>
    folding(trustFacts, verified, {
      type: 'AccountDeleted',
      data: { accountId: 'ann', emailHash: 'e', pictureId: null },
    }).gives({}));
});
