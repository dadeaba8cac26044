import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withNews } from '../src/features/live/live-news.ts';

const post = (id: string, more: object = {}) => ({
  id,
  imageUrl: `/images/${id}/1280.webp`,
  averageRating: '7.0',
  ratingsCount: 1,
  likesCount: 0,
  commentsCount: 0,
  ...more,
});
const figures = new Map([
  ['b', { id: 'b', averageRating: '8.5', ratingsCount: 2, likesCount: 3, commentsCount: 4 }],
]);
const news = { figures, removed: new Set(['z']) };
const changed = { averageRating: '8.5', ratingsCount: 2, likesCount: 3, commentsCount: 4 };

describe('withNews', () => {
  it('changes a single post', () => assert.deepEqual(withNews(post('b'), news), post('b', changed)));

  it('changes a post on any page of a list, and leaves the others as they are', () => {
    const pages = { pages: [{ posts: [post('a')] }, { posts: [post('b'), post('c')] }], pageParams: [null] };
    const after = withNews(pages, news);
    assert.deepEqual(after.pages[1]?.posts, [post('b', changed), post('c')]);
    assert.equal(after.pages[0], pages.pages[0]);
    assert.equal(after.pages[1]?.posts[1], pages.pages[1]?.posts[1]);
  });

  it('takes what is gone out of lists, but not out of final standings', () => {
    const list = { posts: [post('a'), post('z'), post('c')] };
    assert.deepEqual(withNews(list, news).posts, [post('a'), post('c')]);
    const closed = { ...list, isClosed: true };
    assert.equal(withNews(closed, news), closed);
  });

  it('knows the other names of rating and votes', () => {
    const { averageRating: _, ratingsCount: __, ...own } = post('b', { overallRating: '7.0', voteCount: 1 });
    assert.deepEqual(withNews({ user: { id: 'b' }, posts: [own] }, news).posts, [
      { ...own, overallRating: '8.5', voteCount: 2, likesCount: 3, commentsCount: 4 },
    ]);
  });

  it('moves the board of the running week, and no final standings', () => {
    const board = (isClosed: boolean) => ({ week: '2026-W46', isClosed, posts: [post('b', { rank: 1 })] });
    assert.deepEqual(withNews(board(false), news).posts, [post('b', { rank: 1, ...changed })]);
    const closed = board(true);
    assert.equal(withNews(closed, news), closed);
  });

  it('leaves comments alone, also one that has the id of a post', () => {
    const comments = [{ id: 'b', text: 'Nice', likesCount: 0, replies: [] }];
    assert.equal(withNews(comments, news), comments);
  });

  it('gives the same object when nothing changes', () => {
    const board = { posts: [post('a'), post('b', changed)], none: null, nothing: undefined };
    assert.equal(withNews(board, news), board);
    assert.equal(withNews(undefined, news), undefined);
  });
});
