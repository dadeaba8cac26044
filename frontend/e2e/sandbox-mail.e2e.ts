import { expect } from '@playwright/test';
import { sweep } from './support/scope.ts';
import { test } from './support/site.ts';

test('the pages of the sandbox have the theme of the site', async ({ page }) => {
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/sandbox/mail');
  expect(await background()).toBe('rgb(23, 20, 15)');
  await page.evaluate(() => localStorage.setItem('theme', 'light'));
  await page.reload();
  expect(await background()).toBe('rgb(245, 239, 225)');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.evaluate(() => localStorage.setItem('theme', 'dark'));
  await page.reload();
  expect(await background()).toBe('rgb(23, 20, 15)');
});

for (const width of sweep([360, 1440], String, ['360'])) {
  test(`a sandbox mail fits its frame at ${width} px`, async ({ page, email }) => {
    await page.setViewportSize({ width, height: 740 });
    await page.goto('/sandbox/mail');
    await page.getByRole('link').filter({ hasText: email }).first().click();
    const frame = page.frameLocator('iframe');
    await expect(frame.getByText(/safety of your account/)).toBeVisible();
    const mail = await frame.locator('html').evaluate(({ scrollHeight, clientHeight }) => ({
      hidden: scrollHeight - clientHeight,
      empty: clientHeight - document.body.getBoundingClientRect().height,
    }));
    expect(mail.hidden).toBe(0);
    expect(mail.empty).toBeLessThan(240);
  });
}
