import { people } from '../../src/projections/accounts/people.js';
import { commentLikes } from '../../src/projections/comments/comment-likes.js';
import { comments, type ShownComments } from '../../src/projections/comments/comments.js';
import type { Scalar } from '../../src/kernel/query.js';
import type { Comment } from '../../src/projections/comments/comment.js';
import { useSite } from '../support/story-site.js';
import type { Happened } from '../support/given.js';
import { destroyed, registered, shownAs } from '../support/people-story.js';

const site = useSite([people, comments, commentLikes]);

const commented = (
  commentId: string,
  authorId: string,
  {
    minute = 0,
    parent = null as string | null,
    postId = 'p1',
    text = `${commentId} says` as string | null,
  } = {},
): Happened => ({
  type: 'CommentPosted',
  data: {
    commentId,
    postId,
    postOwnerId: 'ann',
    authorId,
    parent: parent === null ? null : { commentId: parent, authorId: 'ann' },
    text,
  },
  at: `2026-11-21T09:${String(minute).padStart(2, '0')}:00.000Z`,
});
const liked = (commentId: string, userId: string, minute = 0, postId = 'p1'): Happened => ({
  type: 'CommentLiked',
  data: { commentId, postId, userId },
  at: `2026-11-21T10:${String(minute).padStart(2, '0')}:00.000Z`,
});

describe('pages of comments', () => {
  beforeAll(async () => {
    const replies = (name: string, count: number, parent: (index: number) => string) =>
      Array.from({ length: count }, (_, index) =>
        commented(`${name}${index}`, 'ann', { parent: parent(index), postId: name }),
      );
    await site.tell(
      registered('ann', 'SunnyOtter4821'),
      // 120 roots, of which every second one has a reply.
      ...Array.from({ length: 120 }, (_, index) =>
        commented(`root${index}`, 'ann', { minute: index % 60, postId: 'wide' }),
      ),
      ...Array.from({ length: 60 }, (_, index) =>
        commented(`under${2 * index}`, 'ann', { parent: `root${2 * index}`, postId: 'wide' }),
      ),
      // Two roots whose replies do not fit on one page.
      ...['full-a', 'full-b'].map((id, minute) => commented(id, 'ann', { minute, postId: 'full' })),
      ...replies('full', 1001, (index) => (index % 2 === 0 ? 'full-a' : 'full-b')),
      // One root with more replies than fit on a page, a chain of replies to one of them, and an older root.
      commented('older', 'ann', { minute: 1, postId: 'long' }),
      commented('newer', 'ann', { minute: 2, postId: 'long' }),
      ...replies('long', 2100, (index) =>
        index < 1500 ? 'newer' : index === 1500 ? 'long7' : `long${index - 1}`,
      ),
      // A chain that is deeper than comments can get today.
      commented('top', 'ann', { postId: 'deep' }),
      ...replies('deep', 1200, (index) => (index === 0 ? 'top' : `deep${index - 1}`)),
    );
  });

  const pagesOf = async (postId: string) => {
    const pages: (readonly Comment[])[] = [];
    let cursor: readonly Scalar[] | null = null;
    do {
      const page: ShownComments = await site.readers.comments.page(postId, cursor);
      pages.push(page.comments);
      cursor = page.next;
    } while (cursor);
    return pages;
  };
  const idsIn = (threads: readonly Comment[]): string[] =>
    threads.flatMap(({ id, replies }) => [id, ...idsIn(replies)]);

  it('have 50 roots with all their replies, newest first', async () => {
    const pages = await pagesOf('wide');
    expect(pages.map(({ length }) => length)).toEqual([50, 50, 20]);
    const ids = pages.flatMap(idsIn);
    expect([ids.length, new Set(ids).size, await site.readers.comments.count('wide')]).toEqual([
      180, 180, 180,
    ]);
    const roots = pages.flat();
    expect(roots.map(({ createdAt }) => createdAt)).toEqual(
      roots
        .map(({ createdAt }) => createdAt)
        .toSorted()
        .reverse(),
    );
    for (const { id, replies } of roots) {
      const number = Number(id.slice(4));
      expect(replies.map((reply) => reply.id)).toEqual(number % 2 === 0 ? [`under${number}`] : []);
    }
  });

  it('have fewer roots if those have more than 1,000 replies', async () => {
    const pages = await pagesOf('full');
    expect(pages.map((roots) => roots.map(({ id }) => id))).toEqual([['full-b'], ['full-a']]);
    expect(pages.map((roots) => idsIn(roots).length)).toEqual([501, 502]);
  });

  it('repeat a root with more than 1,000 replies, each time with its next ones, and lose none', async () => {
    const pages = await pagesOf('long');
    expect(pages.map((roots) => roots.map(({ id }) => id))).toEqual([
      ['newer'],
      ['newer'],
      ['newer'],
      ['older'],
    ]);
    expect(pages.map((roots) => idsIn(roots).length)).toEqual([1001, 1001, 101, 1]);
    const ids = new Set(pages.flatMap(idsIn));
    expect(ids.size).toBe(2102);
  });

  it('show old chains of any depth', async () => {
    const pages = await pagesOf('deep');
    expect(pages.map((roots) => idsIn(roots).length)).toEqual([1001, 201]);
    expect(new Set(pages.flatMap(idsIn)).size).toBe(1201);
  });

  it('go on with the next root if the root of a long thread was deleted meanwhile', async () => {
    const gone = ['2026-11-21T09:02:00.000Z', 'gone', '1', '2026-11-21T09:00:00.000Z', 'long7'];
    const { comments: shown, next } = await site.readers.comments.page('long', gone);
    expect([idsIn(shown).length, next]).toEqual([1, null]);
  });
});

