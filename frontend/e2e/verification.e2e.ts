import { expect, type Page } from '@playwright/test';
import { call, me } from './support/api.ts';
import { seriousFindings } from './support/axe.ts';
import { noteFocus } from './support/passing.ts';
import { test } from './support/site.ts';
import {
  logIn,
  newEmail,
  password,
  profileMenu,
  signUp,
  typeNewPassword,
  verificationLink,
} from './support/visitor.ts';

const newPassword = 'eleven-lazy-otters-nap';

/** Registers in this browser, as a stranger could with the email address of another person. */
async function registerUnverified(page: Page) {
  const email = newEmail();
  const registered = await call(page, 'POST', '/api/auth/register', { email, password });
  expect(registered.status()).toBe(201);
  return { email, link: await verificationLink(email) };
}

test('a link that is opened in another browser asks for the password', async ({ page, newBrowser }) => {
  const other = await newBrowser();
  const { link } = await registerUnverified(other);
  const { anonymousUsername } = await me(other);
  const focused = await noteFocus(page);
  await page.goto(link);
  await focused('Enter Your Password');
  await expect(page.getByText(`Please enter the password of ${anonymousUsername}`)).toBeVisible();
  await expect(profileMenu(page)).toBeHidden();
  expect(await seriousFindings(page)).toEqual([]);

  await page.getByRole('button', { name: 'Verify Email' }).click();
  await expect(page.getByText('Please enter your password')).toBeVisible();
  await page.getByLabel('Password').fill('not the password');
  await page.getByRole('button', { name: 'Verify Email' }).click();
  await expect(page.getByText('This is not the password of the account.')).toBeVisible();
  await expect(page.getByLabel('Password')).toBeFocused();
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Verify Email' }).click();
  await focused('Email Verified!');
  await expect(page).toHaveURL('/');
  await expect(profileMenu(page)).toBeVisible();
});

test('a person who does not know the password sets a new one, which locks the other browser out', async ({
  page,
  newBrowser,
}) => {
  const stranger = await newBrowser();
  const { email, link } = await registerUnverified(stranger);
  const focused = await noteFocus(page);
  await page.goto(link);
  await page.getByRole('button', { name: 'I Do Not Know the Password' }).click();
  await expect(page.getByRole('heading', { name: 'Set a New Password' })).toBeFocused();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Set Password and Verify' }).click();
  await expect(page.getByText('Please fill in all fields')).toBeVisible();
  await typeNewPassword(page, 'password123');
  await page.getByRole('button', { name: 'Set Password and Verify' }).click();
  await expect(page.getByText('This password is too common.')).toBeVisible();
  await typeNewPassword(page, newPassword);
  await page.getByRole('button', { name: 'Set Password and Verify' }).click();
  await focused('Email Verified!');
  await expect(page).toHaveURL('/');

  expect((await stranger.request.get('/api/auth/me')).status()).toBe(401);
  await logIn(stranger, email, newPassword);
});

test('a link never ends the session of another account without asking', async ({ page, newBrowser }) => {
  const { link } = await registerUnverified(await newBrowser());
  const email = await signUp(page);
  await page.goto(link);
  await expect(page.getByText('If you verify, you are logged out of that account here.')).toBeVisible();
  expect(await me(page)).toMatchObject({ email });
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Verify Email' }).click();
  await expect(page).toHaveURL('/');
  expect(await me(page)).not.toMatchObject({ email });
});

test('the browser that registered asks before it switches accounts', async ({ page }) => {
  const { email: registered, link } = await registerUnverified(page);
  const kept = (await page.context().cookies()).filter(({ name }) => name === 'registered');
  expect(kept).toHaveLength(1);
  const email = await signUp(page);
  await page.context().addCookies(kept);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Switch Account?' })).toBeFocused();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('link', { name: 'Stay Logged In' }).click();
  await expect(page).toHaveURL('/');
  expect(await me(page)).toMatchObject({ email });
  await page.goto(link);
  await page.getByRole('button', { name: 'Verify and Switch' }).click();
  await expect(page).toHaveURL('/');
  expect(await me(page)).toMatchObject({ email: registered });
});

test('an answer without a user is not a session', async ({ page }) => {
  await page.route('**/api/auth/verify-email', (route) => route.fulfill({ json: {} }));
  await page.goto('/verify-email?token=any');
  await expect(page.getByRole('alert')).toHaveText('Invalid response from server');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  await expect(profileMenu(page)).toBeHidden();
});
