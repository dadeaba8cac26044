import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { applyNews, dropOwnPost } from '../src/api/cache.ts';
import { queryKeys } from '../src/api/query-keys.ts';

const post = (id: string, more: object = {}) => ({
  id,
  imageUrl: `/images/${id}/1280.webp`,
  averageRating: '7.0',
  ratingsCount: 1,
  likesCount: 0,
  commentsCount: 0,
  isBoosted: false,
  boostType: null,
  ...more,
});
const boost = { isBoosted: true, boostType: 'mega' as const };
const changed = { averageRating: '8.5', ratingsCount: 2, likesCount: 3, commentsCount: 4, ...boost };
const news = { figures: new Map([['b', { id: 'b', ...changed }]]), removed: new Set(['z']) };
const pagesOf = (...pages: object[][]) => ({
  pages: pages.map((posts) => ({ posts, next: undefined })),
  pageParams: pages.map(() => undefined),
});

/** The cached answer under this key after the news. */
function after<Answer>(queryKey: QueryKey, answer: Answer): Answer {
  const queryClient = new QueryClient();
  queryClient.setQueryData(queryKey, answer);
  applyNews(queryClient, news);
  return queryClient.getQueryData<Answer>(queryKey)!;
}

describe('live news in the cache', () => {
  it('changes a single post, and only that one', () => {
    assert.deepEqual(after(queryKeys.posts.post('b'), post('b')), post('b', changed));
    assert.deepEqual(after(queryKeys.posts.post('a'), post('a')), post('a'));
  });

  it('changes a post on any page of a list, and keeps the other objects', () => {
    const list = pagesOf([post('a')], [post('b'), post('c')]);
    const patched = after(queryKeys.posts.list('', 'recent'), list);
    assert.deepEqual(patched.pages[1]?.posts, [post('b', changed), post('c')]);
    assert.equal(patched.pages[0], list.pages[0]);
    assert.equal(patched.pages[1]?.posts[1], list.pages[1]?.posts[1]);
  });

  it('takes removed posts out of lists', () => {
    for (const key of [queryKeys.posts.list('', 'top'), queryKeys.profiles.profile('p')]) {
      assert.deepEqual(after(key, pagesOf([post('a'), post('z')])).pages[0]?.posts, [post('a')]);
    }
  });

  it("keeps a person's own posts, which they still see when they are hidden, until they are read again", () => {
    const queryClient = new QueryClient();
    const own = pagesOf([post('a'), post('z')]);
    queryClient.setQueryData(queryKeys.own.posts, own);
    applyNews(queryClient, news);
    assert.equal(queryClient.getQueryData(queryKeys.own.posts), own);
    assert.equal(queryClient.getQueryState(queryKeys.own.posts)?.isInvalidated, true);
    dropOwnPost(queryClient, 'z');
    assert.deepEqual(queryClient.getQueryData(queryKeys.own.posts), pagesOf([post('a')]));
  });

  it('takes removed posts off the podium of home, and leaves its figures in their order', () => {
    const summary = { posts: 3, ratings: 3, podium: [post('a'), post('z'), post('b')] };
    const patched = after(queryKeys.boards.summary, summary);
    assert.deepEqual(patched, { ...summary, podium: [post('a'), post('b')] });
    assert.equal(after(queryKeys.boards.summary, patched), patched);
  });

  it("changes a person's own posts and the posts on a profile under their own field names", () => {
    const { averageRating: _, ratingsCount: __, ...shared } = post('b');
    const figures = { likesCount: 3, commentsCount: 4, ...boost };
    assert.deepEqual(
      after(queryKeys.own.posts, pagesOf([{ ...shared, averageRating: '7.0', voteCount: 1 }])).pages[0]
        ?.posts,
      [{ ...shared, ...figures, averageRating: '8.5', voteCount: 2 }],
    );
    assert.deepEqual(
      after(queryKeys.profiles.profile('p'), pagesOf([{ ...shared, overallRating: '7.0', ratingsCount: 1 }]))
        .pages[0]?.posts,
      [{ ...shared, ...figures, overallRating: '8.5', ratingsCount: 2 }],
    );
  });

  /** A cached week: the pages of its board; null for a week without a board. */
  const weekOf = (board: { isClosed: boolean } | null, ...pages: object[][]) => ({
    pages: pages.map((posts) => ({ board, posts, next: undefined })),
    pageParams: pages.map(() => undefined),
  });

  it('changes every page of the running week, under both of its keys', () => {
    const board = weekOf(
      { isClosed: false },
      [post('a')],
      [post('b', { rank: 2, removed: false }), post('z')],
    );
    for (const week of [undefined, '2026-W47']) {
      const patched = after(queryKeys.boards.week(week, '', 'top'), board);
      assert.equal(patched.pages[0], board.pages[0]);
      assert.deepEqual(patched.pages[1]?.posts, [post('b', { rank: 2, removed: false, ...changed })]);
    }
  });

  it('never changes final standings, nor the figures of a removed post', () => {
    const closed = weekOf({ isClosed: true }, [post('b', { removed: false }), post('z')]);
    assert.equal(after(queryKeys.boards.week('2026-W46', '', 'top'), closed), closed);
    const running = weekOf({ isClosed: false }, [post('b', { removed: true })]);
    assert.equal(after(queryKeys.boards.week(undefined, '', 'top'), running), running);
  });

  it('leaves a week without a board, comments and marks alone', () => {
    const none = weekOf(null, []);
    assert.equal(after(queryKeys.boards.week('2020-W01', '', 'top'), none), none);
    const comments = [{ id: 'b', text: 'Nice', likesCount: 0, replies: [] }];
    assert.equal(after(queryKeys.posts.comments('b'), comments), comments);
    const marks = { likedPosts: ['b'], likedComments: [], ratings: {} };
    assert.equal(after(queryKeys.own.marks('b'), marks), marks);
  });

  it('keeps the same object if nothing changes', () => {
    const list = pagesOf([post('a'), post('b', changed)]);
    assert.equal(after(queryKeys.posts.list('', 'recent'), list), list);
  });
});
