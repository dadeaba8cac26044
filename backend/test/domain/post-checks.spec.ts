import { unmoderated } from '../../src/domain/post/post-moderation.js';
import { evolveAll } from '../../src/kernel/aggregate.js';
import { Post } from '../../src/domain/post/post.js';
import { given } from '../support/given.js';
import { postDeleted, postPublished } from '../support/made-up.js';
import {
  acted,
  checkBegan,
  checkEnded,
  decide,
  decider,
  escalated,
  escalation,
  lifted,
  lifting,
} from '../support/post-acts.js';

const AT = '2026-11-21T09:00:00.000Z';
const published = postPublished('p1');
const inReview = postPublished('p1', { isPublic: false, moderationFlags: ['may show a face'] });
const inCheck = [published, checkBegan('bob')] as const;
const settle = (reporters: readonly string[], clearedBy: string | null = null) =>
  Post.SettleCheck({ postId: 'p1', reporters, clearedBy });
const undone = (actId: string, isPublic: boolean, changes: object = {}) =>
  ({
    type: 'PostActUndone',
    data: {
      postId: 'p1',
      ownerId: 'ann',
      actId,
      because: 'A mistake.',
      isPublic,
      ...unmoderated(false),
      ...changes,
    },
  }) as const;
const after = (...story: readonly { readonly type: string; readonly data: object }[]) =>
  evolveAll(
    Post,
    Post.initial,
    story.map((event) => ({ ...event, metadata: { at: AT } })),
  );
const BY_ACT = { actId: 'a1', isPublic: false, isCleared: false };
const CLEARED = { actId: 'a1', isPublic: true, isCleared: true };

describe('a check of a post', () => {
  it('begins for a public post, and for one whose check has ended', () => {
    given(Post, published)
      .when(settle(['bob']))
      .then(checkBegan('bob'));
    given(Post, ...inCheck, checkEnded())
      .when(settle(['bob', 'cleo']))
      .then(checkBegan('bob', 'cleo'));
  });

  it('begins for no post that the public does not see, or that is gone', () => {
    given(Post, inReview)
      .when(settle(['bob']))
      .thenNothing();
    given(Post, published, acted('PostHidden', 'a1'))
      .when(settle(['bob']))
      .thenNothing();
    given(Post, published, escalated('e1'))
      .when(settle(['bob']))
      .thenNothing();
    given(Post, ...inCheck, postDeleted('p1'))
      .when(settle([]))
      .thenNothing();
    given(Post)
      .when(settle(['bob']))
      .thenNothing();
  });

  it('is recorded again only for other reporters', () => {
    given(Post, ...inCheck)
      .when(settle(['bob']))
      .thenNothing();
    given(Post, ...inCheck)
      .when(settle(['cleo']))
      .then(checkBegan('cleo'));
  });

  it('ends when no report hides the post any more, and clears it after a dismissal', () => {
    given(Post, ...inCheck)
      .when(settle([]))
      .then(checkEnded());
    given(Post, ...inCheck)
      .when(settle([], 'd1'))
      .then(checkEnded({ ...CLEARED, actId: 'd1' }));
    given(Post, published).when(settle([], 'd1')).thenNothing();
  });

  it('leaves a post hidden whose approval was undone meanwhile', () =>
    given(
      Post,
      inReview,
      acted('PostApproved', 'a1'),
      checkBegan('bob'),
      undone('a1', false, { isHeld: true }),
    )
      .when(settle([]))
      .then(checkEnded({ isPublic: false })));

  it('can end by the deletion of the post', () =>
    given(Post, ...inCheck)
      .when(Post.DeletePost({ postId: 'p1', ownerId: 'ann', because: 'owner' }))
      .then(postDeleted('p1')));
});

