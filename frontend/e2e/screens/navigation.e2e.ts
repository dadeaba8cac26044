import { expect } from '@playwright/test';
import { posts } from '../support/board.ts';
import { openLive } from '../support/live.ts';
import { me as member } from '../support/screen-answers.ts';
import { known, test } from '../support/screen.ts';
import { newEmail, password, profileMenu, sendLogin } from '../support/visitor.ts';

test.describe('before the age gate', () => {
  test.use({ isOfAge: false });

  test('age gate and login work with the keyboard alone', async ({ page, api }) => {
    api.answer('POST /api/auth/login', member, { as: 'member' });
    api.answer('POST /api/auth/logout', undefined as never, { status: 204, as: 'visitor' });
    await page.goto('/login');
    await expect(page.getByRole('dialog')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Tab'); // the logo
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Continue to Site' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeHidden();

    await page.reload();
    await expect(page.getByLabel('Email')).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab'); // the close button of the form
    await page.keyboard.press('Tab');
    await expect(page.getByLabel('Email')).toBeFocused();
    await page.keyboard.type(member.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await profileMenu(page).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem').first()).toBeFocused();
    await page.keyboard.press('End');
    await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible();
  });

  test('the age gate covers every page except the legal pages', async ({ page }) => {
    await page.goto('/leaderboard');
    await page.getByRole('dialog').getByRole('link', { name: 'Terms of Service' }).click();
    await expect(page.getByRole('heading', { name: 'Terms of Service', level: 1 })).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.getByRole('link', { name: 'Footnote' }).first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
  });
});

test('an invalid input clears the error of the last attempt', async ({ page, api }) => {
  const message = 'Invalid email or password';
  api.refuse('POST /api/auth/login', 401, { code: 'unauthenticated', message });
  await page.goto('/login');
  await sendLogin(page, newEmail(), 'wrong-password');
  await expect(page.getByRole('alert')).toHaveText(message);
  await page.getByLabel('Password').fill('short');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText('Password must be at least 8 characters')).toBeVisible();
  await expect(page.getByRole('alert')).toBeHidden();
});

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' }, viewport: { width: 360, height: 400 } });

  test('going back to the leaderboard restores the scroll offset without animation', async ({
    page,
    api,
  }) => {
    api.answer('GET /api/posts', posts);
    await openLive(page, '/leaderboard');
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    const card = page.locator(`a[href="/post/${known.post}"]`).first();
    await card.scrollIntoViewIfNeeded();
    await page.evaluate(async () => {
      const scrolled = new Promise((resolve) => document.addEventListener('scroll', resolve, { once: true }));
      window.scrollTo({ top: document.documentElement.scrollHeight });
      await scrolled;
    });
    const offset = await page.evaluate(() => window.scrollY);
    expect(offset).toBeGreaterThan(200);
    await page.evaluate(() => document.querySelector<HTMLElement>('[href^="/post/"]')!.click());
    await expect(page.getByText('Current Rating')).toBeVisible();
    const seen = await page.evaluateHandle(() => {
      const offsets: number[] = [];
      document.addEventListener('scroll', () => offsets.push(window.scrollY));
      return offsets;
    });
    await page.goBack();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(offset);
    // No offset in between. The event comes after the offset has changed.
    await expect.poll(async () => (await seen.jsonValue()).length).toBeGreaterThan(0);
    expect(new Set(await seen.jsonValue())).toEqual(new Set([offset]));
  });
});
