import { expect } from '@playwright/test';
import { like, open } from '../support/community.ts';
import { noteFocus } from '../support/passing.ts';
import { test } from '../support/site.ts';
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

  const tab = await context.newPage();
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
});

test('a person corrects a mistyped address, and confirms it in another browser', async ({
  page,
  newBrowser,
}) => {
  await page.goto('/register');
  const typo = await sendRegistration(page);
  await expect(page.getByRole('heading', { name: 'Check Your Email!' })).toBeFocused();
  await page.goto('/account/settings');
  await expect(page.getByText(`${typo} is waiting for verification.`)).toBeVisible();
  const right = newEmail();
  await page.getByLabel('New Email').fill(right);
  await page.getByLabel('New Email').press('Enter');
  await expect(page.getByText(`${right} is waiting for verification.`)).toBeVisible();

  const phone = await newBrowser();
  const focused = await noteFocus(phone);
  await phone.goto(await verificationLink(right));
  await focused('Enter Your Password');
  await expect(profileMenu(phone)).toBeHidden();
  await phone.getByLabel('Password').fill('not the password');
  await phone.getByRole('button', { name: 'Verify Email' }).click();
  await expect(phone.getByText('This is not the password of the account.')).toBeVisible();
  await phone.getByLabel('Password').fill(password);
  await phone.getByRole('button', { name: 'Verify Email' }).click();
  await focused('Email Verified!');
  await expect(phone).toHaveURL('/');
  await expect(profileMenu(phone)).toBeVisible();

  await page.reload();
  await expect(page.getByRole('region', { name: 'Your Account', exact: true })).toContainText(right);
  await expect(page.getByLabel('New Email')).toBeHidden();
});
