import { Post } from '../../src/domain/post/post.js';
import { WeekClosing } from '../../src/reactions/timers/week-closing.js';
import { adminBrowser } from '../support/admins.js';
import { useOwnApp } from '../support/app.js';
import { DAY } from '../support/erasure.js';
import { verified } from '../support/people.js';
import { publishPost, rate, send } from '../support/posts.js';
import { closeFalsely, placesIn, recountsOf } from '../support/recounts.js';

describe('a recount of a closed week', () => {
  const app = useOwnApp('not shared yet');

  it('counts what was there at its closing, and closes the week again with a reason', async () => {
    const ownerId = (await verified(app, 'ann@example.org')).user.id;
    const first = await publishPost(app, ownerId, 9);
    const second = await publishPost(app, ownerId, 5);
    const gone = await publishPost(app, ownerId, 7);
    app.clock.advance(7 * DAY);
    // Of three posts it knows two, in the wrong order.
    await closeFalsely(app, '2026-W47', [second, first]);
    const later = await publishPost(app, ownerId, 8);
    app.clock.advance(7 * DAY);
    const closing = app.server.get(WeekClosing);
    expect(await closing.close()).toEqual(['2026-W48']);
    // Neither counts: they came after the closing.
    await rate(app, second, ownerId, 10);
    await send(app, Post.DeletePost({ postId: gone, ownerId, because: 'owner' }));

    const desk = recountsOf(app, await adminBrowser(app, 'olga', 'owner'));
    expect((await desk.weeks()).map(({ week }) => week)).toEqual(['2026-W48', '2026-W47']);
    expect(await desk.recount()).toBeNull();
    expect(await desk.begin('2026-W46')).toMatchObject({ status: 404 });
    expect(await desk.begin('2026-W47')).toMatchObject({ status: 202 });
    expect(await desk.begin('2026-W48')).toMatchObject({ status: 409 });
    expect(await desk.ready()).toMatchObject({ week: '2026-W47', closing: 'false', error: null });
    const place = (rank: number, scoreTenths: number) => ({ rank, scoreTenths, scoreCount: 1 });
    expect((await desk.recount())?.comparison).toEqual({
      ranks: 2,
      differences: 3,
      listed: [
        { postId: second, recorded: place(1, 10), counted: place(3, 50) },
        { postId: first, recorded: place(2, 10), counted: place(1, 90) },
        { postId: gone, recorded: null, counted: place(2, 70) },
      ],
    });

    expect(await desk.accept('2026-W47', 'another')).toMatchObject({ status: 409 });
    expect(await desk.accept('2026-W47', 'false')).toMatchObject({ status: 204 });
    expect(await desk.recount()).toBeNull();
    expect(await placesIn(app, '2026-W47')).toEqual([
      [1, first, false],
      [2, gone, true],
      [3, second, false],
    ]);
    expect(await placesIn(app, '2026-W48')).toEqual([[1, later, false]]);
    const { log } = app.adapters.storage;
    expect((await log.readStream('week-2026-W47')).slice(2)).toMatchObject([
      { type: 'WeekReopened', data: { closing: 'false', asOf: 'false', reason: 'A rating was lost.' } },
      { type: 'WeekRanked', metadata: { actor: { kind: 'admin' } } },
      { type: 'WeekClosed', data: { ranks: 3 } },
    ]);

    // The new closing is counted as of the first one, too.
    await desk.begin('2026-W47');
    const again = await desk.ready();
    expect(again?.comparison).toEqual({ ranks: 3, differences: 0, listed: [] });
    expect(await desk.accept('2026-W47', again?.closing ?? '')).toMatchObject({
      status: 409,
      body: { message: 'There is no difference to accept.' },
    });
    expect(await desk.throwAway('2026-W48')).toMatchObject({ status: 409 });
    expect(await desk.throwAway('2026-W47')).toMatchObject({ status: 204 });
    expect(await desk.recount()).toBeNull();
    const asked = (await log.readAll(0, 10_000)).filter(({ type }) => type === 'OperationRequested');
    expect(asked.map(({ data }) => (data as { operation: string }).operation)).toEqual([
      'recountWeek',
      'reopenWeek',
      'recountWeek',
      'throwAwayRecount',
    ]);
  });
});
