import { expect } from '@playwright/test';
import { enterBackOffice } from '../support/admins.ts';
import { call, me } from '../support/api.ts';
import { openLive } from '../support/live.ts';
import { test } from '../support/site.ts';
import { editProfile, newName, profileMenu, publish } from '../support/visitor.ts';
import { expectKept, keptTexts, offlineNote } from '../support/worker.ts';

test.use({ serviceWorkers: 'allow' });

test('the offline page leads to the last board, which has nothing of the person and goes when they leave', async ({
  user: page,
  email,
  other,
  post,
}) => {
  const card = page.locator(`main a[href="/post/${post}"]`);
  const name = newName('Secretive');
  await editProfile(page, { displayUsername: name });
  const own = [email, (await me(page)).id, name];

  const photo = await test.step('the worker keeps the board and its pictures, beside live news', async () => {
    await page.goto('/leaderboard');
    await expectKept(page, '/leaderboard');
    // The pages with the most about a person, while the worker runs.
    for (const address of ['/my-posts', '/account/settings', `/post/${post}`]) {
      await page.goto(address);
      await expect(profileMenu(page)).toBeVisible();
    }
    await openLive(page, '/leaderboard');
    const path = await page
      .locator(`article:has(a[href="/post/${post}"]) img`)
      .evaluate(({ currentSrc }: HTMLImageElement) => new URL(currentSrc).pathname);
    await expectKept(page, path);
    const kept = Object.entries(await keptTexts(page)).map((entry) => entry.join(' '));
    expect(kept.filter((text) => own.some((word) => text.includes(word)))).toEqual([]);
    await publish(other);
    await expect(page.getByRole('button', { name: /1 new post/ })).toBeVisible();
    return path;
  });

  await test.step('an error of the site is no lost network', async () => {
    await page.goto('/post/00000000-0000-4000-8000-000000000000');
    await expect(page.getByRole('heading', { name: 'Post not found' })).toBeVisible();
    await page.goBack();
  });

  await test.step('without a network there is the board, and a page that leads to it', async () => {
    await page.context().setOffline(true);
    await page.reload();
    await expect(offlineNote(page)).toContainText('You are offline. The board is as it was on');
    await expect(card).toBeVisible();
    const isDrawn = (path: string) =>
      [...document.images].some((image) => image.currentSrc.endsWith(path) && image.naturalWidth > 0);
    await expect.poll(() => page.evaluate(isDrawn, photo)).toBe(true);
    await page.goto('/boost');
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
    await page.getByRole('link', { name: /^The leaderboard of/ }).click();
    await expect(card).toBeVisible();
  });

  await test.step('back online, the board loads again by itself, and forgets what is deleted', async () => {
    expect((await call(other, 'DELETE', `/api/user/posts/${post}`)).ok()).toBe(true);
    await page.context().setOffline(false);
    // The event of the browser is not always part of what Playwright emulates; if it is, the page has gone.
    await page.evaluate(() => dispatchEvent(new Event('online'))).catch(() => undefined);
    await expect(offlineNote(page)).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Leaderboard' })).toBeVisible();
    await expect(card).toHaveCount(0);
    await expect.poll(async () => JSON.stringify(await keptTexts(page))).not.toContain(post);
    expect(Object.keys(await keptTexts(page))).not.toContain(photo);
  });

  await test.step('nothing stays after a sign-out, and nothing of the back office is kept', async () => {
    await expectKept(page, '/leaderboard');
    await profileMenu(page).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/');
    await expect.poll(() => keptTexts(page)).toEqual({});
    await page.goto('/leaderboard');
    await expectKept(page, '/leaderboard');
    await enterBackOffice(page, 'owner');
    await page.goto('/rtm-sys/posts');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(Object.keys(await keptTexts(page)).filter((path) => path.includes('rtm-sys'))).toEqual([]);
    await page.context().setOffline(true);
    // The browser's own page: nothing of the site answers there.
    await expect(page.goto('/rtm-sys/posts')).rejects.toThrow(/ERR_|net::/);
  });
});
