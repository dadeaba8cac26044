import { expect } from '@playwright/test';
import { comment } from '../support/community.ts';
import { expectNoShifts, slowly } from '../support/layout-shift.ts';
import { test } from '../support/site.ts';
import { rateOnScreen } from '../support/visitor.ts';

for (const width of [360, 1440]) {
  test(`nothing moves while the script of a page of the server loads slowly, ${width} pixels wide`, async ({
    user,
    ownPost,
    post,
    other,
    newBrowser,
  }) => {
    for (const id of [post, ownPost]) await comment(other, id, 'A friendly comment.');
    const visitor = await newBrowser();
    for (const page of [user, visitor]) {
      // High enough for all of a page.
      await page.setViewportSize({ width, height: 2000 });
      await slowly(page);
      for (const address of page === user
        ? ['/', '/leaderboard', `/post/${post}`, `/post/${ownPost}`]
        : ['/register', '/login']) {
        const response = await page.goto(address, { waitUntil: 'networkidle' });
        expect(await response?.text()).toContain('id="state"');
        await expectNoShifts(page, address);
      }
    }
    // A rating that is not posted takes the place of the upload.
    await rateOnScreen(user);
    for (let load = 0; load < 2; load += 1) {
      await user.goto('/', { waitUntil: 'networkidle' });
      await expect(user.getByRole('button', { name: 'Upload Another' })).toBeVisible();
      await expectNoShifts(user, '/');
    }
  });
}
