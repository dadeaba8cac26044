import { expect } from '@playwright/test';
import { call, me } from './support/api.ts';
import { test } from './support/site.ts';
import { editProfile, newName, profileMenu } from './support/visitor.ts';
import { expectKept, keptTexts, offlineNote } from './support/worker.ts';

test.use({ serviceWorkers: 'allow' });

test('the last board is there without a network, with nothing of the person, and only until they leave', async ({
  user: page,
  email,
  other,
  post,
}) => {
  const name = newName('Secretive');
  await editProfile(page, { displayUsername: name });
  const own = [email, (await me(page)).id, name];
  // The pages with the most about a person, while the worker runs.
  await page.goto('/leaderboard');
  await expectKept(page, '/leaderboard');
  for (const address of ['/my-posts', '/account/settings', '/profile/settings', `/post/${post}`]) {
    await page.goto(address);
    await expect(profileMenu(page)).toBeVisible();
  }
  await page.goto('/leaderboard');
  const card = page.locator(`main a[href="/post/${post}"]`);
  await expect(card).toBeVisible();
  const photo = await page
    .locator(`article:has(a[href="/post/${post}"]) img`)
    .evaluate(({ currentSrc }: HTMLImageElement) => new URL(currentSrc).pathname);
  await expectKept(page, photo);
  const kept = Object.entries(await keptTexts(page)).map((entry) => entry.join(' '));
  expect(kept.filter((text) => own.some((word) => text.includes(word)))).toEqual([]);

  await page.context().setOffline(true);
  await page.reload();
  await expect(offlineNote(page)).toContainText('You are offline. The board is as it was on');
  await expect(card).toBeVisible();
  const isDrawn = () =>
    page.evaluate(
      (path) =>
        [...document.images].some((image) => image.currentSrc.endsWith(path) && image.naturalWidth > 0),
      photo,
    );
  await expect.poll(isDrawn).toBe(true);
  await page.goto('/boost');
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
  await page.getByRole('link', { name: /^The leaderboard of/ }).click();
  await expect(card).toBeVisible();

  expect((await call(other, 'DELETE', `/api/user/posts/${post}`)).ok()).toBe(true);
  await page.context().setOffline(false);
  // It loads again by itself. The event of the browser is not always part of what Playwright emulates; if it is, the page has
  // gone.
  await page.evaluate(() => dispatchEvent(new Event('online'))).catch(() => undefined);
  await expect(offlineNote(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Leaderboard' })).toBeVisible();
  await expect(card).toHaveCount(0);
  await expect.poll(async () => JSON.stringify(await keptTexts(page))).not.toContain(post);
  expect(Object.keys(await keptTexts(page))).not.toContain(photo);

  await expectKept(page, '/leaderboard');
  await profileMenu(page).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
  await expect.poll(() => keptTexts(page)).toEqual({});
});
