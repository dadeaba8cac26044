import { DeleteComment, PostComment } from '../../src/domain/comment/comment.commands.js';
import { commentEvents } from '../../src/domain/comment/comment.events.js';
import { comment } from '../../src/domain/comment/comment.js';
import { given } from '../support/given.js';

const post = { postId: 'p1', ownerId: 'ann', isPublic: true };
const say = (changes: Partial<PostComment['data']> = {}) =>
  new PostComment({
    commentId: 'c1',
    post,
    authorId: 'bob',
    parent: null,
    text: 'Lovely light.',
    ...changes,
  });
const posted = (changes: { text?: string; parent?: { commentId: string; authorId: string } } = {}) =>
  ({
    type: 'CommentPosted',
    data: {
      commentId: 'c1',
      postId: 'p1',
      postOwnerId: 'ann',
      authorId: 'bob',
      parent: null,
      text: 'Lovely light.',
      ...changes,
    },
  }) as const;

describe('posting a comment', () => {
  it('says something about a post', () => given(comment).when(say()).then(posted()));

  it('may reply to another on the same post', () =>
    given(comment)
      .when(say({ parent: { commentId: 'c0', postId: 'p1', authorId: 'eve' } }))
      .then(posted({ parent: { commentId: 'c0', authorId: 'eve' } })));

  it('leaves out the space around the text', () =>
    given(comment)
      .when(say({ text: ' \n Lovely light.\t ' }))
      .then(posted()));

  it('may be 500 characters long after that', () =>
    given(comment)
      .when(say({ text: ` ${'x'.repeat(500)} ` }))
      .then(posted({ text: 'x'.repeat(500) })));

  it('counts an emoji as one of them', () =>
    given(comment)
      .when(say({ text: '🦶'.repeat(500) }))
      .then(posted({ text: '🦶'.repeat(500) })));

  it('stays quiet when it is tried again', () =>
    given(comment, posted())
      .when(say({ text: ' Lovely light.\n' }))
      .thenNothing());

  it('stays quiet when a reply is tried again', () =>
    given(comment, posted({ parent: { commentId: 'c0', authorId: 'eve' } }))
      .when(say({ parent: { commentId: 'c0', postId: 'p1', authorId: 'eve' } }))
      .thenNothing());

  it.each([
    ['another person', { authorId: 'ann' }],
    ['another text', { text: 'Lovely night.' }],
    ['another post', { post: { ...post, postId: 'p2' } }],
    ['another place', { parent: { commentId: 'c0', postId: 'p1', authorId: 'eve' } }],
  ])('keeps its id from %s', (_, changes) =>
    given(comment, posted())
      .when(say(changes))
      .thenRejected('Another comment has this id already.', 'conflict'),
  );

  it('refuses a longer text', () =>
    given(comment)
      .when(say({ text: 'x'.repeat(501) }))
      .thenRejected('A comment has at most 500 characters', 'invalid'));

  it.each(['', '   ', '\n\t'])('refuses one that says nothing: %j', (text) =>
    given(comment).when(say({ text })).thenRejected('Please write something first.', 'invalid'),
  );

  it('finds no hidden post', () =>
    given(comment)
      .when(say({ post: { ...post, isPublic: false } }))
      .thenRejected('Post not found', 'notFound'));

  it('finds no comment on another post to reply to', () =>
    given(comment)
      .when(say({ parent: { commentId: 'c0', postId: 'p2', authorId: 'eve' } }))
      .thenRejected('Comment not found', 'notFound'));
});

describe('deleting a comment', () => {
  const remove = (by: string, because: DeleteComment['data']['because'] = 'author') =>
    new DeleteComment({ commentId: 'c1', by, because });
  const deleted = (because: DeleteComment['data']['because']) =>
    ({
      type: 'CommentDeleted',
      data: { commentId: 'c1', postId: 'p1', postOwnerId: 'ann', authorId: 'bob', parent: null, because },
    }) as const;

  it('is up to its author', () => given(comment, posted()).when(remove('bob')).then(deleted('author')));

  it('tells what it replied to, and whose post it was about', () => {
    const parent = { commentId: 'c0', authorId: 'eve' };
    const { type, data } = deleted('author');
    given(comment, posted({ parent }))
      .when(remove('bob'))
      .then({ type, data: { ...data, parent } });
  });

  it('told neither in its first version', () => {
    const ofFirst = { commentId: 'c1', postId: 'p1', authorId: 'bob', because: 'author' };
    const lifted = commentEvents.CommentDeleted.upcast?.[1]?.(ofFirst);
    expect(lifted).toEqual({ ...ofFirst, postOwnerId: null, parent: null });
  });

  it('refuses others', () =>
    given(comment, posted())
      .when(remove('ann'))
      .thenRejected('You can only delete your own comments.', 'forbidden'));

  it.each(['parent deleted', 'account deleted'] as const)('follows when it must: %s', (because) =>
    given(comment, posted()).when(remove('ann', because)).then(deleted(because)),
  );

  it('stays quiet the second time', () =>
    given(comment, posted(), deleted('author')).when(remove('bob')).thenNothing());

  it('finds none that was never posted', () =>
    given(comment).when(remove('bob')).thenRejected('Comment not found', 'notFound'));

  it('keeps the comment from being posted again', () =>
    given(comment, posted(), deleted('author')).when(say()).thenNothing());
});
