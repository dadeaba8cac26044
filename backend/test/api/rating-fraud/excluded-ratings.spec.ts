import type {
  Comparison,
  Rater,
  RaterDetails,
  RingAnswer,
} from '../../../src/api/rating-fraud/raters.contract.js';
import type { Post } from '../../../src/projections/leaderboard/shown-posts.js';
import { useAdmin } from '../../support/admins.js';
import { useOwnApp } from '../../support/app.js';
import { settled } from '../../support/settled.js';
import { joining } from '../../support/people.js';
import { publishPost, rate } from '../../support/posts.js';

const RATERS = '/api/rtm-sys/raters';

describe('ratings that move the board', () => {
  const app = useOwnApp('orders the whole board');
  const admin = useAdmin(app, 'moe');
  const join = joining(app, 'person');
  const board = async () =>
    (await app.browser().get<Post[]>('/api/posts?sort=top')).body.map(
      ({ id, averageRating }) => `${id} ${averageRating}`,
    );

  const undo = ({ actId }: { actId: string }) => admin.undo(actId);

  it('are shown with evidence, compared, excluded, also later ones, and counted again', async () => {
    const [ann, eve, bob] = [await join(), await join(), await join()];
    const anns: string[] = [];
    for (let count = 0; count < 6; count += 1) {
      anns.push(await publishPost(app, ann.user.id, 7));
      app.clock.advance(1000);
    }
    const eves = await publishPost(app, eve.user.id, 8);
    const [best = '', ...others] = anns;
    for (const postId of [best, ...others.slice(0, 4)]) await rate(app, postId, ann.user.id, 10, bob.user.id);
    await rate(app, eves, eve.user.id, 0, bob.user.id);
    const rigged = await board();
    expect(rigged[0]).toBe(`${best} 8.5`);
    expect(rigged.at(-1)).toBe(`${eves} 4.0`);

    const { body: raters } = await admin.get<Rater[]>(`${RATERS}?signal=onePerson`);
    expect(raters).toMatchObject([
      { id: bob.user.id, name: bob.user.anonymousUsername, signals: ['onePerson'], ratings: 6, extremes: 6 },
    ]);
    expect((await admin.get<Rater[]>(`${RATERS}?signal=burst`)).body).toEqual([]);
    const { body: details } = await admin.get<RaterDetails>(`${RATERS}/${bob.user.id}`);
    expect(details).toMatchObject({
      earlyRatings: 6,
      earlyForOne: 5,
      mostRated: [
        { id: ann.user.id, count: 5, average: '10.0' },
        { id: eve.user.id, count: 1, average: '0.0' },
      ],
      ring: [],
    });
    expect(details.given).toHaveLength(6);

    const { body: compared } = await admin.get<Comparison>(`${RATERS}/${bob.user.id}/what-if`);
    expect(compared).toMatchObject({ ratings: 6, isComplete: true });
    expect(compared.board.now[0]?.postId).toBe(best);
    expect(compared.board.without[0]).toMatchObject({ postId: eves, averageRating: '8.0' });
    const one = await admin.get<Comparison>(`${RATERS}/${bob.user.id}/what-if?postId=${eves}`);
    expect(one.body.posts).toMatchObject([{ now: { rank: 7 }, without: { rank: 6, averageRating: '8.0' } }]);

    const { status, body: act } = await admin.post<{ actId: string }>(`${RATERS}/${bob.user.id}/exclude`, {
      note: 'Five ratings for one person on the first day.',
    });
    expect(status).toBe(200);
    const expected = compared.board.without.map(({ postId, averageRating }) => `${postId} ${averageRating}`);
    await settled(app);
    expect(await board()).toEqual(expected);
    await rate(app, others[4] ?? '', ann.user.id, 10, bob.user.id);
    await settled(app);
    const excluded = (await admin.get<RaterDetails>(`${RATERS}/${bob.user.id}`)).body.given;
    expect(excluded.map(({ counts }) => counts)).toEqual(Array.from({ length: 7 }, () => false));
    expect(await board()).toEqual(expected);

    for (let tries = 0; tries < 2; tries += 1) expect((await undo(act)).status).toBe(200);
    await settled(app);
    const { given, excludedBy } = (await admin.get<RaterDetails>(`${RATERS}/${bob.user.id}`)).body;
    expect([excludedBy, given.every(({ counts }) => counts)]).toEqual([null, true]);
    expect((await board())[0]).toBe(`${best} 8.5`);
  });

  it('are excluded one by one', async () => {
    const [ann, bob] = [await join(), await join()];
    const postId = await publishPost(app, ann.user.id, 7);
    await rate(app, postId, ann.user.id, 0, bob.user.id);
    const shown = async () => (await app.browser().viewPost(postId)).body.averageRating;
    const exclude = (body: object) =>
      admin.post<{ actId: string }>('/api/rtm-sys/ratings/exclude', { note: 'Spite.', ...body });
    const { status, body: act } = await exclude({ postId, userId: bob.user.id });
    expect(status).toBe(200);
    expect(await shown()).toBe('7.0');
    expect((await undo(act)).status).toBe(200);
    expect(await shown()).toBe('3.5');
    expect((await admin.get('/api/rtm-sys/acts?kind=RatingExcluded')).body).toMatchObject([
      { kind: 'RatingExcluded', note: 'Spite.', undone: { reason: 'A mistake.' } },
    ]);
    for (const [bad, field, message] of [
      [{ postId: 'x', userId: bob.user.id }, 'postId', 'A post is given by its id'],
      [{ postId, userId: 'x' }, 'userId', 'A person is given by their id'],
      [{ postId, userId: bob.user.id, note: '' }, 'note', 'Please give a reason'],
    ] as const) {
      expect(await exclude(bad)).toMatchObject({ status: 400, body: { errors: { [field]: [message] } } });
    }
    const nobody = { status: 404, body: { message: 'User not found' } };
    expect(await admin.get(`${RATERS}/${postId}`)).toMatchObject(nobody);
    expect(await admin.get(`${RATERS}/${postId}/what-if`)).toMatchObject(nobody);
    expect(await admin.post(`${RATERS}/${postId}/exclude`, { note: 'Who?' })).toMatchObject(nobody);
    expect(await admin.get(`${RATERS}/${ann.user.id}/what-if?postId=${postId}`)).toMatchObject({
      status: 404,
      body: { message: 'Rating not found' },
    });
    expect((await admin.get(`${RATERS}?signal=magic`)).status).toBe(400);
  });

  it('of people who rate each other form a ring, which each member shows', async () => {
    const [ann, bob] = [await join(), await join()];
    for (let count = 0; count < 3; count += 1) {
      await rate(app, await publishPost(app, ann.user.id, 5), ann.user.id, 10, bob.user.id);
      await rate(app, await publishPost(app, bob.user.id, 5), bob.user.id, 9, ann.user.id);
    }
    const { body: rings } = await admin.get<RingAnswer[]>('/api/rtm-sys/rings');
    expect(rings.map(({ members }) => members.map(({ id }) => id).toSorted())).toEqual([
      [ann.user.id, bob.user.id].toSorted(),
    ]);
    const { body: details } = await admin.get<RaterDetails>(`${RATERS}/${ann.user.id}`);
    expect(details.ring).toMatchObject([{ id: bob.user.id, name: bob.user.anonymousUsername }]);
  });
});
