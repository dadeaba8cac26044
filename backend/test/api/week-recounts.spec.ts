import type { LatestRecount } from '../../src/api/operations/week-recounts.responses.js';
import { WeekClosing } from '../../src/reactions/timers/week-closing.js';
import { signedInAdmin, useAdmin } from '../support/admins.js';
import { useApp } from '../support/app.js';
import { DESK } from '../support/desk.js';
import { verified } from '../support/people.js';
import { publishPost } from '../support/posts.js';

const DAY = 86_400_000;
const RECOUNT = `${DESK}/weeks/recount`;

describe('the archive of the latest closed week', () => {
  const app = useApp();
  let olga = useAdmin(app, 'olga', 'owner');
  const recount = async () => (await olga.get<LatestRecount>(RECOUNT)).body.recount;

  it('is compared with a new count, and the week is closed again with a reason', async () => {
    expect(await recount()).toBeNull();
    const ann = (await verified(app, 'ann@example.org')).user.id;
    const bob = await verified(app, 'bob@example.org');
    const [first, second] = [await publishPost(app, ann, 7), await publishPost(app, ann, 5)];
    app.clock.advance(7 * DAY);
    const closing = app.server.get(WeekClosing);
    await closing.close();
    olga = await signedInAdmin(app, 'olga');
    const equal = await recount();
    expect(equal).toMatchObject({ week: '2026-W47', ranks: 2, differences: 0, listed: [] });

    const rater = await app.browser();
    await rater.login('bob@example.org');
    expect((await rater.rate(second, 10)).status).toBe(200);
    expect(bob.user.id).not.toBe(ann);
    const differing = await recount();
    expect(differing).toMatchObject({ differences: 2, closing: equal?.closing });
    expect(differing?.listed.find(({ postId }) => postId === second)).toEqual({
      postId: second,
      recorded: { rank: 2, scoreTenths: 50, scoreCount: 1 },
      counted: { rank: 1, scoreTenths: 150, scoreCount: 2 },
    });
    expect(differing?.listed.map(({ postId }) => postId)).toContain(first);

    const reopen = (facts: object) => olga.post(`${DESK}/weeks/2026-W47/reopen`, facts);
    const reason = 'A rating was lost.';
    expect(await reopen({ closing: 'another', reason })).toMatchObject({ status: 409 });
    expect(await reopen({ closing: equal?.closing, reason })).toMatchObject({ status: 204 });
    expect(await recount()).toBeNull();
    await closing.close();
    expect(await recount()).toMatchObject({ week: '2026-W47', differences: 0 });
    expect(await reopen({ closing: equal?.closing, reason })).toMatchObject({ status: 409 });
    const events = await app.adapters.storage.log.readAll(0, 10_000);
    expect(
      events
        .filter(({ type }) => ['OperationRequested', 'WeekReopened'].includes(type))
        .map(({ type }) => type),
    ).toEqual(['OperationRequested', 'WeekReopened']);
  });
});
