import type { CohortWeek, FunnelWeek } from '../../../src/api/statistics/growth.controller.js';
import type { Statistics } from '../../../src/api/statistics/statistics.controller.js';
import { Photo } from '../../../src/domain/photo/photo.js';
import { photoIdIn } from '../../../src/projections/photos/rating-result.js';
import { adminBrowser } from '../../support/admins.js';
import { useOwnApp } from '../../support/app.js';
import { DESK, type Desk } from '../../support/desk.js';
import { buyBoost } from '../../support/payments.js';
import { mailedToken, signedUp, verified } from '../../support/people.js';
import { jpegPhoto } from '../../support/photos.js';
import { publishPost, rate, send } from '../../support/posts.js';
import { settled } from '../../support/settled.js';
import { PASSWORD, type Visitor } from '../../support/visitor.js';

const STATISTICS = `${DESK}/statistics`;
const DAY_MS = 86_400_000;

describe('the statistics', () => {
  const app = useOwnApp('moves the clock');
  const desks = {} as Record<'owner' | 'moderator' | 'finance', Desk>;

  // It is Saturday, 21 November, noon: what follows is on Monday.
  app.onStart(async () => {
    const { browser, user } = await verified(app, 'ann@example.org');
    const postId = await publishPost(app, user.id, 7);
    await rate(app, postId, user.id, 8);
    app.clock.advance(2 * DAY_MS);
    await rate(app, postId, user.id, 9);
    await rate(app, postId, user.id, 9);
    await buyBoost(app, browser, 'regular', postId);
    await settled(app);
    for (const role of ['owner', 'moderator', 'finance'] as const) {
      desks[role] = await adminBrowser(app, role, role);
    }
  });
  const ask = (role: keyof typeof desks, query: string) =>
    desks[role].get<Statistics>(`${STATISTICS}?${query}`);

  it('count by day, and mark the present one', async () => {
    const { body } = await ask('owner', 'from=2026-11-21&to=2026-12-31');
    expect(body.periods).toEqual(
      ['2026-11-21', '2026-11-22', '2026-11-23'].map((name) => ({
        name,
        first: name,
        last: name,
        isComplete: name !== '2026-11-23',
      })),
    );
    expect(body.counts).toContainEqual({ name: 'ratings', types: ['Rated'], values: [1, 0, 2] });
    expect(body.money).toContainEqual({ name: 'boosts', currency: 'usd', values: [0, 0, 199] });
    const { body: later } = await ask('owner', 'from=2026-12-01&to=2026-12-31');
    expect(later).toMatchObject({ periods: [], money: [] });
  });

  it('count whole weeks of which the range has a day', async () => {
    const { body } = await ask('owner', 'from=2026-11-22&to=2026-11-23&by=week');
    expect(body.periods).toEqual([
      { name: '2026-W47', first: '2026-11-16', last: '2026-11-22', isComplete: true },
      { name: '2026-W48', first: '2026-11-23', last: '2026-11-29', isComplete: false },
    ]);
    expect(body.counts).toContainEqual({ name: 'ratings', types: ['Rated'], values: [1, 2] });
  });

  it('show moderators no people and no money, and finance nothing else than money', async () => {
    const names = async (role: keyof typeof desks) => {
      const { counts, money } = (await ask(role, 'from=2026-11-21&to=2026-11-23')).body;
      return [...counts.map(({ name }) => name), ...(money.length > 0 ? ['money'] : [])];
    };
    expect(await names('owner')).toEqual(
      expect.arrayContaining(['accounts', 'ratings', 'reports', 'payments', 'money']),
    );
    const seen = await names('moderator');
    expect(seen).toEqual(expect.arrayContaining(['ratings', 'reports']));
    for (const hidden of ['accounts', 'payments', 'money']) expect(seen).not.toContain(hidden);
    expect(await names('finance')).toEqual([
      'payments',
      'boughtBoosts',
      'appliedBoosts',
      'startedRefunds',
      'money',
    ]);
  });

  it('are a file with a line for each period', async () => {
    const { headers, body } = await desks.finance.get<string>(
      `${STATISTICS}?from=2026-11-22&to=2026-11-23&format=csv`,
    );
    expect(headers.get('content-disposition')).toBe(
      'attachment; filename="statistics-by-day-2026-11-22-2026-11-23.csv"',
    );
    expect(body.trimEnd().split('\r\n')).toEqual([
      'period,first,last,isComplete,payments,boughtBoosts,appliedBoosts,startedRefunds,boosts USD,donations USD,refunds USD',
      '2026-11-22,2026-11-22,2026-11-22,true,0,0,0,0,0.00,0.00,0.00',
      '2026-11-23,2026-11-23,2026-11-23,false,1,1,1,0,1.99,0.00,0.00',
    ]);
  });

  it('follow visitors to where they stop, from the first upload to the post', async () => {
    const visitor = async (photo: number) => {
      const browser = app.browser();
      const { body: rating } = await browser.uploadPhoto(await jpegPhoto(photo));
      return { browser, rating };
    };
    const joined = async (email: string, browser: Visitor) => {
      await signedUp(app, email, PASSWORD, browser);
      await browser.verifyEmail(await mailedToken(app, email));
    };
    await visitor(1);
    const { browser: late, rating: gone } = await visitor(2);
    const photoId = photoIdIn(gone.imageUrl) ?? '';
    await send(app, Photo.DeletePhoto({ photoId, claimedBy: null }));
    await signedUp(app, 'late@example.org', PASSWORD, late);
    await signedUp(app, 'new@example.org', PASSWORD, (await visitor(3)).browser);
    await joined('calm@example.org', (await visitor(4)).browser);
    const { browser, rating } = await visitor(5);
    await browser.uploadPhoto(await jpegPhoto(6));
    await joined('eve@example.org', browser);
    expect((await browser.publish(rating)).status).toBe(201);
    const { body } = await desks.owner.get<FunnelWeek[]>(
      `${STATISTICS}/funnel?from=2026-11-21&to=2026-11-23`,
    );
    // The photo of the second one was deleted before they registered, so nothing says that it was theirs.
    expect(body).toMatchObject([
      { name: '2026-W47', visitors: 0 },
      { name: '2026-W48', visitors: 5, accounts: 3, verified: 2, published: 1 },
    ]);
    const retention = await desks.owner.get<CohortWeek[]>(
      `${STATISTICS}/retention?from=2026-11-21&to=2026-11-23`,
    );
    // Ann bought a boost in the week after that of her registration, Eve published in that of hers.
    expect(retention.body).toMatchObject([
      { accounts: 1, active: [0, 1] },
      { accounts: 4, active: [1] },
    ]);
  });

  it.each([
    ['from=2026-11-21', 'To: please enter a day, such as 2026-11-21.'],
    ['from=2026-02-31&to=2026-03-01', 'From: please enter a day, such as 2026-11-21.'],
    ['from=2026-11-22&to=2026-11-21', 'To: the end lies before the start.'],
    ['from=2025-01-01&to=2026-12-31', 'Please choose at most 366 days.'],
    ['from=2020-01-01&to=2026-12-31&by=week', 'Please choose at most 1100 days.'],
    ['from=2026-11-21&to=2026-11-22&by=month', 'Statistics are by day or week'],
  ])('refuse %s', async (query, message) =>
    expect(await ask('owner', query)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining(message) },
    }),
  );
});
