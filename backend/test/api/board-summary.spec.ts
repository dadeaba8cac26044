import type { BoardSummary } from '../../src/api/leaderboard/leaderboard.controller.js';
import { Post } from '../../src/domain/post/post.js';
import { useOwnApp } from '../support/app.js';
import { decider, given } from '../support/post-acts.js';
import { usePerson } from '../support/people.js';
import { publishPost, rate, send } from '../support/posts.js';

describe('the summary of the boards', () => {
  const app = useOwnApp('not shared yet');
  const ann = usePerson(app, 'ann@example.org');
  const summary = async () => {
    const { body } = await app.browser().get<BoardSummary>('/api/leaderboard/summary');
    return { ...body, podium: body.podium.map(({ rank, id }) => [rank, id]) };
  };

  it('has the first three of the running week that have a score, as they are now', async () => {
    expect(await summary()).toEqual({ posts: 0, ratings: 0, podium: [] });
    // Nobody has rated it.
    const unrated = await publishPost(app, ann.id, null);
    expect(await summary()).toEqual({ posts: 1, ratings: 0, podium: [] });
    const best = await publishPost(app, ann.id, 9);
    await rate(app, unrated, ann.id, 7);
    const first = [1, best];
    expect(await summary()).toEqual({ posts: 2, ratings: 1, podium: [first, [2, unrated]] });
    const others = [await publishPost(app, ann.id, 8), await publishPost(app, ann.id, 7.5)];
    const [second, third] = [
      [2, others[0]],
      [3, others[1]],
    ];
    expect(await summary()).toEqual({ posts: 4, ratings: 1, podium: [first, second, third] });
    await send(app, Post.HidePost({ postId: best, actId: crypto.randomUUID(), decider, ...given }));
    expect(await summary()).toMatchObject({
      posts: 3,
      podium: [
        [1, others[0]],
        [2, others[1]],
        [3, unrated],
      ],
    });
  });

  it('has no podium when the next week begins', async () => {
    app.clock.advance(7 * 86_400_000);
    expect(await summary()).toEqual({ posts: 3, ratings: 1, podium: [] });
  });
});
