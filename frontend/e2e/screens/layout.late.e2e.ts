import { expect, type Page } from '@playwright/test';
import { sweep } from '../support/scope.ts';
import { answerUploads, me, unusedBoosts } from '../support/screen-answers.ts';
import { expectNoShifts, slowly } from '../support/layout-shift.ts';
import { known, test } from '../support/screen.ts';
import { watchRequests } from '../support/settled.ts';
import { profileMenu, rateOnScreen } from '../support/visitor.ts';

/** The heights of notices that the browser keeps. */
const kept = (page: Page) =>
  page.evaluate(
    () => JSON.parse(localStorage.getItem('notices') ?? '{}') as Record<string, [number, number]>,
  );

// What only some people have comes when it is known, on their first visit.
test.beforeEach(({ api }) => {
  unusedBoosts(api, []);
  api.answer('GET /api/user/decisions', []);
  api.answer('GET /api/user/payments', []);
});

for (const width of sweep([360, 1440], String, ['360'])) {
  test(`nothing moves while the parts of a page load slowly, ${width} pixels wide`, async ({ page, api }) => {
    await slowly(page);
    const settled = watchRequests(page);
    for (const [viewer, addresses] of [
      ['visitor', ['/login', '/register', `/post/${known['post']}`]],
      [
        'member',
        ['/', '/leaderboard', '/my-posts', '/me', '/inbox', '/account/settings', `/post/${known['ownPost']}`],
      ],
    ] as const) {
      await api.become(viewer);
      for (const address of addresses) {
        await page.setViewportSize({ width, height: address === '/account/settings' ? 5000 : 800 });
        await page.goto(address);
        await settled();
        await expectNoShifts(page, address);
      }
    }
    // A rating that is not posted takes the place of the upload.
    answerUploads(api);
    await page.setViewportSize({ width, height: 1400 });
    await rateOnScreen(page);
    await page.goto('/');
    await settled();
    await expect(page.getByRole('button', { name: 'Upload Another' })).toBeVisible();
    await expectNoShifts(page, '/');
  });
}

test.describe('notices', () => {
  test.use({ viewer: 'member' });

  test('have their space reserved from the second visit on, and not for the next person', async ({
    page,
    api,
  }) => {
    api.answer('GET /api/auth/me', { ...me, emailVerified: false });
    api.answer('POST /api/auth/logout', undefined, { status: 204, as: 'visitor' });
    await page.setViewportSize({ width: 360, height: 2000 });
    const notice = page.getByText('Verify your email address to post, rate and comment.');
    const addresses = ['/', '/leaderboard', '/my-posts'];
    for (const address of addresses) {
      await page.goto(address);
      await expect(notice).toBeVisible();
    }
    await slowly(page);
    const settled = watchRequests(page);
    for (const address of addresses) {
      await page.goto(address);
      await settled();
      await expect(notice).toBeVisible();
      await expectNoShifts(page, address);
    }
    expect(Object.keys(await kept(page))).toEqual(addresses);
    await page.setViewportSize({ width: 1280, height: 720 });
    await profileMenu(page).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect.poll(() => kept(page)).toEqual({});
  });

  test('that are gone give the space back that was reserved for them', async ({ page, api }) => {
    // A page without notices: it writes no height.
    await page.goto('/termsofservice');
    await page.evaluate(() =>
      localStorage.setItem('notices', JSON.stringify({ '/leaderboard': [innerWidth, 400] })),
    );
    const release = api.hold('GET /api/auth/me');
    await page.goto('/leaderboard');
    const top = async () => (await page.getByRole('heading', { level: 1 }).boundingBox())?.y;
    expect(await top()).toBeGreaterThan(400);
    release();
    await expect.poll(top).toBeLessThan(400);
    expect(await kept(page)).toEqual({});
    for (const damaged of ['{', '{"/leaderboard": 1}', '{"/leaderboard": [1280, "x"]}', 'null']) {
      await page.evaluate((text) => localStorage.setItem('notices', text), damaged);
      await page.goto('/leaderboard');
      await expect.poll(top).toBeLessThan(400);
    }
  });
});
