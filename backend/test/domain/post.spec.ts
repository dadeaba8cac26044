import { Post } from '../../src/domain/post/post.js';
import { PublishedPicture } from '../../src/domain/post/published-picture.js';
import { given } from '../support/given.js';
import { postDeleted, postPublished, toPublish } from '../support/made-up.js';
import { escalated } from '../support/post-acts.js';

const published = postPublished('p1');
const command = toPublish('p1');
const held = postPublished('p1', {
  isPublic: false,
  review: 'before',
  moderationFlags: ['may show a face'],
});
const conflict = 'You have already published this photo.';

describe('publishing a post', () => {
  // docs:begin publish
  it('puts it on the board at once', () => given(Post).when(Post.PublishPost(command)).then(published));

  it('holds it for review when there are moderation flags', () =>
    given(Post)
      .when(Post.PublishPost({ ...command, moderationFlags: ['may show a face'] }))
      .then(held));

  it('does nothing when its owner repeats it', () =>
    given(Post, published).when(Post.PublishPost(command)).thenNothing());

  it('is rejected for other users once the post exists', () =>
    given(Post, published)
      .when(Post.PublishPost({ ...command, ownerId: 'bob' }))
      .thenRejected(conflict, 'conflict'));
  // docs:end publish

  it.each([
    ['new', { isPublic: true, review: 'after' }],
    ['trusted', { isPublic: true, review: 'none' }],
    ['under strikes', { isPublic: false, review: 'before' }],
  ] as const)('depends on the standing of its owner: %s', (standing, outcome) =>
    given(Post)
      .when(Post.PublishPost({ ...command, standing }))
      .then(postPublished('p1', { standing, ...outcome })),
  );
});

describe('publishing a picture', () => {
  const publishing = { ownerId: 'ann', imageHash: 'a'.repeat(64), postId: 'p1' };
  const pictured = { type: 'PicturePublished', data: publishing } as const;

  it('records the picture for the person', () =>
    given(PublishedPicture)
      .when(PublishedPicture.PublishPicture({ ...publishing, abandoned: null }))
      .then(pictured));

  it('rejects the same picture in another post', () =>
    given(PublishedPicture, pictured)
      .when(PublishedPicture.PublishPicture({ ...publishing, postId: 'p2', abandoned: 'p3' }))
      .thenRejected(conflict, 'conflict'));

  it('takes the place of an attempt that was interrupted', () => {
    const next = { ...publishing, postId: 'p2' };
    given(PublishedPicture, pictured)
      .when(PublishedPicture.PublishPicture({ ...next, abandoned: 'p1' }))
      .then({ type: 'PicturePublished', data: next });
  });

  it('does nothing when repeated for the same post', () =>
    given(PublishedPicture, pictured)
      .when(PublishedPicture.PublishPicture({ ...publishing, abandoned: null }))
      .thenNothing());
});

describe('deleting a post', () => {
  const owners = { postId: 'p1', ownerId: 'ann', because: 'owner' } as const;
  const { imageHash } = published.data.picture;
  const deleted = { type: 'PostDeleted', data: { ...owners, imageHash } } as const;

  it('deletes the post with its picture', () =>
    given(Post, published).when(Post.DeletePost(owners)).then(deleted));

  it('is rejected for other users as if the post did not exist', () =>
    given(Post, published)
      .when(Post.DeletePost({ ...owners, ownerId: 'bob' }))
      .thenRejected('Post not found', 'notFound'));

  it('is rejected when the post does not exist', () =>
    given(Post).when(Post.DeletePost(owners)).thenRejected('Post not found', 'notFound'));

  it('does nothing when repeated', () =>
    given(Post, published, deleted)
      .when(Post.DeletePost({ ...owners, because: 'account deleted' }))
      .thenNothing());

  it('is permanent: the same post cannot be published again', () =>
    given(Post, published, deleted).when(Post.PublishPost(command)).thenRejected(conflict, 'conflict'));
});

describe('the score sheet of a post', () => {
  const data = { postId: 'p1', ownerId: 'ann' };
  const shown = { type: 'ScoreSheetShown', data } as const;
  const hidden = { type: 'ScoreSheetHidden', data } as const;
  const show = (isPublic: boolean, ownerId = 'ann') => Post.ShowScoreSheet({ ...data, ownerId, isPublic });

  it('is shown and hidden by its owner', () => {
    given(Post, published).when(show(true)).then(shown);
    given(Post, published, shown).when(show(false)).then(hidden);
    given(Post, published, shown, hidden).when(show(true)).then(shown);
  });

  it('stays as it is when that is repeated, and is hidden at first', () => {
    given(Post, published).when(show(false)).thenNothing();
    given(Post, published, shown).when(show(true)).thenNothing();
  });

  it.each([
    ['another person', [published], 'bob'],
    ['the owner of a deleted post', [published, postDeleted('p1')], 'ann'],
    ['the owner of a post under legal hold', [published, escalated('a1')], 'ann'],
  ] as const)('is not shown by %s', (_, before, ownerId) =>
    given(Post, ...before)
      .when(show(true, ownerId))
      .thenRejected('Post not found', 'notFound'),
  );

  it('does not exist for a post without a rating', () =>
    given(Post, postPublished('p1', { rating: null }))
      .when(show(true))
      .thenRejected('This post has no score sheet.', 'conflict'));
});

describe('withdrawing a picture', () => {
  const publishing = { ownerId: 'ann', imageHash: 'a'.repeat(64), postId: 'p1' };
  const pictured = { type: 'PicturePublished', data: publishing } as const;
  const withdrawn = { type: 'PictureWithdrawn', data: publishing } as const;

  it('allows it to be published again', () =>
    given(PublishedPicture, pictured).when(PublishedPicture.WithdrawPicture(publishing)).then(withdrawn));

  it('lets the picture be published as another post', () => {
    const next = { ...publishing, postId: 'p2' };
    given(PublishedPicture, pictured, withdrawn)
      .when(PublishedPicture.PublishPicture({ ...next, abandoned: null }))
      .then({ type: 'PicturePublished', data: next });
  });

  it('does nothing when the picture is not published or belongs to another post now', () => {
    given(PublishedPicture).when(PublishedPicture.WithdrawPicture(publishing)).thenNothing();
    given(PublishedPicture, pictured, withdrawn)
      .when(PublishedPicture.WithdrawPicture(publishing))
      .thenNothing();
    given(PublishedPicture, { type: 'PicturePublished', data: { ...publishing, postId: 'p2' } })
      .when(PublishedPicture.WithdrawPicture(publishing))
      .thenNothing();
  });
});
