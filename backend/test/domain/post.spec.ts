import { DeletePost, PublishPost } from '../../src/domain/post/post.commands.js';
import { post } from '../../src/domain/post/post.js';
import { PublishPicture, WithdrawPicture } from '../../src/domain/post/publication.commands.js';
import { publication } from '../../src/domain/post/publication.js';
import { given } from '../support/given.js';
import { postPublished } from '../support/made-up.js';

const published = postPublished('p1');
const { isPublic: _, ...wish } = published.data;
const conflict = 'You have already published this photo.';

describe('publishing a post', () => {
  // docs:begin publish
  it('puts it onto the board at once', () => given(post).when(new PublishPost(wish)).then(published));

  it('keeps it back for a review when there is a reason to', () =>
    given(post)
      .when(new PublishPost({ ...wish, moderationFlags: ['may show a face'] }))
      .then(postPublished('p1', { isPublic: false, moderationFlags: ['may show a face'] })));

  it('happens once, however often its owner tries', () =>
    given(post, published).when(new PublishPost(wish)).thenNothing());

  it('is not for others once it is there', () =>
    given(post, published)
      .when(new PublishPost({ ...wish, ownerId: 'bob' }))
      .thenRejected(conflict, 'conflict'));
  // docs:end publish
});

describe('publishing a picture', () => {
  const place = { ownerId: 'ann', imageHash: 'a'.repeat(64), postId: 'p1' };
  const placed = { type: 'PicturePublished', data: place } as const;

  it('takes the place of the picture among the person’s', () =>
    given(publication).when(new PublishPicture(place)).then(placed));

  it('refuses the same picture as another post', () =>
    given(publication, placed)
      .when(new PublishPicture({ ...place, postId: 'p2' }))
      .thenRejected(conflict, 'conflict'));

  it('stays quiet when the same post is tried again', () =>
    given(publication, placed).when(new PublishPicture(place)).thenNothing());
});

describe('deleting a post', () => {
  const owners = { postId: 'p1', ownerId: 'ann', because: 'owner' } as const;
  const { imageHash } = published.data.picture;
  const deleted = { type: 'PostDeleted', data: { ...owners, imageHash } } as const;

  it('takes it off the board, with its picture', () =>
    given(post, published).when(new DeletePost(owners)).then(deleted));

  it('is not for others, who do not learn of it either', () =>
    given(post, published)
      .when(new DeletePost({ ...owners, ownerId: 'bob' }))
      .thenRejected('Post not found', 'notFound'));

  it('needs a post', () =>
    given(post).when(new DeletePost(owners)).thenRejected('Post not found', 'notFound'));

  it('stays quiet when it is gone already', () =>
    given(post, published, deleted)
      .when(new DeletePost({ ...owners, because: 'account deleted' }))
      .thenNothing());

  it('is for good: the same post is not published again', () =>
    given(post, published, deleted).when(new PublishPost(published.data)).thenRejected(conflict, 'conflict'));
});

describe('withdrawing a picture', () => {
  const place = { ownerId: 'ann', imageHash: 'a'.repeat(64), postId: 'p1' };
  const placed = { type: 'PicturePublished', data: place } as const;
  const withdrawn = { type: 'PictureWithdrawn', data: place } as const;

  it('gives its place free', () =>
    given(publication, placed).when(new WithdrawPicture(place)).then(withdrawn));

  it('lets the picture be published as another post', () => {
    const next = { ...place, postId: 'p2' };
    given(publication, placed, withdrawn)
      .when(new PublishPicture(next))
      .then({ type: 'PicturePublished', data: next });
  });

  it('stays quiet when it has no place, or has it as another post by now', () => {
    given(publication).when(new WithdrawPicture(place)).thenNothing();
    given(publication, placed, withdrawn).when(new WithdrawPicture(place)).thenNothing();
    given(publication, { type: 'PicturePublished', data: { ...place, postId: 'p2' } })
      .when(new WithdrawPicture(place))
      .thenNothing();
  });
});
