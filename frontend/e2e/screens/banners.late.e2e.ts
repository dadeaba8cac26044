import { expect, type Page } from '@playwright/test';
import type { User } from '../../src/api/generated/schema.d.ts';
import { expectWellAtWidths } from '../support/axe.ts';
import { toast } from '../support/community.ts';
import { sweep } from '../support/scope.ts';
import { me } from '../support/screen-answers.ts';
import { test } from '../support/screen.ts';
import { password } from '../support/visitor.ts';

test.use({ viewer: 'member' });

const leaving: User = { ...me, deletionDueAt: '2035-05-30T14:00:00.000Z' };
const banner = (page: Page) => page.getByRole('region', { name: 'About your account' });
const keepIn = (page: Page) => banner(page).getByRole('button', { name: 'Keep my account' });

test('every page tells a suspended person the reason and the end', async ({ page, api }) => {
  const suspension = { cause: 'moderation', reason: 'Insults.', endsAt: '2999-12-01T12:00:00.000Z' } as const;
  api.answer('GET /api/auth/me', { ...me, suspension });
  for (const path of ['/', '/leaderboard', '/account/settings']) {
    await page.goto(path);
    await expect(banner(page).getByRole('paragraph')).toHaveText(
      /^Your account is suspended until 1 December 2999 at \d\d:\d\d\. Insults\.$/,
    );
    await expect(banner(page).getByRole('link', { name: 'See the decision' })).toBeVisible();
  }
});

test.describe('the banner of an account that will be deleted', () => {
  test.beforeEach(({ api }) => api.answer('GET /api/auth/me', leaving));

  const pages = ['/', '/account/settings', '/profile/settings'];
  for (const path of sweep(pages, (page) => page, ['/profile/settings'])) {
    test(`never covers the focused element on ${path}`, async ({ page }) => {
      await page.setViewportSize({ width: 360, height: 740 });
      await page.goto(path);
      await expect(banner(page)).toBeVisible();
      const seen: string[] = [];
      const covered: string[] = [];
      for (let presses = 0; presses < 80; presses += 1) {
        await page.keyboard.press('Tab');
        const focused = await page.evaluate(() => {
          const element = document.activeElement;
          const above = document.querySelector('[aria-label="About your account"]')!;
          if (!element || element === document.body) return undefined;
          const { top, bottom } = element.getBoundingClientRect();
          const { top: edge, bottom: end } = above.getBoundingClientRect();
          const name = `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent}`;
          return { name, isCovered: !above.contains(element) && top >= edge && bottom <= end };
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

  test('does not stick in a low window but stays above the footer', async ({ page, api }) => {
    api.answer('DELETE /api/user/deletion', me);
    await page.setViewportSize({ width: 360, height: 320 });
    await page.goto('/account/settings');
    await expect(banner(page)).toBeVisible();
    await expect(banner(page)).not.toBeInViewport();
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await keepIn(page).click();
    await expect(banner(page)).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });
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
    api,
  }) => {
    api.answer('POST /api/user/deletion', leaving);
    await page.setViewportSize(viewport);
    await askForDeletion(page);
    await expect(toast(page, 'Your account will be deleted')).toBeVisible();
    // A focused toast stays open.
    await page.keyboard.press('F8');
    await keepIn(page).scrollIntoViewIfNeeded();
    await expect(keepIn(page)).toBeInViewport();
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

test('an unverified address is not promised a mail @verify', async ({ page, api }) => {
  api.answer('GET /api/auth/me', { ...me, emailVerified: false });
  api.answer('POST /api/user/deletion', { ...leaving, emailVerified: false });
  await askForDeletion(page);
  await expect(toast(page, 'Your account will be deleted')).toHaveText(
    /You have 7 days to change your mind\.$/,
  );
  await expect(keepIn(page)).toBeVisible();
  await expectWellAtWidths(page);
});

test('the banner of a test site stands above the page and the age gate @verify', async ({ page }) => {
  const text = 'Test site. Do not enter personal data.';
  await page.route('/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    // As the server puts it there.
    const html = (await response.text()).replace(
      '<body>',
      `<body><aside class="test-site" aria-label="About this site">${text}</aside>`,
    );
    return route.fulfill({ response, body: html });
  });
  await page.goto('/boost');
  await expect(page.getByText(text)).toBeInViewport({ ratio: 1 });
  await expectWellAtWidths(page);
  await page.addInitScript(() => localStorage.removeItem('ageVerified'));
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto('/');
  await expect(page.getByRole('dialog')).toBeVisible();
  const { x, y, width, height } = (await page.getByText(text).boundingBox())!;
  const isOnTop = await page.evaluate(
    ([left, top]) => document.elementFromPoint(left!, top!)?.matches('.test-site') === true,
    [x + width / 2, y + height / 2],
  );
  expect(isOnTop).toBe(true);
});
