import { PublishPost } from '../../src/domain/post/post.commands.js';
import { post } from '../../src/domain/post/post.js';
import { PublishPicture } from '../../src/domain/post/publication.commands.js';
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

  it('happens once', () =>
    given(post, published).when(new PublishPost(wish)).thenRejected(conflict, 'conflict'));
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
