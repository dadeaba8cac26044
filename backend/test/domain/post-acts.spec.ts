import { isShown, statusOf, unmoderated } from '../../src/domain/post/post-moderation.js';
import { Post } from '../../src/domain/post/post.js';
import { given } from '../support/given.js';
import { postDeleted, postPublished } from '../support/made-up.js';
import { acted, decide, decider } from '../support/post-acts.js';
import { someone } from '../support/roles.js';

const published = postPublished('p1');
const inReview = postPublished('p1', { isPublic: false, moderationFlags: ['may show a face'] });
const AT = '2026-11-21T09:00:00.000Z';
const none = unmoderated(false);
const cause = (actId: string, kind: 'hidden' | 'removed') =>
  ({ actId, kind, reason: 'spam', at: AT }) as const;
const undone = (actId: string, after: object = {}) => {
  const moderation = { ...none, ...after };
  const data = { postId: 'p1', ownerId: 'ann', actId, because: 'A mistake.', isPublic: isShown(moderation) };
  return { type: 'PostActUndone', data: { ...data, ...moderation } } as const;
};

describe('approving a post', () => {
  it('records the act', () =>
    given(Post, published).when(decide.approve('a1')).then(acted('PostApproved', 'a1')));

  it('does nothing when it is approved', () =>
    given(Post, published, acted('PostApproved', 'a1')).when(decide.approve('a2')).thenNothing());

  it('is done for a post in review, whose undo sends it back to review', () => {
    given(Post, inReview).when(decide.approve('a1')).then(acted('PostApproved', 'a1'));
    given(Post, inReview, acted('PostApproved', 'a1'))
      .when(decide.undo('a1'))
      .then(undone('a1', { isHeld: true }));
  });
});

describe('hiding a post', () => {
  it('records reason and note', () =>
    given(Post, published).when(decide.hide('a1')).then(acted('PostHidden', 'a1')));

  it('is done for a post in review, too: its owner is told why', () =>
    given(Post, inReview).when(decide.hide('a1')).then(acted('PostHidden', 'a1')));

  it('does nothing when it is hidden', () =>
    given(Post, published, acted('PostHidden', 'a1')).when(decide.hide('a2')).thenNothing());

  it('trims the note', () =>
    given(Post, published)
      .when(Post.HidePost({ postId: 'p1', actId: 'a1', decider, reason: 'other', note: '  Why.  ' }))
      .then({
        type: 'PostHidden',
        data: { postId: 'p1', ownerId: 'ann', actId: 'a1', reason: 'other', note: 'Why.' },
      }));

  it.each([
    ['other', ' ', 'Please describe the reason.'],
    ['spam', 'x'.repeat(501), 'A note has at most 500 characters'],
  ] as const)('for %s is rejected with the note "%s"', (reason, note, message) =>
    given(Post, published)
      .when(Post.HidePost({ postId: 'p1', actId: 'a1', decider, reason, note }))
      .thenRejected(message, 'invalid'),
  );
});

describe('showing a post', () => {
  it('makes a hidden one public', () =>
    given(Post, published, acted('PostHidden', 'a1')).when(decide.show('a2')).then(acted('PostShown', 'a2')));

  it('makes one in review public', () =>
    given(Post, inReview).when(decide.show('a1')).then(acted('PostShown', 'a1')));

  it('does nothing when it is public', () => given(Post, published).when(decide.show('a1')).thenNothing());

  it('records a reason if one is given', () =>
    given(Post, inReview)
      .when(
        Post.ShowPost({ postId: 'p1', actId: 'a1', decider, given: { reason: 'quality', note: 'Fine.' } }),
      )
      .then({
        type: 'PostShown',
        data: { postId: 'p1', ownerId: 'ann', actId: 'a1', reason: 'quality', note: 'Fine.' },
      }));
});

describe('removing a post', () => {
  const removed = acted('PostRemoved', 'a1');

  it('records reason and note', () => given(Post, published).when(decide.remove('a1')).then(removed));

  it('does nothing when it is removed', () =>
    given(Post, published, removed).when(decide.remove('a2')).thenNothing());

  it('needs a note for the reason other', () =>
    given(Post, published)
      .when(Post.RemovePost({ postId: 'p1', actId: 'a1', decider, reason: 'other', note: '' }))
      .thenRejected('Please describe the reason.', 'invalid'));

  it.each(['approve', 'hide', 'show'] as const)('must be undone before anything else, such as %s', (name) =>
    given(Post, published, removed)
      .when(decide[name]('a2'))
      .thenRejected('This post was removed. Undo that first.', 'conflict'),
  );

  it('lets the site delete it after 30 days, which an undo or an open appeal prevents', () => {
    const [day30, before] = ['2026-12-21T09:00:00.000Z', '2026-12-21T08:59:59.999Z'];
    const deletion = (now: string, hasOpenAppeal = false) =>
      Post.DeleteRemovedPost({ postId: 'p1', now, hasOpenAppeal });
    const { imageHash } = published.data.picture;
    const data = { postId: 'p1', ownerId: 'ann', because: 'moderation', imageHash } as const;
    given(Post, published, removed).when(deletion(day30)).then({ type: 'PostDeleted', data });
    given(Post, published, removed).when(deletion(before)).thenNothing();
    given(Post, published, removed).when(deletion(day30, true)).thenNothing();
    given(Post, published, removed, undone('a1')).when(deletion(day30)).thenNothing();
    given(Post, published, acted('PostHidden', 'a1')).when(deletion(day30)).thenNothing();
    given(Post, published, removed, postDeleted('p1')).when(deletion(day30)).thenNothing();
    given(Post).when(deletion(day30)).thenNothing();
  });
});

