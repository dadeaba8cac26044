import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Comment } from '../src/api/generated/schema.d.ts';
import {
  type Draft,
  draftAt,
  type DraftTarget,
  lostReplies,
  repliesOf,
  withId,
  withoutDraft,
  withoutId,
  withText,
} from '../src/features/comments/drafts.ts';
import { freshCount } from '../src/features/comments/thread.ts';

const comment = (id: string, replies: Comment[] = []): Comment => ({
  id,
  userId: `user of ${id}`,
  username: `name of ${id}`,
  displayUsername: null,
  profilePictureUrl: null,
  text: id,
  createdAt: '2026-11-21T12:00:00.000Z',
  likesCount: 0,
  isHidden: false,
  parentCommentId: null,
  replies,
});
const onPost: DraftTarget = { authorId: 'ann', postId: 'p1', parent: null };
const replyTo = (commentId: string): DraftTarget => ({
  ...onPost,
  parent: { commentId, name: `name of ${commentId}` },
});
const draft = (target: DraftTarget, text = 'Lovely.', id: string | null = null): Draft => ({
  ...target,
  text,
  id,
});

describe('a draft', () => {
  const drafts = [draft(onPost, 'Of Ann.'), draft({ ...onPost, authorId: 'bob' }, 'Of Bob.')];

  it('exists once for each person, post and comment', () => {
    const all = [...drafts, draft(replyTo('a'), 'To a.'), draft({ ...onPost, postId: 'p2' }, 'Elsewhere.')];
    assert.equal(draftAt(all, onPost)?.text, 'Of Ann.');
    assert.equal(draftAt(all, { ...onPost, authorId: 'bob' })?.text, 'Of Bob.');
    assert.equal(draftAt(all, replyTo('a'))?.text, 'To a.');
    assert.equal(draftAt(all, replyTo('b')), undefined);
    assert.equal(draftAt(withText(all, onPost, 'Better.'), onPost)?.text, 'Better.');
    assert.equal(withText(all, onPost, 'Better.').length, all.length);
    assert.deepEqual(withoutDraft(drafts, onPost), drafts.slice(1));
  });

  it('keeps its id until its text changes', () => {
    const sent = withId(drafts, onPost, 'first try');
    assert.equal(draftAt(sent, onPost)?.id, 'first try');
    assert.equal(draftAt(withId(sent, onPost, 'second try'), onPost)?.id, 'first try');
    assert.equal(draftAt(withText(sent, onPost, ' Of Ann.\n'), onPost)?.id, 'first try');
    assert.equal(draftAt(withText(sent, onPost, 'Of Anna.'), onPost)?.id, null);
    assert.equal(draftAt(withoutId(sent, 'first try'), onPost)?.id, null);
    assert.deepEqual(withoutId(sent, 'another'), sent);
  });
});

describe('lostReplies', () => {
  it('are the replies with a text whose comment is gone, at any depth', () => {
    const replies = [...'abcd'].map((id) => draft(replyTo(id)));
    const comments = [comment('a', [comment('b', [comment('c')])])];
    assert.deepEqual(lostReplies([...replies, draft(replyTo('e'), ' \n')], comments), [replies[3]]);
    assert.deepEqual(lostReplies(replies, []), replies);
  });
});

describe('repliesOf', () => {
  it('are the replies of one person on one post', () => {
    const own = draft(replyTo('a'));
    const others = [draft(onPost), { ...own, authorId: 'bob' }, { ...own, postId: 'p2' }];
    assert.deepEqual(repliesOf([own, ...others], 'ann', 'p1'), [own]);
  });
});

describe('freshCount', () => {
  const list = (total: number, isComplete: boolean) => ({
    comments: [comment('a', [comment('b')]), comment('c')],
    total,
    isComplete,
  });

  it('counts comments beyond those that were read, and is never negative', () => {
    assert.equal(freshCount(3, list(3, true), []), 0);
    assert.equal(freshCount(5, list(3, true), []), 2);
    assert.equal(freshCount(2, list(3, true), []), 0);
  });
  it('leaves out comments sent from here until they are read', () => {
    assert.equal(freshCount(4, list(3, true), ['own']), 0);
    assert.equal(freshCount(5, list(3, true), ['own', 'own']), 1);
    assert.equal(freshCount(5, list(3, true), ['b']), 2);
  });
  it('counts those beyond the total at the first page while pages are missing', () => {
    assert.equal(freshCount(9000, list(9000, false), []), 0);
    assert.equal(freshCount(9002, list(9000, false), ['own']), 1);
    assert.equal(freshCount(8999, list(9000, false), []), 0);
  });
  it('counts those that were read, not the total, once all pages are there', () =>
    assert.equal(freshCount(5, list(2, true), []), 2));
});
