import { expect } from '@playwright/test';
import { like, open } from '../support/community.ts';
import { hold } from '../support/hold.ts';
import { noteFocus } from '../support/passing.ts';
import { test } from '../support/site.ts';
import { failuresOf, translate } from '../support/translator.ts';
import {
  newEmail,
  password,
  profileMenu,
  sendLogin,
  sendRegistration,
  verificationLink,
} from '../support/visitor.ts';

test('a visitor registers for the sake of a post, and may rate and like once the address is confirmed', async ({
  page,
  context,
  post,
}) => {
  const dialog = page.getByRole('dialog');
  await open(page, post);
  await like(page).click();
  await expect(dialog).toContainText('Please sign up to like posts');
  await page.keyboard.press('Escape');
  await page.getByRole('radio', { name: '7', exact: true }).check();
  await page.getByRole('button', { name: 'Submit Rating' }).click();
  await dialog.getByRole('link', { name: 'Register' }).click();
  await expect(page).toHaveURL(`/register?next=%2Fpost%2F${post}`);
  const email = await sendRegistration(page);
  await expect(page.getByText('Your 7 out of 10 is sent after that.')).toBeVisible();
  await page.getByRole('link', { name: 'Go to Login' }).click();
  await expect(page).toHaveURL(`/post/${post}`);
  await like(page).click();
  await expect(dialog.getByRole('button', { name: 'Resend Verification Email' })).toBeVisible();

  // From here on the browser translates each page.
  const tab = await context.newPage();
  const failures = failuresOf(tab);
  await tab.addInitScript(translate);
  const focused = await noteFocus(tab);
  await tab.goto(await verificationLink(email));
  await focused('Email Verified!');
  await expect(tab).toHaveURL(`/post/${post}`);
  await expect(tab.getByText('You rated this post 7 out of 10')).toBeVisible();
  await like(tab).click();
  await expect(like(tab)).toHaveAttribute('aria-pressed', 'true');

  await profileMenu(tab).click();
  await tab.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(profileMenu(tab)).toBeHidden();
  await open(tab, post);
  await tab.getByRole('link', { name: 'log in' }).click();
  await sendLogin(tab, email);
  await expect(tab).toHaveURL(`/post/${post}`);
  await expect(like(tab)).toHaveAttribute('aria-pressed', 'true');
  await expect(like(tab)).toHaveText(/^1/);
  for (const address of ['/leaderboard', '/']) {
    await tab.goto(address);
    await expect(tab.locator(`main a[href="/post/${post}"]`).first()).toBeVisible();
  }
  // React says of pages that they are not as the server sent them, and renders them again.
  expect(failures.filter((failure) => !failure.includes('React error #418'))).toEqual([]);
});

test('a person corrects a mistyped address, and confirms it by the mail in another browser', async ({
  page,
  newBrowser,
}) => {
  // What is typed before the app is there counts.
  const { release } = await hold(page, '**/assets/*.js');
  await page.goto('/register', { waitUntil: 'commit' });
  for (const label of ['Password', 'Confirm Password']) {
    await page.getByLabel(label, { exact: true }).fill(password);
  }
  const typo = newEmail();
  await page.getByLabel('Email').fill(typo);
  release();
  await expect(page.getByText(/^Passwords match/)).toContainText('(done)');
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByRole('heading', { name: 'Check Your Email!' })).toBeFocused();
  await page.goto('/account/settings');
  await expect(page.getByText(`${typo} is waiting for verification.`)).toBeVisible();
  const right = newEmail();
  await page.getByLabel('New Email').fill(right);
  await page.getByLabel('New Email').press('Enter');
  await expect(page.getByText(`${right} is waiting for verification.`)).toBeVisible();

  const phone = await newBrowser();
  await verificationLink(right);
  await phone.setViewportSize({ width: 360, height: 740 });
  await phone.emulateMedia({ colorScheme: 'dark' });
  await phone.goto('/sandbox/mail');
  await phone.getByRole('link').filter({ hasText: right }).click();
  const mail = phone.frameLocator('iframe');
  const html = mail.locator('html');
  await expect(mail.getByText(/safety of your account/)).toBeVisible();
  // The frame has the theme of the site around it, shows all of the mail, and little more.
  expect(await phone.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(23, 20, 15)');
  expect(await html.evaluate((root) => root.scrollHeight - root.clientHeight)).toBe(0);
  expect(await html.evaluate((root) => root.clientHeight - document.body.offsetHeight)).toBeLessThan(240);
  const opened = phone.waitForEvent('popup');
  await mail.getByRole('link', { name: 'Verify' }).click();
  const tab = await opened;
  await tab.getByLabel('Password').fill('not the password');
  await tab.getByRole('button', { name: 'Verify Email' }).click();
  await expect(tab.getByText('This is not the password of the account.')).toBeVisible();
  await tab.getByLabel('Password').fill(password);
  await tab.getByRole('button', { name: 'Verify Email' }).click();
  await expect(tab).toHaveURL('/');
  await expect(profileMenu(tab)).toBeVisible();

  await page.reload();
  await expect(page.getByRole('region', { name: 'Your Account', exact: true })).toContainText(right);
  await expect(page.getByLabel('New Email')).toBeHidden();
});