describe('an act on a post in check', () => {
  it.each([
    ['approve', acted('PostApproved', 'a1'), CLEARED],
    ['show', acted('PostShown', 'a1'), CLEARED],
    ['hide', acted('PostHidden', 'a1'), BY_ACT],
    ['remove', acted('PostRemoved', 'a1'), BY_ACT],
  ] as const)('ends the check first: %s', (act, event, ending) => {
    given(Post, ...inCheck)
      .when(decide[act]('a1'))
      .then(checkEnded(ending), event);
    given(Post, ...inCheck, checkEnded(ending), event)
      .when(decide[act]('a1'))
      .thenNothing();
  });

  it('is recorded although it changes nothing else: somebody looked at the post', () =>
    given(Post, published, acted('PostApproved', 'a0'), checkBegan('bob'))
      .when(decide.approve('a1'))
      .then(checkEnded(CLEARED), acted('PostApproved', 'a1')));

  it('is not done again by a late retry after the check was resumed', () =>
    given(Post, ...inCheck, checkEnded(CLEARED), acted('PostApproved', 'a1'), checkBegan('bob', 'cleo'))
      .when(decide.approve('a1'))
      .thenNothing());

  it.each([
    ['approving', acted('PostApproved', 'a1'), CLEARED],
    ['hiding', acted('PostHidden', 'a1'), BY_ACT],
  ] as const)('resumes the check when it is undone: %s', (_, event, ending) => {
    const story = [...inCheck, checkEnded(ending), event] as const;
    given(Post, ...story)
      .when(decide.undo('a1'))
      .then(checkBegan('bob'), undone('a1', false));
    given(Post, ...story, checkBegan('bob'), undone('a1', false))
      .when(settle([]))
      .then(checkEnded());
  });

  it('resumes no check when an appeal is granted: two people have looked, and the post is cleared', () => {
    const story = [...inCheck, checkEnded(BY_ACT), acted('PostHidden', 'a1')] as const;
    const because = 'A mistake.';
    given(Post, ...story)
      .when(Post.UndoPostAct({ postId: 'p1', actId: 'a1', decider, because, isByAppeal: true }))
      .then(undone('a1', true));
    expect(after(...story, undone('a1', true))).toMatchObject({ clearedBy: ['a1'] });
    expect(after(...story, checkBegan('bob'), undone('a1', false))).toMatchObject({ clearedBy: [] });
  });

  it('resumes no check when it is undone after the post was shown', () =>
    given(Post, ...inCheck, checkEnded(BY_ACT), acted('PostHidden', 'a1'), acted('PostShown', 'a2'))
      .when(decide.undo('a1'))
      .then(undone('a1', true)));

  it('hands the check over to another suspension that hides the post', () => {
    const story = [...inCheck, checkEnded(BY_ACT), acted('PostHidden', 'a1')] as const;
    const next = { ...checkEnded({ ...BY_ACT, actId: 'a2' }) };
    const hiddenBy = { actId: 'a2', reason: 'spam', note: 'No adverts, please.', at: AT } as const;
    const because = 'A mistake.';
    const cause = { actId: 'a2', kind: 'hidden', reason: 'spam', at: AT } as const;
    const left = undone('a1', false, { isHidden: true, cause });
    const events = [checkBegan('bob'), next, acted('PostHidden', 'a2'), left] as const;
    given(Post, ...story)
      .when(Post.UndoPostAct({ postId: 'p1', actId: 'a1', decider, because, hiddenBy }))
      .then(...events);
    expect(after(...story, ...events)).toMatchObject({ clearedBy: [] });
    given(Post, ...story, ...events)
      .when(decide.undo('a2'))
      .then(checkBegan('bob'), undone('a2', false));
  });

  it('leaves the check when another one is undone', () =>
    given(Post, published, acted('PostApproved', 'a1'), checkBegan('bob'))
      .when(decide.undo('a1'))
      .then(undone('a1', false)));

  it('may be a legal hold, whose lifting resumes the check', () => {
    const ending = checkEnded({ ...BY_ACT, actId: 'e1' });
    given(Post, ...inCheck)
      .when(escalation('e1'))
      .then(ending, escalated('e1'));
    const held = [...inCheck, ending, escalated('e1')] as const;
    given(Post, ...held)
      .when(lifting('e1'))
      .then(checkBegan('bob'), lifted('e1', false));
    given(Post, ...held, postDeleted('p1'))
      .when(lifting('e1'))
      .then(lifted('e1', false));
  });
});
