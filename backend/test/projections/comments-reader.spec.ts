import { people } from '../../src/projections/accounts/people.projection.js';
import { commentLikes } from '../../src/projections/comments/comment-likes.projection.js';
import { comments } from '../../src/projections/comments/comments.projection.js';
import type { Projection } from '../../src/projections/projection.js';
import { type StorySite, openSite } from '../support/story-site.js';
import type { Happened } from '../support/given.js';
import { destroyed, registered, shownAs } from '../support/people-story.js';

const VIEWS = [people, comments, commentLikes] as unknown as readonly Projection<object>[];

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

describe('the reader of comments', () => {
  let site: StorySite;
  beforeAll(async () => {
    site = await openSite(VIEWS);
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
  afterAll(() => site.close());

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
    liked: true,
    parentCommentId: null,
    replies: [],
  };

  it('returns threads with names and the likes of the person who asks', async () => {
    const threads = await site.readers.comments.threads('p1', 'cleo');
    expect(threads).toMatchObject([
      {
        id: 'c3',
        userId: 'ann',
        username: 'SunnyOtter4821',
        displayUsername: null,
        liked: false,
        replies: [],
      },
      { ...c1, replies: [{ id: 'c2', parentCommentId: 'c1', replies: [{ id: 'c4' }] }] },
    ]);
    expect(threads).toHaveLength(2);
  });

  it('marks no comment as liked for a visitor', async () => {
    const [, first] = await site.readers.comments.threads('p1', null);
    expect(first).toMatchObject({ id: 'c1', liked: false, likesCount: 2 });
  });

  it('leaves out comments of a person whose key is destroyed, and comments without text', async () => {
    const shown = JSON.stringify(await site.readers.comments.threads('p1', 'cleo'));
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
