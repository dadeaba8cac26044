import type { PostRank } from '../../src/projections/weekly/rank.reader.js';
import { WeekClosing } from '../../src/reactions/timers/week-closing.js';
import { useOwnApp } from '../support/app.js';
import { publishPost, rate } from '../support/posts.js';
import { usePerson } from '../support/people.js';

const DAY = 86_400_000;

describe('the rank of a post', () => {
  const app = useOwnApp('not shared yet');
  const ann = usePerson(app, 'ann@example.org');
  const rankOf = (id: string, browser = app.browser()) => browser.get<PostRank>(`/api/posts/${id}/rank`);
  const shown = ({ aiScore, ratingsCount, ratingsSum }: PostRank) => {
    const count = ratingsCount + (aiScore === null ? 0 : 1);
    return count === 0 ? '0.0' : (Math.round(((Number(aiScore) + ratingsSum) / count) * 10) / 10).toFixed(1);
  };

  it('comes with figures that add up to the average shown, for any ratings', async () => {
    for (const ai of [null, 7.4, 0, 10, 3.3]) {
      const id = await publishPost(app, 'bob', ai);
      for (const score of [0, 10, 7, 7, 3, 9, 1]) {
        const { body } = await rankOf(id);
        expect(body.averageRating).toBe(shown(body));
        const { body: post } = await app.browser().viewPost(id);
        const { averageRating, ratingsCount, aiScore } = body;
        expect(post).toMatchObject({ averageRating, ratingsCount, aiScore });
        await rate(app, id, 'bob', score);
      }
      expect((await rankOf(id)).body).toMatchObject({
        aiScore: ai === null ? null : ai.toFixed(1),
        ratingsCount: 7,
        ratingsSum: 37,
        boost: null,
      });
    }
  });

  it('counts every public post, of all time and in its week, and orders ties like the board', async () => {
    app.clock.advance(7 * DAY);
    const alike = [await publishPost(app, 'bob', 9), await publishPost(app, 'bob', 9)].toSorted();
    const best = await publishPost(app, 'bob', 9.9);
    const hidden = await publishPost(app, ann.user.id, 10, { moderationFlags: ['may show a face'] });
    const board = await app.browser().get<{ id: string }[]>('/api/posts?sort=top');
    for (const [index, { id }] of board.body.entries()) {
      expect((await rankOf(id)).body.allTime).toEqual({ place: index + 1, of: board.body.length });
    }
    const week = { week: '2026-W48', isClosed: false, of: 3 };
    expect((await rankOf(best)).body.week).toEqual({ ...week, place: 1 });
    expect((await rankOf(alike[0] ?? '')).body.week).toEqual({ ...week, place: 2 });
    expect((await rankOf(alike[1] ?? '')).body.week).toEqual({ ...week, place: 3 });
    expect((await rankOf(hidden, ann)).body).toMatchObject({
      allTime: { place: null, of: board.body.length },
      week: { ...week, place: null },
    });
    expect(await rankOf(hidden)).toMatchObject({ status: 404, body: { message: 'Post not found' } });
  });

  it('is final for a closed week', async () => {
    const id = await publishPost(app, 'bob', 1);
    app.clock.advance(7 * DAY);
    await app.server.get(WeekClosing).close();
    for (let count = 0; count < 5; count += 1) await rate(app, id, 'bob', 10);
    const { body } = await rankOf(id);
    expect(body.week).toEqual({ week: '2026-W48', isClosed: true, place: 4, of: 4 });
    expect(body.averageRating).toBe('8.5');
  });

  it.each(['00000000-0000-4000-8000-000000000000', 'first', '%00'])('is 404 for %s', async (id) => {
    expect(await rankOf(id)).toMatchObject({ status: 404, body: { message: 'Post not found' } });
  });
});
