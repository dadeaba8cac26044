import { LikeComment, UnlikeComment } from '../../src/domain/comment/comment-like.commands.js';
import { commentLike } from '../../src/domain/comment/comment-like.js';
import { LikePost, UnlikePost } from '../../src/domain/like/like.commands.js';
import { like } from '../../src/domain/like/like.js';
import { given } from '../support/given.js';

const post = { postId: 'p1', ownerId: 'ann', isPublic: true };
const hidden = { ...post, isPublic: false };
const liked = { type: 'Liked', data: { postId: 'p1', userId: 'bob' } } as const;
const unliked = { type: 'Unliked', data: { postId: 'p1', userId: 'bob' } } as const;

describe('liking a post', () => {
  const command = new LikePost({ post, userId: 'bob' });

  it('adds a like', () => given(like).when(command).then(liked));
  it('does nothing when repeated', () => given(like, liked).when(command).thenNothing());
  it('works again after the like was removed', () => given(like, liked, unliked).when(command).then(liked));
  it('does not find a hidden post', () =>
    given(like)
      .when(new LikePost({ post: hidden, userId: 'bob' }))
      .thenRejected('Post not found', 'notFound'));
  it('is allowed for the owner, even of a hidden post', () =>
    given(like)
      .when(new LikePost({ post: hidden, userId: 'ann' }))
      .then({ type: 'Liked', data: { postId: 'p1', userId: 'ann' } }));
  it('has one stream per person and post', () => expect(like.id(command.data)).toBe('p1-bob'));
});

describe('unliking a post', () => {
  const command = new UnlikePost({ post, userId: 'bob' });

  it('removes the like', () => given(like, liked).when(command).then(unliked));
  it('does nothing without a like', () => given(like).when(command).thenNothing());
  it('does nothing when repeated', () => given(like, liked, unliked).when(command).thenNothing());
});

describe('likes of comments', () => {
  const comment = { commentId: 'c1', postId: 'p1', authorId: 'eve' };
  const give = new LikeComment({ comment, post, userId: 'bob' });
  const remove = new UnlikeComment({ comment, userId: 'bob' });
  const given1 = { type: 'CommentLiked', data: { commentId: 'c1', postId: 'p1', userId: 'bob' } } as const;
  const removed1 = { ...given1, type: 'CommentUnliked' } as const;

  it('are added', () => given(commentLike).when(give).then(given1));
  it('are removed', () => given(commentLike, given1).when(remove).then(removed1));
  it('can be added again', () => given(commentLike, given1, removed1).when(give).then(given1));
  it('are added once', () => given(commentLike, given1).when(give).thenNothing());
  it('are removed once', () => given(commentLike).when(remove).thenNothing());
  it('are rejected on a hidden post', () =>
    given(commentLike)
      .when(new LikeComment({ comment, post: hidden, userId: 'bob' }))
      .thenRejected('Post not found', 'notFound'));
  it('have one stream per person and comment', () => expect(commentLike.id(give.data)).toBe('c1-bob'));
});
