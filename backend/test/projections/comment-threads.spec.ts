import type { Stored } from '../../src/kernel/document-store.js';
import { Comment } from '../../src/projections/comments/comment.js';
import { DEEPEST_COMMENT } from '../../src/domain/comment/comment.js';
import { threadsOf } from '../../src/projections/comments/comment.js';
import type { CommentDocument } from '../../src/projections/comments/comments.js';

const author = {
  username: 'QuietHeron1234',
  displayUsername: null,
  bio: null,
  socialLinks: null,
  profilePictureUrl: null,
};

function comment(id: string, parentId: string | null, minute: number): Comment {
  const createdAt = new Date(Date.UTC(2026, 10, 21, 9, minute)).toISOString();
  const document: Stored<CommentDocument> = {
    _id: id,
    _position: 1,
    postId: 'p1',
    authorId: 'bob',
    parentId,
    text: id,
    createdAt,
    likesCount: 0,
    isHidden: false,
    hidden: null,
  };
  return new Comment(document, id, author);
}

type Outline = readonly (string | Outline)[];
const outline = (threads: readonly Comment[]): Outline =>
  threads.flatMap(({ id, replies }) => (replies.length > 0 ? [id, outline(replies)] : [id]));

describe('the threads of comments', () => {
  it('are sorted newest first, with replies oldest first', () => {
    const threads = threadsOf([
      comment('d', 'a', 5),
      comment('b', null, 2),
      comment('c', 'a', 3),
      comment('a', null, 1),
      comment('e', 'c', 4),
    ]);
    expect(outline(threads)).toEqual(['b', 'a', ['c', ['e'], 'd']]);
  });

  it('leave out replies to a missing comment, at any depth', () => {
    const threads = threadsOf([
      comment('a', null, 1),
      comment('c', 'gone', 2),
      comment('d', 'c', 3),
      comment('e', 'd', 4),
    ]);
    expect(outline(threads)).toEqual(['a']);
  });

  it('are sorted by id within the same millisecond', () => {
    const threads = threadsOf([
      comment('b', null, 1),
      comment('a', null, 1),
      comment('d', 'a', 2),
      comment('c', 'a', 2),
      comment('e', 'a', 2),
    ]);
    expect(outline(threads)).toEqual(['b', 'a', ['c', 'd', 'e']]);
  });

  it('do not depend on a monotonic clock', () =>
    expect(outline(threadsOf([comment('b', 'a', 1), comment('a', null, 2)]))).toEqual(['a', ['b']]));

  it('that go on from an earlier page have replies to comments on that page directly under their root', () => {
    const rest = () => [
      comment('a', null, 1),
      comment('d', 'b', 4),
      comment('e', 'd', 5),
      comment('c', 'a', 3),
    ];
    expect(outline(threadsOf(rest(), 'a'))).toEqual(['a', ['c', 'd', ['e']]]);
    expect(outline(threadsOf(rest()))).toEqual(['a', ['c']]);
  });

  it('can be serialised with any length of a chain of replies, and lose none', () => {
    const chain = Array.from({ length: 5000 }, (_, index) =>
      comment(`c${index}`, index === 0 ? null : `c${index - 1}`, index),
    );
    const threads = threadsOf(chain.toReversed());
    const seen: string[] = [];
    let level: readonly Comment[] = threads;
    let levels = 0;
    for (; level.length > 0; levels += 1) {
      seen.push(...level.map(({ id }) => id));
      level = level.flatMap(({ replies }) => replies);
    }
    expect(levels).toBe(DEEPEST_COMMENT);
    expect(seen).toEqual(chain.map(({ id }) => id));
    expect(JSON.parse(JSON.stringify(threads))).toHaveLength(1);
  });
});
