import { Post } from '../../src/domain/post/post.js';
import { PublishedPicture } from '../../src/domain/post/published-picture.js';
import { given } from '../support/given.js';
import { postPublished, toPublish } from '../support/made-up.js';

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
