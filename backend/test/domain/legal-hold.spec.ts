import { unmoderated } from '../../src/domain/post/post-moderation.js';
import { Post } from '../../src/domain/post/post.js';
import { given } from '../support/given.js';
import { postDeleted, postPublished } from '../support/made-up.js';
import { acted, decide, escalated, escalation, lifted, lifting } from '../support/post-acts.js';
import { someone } from '../support/roles.js';

const published = postPublished('p1');
const inReview = postPublished('p1', { isPublic: false, moderationFlags: ['may show a face'] });
const self = someone('ann');
const OWN = 'You cannot decide about your own content. Another admin has to.';
const gone = postDeleted('p1');
const A_YEAR_LATER = '2027-11-21T09:00:00.000Z';

describe('escalating a post', () => {
  it('puts it under legal hold, whatever was decided before', () => {
    given(Post, published).when(escalation('e1')).then(escalated('e1'));
    given(Post, inReview).when(escalation('e1')).then(escalated('e1'));
    given(Post, published, acted('PostRemoved', 'a1')).when(escalation('e1')).then(escalated('e1'));
  });

  it('does nothing while it is under legal hold', () =>
    given(Post, published, escalated('e1')).when(escalation('e2')).thenNothing());

  it('is possible again after the hold was lifted', () =>
    given(Post, published, escalated('e1'), lifted('e1')).when(escalation('e2')).then(escalated('e2')));

  it('is rejected for the own post, and for one that does not exist', () => {
    given(Post, published).when(escalation('e1', self)).thenRejected(OWN, 'forbidden');
    given(Post).when(escalation('e1')).thenRejected('Post not found', 'notFound');
    given(Post, published, gone).when(escalation('e1')).thenRejected('Post not found', 'notFound');
  });
});

describe('lifting a legal hold', () => {
  it('makes the post public again, unless something else keeps it from the public', () => {
    given(Post, published, escalated('e1')).when(lifting('e1')).then(lifted('e1', true));
    given(Post, published, acted('PostHidden', 'a1'), escalated('e1'))
      .when(lifting('e1'))
      .then(lifted('e1', false));
    given(Post, published, escalated('e1'), acted('PostRemoved', 'a1'))
      .when(lifting('e1'))
      .then(lifted('e1', false));
    given(Post, inReview, escalated('e1')).when(lifting('e1')).then(lifted('e1', false));
  });

  it('is possible for a post that was deleted meanwhile', () =>
    given(Post, published, escalated('e1'), gone).when(lifting('e1')).then(lifted('e1', false)));

  it('does nothing when repeated', () =>
    given(Post, published, escalated('e1'), lifted('e1')).when(lifting('e1')).thenNothing());

  it('is rejected for the own post, for another act, and without a hold', () => {
    given(Post, published, escalated('e1')).when(lifting('e1', self)).thenRejected(OWN, 'forbidden');
    given(Post, published, escalated('e1')).when(lifting('e2')).thenRejected('Act not found', 'notFound');
    given(Post, published, acted('PostHidden', 'a1'))
      .when(lifting('a1'))
      .thenRejected('Act not found', 'notFound');
    given(Post).when(lifting('e1')).thenRejected('Post not found', 'notFound');
  });
});

describe('a post under legal hold', () => {
  const removed = [published, acted('PostRemoved', 'a1')] as const;
  const due = Post.DeleteRemovedPost({ postId: 'p1', now: A_YEAR_LATER, hasOpenAppeal: false });

  it('is not deleted after 30 days, but once the hold is lifted', () => {
    given(Post, ...removed, escalated('e1'))
      .when(due)
      .thenNothing();
    given(Post, ...removed, escalated('e1'), lifted('e1', false))
      .when(due)
      .then({ ...gone, data: { ...gone.data, because: 'moderation' } });
  });

  it('can be deleted by its owner', () =>
    given(Post, published, escalated('e1'))
      .when(Post.DeletePost({ postId: 'p1', ownerId: 'ann', because: 'owner' }))
      .then(gone));

  it('stays off the site when other acts are undone', () => {
    const data = { postId: 'p1', ownerId: 'ann', actId: 'a1', because: 'A mistake.' };
    given(Post, published, acted('PostHidden', 'a1'), escalated('e1'))
      .when(decide.undo('a1'))
      .then({ type: 'PostActUndone', data: { ...data, isPublic: false, ...unmoderated(false) } });
  });

  it('is not shown by showing it', () =>
    given(Post, published, escalated('e1')).when(decide.show('a1')).thenNothing());
});
