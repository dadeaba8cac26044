import { expect, type Page } from '@playwright/test';
import { test } from './support/site.ts';
import { signUp, unsubscribeLink } from './support/visitor.ts';

test.use({ isOfAge: false });

/** The mail preferences of the page's person on the server. */
async function wanted(page: Page): Promise<boolean[]> {
  const user = await (await page.request.get('/api/auth/me')).json();
  return [
    user.emailNotificationsRating,
    user.emailNotificationsComment,
    user.emailNotificationsAchievements,
    user.emailNotificationsBoosts,
  ];
}

test('the link in a mail unsubscribes without a login and without the age gate', async ({
  page,
  email,
  newBrowser,
}) => {
  const link = await unsubscribeLink(email);
  const elsewhere = await newBrowser();
  await elsewhere.goto(link);
  await expect(elsewhere.getByRole('heading', { name: 'Unsubscribe?', level: 1 })).toBeFocused();
  await expect(elsewhere.getByRole('main').getByRole('listitem')).toHaveText([
    'New ratings of your posts',
    'New comments and replies',
    'Achievements of your posts',
    'Boosts of yours that end soon',
  ]);
  // Mail programs and scanners open links, so opening alone must not unsubscribe.
  expect(await wanted(page)).toEqual([true, true, true, true]);
  await elsewhere.getByRole('button', { name: 'Unsubscribe' }).press('Enter');
  await expect(elsewhere.getByRole('heading', { name: 'You are unsubscribed' })).toBeFocused();
  await expect(elsewhere.getByRole('link', { name: 'Go to Settings' })).toHaveAttribute(
    'href',
    '/account/settings',
  );
  expect(await wanted(page)).toEqual([false, false, false, false]);
});

test('the address for mail programs opens the same page in a browser', async ({ page }) => {
  const link = await unsubscribeLink(await signUp(page));
  await page.goto(link.replace('/unsubscribe', '/api/unsubscribe'));
  await expect(page.getByRole('heading', { name: 'Unsubscribe?', level: 1 })).toBeVisible();
  await expect(page).toHaveURL(link);
  expect(await wanted(page)).toEqual([true, true, true, true]);
});

test('an invalid link shows an error and links to the settings', async ({ page }) => {
  for (const path of ['/unsubscribe', '/unsubscribe?token=nonsense', '/unsubscribe?token=123']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Invalid Link' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Go to Settings' })).toBeVisible();
  }
});

test('a lost connection can be retried', async ({ page }) => {
  const link = await unsubscribeLink(await signUp(page));
  await page.route('**/api/unsubscribe?*', (route) => route.abort(), { times: 1 });
  await page.goto(link);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await page.route('**/api/unsubscribe?*', (route) => route.abort());
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByRole('alert')).toHaveText('That did not work. Please try again.');
  await page.unroute('**/api/unsubscribe?*');
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible();
});
