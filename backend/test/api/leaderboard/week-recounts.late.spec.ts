import { weekOf } from '../../../src/domain/week/iso-week.js';
import { Week } from '../../../src/domain/week/week.js';
import { WeekClosing } from '../../../src/reactions/timers/week-closing.js';
import { adminBrowser } from '../../support/admins.js';
import { unique, useOwnApp } from '../../support/app.js';
import { DAY, deleteDue, erased, leave } from '../../support/erasure.js';
import { verified } from '../../support/people.js';
import { publishPost, rate, send } from '../../support/posts.js';
import { closeFalsely, placesIn, recountsOf } from '../../support/recounts.js';

describe('while a recount waits for a decision', () => {
  const app = useOwnApp('closes weeks');
  /** The week that was counted again. Each test has the next one. */
  let week: string;

  /** A week that was closed without one of its two posts, and an owner who has counted it again. */
  async function counted() {
    const { browser, user } = await verified(app, `${unique('ann')}@example.org`);
    await app.server.get(WeekClosing).close();
    week = weekOf(app.clock.now(), 'UTC');
    const [first, second] = [await publishPost(app, user.id, 9), await publishPost(app, user.id, 5)];
    app.clock.advance(7 * DAY);
    await closeFalsely(app, week, [second]);
    const [desk, other] = [recountsOf(app, await owner()), recountsOf(app, await owner())];
    await desk.begin(week);
    expect(await desk.ready()).toMatchObject({ comparison: { differences: 2 } });
    return { ann: browser, annId: user.id, first, second, desk, other };
  }
  const owner = () => adminBrowser(app, unique('olga'), 'owner');
  const closings = async () =>
    (await app.adapters.storage.log.readStream(`week-${week}`)).map(({ type }) => type);

  it('two owners accept it at once: one does, and the other one is told', async () => {
    const { first, second, desk, other } = await counted();
    const answers = await Promise.all([desk.accept(week, 'false'), other.accept(week, 'false')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409]);
    expect((await closings()).slice(2)).toEqual(['WeekReopened', 'WeekRanked', 'WeekClosed']);
    expect(await placesIn(app, week)).toEqual([
      [1, first, false],
      [2, second, false],
    ]);
  });

  it('the week is reopened in a terminal: the recount is refused, and so is a new one', async () => {
    const { desk } = await counted();
    await send(app, Week.ReopenWeek({ week }));
    expect(await desk.accept(week, 'false')).toMatchObject({
      status: 409,
      body: { message: 'This week was reopened meanwhile. Please count again.' },
    });
    await desk.throwAway(week);
    expect(await desk.begin(week)).toMatchObject({ status: 404 });
    expect((await closings()).slice(2)).toEqual(['WeekReopened']);
    // Closed by the server, it counts what is there now.
    await app.server.get(WeekClosing).close();
    await desk.begin(week);
    expect(await desk.ready()).toMatchObject({ comparison: { ranks: 2, differences: 0 } });
    await desk.throwAway(week);
  });

  it('a person is erased: it is thrown away, and a new one keeps their rank without name', async () => {
    const { ann, annId, first, second } = await counted();
    await leave(app, ann);
    await deleteDue(app);
    await erased(app, annId);
    const desk = recountsOf(app, await owner());
    const message = 'A person was erased meanwhile, which has thrown the recount away. Please count again.';
    expect(await desk.recount()).toMatchObject({ state: 'failed', error: message, comparison: null });
    expect(await desk.accept(week, 'false')).toMatchObject({ status: 409, body: { message } });
    expect(await desk.begin(week)).toMatchObject({ status: 202 });
    expect(await desk.ready()).toMatchObject({ comparison: { ranks: 1, differences: 2 } });
    expect(await desk.accept(week, 'false')).toMatchObject({ status: 204 });
    expect(await placesIn(app, week)).toEqual([
      [1, first, true],
      [2, second, true],
    ]);
    // Nothing is written about the person any more but the ranks.
    const after = await app.adapters.storage.log.readAll(0, 10_000);
    const end = after.findLastIndex(({ type }) => type === 'WeekReopened');
    expect(after.slice(end).map(({ type }) => type)).not.toContain('AchievementReached');
  });

  it('its acceptance is cut off after the week was opened: the server closes it by another recount', async () => {
    const { annId, first, second } = await counted();
    await send(app, Week.ReopenForRecount({ week, closing: 'false', reason: 'A rating was lost.' }));
    // These count in no recount.
    for (let rating = 0; rating < 3; rating += 1) await rate(app, second, annId, 10);
    await publishPost(app, annId, 10, { week });
    expect(await app.server.get(WeekClosing).close()).toEqual([week]);
    expect(await placesIn(app, week)).toEqual([
      [1, first, false],
      [2, second, false],
    ]);
    const { store } = app.adapters.storage;
    expect(await store.generations('leaderboard')).toHaveLength(1);
  });
});