describe('the reader of comments', () => {
  beforeAll(async () => {
    await site.tell(
      registered('ann', 'SunnyOtter4821'),
      registered('bob', 'QuietElk1234'),
      ...shownAs('bob', 'Bob'),
      destroyed('gone'),
      commented('c1', 'bob', { minute: 1 }),
      commented('c2', 'ann', { minute: 2, parent: 'c1' }),
      commented('c3', 'ann', { minute: 3 }),
      commented('c4', 'bob', { minute: 4, parent: 'c2' }),
      commented('elsewhere', 'bob', { minute: 5, postId: 'p2' }),
      // The key of the person is destroyed; in the other case only the text is missing.
      commented('c6', 'gone', { minute: 6 }),
      commented('c7', 'ann', { minute: 7, text: null }),
      commented('c8', 'bob', { minute: 8, parent: 'c7' }),
      liked('c1', 'cleo', 2),
      liked('c1', 'ann', 1),
      liked('elsewhere', 'cleo', 0, 'p2'),
    );
  });

  const ofBob = {
    userId: 'bob',
    username: 'QuietElk1234',
    displayUsername: 'Bob',
    profilePictureUrl: '/images/picture-bob/320.webp',
  };
  const c1 = {
    ...ofBob,
    id: 'c1',
    text: 'c1 says',
    createdAt: '2026-11-21T09:01:00.000Z',
    likesCount: 2,
    parentCommentId: null,
    replies: [],
  };

  it('returns threads with names', async () => {
    const threads = (await site.readers.comments.page('p1', null)).comments;
    expect(threads).toMatchObject([
      {
        id: 'c3',
        userId: 'ann',
        username: 'SunnyOtter4821',
        displayUsername: null,
        replies: [],
      },
      { ...c1, replies: [{ id: 'c2', parentCommentId: 'c1', replies: [{ id: 'c4' }] }] },
    ]);
    expect(threads).toHaveLength(2);
  });

  it('leaves out comments of a person whose key is destroyed, and comments without text', async () => {
    const shown = JSON.stringify(await site.readers.comments.page('p1', null));
    for (const hidden of ['c6', 'c7', 'c8', 'gone']) expect(shown).not.toContain(hidden);
  });

  it('lists comments by author, newest first', async () => {
    const ids = (await site.readers.comments.by('bob')).map(({ _id }) => _id);
    expect(ids).toEqual(['c8', 'elsewhere', 'c4', 'c1']);
  });

  it('returns the facts that decisions need', async () => {
    const facts = { commentId: 'c2', postId: 'p1', authorId: 'ann' };
    expect(await site.readers.comments.facts('c2')).toEqual(facts);
    expect(await site.readers.comments.facts('nothing')).toBeNull();
  });

  it('returns replies, and replies to replies separately', async () => {
    expect(await site.readers.comments.repliesTo(['c1'])).toEqual(['c2']);
    expect((await site.readers.comments.repliesTo(['c1', 'c2', 'c3'])).toSorted()).toEqual(['c2', 'c4']);
    expect(await site.readers.comments.repliesTo([])).toEqual([]);
  });

  it('lists comments by post, with replies and with hidden ones', async () => {
    expect(await site.readers.comments.idsOn('p1')).toEqual(['c8', 'c7', 'c6', 'c4', 'c3', 'c2', 'c1']);
    expect(await site.readers.comments.idsOn('p2')).toEqual(['elsewhere']);
  });

  it('lists who likes a comment, the oldest like first', async () => {
    expect(await site.readers.commentLikes.has('c1', 'cleo')).toBe(true);
    expect(await site.readers.commentLikes.has('c1', 'bob')).toBe(false);
    expect(await site.readers.commentLikes.by('cleo')).toMatchObject([
      { commentId: 'elsewhere', postId: 'p2', userId: 'cleo' },
      { commentId: 'c1', postId: 'p1', userId: 'cleo' },
    ]);
  });
});
