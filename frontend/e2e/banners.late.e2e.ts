import { expect, type Page } from '@playwright/test';
import { call } from './support/api.ts';
import { toast } from './support/community.ts';
import { sweep } from './support/scope.ts';
import { test } from './support/site.ts';
import { password, register } from './support/visitor.ts';

test.beforeEach(async ({ user }) => {
  const planned = await call(user, 'POST', '/api/user/deletion', { password });
  expect(planned.ok()).toBe(true);
});

const pages = ['/', '/account/settings', '/profile/settings'];
for (const path of sweep(pages, (page) => page, ['/profile/settings'])) {
  test(`the banner never covers the focused element on ${path}`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(path);
    await expect(page.getByRole('region', { name: 'About your account' })).toBeVisible();
    const seen: string[] = [];
    const covered: string[] = [];
    for (let presses = 0; presses < 80; presses += 1) {
      await page.keyboard.press('Tab');
      const focused = await page.evaluate(() => {
        const element = document.activeElement;
        const banner = document.querySelector('[aria-label="About your account"]')!;
        if (!element || element === document.body) return undefined;
        const { top, bottom } = element.getBoundingClientRect();
        const { top: edge, bottom: end } = banner.getBoundingClientRect();
        const name = `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent}`;
        return { name, isCovered: !banner.contains(element) && top >= edge && bottom <= end };
      });
      // After the last element the focus leaves the page.
      if (!focused) break;
      seen.push(focused.name);
      if (focused.isCovered) covered.push(focused.name);
    }
    expect(seen.length).toBeGreaterThan(10);
    expect(seen.length).toBeLessThan(80);
    expect(covered).toEqual([]);
  });
}

test('in a low window the banner does not stick but stays above the footer', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 320 });
  await page.goto('/account/settings');
  const banner = page.getByRole('region', { name: 'About your account' });
  await expect(banner).toBeVisible();
  await expect(banner).not.toBeInViewport();
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await banner.getByRole('button', { name: 'Keep my account' }).click();
  await expect(banner).toBeHidden();
});

async function askForDeletion(page: Page): Promise<void> {
  await page.goto('/account/settings');
  await page.getByRole('button', { name: 'Delete My Account…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button', { name: 'Delete My Account' }).click();
  await expect(dialog).toBeHidden();
}

const windows = [
  { width: 844, height: 390 },
  { width: 1280, height: 720 },
  { width: 360, height: 740 },
];
for (const viewport of sweep(windows, ({ width }) => String(width), ['360'])) {
  test(`no toast covers the banner button in a window of ${viewport.width} by ${viewport.height}`, async ({
    page,
  }) => {
    const kept = await call(page, 'DELETE', '/api/user/deletion');
    expect(kept.ok()).toBe(true);
    await page.setViewportSize(viewport);
    await askForDeletion(page);
    const news = toast(page, 'Your account will be deleted');
    await expect(news).toContainText('We have mailed you the date.');
    // A focused toast stays open.
    await page.keyboard.press('F8');
    const banner = page.getByRole('region', { name: 'About your account' });
    const keep = banner.getByRole('button', { name: 'Keep my account' });
    await keep.scrollIntoViewIfNeeded();
    await expect(keep).toBeInViewport();
    const [over, under] = await page.evaluate(() => {
      const box = (selector: string) => document.querySelector(selector)!.getBoundingClientRect().toJSON();
      return [box('[data-toasts] li'), box('[aria-label="About your account"] button')];
    });
    const meets =
      over.left < under.right &&
      under.left < over.right &&
      over.top < under.bottom &&
      under.top < over.bottom;
    expect(meets).toBe(false);
  });
}

test('an unverified address is not promised a mail', async ({ page }) => {
  await page.context().clearCookies();
  await register(page);
  await askForDeletion(page);
  const news = toast(page, 'Your account will be deleted');
  await expect(news).toHaveText(/You have 7 days to change your mind\.$/);
});
