import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { QueryClient } from '@tanstack/react-query';
import { queryKeys } from '../src/api/query-keys.ts';
import { knownPost } from '../src/features/post/known-post.ts';

const common = {
  id: 'post-1',
  imageUrl: '/images/post-1/1280.webp',
  thumbhash: 'abcdef',
  width: 800,
  height: 600,
  aiScore: '7.4',
  likesCount: 3,
  commentsCount: 2,
  isBoosted: false,
  boostType: null,
  createdAt: '2026-11-20T10:00:00.000Z',
};
const names = {
  username: 'CalmOtter1234',
  displayUsername: 'Sunny',
  bio: null,
  socialLinks: null,
  profilePictureUrl: null,
};
const { username: anonymousUsername, ...profile } = names;
const person = { id: 'person-1', anonymousUsername, ...profile };
const shown = { isPublic: true, isModerated: true, moderationFlags: [], decision: null };
const listed = {
  ...common,
  ...names,
  ...shown,
  userId: 'person-1',
  imageHash: 'hash',
  averageRating: '8.0',
  ratingsCount: 5,
};
const week = (isClosed: boolean) => ({
  board: { week: '2026-W47', startsAt: '', endsAt: '', isClosed, clockAhead: 0 },
  posts: [{ ...listed, averageRating: '6.1', rank: 1, removed: false }],
  next: undefined,
});
const winner = {
  averageRating: '6.1',
  ratingsCount: 2,
  aiScore: null,
  rank: 1,
  postId: 'post-1',
  removed: false,
  userId: 'person-1',
  username: 'CalmOtter1234',
  displayUsername: 'Sunny',
  profilePictureUrl: null,
  imageUrl: common.imageUrl,
  thumbhash: 'abcdef',
  width: 800,
  height: 600,
};

/** A cache with one answer in pages. */
function having(queryKey: readonly unknown[], page: object): QueryClient {
  const queryClient = new QueryClient();
  queryClient.setQueryData(queryKey, { pages: [page], pageParams: [undefined] });
  return queryClient;
}

const lists = {
  board: () => having(queryKeys.posts.list('', 'top'), { posts: [listed] }),
  week: () => having(queryKeys.boards.week(undefined, '', 'top'), week(false)),
  profile: () => {
    const post = { ...common, overallRating: '8.0', ratingsCount: 5 };
    return having(queryKeys.profiles.profile('person-1'), { user: person, posts: [post] });
  },
  own: () => {
    const post = {
      ...common,
      averageRating: '8.0',
      voteCount: 5,
      isPublic: false,
      moderationFlags: ['face'],
      decision: null,
    };
    const queryClient = having(queryKeys.own.posts, { posts: [post] });
    queryClient.setQueryData(queryKeys.session, person);
    return queryClient;
  },
};

describe('a post that is opened', () => {
  for (const [name, listOf] of Object.entries(lists)) {
    it(`is known from the list: ${name}`, () => {
      const queryClient = listOf();
      const post = knownPost(queryClient, 'post-1');
      assert.equal(post?.username, 'CalmOtter1234');
      assert.equal(post?.displayUsername, 'Sunny');
      assert.equal(post?.userId, 'person-1');
      assert.equal(post?.ratingsCount, 5);
      assert.equal(post?.averageRating, name === 'week' ? '6.1' : '8.0');
      assert.equal(post?.isPublic, name !== 'own');
      // Until the server has answered.
      const state = queryClient.getQueryState(queryKeys.posts.post('post-1'));
      assert.deepEqual([state?.data, state?.isInvalidated], [post, true]);
      assert.equal(knownPost(queryClient, 'post-2'), undefined);
    });
  }

  const outlines = {
    'a closed week': having(queryKeys.boards.week('2026-W47', '', 'top'), week(true)),
    'the Hall of Fame': having(queryKeys.boards.hallOfFame, {
      weeks: [{ week: '2026-W47', winners: [winner] }],
    }),
  };
  for (const [name, queryClient] of Object.entries(outlines)) {
    it(`is known from ${name} without its figures of today`, () => {
      const post = knownPost(queryClient, 'post-1');
      assert.deepEqual(
        [post?.imageUrl, post?.width, post?.username],
        [common.imageUrl, 800, 'CalmOtter1234'],
      );
      assert.equal(queryClient.getQueryData(queryKeys.posts.post('post-1')), undefined);
    });
  }

  it('is not known of a winner that was removed, nor of a list of somebody who has signed out', () => {
    const gone = { ...winner, removed: true, userId: null, username: null, imageUrl: null, width: null };
    const winners = [{ ...gone, height: null, thumbhash: null }];
    const queryClient = having(queryKeys.boards.hallOfFame, { weeks: [{ week: '2026-W47', winners }] });
    assert.equal(knownPost(queryClient, 'post-1'), undefined);
    const own = lists.own();
    own.setQueryData(queryKeys.session, null);
    assert.equal(knownPost(own, 'post-1'), undefined);
  });

  it('stays as the server has answered, whatever a list says', () => {
    const queryClient = lists.board();
    queryClient.setQueryData(queryKeys.posts.post('post-1'), { ...listed, averageRating: '9.9' });
    assert.equal(knownPost(queryClient, 'post-1')?.averageRating, '9.9');
  });
});
