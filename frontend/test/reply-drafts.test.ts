import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Comment } from '../src/api/types.ts';
import { lostDrafts, type ReplyDraft, withDraft } from '../src/features/comments/reply-drafts.ts';

const comment = (id: string, replies: Comment[] = []): Comment => ({
  id,
  userId: `user of ${id}`,
  username: `name of ${id}`,
  displayUsername: null,
  profilePictureUrl: null,
  text: id,
  createdAt: '2026-11-21T12:00:00.000Z',
  likesCount: 0,
  liked: false,
  parentCommentId: null,
  replies,
});
const draft = (commentId: string, text = `To ${commentId}.`): ReplyDraft => ({
  commentId,
  to: `name of ${commentId}`,
  text,
});

describe('lostDrafts', () => {
  it('are those whose comment is gone, at any depth', () => {
    const drafts = [draft('a'), draft('b'), draft('c'), draft('d')];
    const comments = [comment('a', [comment('b', [comment('c')])])];
    assert.deepEqual(lostDrafts(drafts, comments), [draft('d')]);
    assert.deepEqual(lostDrafts(drafts, []), drafts);
  });
});

describe('withDraft', () => {
  it('keeps one draft a comment', () =>
    assert.deepEqual(withDraft([draft('a'), draft('b')], draft('a', 'Better.')), [
      draft('b'),
      draft('a', 'Better.'),
    ]));
  it('keeps none in which nothing is written', () =>
    assert.deepEqual(withDraft([draft('a'), draft('b')], draft('a', ' \n')), [draft('b')]));
});
