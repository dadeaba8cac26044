import { expect, test } from '@playwright/test';
import { enter, password, signUp } from './support/visitor.ts';

test.beforeEach(async ({ page }) => {
  await enter(page);
  await signUp(page);
  const headers = { 'sec-fetch-site': 'same-origin' };
  const planned = await page.request.post('/api/user/deletion', { headers, data: { password } });
  expect(planned.ok()).toBe(true);
});

for (const path of ['/', '/account/settings', '/profile/settings']) {
  test(`nothing that takes the focus on ${path} lies under the banner`, async ({ page }) => {
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
      // Past the last one the focus leaves the page.
      if (!focused) break;
      seen.push(focused.name);
      if (focused.isCovered) covered.push(focused.name);
    }
    expect(seen.length).toBeGreaterThan(10);
    expect(seen.length).toBeLessThan(80);
    expect(covered).toEqual([]);
  });
}

test('the banner keeps to its place above the foot of the page in a low window', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 320 });
  await page.goto('/account/settings');
  const banner = page.getByRole('region', { name: 'About your account' });
  await expect(banner).toBeVisible();
  await expect(banner).not.toBeInViewport();
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await banner.getByRole('button', { name: 'Keep my account' }).click();
  await expect(banner).toBeHidden();
});
