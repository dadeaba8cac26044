import { CommentLike } from '../../src/domain/comment/comment-like.js';
import { Like } from '../../src/domain/like/like.js';
import { given } from '../support/given.js';

const post = { postId: 'p1', ownerId: 'ann', isPublic: true };
const hidden = { ...post, isPublic: false };
const liked = { type: 'Liked', data: { postId: 'p1', userId: 'bob' } } as const;
const unliked = { type: 'Unliked', data: { postId: 'p1', userId: 'bob' } } as const;

describe('liking a post', () => {
  const command = Like.LikePost({ post, userId: 'bob' });

  it('adds a like', () => given(Like).when(command).then(liked));
  it('does nothing when repeated', () => given(Like, liked).when(command).thenNothing());
  it('works again after the like was removed', () => given(Like, liked, unliked).when(command).then(liked));
  it('does not find a hidden post', () =>
    given(Like)
      .when(Like.LikePost({ post: hidden, userId: 'bob' }))
      .thenRejected('Post not found', 'notFound'));
  it('is allowed for the owner, even of a hidden post', () =>
    given(Like)
      .when(Like.LikePost({ post: hidden, userId: 'ann' }))
      .then({ type: 'Liked', data: { postId: 'p1', userId: 'ann' } }));
  it('has one stream per person and post', () => expect(Like.id(command.data)).toBe('p1-bob'));
});

describe('unliking a post', () => {
  const command = Like.UnlikePost({ post, userId: 'bob' });

  it('removes the like', () => given(Like, liked).when(command).then(unliked));
  it('does nothing without a like', () => given(Like).when(command).thenNothing());
  it('does nothing when repeated', () => given(Like, liked, unliked).when(command).thenNothing());
});

describe('likes of comments', () => {
  const comment = { commentId: 'c1', postId: 'p1', authorId: 'eve' };
  const give = CommentLike.LikeComment({ comment, post, userId: 'bob' });
  const remove = CommentLike.UnlikeComment({ comment, userId: 'bob' });
  const given1 = { type: 'CommentLiked', data: { commentId: 'c1', postId: 'p1', userId: 'bob' } } as const;
  const removed1 = { ...given1, type: 'CommentUnliked' } as const;

  it('are added', () => given(CommentLike).when(give).then(given1));
  it('are removed', () => given(CommentLike, given1).when(remove).then(removed1));
  it('can be added again', () => given(CommentLike, given1, removed1).when(give).then(given1));
  it('are added once', () => given(CommentLike, given1).when(give).thenNothing());
  it('are removed once', () => given(CommentLike).when(remove).thenNothing());
  it('are rejected on a hidden post', () =>
    given(CommentLike)
      .when(CommentLike.LikeComment({ comment, post: hidden, userId: 'bob' }))
      .thenRejected('Post not found', 'notFound'));
  it('have one stream per person and comment', () => expect(CommentLike.id(give.data)).toBe('c1-bob'));
});
