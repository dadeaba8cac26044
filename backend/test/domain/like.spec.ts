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
  const wish = new LikePost({ post, userId: 'bob' });

  it('gives a like', () => given(like).when(wish).then(liked));
  it('stays quiet the second time', () => given(like, liked).when(wish).thenNothing());
  it('may be done again after it was taken back', () => given(like, liked, unliked).when(wish).then(liked));
  it('finds no hidden post', () =>
    given(like)
      .when(new LikePost({ post: hidden, userId: 'bob' }))
      .thenRejected('Post not found', 'notFound'));
  it('is open to the owner, of a hidden post too', () =>
    given(like)
      .when(new LikePost({ post: hidden, userId: 'ann' }))
      .then({ type: 'Liked', data: { postId: 'p1', userId: 'ann' } }));
  it('is one stream a person and post', () => expect(like.id(wish.data)).toBe('p1-bob'));
});

describe('liking a post no more', () => {
  const wish = new UnlikePost({ post, userId: 'bob' });

  it('takes the like back', () => given(like, liked).when(wish).then(unliked));
  it('stays quiet where none was given', () => given(like).when(wish).thenNothing());
  it('stays quiet the second time', () => given(like, liked, unliked).when(wish).thenNothing());
});

describe('likes of comments', () => {
  const comment = { commentId: 'c1', postId: 'p1', authorId: 'eve' };
  const give = new LikeComment({ comment, post, userId: 'bob' });
  const takeBack = new UnlikeComment({ comment, userId: 'bob' });
  const given1 = { type: 'CommentLiked', data: { commentId: 'c1', postId: 'p1', userId: 'bob' } } as const;
  const taken1 = { ...given1, type: 'CommentUnliked' } as const;

  it('are given', () => given(commentLike).when(give).then(given1));
  it('are taken back', () => given(commentLike, given1).when(takeBack).then(taken1));
  it('may be given again', () => given(commentLike, given1, taken1).when(give).then(given1));
  it('are given once', () => given(commentLike, given1).when(give).thenNothing());
  it('are taken back once', () => given(commentLike).when(takeBack).thenNothing());
  it('are not to be had on a hidden post', () =>
    given(commentLike)
      .when(new LikeComment({ comment, post: hidden, userId: 'bob' }))
      .thenRejected('Post not found', 'notFound'));
  it('are one stream a person and comment', () => expect(commentLike.id(give.data)).toBe('c1-bob'));
});