describe('undoing an act on a post', () => {
  it('leaves what later acts did', () => {
    const hidden = acted('PostHidden', 'a1');
    given(Post, published, hidden, acted('PostApproved', 'a2'))
      .when(decide.undo('a1'))
      .then(undone('a1', { isModerated: true }));
    given(Post, published, hidden, acted('PostRemoved', 'a2'))
      .when(decide.undo('a1'))
      .then(undone('a1', { isRemoved: true, cause: cause('a2', 'removed') }));
  });

  it('leaves what earlier acts did', () =>
    given(Post, published, acted('PostHidden', 'a1'), acted('PostShown', 'a2'))
      .when(decide.undo('a2'))
      .then(undone('a2', { isHidden: true, cause: cause('a1', 'hidden') })));

  it('comes after the act that hides the post from then on', () => {
    const undo = (other?: 'PostHidden' | 'PostRemoved') =>
      given(
        Post,
        published,
        acted('PostHidden', 'a1'),
        ...(other === undefined ? [] : [acted(other, 'a3')]),
      ).when(
        Post.UndoPostAct({
          postId: 'p1',
          actId: 'a1',
          decider,
          because: 'A mistake.',
          hiddenBy: { actId: 'a2', reason: 'spam', note: '', at: AT },
        }),
      );
    const hiding = acted('PostHidden', 'a2');
    undo().then(
      { ...hiding, data: { ...hiding.data, note: '' } },
      undone('a1', { isHidden: true, cause: cause('a2', 'hidden') }),
    );
    // Something else hides it.
    undo('PostHidden').then(undone('a1', { isHidden: true, cause: cause('a3', 'hidden') }));
    undo('PostRemoved').then(undone('a1', { isRemoved: true, cause: cause('a3', 'removed') }));
  });

  it('makes the post public if no act is left', () =>
    given(Post, published, acted('PostRemoved', 'a1')).when(decide.undo('a1')).then(undone('a1')));

  it('does nothing when it was undone', () =>
    given(Post, published, acted('PostHidden', 'a1'), undone('a1')).when(decide.undo('a1')).thenNothing());

  it.each([
    ['approve', acted('PostApproved', 'a1')],
    ['hide', acted('PostHidden', 'a1')],
    ['remove', acted('PostRemoved', 'a1')],
  ] as const)('is not taken back by a late retry: %s', (again, act) =>
    given(Post, published, act, undone('a1')).when(decide[again]('a1')).thenNothing(),
  );

  it('is rejected for an act that never was', () =>
    given(Post, published).when(decide.undo('a1')).thenRejected('Act not found', 'notFound'));
});

describe('any decision about a post', () => {
  const names = ['approve', 'hide', 'show', 'remove', 'undo'] as const;

  it.each(names)('is rejected for posts that do not exist: %s', (name) => {
    given(Post).when(decide[name]('a1')).thenRejected('Post not found', 'notFound');
    given(Post, published, postDeleted('p1'))
      .when(decide[name]('a1'))
      .thenRejected('Post not found', 'notFound');
  });

  it.each(names)('is rejected for one’s own posts: %s', (name) =>
    given(Post, published, acted('PostHidden', 'a1'))
      .when(decide[name]('a1', someone('ann')))
      .thenRejected('You cannot decide about your own content. Another admin has to.', 'forbidden'),
  );

  it('is open to admins with another account', () =>
    given(Post, published)
      .when(decide.approve('a1', someone('bob')))
      .then(acted('PostApproved', 'a1')));
});

describe('the status of a post', () => {
  it.each([
    [{}, 'pending'],
    [{ isModerated: true }, 'approved'],
    [{ isModerated: true, isHidden: true }, 'hidden'],
    [{ isHidden: true, isRemoved: true }, 'removed'],
  ])('of %j is %s', (facts, status) => {
    expect(statusOf({ ...none, ...facts }, false)).toBe(status);
    expect(statusOf({ ...none, ...facts }, true)).toBe('escalated');
  });
});
