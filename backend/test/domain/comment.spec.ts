import { Comment } from '../../src/domain/comment/comment.js';
import { given } from '../support/given.js';
import { NOBODY } from '../../src/domain/admin/person.js';
import { someone } from '../support/roles.js';

const post = { postId: 'p1', ownerId: 'ann', isPublic: true };
const say = (changes: Partial<Parameters<typeof Comment.PostComment>[0]> = {}) =>
  Comment.PostComment({
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
  it('adds a comment to a post', () => given(Comment).when(say()).then(posted()));

  it('may reply to another on the same post', () =>
    given(Comment)
      .when(say({ parent: { commentId: 'c0', postId: 'p1', authorId: 'eve', depth: 1 } }))
      .then(posted({ parent: { commentId: 'c0', authorId: 'eve' } })));

  it('may reply down to a depth of 50', () => {
    const parent = { commentId: 'c0', postId: 'p1', authorId: 'eve' };
    given(Comment)
      .when(say({ parent: { ...parent, depth: 49 } }))
      .then(posted({ parent: { commentId: 'c0', authorId: 'eve' } }));
    given(Comment)
      .when(say({ parent: { ...parent, depth: 50 } }))
      .thenRejected('This thread is as deep as it gets. Please reply to an earlier comment.', 'invalid');
  });

  it('trims the text', () =>
    given(Comment)
      .when(say({ text: ' \n Lovely light.\t ' }))
      .then(posted()));

  it('allows 500 characters after trimming', () =>
    given(Comment)
      .when(say({ text: ` ${'x'.repeat(500)} ` }))
      .then(posted({ text: 'x'.repeat(500) })));

  it('counts an emoji as one character', () =>
    given(Comment)
      .when(say({ text: '🦶'.repeat(500) }))
      .then(posted({ text: '🦶'.repeat(500) })));

  it('does nothing when repeated', () =>
    given(Comment, posted())
      .when(say({ text: ' Lovely light.\n' }))
      .thenNothing());

  it('does nothing when a reply is repeated', () =>
    given(Comment, posted({ parent: { commentId: 'c0', authorId: 'eve' } }))
      .when(say({ parent: { commentId: 'c0', postId: 'p1', authorId: 'eve', depth: 1 } }))
      .thenNothing());

  it.each([
    ['another person', { authorId: 'ann' }],
    ['another text', { text: 'Lovely night.' }],
    ['another post', { post: { ...post, postId: 'p2' } }],
    ['another parent', { parent: { commentId: 'c0', postId: 'p1', authorId: 'eve', depth: 1 } }],
  ])('does not share its id with %s', (_, changes) =>
    given(Comment, posted())
      .when(say(changes))
      .thenRejected('Another comment already has this id.', 'conflict'),
  );

  it('rejects a longer text', () =>
    given(Comment)
      .when(say({ text: 'x'.repeat(501) }))
      .thenRejected('A comment has at most 500 characters', 'invalid'));

  it.each(['', '   ', '\n\t'])('rejects an empty text: %j', (text) =>
    given(Comment).when(say({ text })).thenRejected('Please write something first.', 'invalid'),
  );

  it('does not find a hidden post', () =>
    given(Comment)
      .when(say({ post: { ...post, isPublic: false } }))
      .thenRejected('Post not found', 'notFound'));

  it('does not find a parent comment on another post', () =>
    given(Comment)
      .when(say({ parent: { commentId: 'c0', postId: 'p2', authorId: 'eve', depth: 1 } }))
      .thenRejected('Comment not found', 'notFound'));
});

const about = { commentId: 'c1', postId: 'p1', postOwnerId: 'ann', authorId: 'bob', parent: null };
const hidden = {
  type: 'CommentHidden',
  data: { ...about, actId: 'a1', reason: 'abuse', note: 'Be kind.' },
} as const;
const undone = { type: 'CommentActUndone', data: { ...about, actId: 'a1', because: 'A joke.' } } as const;

