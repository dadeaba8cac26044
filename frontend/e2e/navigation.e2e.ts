import { expect } from '@playwright/test';
import { openLive, serveLive } from './support/live.ts';
import { emptyPages } from './support/server-pages.ts';
import { test } from './support/site.ts';
import { newEmail, password, profileMenu, publish, sendLogin, signUp } from './support/visitor.ts';

test.describe('before the age gate', () => {
  test.use({ isOfAge: false });

  test('age gate and login work with the keyboard alone', async ({ page, other }) => {
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
    await page.keyboard.type(other.email);
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

test('the message for a wrong password does not reveal whether the account exists', async ({ page }) => {
  await page.goto('/login');
  await sendLogin(page, newEmail(), 'wrong-password');
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password');
});

test('an invalid input clears the error of the last attempt', async ({ page }) => {
  await page.goto('/login');
  await sendLogin(page, newEmail(), 'wrong-password');
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password');
  await page.getByLabel('Password').fill('short');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText('Password must be at least 8 characters')).toBeVisible();
  await expect(page.getByRole('alert')).toBeHidden();
});

test('search, tab and sort are in the address and survive a reload', async ({ page }) => {
  await page.goto('/leaderboard');
  await page.getByRole('link', { name: 'This Week' }).click();
  // A week is a ranking, so its default is the best first. The default of all posts is the newest first.
  await expect(page.getByRole('link', { name: 'Top Rated' })).toHaveAttribute('aria-current', 'page');
  await page.getByRole('link', { name: 'Recent' }).click();
  await page.getByLabel('Search by username').fill('otter');
  await expect(page).toHaveURL('/leaderboard?tab=week&sort=recent&search=otter');
  await page.reload();
  await expect(page.getByRole('link', { name: 'This Week' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('link', { name: 'Recent' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByLabel('Search by username')).toHaveValue('otter');
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(page).toHaveURL('/leaderboard?tab=week&sort=recent');
  await page.goBack();
  await expect(page).toHaveURL('/leaderboard?tab=week');
  await page.goto('/leaderboard?tab=decade&sort=loudest');
  await expect(page.getByRole('link', { name: 'All Posts' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('link', { name: 'Recent' })).toHaveAttribute('aria-current', 'page');
});

test('the address contains the search text unchanged', async ({ page }) => {
  const box = page.getByLabel('Search by username');
  for (const text of ['"abc"', '{"a":1}', '4821', 'x'.repeat(50)]) {
    await page.goto('/leaderboard');
    await box.fill(text);
    const address = `/leaderboard?${new URLSearchParams({ search: text })}`;
    await expect(page).toHaveURL(address);
    await page.reload();
    await expect(box).toHaveValue(text);
    await expect(page).toHaveURL(address);
  }
  await page.goto(`/leaderboard?search=${'y'.repeat(60)}`);
  await expect(box).toHaveValue('y'.repeat(50));
  await page.goto('/leaderboard?search=a&search=b');
  await expect(box).toHaveValue('a');
});

test('an unknown address shows a page with a link home', async ({ page }) => {
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Go Home' }).click();
  await expect(page).toHaveURL('/');
  await expect(page).toHaveTitle('Footnote');
});

test('a page that cannot be loaded shows an error and loads on retry', async ({ page }) => {
  await emptyPages(page);
  await page.route('**/api/posts?*', (route) => route.abort(), { times: 1 });
  await page.goto('/leaderboard');
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await expect(page.getByRole('banner')).toBeVisible();
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('heading', { name: 'Leaderboard' })).toBeVisible();
});

test('a menu that is opened while a page loads stays open after the load', async ({ user: page }) => {
  await page.goto('/');
  const link = page.getByRole('banner').getByRole('link', { name: 'Leaderboard' });
  const menu = profileMenu(page);
  await expect(menu).toBeVisible();
  // In one step, because the page may load at any time.
  await link.evaluate(
    (leaderboard: HTMLElement, trigger) => {
      leaderboard.click();
      trigger?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0 }));
    },
    await menu.elementHandle(),
  );
  await expect(page.getByRole('menu')).toBeVisible();
  await expect(page.getByRole('link', { name: 'All Posts' })).toBeVisible();
  await expect(page).toHaveTitle('Leaderboard · Footnote');
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted))));
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await expect(page.getByRole('heading', { name: 'Profile Settings', level: 1 })).toBeFocused();
});

test('input on one post is not carried over to another', async ({ user: page, newBrowser }) => {
  const other = await newBrowser();
  await signUp(other);
  const [one, another] = [await publish(other), await publish(other)];
  await page.goto(`/post/${one}`);
  await page.getByRole('main').getByRole('link', { name: 'Leaderboard' }).click();
  await page.locator(`a[href="/post/${another}"]`).click();
  await page.getByRole('radio', { name: '9', exact: true }).check();
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('About the other one.');

  // Like a long press of the browser's back button.
  await page.evaluate(() => history.go(-2));

  await expect(page).toHaveURL(`/post/${one}`);
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('radio', { name: '9', exact: true })).not.toBeChecked();
  await expect(page.getByRole('button', { name: 'Submit Rating' })).toBeDisabled();
});

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' }, viewport: { width: 360, height: 400 } });

  test('going back to the leaderboard restores the scroll offset without animation', async ({
    user: page,
  }) => {
    const ids = [await publish(page), await publish(page)];
    // Posts of other tests must not move this page.
    await serveLive(page);
    await openLive(page, '/leaderboard');
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    const card = page.locator(`a[href="/post/${ids[0]}"]`);
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

test('the theme is that of the system until one is chosen, and applied before the first paint', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await page.getByRole('button', { name: 'Switch to dark theme' }).click();
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark');
  await page.route('**/assets/*.js', (route) => route.abort());
  for (const [chosen, system, shown] of [
    ['dark', 'light', 'dark'],
    ['light', 'dark', 'light'],
    [null, 'dark', 'dark'],
    [null, 'light', 'light'],
  ] as const) {
    await page.evaluate((theme) => {
      if (theme) localStorage.setItem('theme', theme);
      else localStorage.removeItem('theme');
    }, chosen);
    await page.emulateMedia({ colorScheme: system });
    await page.reload({ waitUntil: 'commit' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', shown);
  }
});

test('every page has its own title and description', async ({ page }) => {
  const titles = {
    '/': 'Footnote',
    '/leaderboard': 'Leaderboard · Footnote',
    '/login': 'Login · Footnote',
    '/register': 'Register · Footnote',
    '/verify-email': 'Verify Email · Footnote',
    '/termsofservice': 'Terms of Service · Footnote',
    '/privacypolicy': 'Privacy Policy · Footnote',
    '/no/such/page': 'Page not found · Footnote',
  };
  const descriptions = new Set<string | null>();
  for (const [path, title] of Object.entries(titles)) {
    await page.goto(path);
    await expect(page).toHaveTitle(title);
    // Throws when there is more than one.
    descriptions.add(await page.locator('meta[name=description]').getAttribute('content'));
  }
  expect(descriptions.size).toBe(Object.keys(titles).length);
});
