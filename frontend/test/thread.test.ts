import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Comment } from '../src/api/types.ts';
import {
  changeComment,
  countReplies,
  findComment,
  shownOf,
  type Thread,
  threadsOf,
} from '../src/features/comments/thread.ts';

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

/** a ─ b ─ c ─ d ─ e, with f beside e and g beside c; h beside a. */
const comments = [
  comment('a', [comment('b', [comment('c', [comment('d', [comment('e'), comment('f')])]), comment('g')])]),
  comment('h'),
];

const sketch = (threads: Thread[]): unknown =>
  threads.map(({ comment: { id }, inReplyTo, replies }) => [id, inReplyTo ?? '', sketch(replies)]);

describe('threadsOf', () => {
  it('moves deeper replies to the third level, after the comment that they reply to', () =>
    assert.deepEqual(sketch(threadsOf(comments)), [
      [
        'a',
        '',
        [
          [
            'b',
            '',
            [
              ['c', '', []],
              ['d', 'name of c', []],
              ['e', 'name of d', []],
              ['f', 'name of d', []],
              ['g', '', []],
            ],
          ],
        ],
      ],
      ['h', '', []],
    ]));
});

describe('countReplies', () => {
  it('counts at any depth', () => assert.deepEqual(comments.map(countReplies), [6, 0]));
});

describe('changeComment', () => {
  it('changes one at any depth, and keeps the other objects', () => {
    const after = changeComment(comments, 'c', (found) => ({ ...found, liked: true }));
    assert.equal(after[0]?.replies[0]?.replies[0]?.liked, true);
    assert.equal(after[0]?.replies[0]?.replies[1], comments[0]?.replies[0]?.replies[1]);
    assert.equal(after[1], comments[1]);
  });
  it('removes one with its replies', () => {
    const after = changeComment(comments, 'c', () => null);
    assert.deepEqual(after.map(countReplies), [2, 0]);
    assert.deepEqual(
      after[0]?.replies[0]?.replies.map(({ id }) => id),
      ['g'],
    );
  });
  it('changes nothing for an unknown id', () => {
    const after = changeComment(comments, 'z', () => null);
    assert.deepEqual(after, comments);
    assert.equal(after[0], comments[0]);
  });
});

describe('shownOf', () => {
  const many = ['i', 'j', 'k'].map((id) => comment(id));
  const shown = (most: number, ...answered: string[]) =>
    shownOf([...many, ...comments], most, new Set(answered)).map(({ id }) => id);

  it('are the first comments', () => assert.deepEqual(shown(2), ['i', 'j']));
  it('are all comments if there are no more', () => assert.equal(shown(9).length, 5));
  it('include those with an open reply form, at any depth', () => {
    assert.deepEqual(shown(1, 'k'), ['i', 'k']);
    assert.deepEqual(shown(2, 'f', 'gone'), ['i', 'j', 'a']);
  });
});

describe('findComment', () => {
  it('finds one at any depth', () => assert.equal(findComment(comments, 'f')?.id, 'f'));
  it('is undefined for an unknown id', () => assert.equal(findComment(comments, 'x'), undefined));
});