describe('hiding a comment', () => {
  const hide = (accountId: string | null = null, changes = {}) =>
    Comment.HideComment({
      commentId: 'c1',
      actId: 'a1',
      decider: accountId === null ? NOBODY : someone(accountId),
      reason: 'abuse',
      note: ' Be kind. ',
      ...changes,
    });
  const undo = (accountId: string | null = null, actId = 'a1') =>
    Comment.UndoCommentAct({
      commentId: 'c1',
      actId,
      decider: accountId === null ? NOBODY : someone(accountId),
      because: 'A joke.',
    });
  const deletion = {
    type: 'CommentDeleted',
    data: { ...about, because: 'author', wasHidden: true },
  } as const;

  it('records reason and note', () => given(Comment, posted()).when(hide()).then(hidden));
  it('does nothing when repeated', () => given(Comment, posted(), hidden).when(hide()).thenNothing());
  it('needs a note for the reason other', () =>
    given(Comment, posted())
      .when(hide(null, { reason: 'other', note: '' }))
      .thenRejected('Please describe the reason.', 'invalid'));

  it('can be undone once', () => {
    given(Comment, posted(), hidden).when(undo()).then(undone);
    given(Comment, posted(), hidden, undone).when(undo()).thenNothing();
    given(Comment, posted(), hidden).when(undo(null, 'a2')).thenRejected('Act not found', 'notFound');
  });

  it('can be done again after that', () =>
    given(Comment, posted(), hidden, undone)
      .when(hide(null, { actId: 'a2' }))
      .then({ type: 'CommentHidden', data: { ...hidden.data, actId: 'a2' } }));

  it.each([
    ['hiding', hide],
    ['undoing', undo],
  ] as const)('is rejected for comments that do not exist, and for one’s own: %s', (_, command) => {
    given(Comment).when(command()).thenRejected('Comment not found', 'notFound');
    given(Comment, posted(), hidden, deletion).when(command()).thenRejected('Comment not found', 'notFound');
    given(Comment, posted(), hidden)
      .when(command('bob'))
      .thenRejected('You cannot decide about your own content. Another admin has to.', 'forbidden');
  });
});

describe('deleting a comment', () => {
  const remove = (by: string, because: Parameters<typeof Comment.DeleteComment>[0]['because'] = 'author') =>
    Comment.DeleteComment({ commentId: 'c1', by, because });
  const deleted = (because: Parameters<typeof Comment.DeleteComment>[0]['because']) =>
    ({
      type: 'CommentDeleted',
      data: {
        commentId: 'c1',
        postId: 'p1',
        postOwnerId: 'ann',
        authorId: 'bob',
        parent: null,
        because,
        wasHidden: false,
      },
    }) as const;

  it('is allowed for its author', () => given(Comment, posted()).when(remove('bob')).then(deleted('author')));

  it('records the parent comment and the owner of the post', () => {
    const parent = { commentId: 'c0', authorId: 'eve' };
    const { type, data } = deleted('author');
    given(Comment, posted({ parent }))
      .when(remove('bob'))
      .then({ type, data: { ...data, parent } });
  });

  it('is rejected for other users', () =>
    given(Comment, posted())
      .when(remove('ann'))
      .thenRejected('You can only delete your own comments.', 'forbidden'));

  it.each(['parent deleted', 'account deleted'] as const)('is forced when %s', (because) =>
    given(Comment, posted()).when(remove('ann', because)).then(deleted(because)),
  );

  it('does nothing when repeated', () =>
    given(Comment, posted(), deleted('author')).when(remove('bob')).thenNothing());

  it('does not find a comment that was never posted', () =>
    given(Comment).when(remove('bob')).thenRejected('Comment not found', 'notFound'));

  it('says that an admin had hidden it', () => {
    const { type, data } = deleted('author');
    given(Comment, posted(), hidden)
      .when(remove('bob'))
      .then({ type, data: { ...data, wasHidden: true } });
    given(Comment, posted(), hidden, undone).when(remove('bob')).then(deleted('author'));
  });

  it('prevents the comment from being posted again', () =>
    given(Comment, posted(), deleted('author')).when(say()).thenNothing());
});
