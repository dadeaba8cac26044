import { expect } from '@playwright/test';
import { sweep } from './support/scope.ts';
import { watchPolicy } from './support/shared-context.ts';
import { test } from './support/site.ts';

test('a page that violates the content security policy is noticed', async ({ browser, site }) => {
  const context = await browser.newContext();
  const violations = await watchPolicy(context);
  const page = await context.newPage();
  await page.goto(site);
  await page.evaluate(() => {
    const add = (tag: string, textContent: string) =>
      document.head.append(Object.assign(document.createElement(tag), { textContent }));
    add('style', 'body { color: red }');
    add('script', 'globalThis.ran = 1');
    document.body.setAttribute('style', 'color: red');
  });
  await expect
    .poll(() => violations.map((text) => text.split(' ', 1)[0]).sort())
    .toEqual(['script-src-elem', 'style-src-attr', 'style-src-elem']);
  expect(await page.evaluate(() => 'ran' in globalThis)).toBe(false);
  await context.close();
});

test.describe('before the age gate', () => {
  test.use({ isOfAge: false });

  test('a dialog stops the page behind it from scrolling, until it closes', async ({ page }) => {
    await page.goto('/leaderboard');
    const overflow = () => page.evaluate(() => getComputedStyle(document.body).overflowY);
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect.poll(overflow).toBe('hidden');
    for (const box of await page.getByRole('checkbox').all()) await box.click();
    await page.getByRole('dialog').getByRole('button').last().click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect.poll(overflow).toBe('visible');
  });
});

/** Every screen, the pages of the sandbox and of the API; the fixture fails the test when one violates the policy. */
test('no page violates the content security policy (V14.2.3)', async ({ user: page, ownPost: id }) => {
  const addresses = sweep(
    [
      '/',
      '/leaderboard',
      '/leaderboard?tab=week',
      `/post/${id}`,
      '/my-posts',
      '/boost',
      '/profile/settings',
      '/account/settings',
      '/verify-email',
      '/unsubscribe',
      '/reset-password',
      '/forgot-password',
      '/login',
      '/register',
      '/privacypolicy',
      '/termsofservice',
      '/nothing/here',
      '/sandbox/mail',
      '/sandbox/payments',
      '/api/docs',
    ],
    String,
    // Every test notices a violation: these have no test of their own.
    ['/nothing/here', '/sandbox/payments', '/api/docs'],
  );
  for (const address of addresses) {
    await page.goto(address);
    await expect(page.locator('h1, .title').first()).toBeVisible();
  }
  await page.goto('/sandbox/mail');
  await page.getByRole('link').first().click();
  await expect(page.frameLocator('iframe').getByRole('link').first()).toBeVisible();
});
