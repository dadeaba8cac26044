import { expect } from '@playwright/test';
import { comment, like, open, toast } from './support/community.ts';
import { sweep } from './support/scope.ts';
import { test } from './support/site.ts';
import {
  choosePhoto,
  profileMenu,
  sendLogin,
  sendRegistration,
  signUp,
  verificationLink,
} from './support/visitor.ts';

test.describe('a visitor', () => {
  test.beforeEach(({ other, post }) => comment(other, post, 'Say something.'));

  test('is asked to sign up, and returns to the post', async ({ page, context, post: id }) => {
    await open(page, id);
    const dialog = page.getByRole('dialog');
    const reasons: [string | RegExp, string][] = [
      [/^0 likes of the comment/, 'Please sign up to like comments'],
      [/^Reply to/, 'Please sign up to reply to comments'],
      ['Report', 'Please log in to report posts'],
      [/^0 likes$/, 'Please sign up to like posts'],
    ];
    for (const [name, reason] of reasons) {
      await page.getByRole('button', { name, exact: true }).click();
      await expect(dialog).toContainText(reason);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('button', { name, exact: true })).toBeFocused();
    }
    await page.getByRole('radio', { name: '7', exact: true }).check();
    await page.getByRole('button', { name: 'Submit Rating' }).click();
    await dialog.getByRole('link', { name: 'Register' }).click();
    await expect(page).toHaveURL(`/register?next=%2Fpost%2F${id}`);

    const email = await sendRegistration(page);
    await expect(page.getByText('Your 7 out of 10 is sent after that.')).toBeVisible();
    await page.getByRole('link', { name: 'Go to Login' }).click();
    await expect(page).toHaveURL(`/post/${id}`);

    // Not verified yet: the page asks for the verification without a call to the server.
    await expect(page.getByText('Please verify your email address first.', { exact: true })).toBeVisible();
    await like(page).click();
    await expect(dialog.getByRole('button', { name: 'Resend Verification Email' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(like(page)).toHaveText(/^0/);

    const tab = await context.newPage();
    await tab.goto(await verificationLink(email));
    await expect(tab).toHaveURL(`/post/${id}`);
    await expect(tab.getByText('You rated this post 7 out of 10')).toBeVisible();
    await like(tab).click();
    await expect(tab.getByRole('button', { name: '1 like' })).toHaveAttribute('aria-pressed', 'true');
  });

  test('logs in and returns to the post', async ({ page, newPerson, post: id }) => {
    const { email } = await newPerson();
    await open(page, id);
    await page.getByRole('link', { name: 'log in' }).click();
    await sendLogin(page, email);
    await expect(page).toHaveURL(`/post/${id}`);
    await expect(page.getByLabel('Add a comment')).toBeVisible();
  });

  const outside = ['//evil.example/', 'https://evil.example/', '/\\evil.example'];
  for (const next of sweep(outside, (address) => address, ['/\\evil.example'])) {
    test(`is led to the home page instead of ${next}`, async ({ page, other }) => {
      await page.goto(`/login?next=${encodeURIComponent(next)}`);
      await sendLogin(page, other.email);
      await expect(page).toHaveURL('/');
    });
  }
});

test('a signed-in person posts a photo without a rating', async ({ page }) => {
  await page.goto('/');
  await choosePhoto(page);
  await page.getByRole('button', { name: 'Post Without Rating' }).click();
  await expect(toast(page, 'Login Required')).toContainText(
    'Please log in or register to post directly without rating.',
  );
  await expect(page.getByRole('img', { name: 'Preview of your choice' })).toBeVisible();

  await signUp(page);
  await page.reload();
  await expect(profileMenu(page)).toBeVisible();
  await choosePhoto(page);
  await page.getByRole('button', { name: 'Post Without Rating' }).click();
  await expect(page).toHaveURL(/\/post\/[\w-]+$/);
  await expect(page.getByText('Not yet rated', { exact: true })).toBeVisible();
  await expect(page.getByRole('radio')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Report', exact: true })).toBeHidden();
});
