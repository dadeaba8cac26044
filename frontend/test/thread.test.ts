import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Comment } from '../src/api/generated/schema.d.ts';
import {
  changeComment,
  countReplies,
  findComment,
  idsOf,
  joinPages,
  movedAway,
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
  isHidden: false,
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
    const after = changeComment(comments, 'c', (found) => ({ ...found, likesCount: 7 }));
    assert.equal(after[0]?.replies[0]?.replies[0]?.likesCount, 7);
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

describe('movedAway', () => {
  const list = (isComplete: boolean) => ({ comments: [comment('i'), comment('h')], total: 9, isComplete });
  const moved = (isComplete: boolean, ...answered: string[]) =>
    movedAway(comments, list(isComplete), new Set(answered)).map(({ id }) => id);

  it('are threads with an open reply form that are in the list no longer', () => {
    assert.deepEqual(moved(false, 'f', 'h'), ['a']);
    assert.deepEqual(moved(false), []);
  });
  it('are none if all pages are loaded: then they are deleted', () => assert.deepEqual(moved(true, 'f'), []));
});

describe('joinPages', () => {
  const reply = (id: string, parentCommentId: string, replies: Comment[] = []) => ({
    ...comment(id, replies),
    parentCommentId,
  });

  it('lists the comments of all pages', () =>
    assert.deepEqual(
      joinPages([comments, [comment('i')]]).map(({ id }) => id),
      ['a', 'h', 'i'],
    ));
  it('puts the replies of a thread that goes on under the comments that they answer, once each', () => {
    const first = comment('a', [reply('b', 'a', [reply('c', 'b')])]);
    const second = comment('a', [reply('d', 'c'), reply('e', 'a', [reply('f', 'e')]), reply('c', 'b')]);
    const third = comment('a', [reply('g', 'f')]);
    const joined = joinPages([[comment('z'), first], [second], [third, comment('y')]]);
    assert.deepEqual(sketch(threadsOf(joined)), [
      ['z', '', []],
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
            ],
          ],
          [
            'e',
            '',
            [
              ['f', '', []],
              ['g', 'name of f', []],
            ],
          ],
        ],
      ],
      ['y', '', []],
    ]);
    assert.deepEqual(idsOf([first]), ['a', 'b', 'c']);
  });
  it('keeps replies to the deepest level on that level', () => {
    let chain = reply('l50', 'l49');
    for (let level = 49; level > 1; level -= 1) chain = reply(`l${level}`, `l${level - 1}`, [chain]);
    const pages = [[comment('l1', [chain])], [comment('l1', [reply('l51', 'l50'), reply('l52', 'l51')])]];
    const depthOf = ({ replies }: Comment): number => 1 + Math.max(0, ...replies.map(depthOf));
    const joined = joinPages(pages);
    assert.deepEqual([joined.map(depthOf), joined.map(countReplies)], [[50], [51]]);
  });
});

describe('findComment', () => {
  it('finds one at any depth', () => assert.equal(findComment(comments, 'f')?.id, 'f'));
  it('is undefined for an unknown id', () => assert.equal(findComment(comments, 'x'), undefined));
});
