import { expect } from '@playwright/test';
import { me } from './support/api.ts';
import { test } from './support/site.ts';
import { editProfile, logIn, password, publish, typeNewPassword } from './support/visitor.ts';

test('the time in their names distinguishes posts of one day and sessions of one browser', async ({
  page,
  email,
  newBrowser,
}) => {
  await publish(page);
  const elsewhere = await newBrowser();
  await logIn(elsewhere, email);
  const { id } = await me(page);
  await page.goto('/my-posts');
  await expect(page.getByRole('link', { name: /^Post of \d+ \w+ \d{4} at \d\d:\d\d:\d\d$/ })).toBeVisible();
  const remove = /^Delete the post of \d+ \w+ \d{4} at \d\d:\d\d:\d\d$/;
  await expect(page.getByRole('button', { name: remove })).toBeVisible();
  await page.goto(`/user/${id}`);
  await expect(page.getByRole('link', { name: /^Photo of \d+ \w+ \d{4} at \d\d:\d\d:\d\d/ })).toBeVisible();
  await page.goto('/account/settings');
  const end = /^Sign out .+, signed in on \d+ \w+ \d{4} at \d\d:\d\d:\d\d$/;
  await expect(page.getByRole('button', { name: end })).toBeVisible();
});

test('a display name keeps its own text direction, and the settings say which name is shown', async ({
  user: page,
}) => {
  await page.goto('/account/settings');
  await expect(page.getByText(/^Shown until you choose a display name/)).toBeVisible();
  await editProfile(page, { displayUsername: 'רגליים' });
  await page.reload();
  await expect(page.getByText(/^Not shown while you have a display name/)).toBeVisible();
  const { id } = await me(page);
  await page.goto(`/user/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'רגליים' })).toHaveCSS('direction', 'rtl');
});

test('a password that could not be sent is not reported as incorrect', async ({ user: page }) => {
  await page.goto('/account/settings');
  await page.getByLabel('Current Password').fill(password);
  await typeNewPassword(page, 'twelve-brave-snails-race');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Update Password' }).click();
  await expect(page.getByText('Failed to Update Password', { exact: true })).toBeVisible();
  await expect(page.getByText('You are offline. Please try again when you are connected.')).toBeVisible();
  await expect(page.getByText('Current password is incorrect')).toBeHidden();
});

test('without JavaScript a page that the server does not render asks for it', async ({ browser, site }) => {
  const context = await browser.newContext({ baseURL: site, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/account/settings');
  await expect(page.locator('noscript')).toBeVisible();
  expect(await page.locator('noscript').evaluate(({ textContent }) => textContent)).toContain(
    'This page needs JavaScript.',
  );
  await expect(page.getByRole('link', { name: 'Go to Footnote' })).toHaveAttribute('href', '/');
  await page.goto('/');
  await expect(page.locator('body > noscript')).toBeHidden();
  await context.close();
});
