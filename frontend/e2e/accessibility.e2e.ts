import { expect, type Page } from '@playwright/test';
import { me } from './support/api.ts';
import { seriousFindings } from './support/axe.ts';
import { photoWithLocation } from './support/photo.ts';
import { sweep } from './support/scope.ts';
import { test } from './support/site.ts';
import {
  choosePhoto,
  editProfile,
  newEmail,
  password,
  profileMenu,
  publish,
  rateOnScreen,
  sendRegistration,
  signUp,
  unsubscribeLink,
} from './support/visitor.ts';

const heading = (page: Page, name: string) =>
  expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();

/** Uploads a file that is a photo only by name and type. */
async function sendNoPicture(page: Page): Promise<void> {
  await page.goto('/');
  await choosePhoto(page, Buffer.from('no picture'));
  await page.getByRole('button', { name: 'Get My Rating' }).click();
  await expect(page.getByText('Upload Failed', { exact: true })).toBeVisible();
}

/** Screen → how to reach it. Each function returns when the screen no longer changes. */
const screens: Record<string, (page: Page) => Promise<void>> = {
  home: async (page) => {
    await page.goto('/');
    await heading(page, 'Put your best foot forward.');
  },
  results: async (page) => {
    await rateOnScreen(page);
  },
  'waiting rating': async (page) => {
    await rateOnScreen(page);
    await page.getByRole('button', { name: 'Post to Leaderboard' }).click();
    await heading(page, 'Register');
    await page.goto('/');
    await expect(page.getByRole('region', { name: 'Saved rating' })).toBeVisible();
  },
  'refused upload': async (page) => {
    await sendNoPicture(page);
    await expect(page.getByRole('button', { name: 'Try Again' })).toBeHidden();
    await expect(page.getByRole('button', { name: 'Choose Another' })).toBeVisible();
  },
  'failed upload': async (page) => {
    await page.route('**/api/upload', (route) => route.abort());
    await sendNoPicture(page);
    await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible();
  },
  'login with errors': async (page) => {
    await page.goto('/login');
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.getByText('Please enter your email address')).toBeVisible();
  },
  register: async (page) => {
    await page.goto('/register');
    await page.getByLabel('Password', { exact: true }).fill('longenough');
    await heading(page, 'Register');
  },
  registered: async (page) => {
    await page.goto('/register');
    await sendRegistration(page);
    await heading(page, 'Check Your Email!');
  },
  'failed verification': async (page) => {
    await page.goto('/verify-email');
    await heading(page, 'Verification Failed');
  },
  unsubscribe: async (page) => {
    await page.goto(await unsubscribeLink(await signUp(page)));
    await heading(page, 'Unsubscribe?');
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    await heading(page, 'You are unsubscribed');
  },
  'invalid unsubscribe link': async (page) => {
    await page.goto('/unsubscribe?token=no-good');
    await heading(page, 'Invalid Link');
  },
  'forgot password': async (page) => {
    await page.goto('/forgot-password');
    await page.getByRole('button', { name: 'Send Reset Link' }).click();
    await expect(page.getByText('Please enter your email address')).toBeVisible();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByLabel('Email').fill(newEmail());
    await page.getByRole('button', { name: 'Send Reset Link' }).click();
    await heading(page, 'Check Your Email');
  },
  'reset password': async (page) => {
    await page.goto('/reset-password');
    await heading(page, 'Invalid Link');
    expect(await seriousFindings(page)).toEqual([]);
    await page.goto(`/reset-password?token=${'a'.repeat(86)}`);
    await page.getByRole('button', { name: 'Reset Password' }).click();
    await expect(page.getByText('Please fill in all fields')).toBeVisible();
  },
  'account settings': async (page) => {
    await signUp(page);
    await page.goto('/account/settings');
    await expect(page.getByRole('list', { name: 'Sessions' }).getByText('This device')).toBeVisible();
    await page.getByRole('switch', { name: 'Comments' }).click();
    await expect(page.getByText('Preferences updated')).toBeVisible();
    await page.getByRole('button', { name: 'Update Password' }).click();
    await expect(page.getByText('Current password is required')).toBeVisible();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Delete My Account…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    await expect(dialog).toBeVisible();
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByLabel('Password').fill(password);
    await dialog.getByRole('button', { name: 'Delete My Account' }).click();
    await expect(page.getByRole('region', { name: 'About your account' })).toBeVisible();
  },
  'profile settings': async (page) => {
    await signUp(page);
    await page.goto('/profile/settings');
    await page.getByLabel('Bio').fill('x'.repeat(501));
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('A bio has at most 500 characters')).toBeVisible();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByLabel('Profile picture', { exact: true }).setInputFiles({
      name: 'me.jpg',
      mimeType: 'image/jpeg',
      buffer: await photoWithLocation(),
    });
    await expect(page.getByRole('button', { name: 'Save Picture' })).toBeEnabled();
  },
  'public profile': async (page) => {
    await signUp(page);
    await publish(page);
    const { id } = await me(page);
    const socialLinks = { instagram: 'sunny.sole', tiktok: 'sunny.sole' };
    await editProfile(page, { bio: 'Barefoot.', socialLinks });
    await page.goto(`/user/${id}`);
    await expect(page.getByRole('link', { name: /^Photo of/ })).toBeVisible();
    expect(await seriousFindings(page)).toEqual([]);
    await page.goto('/user/nobody');
    await heading(page, 'User Not Found');
  },
  'own posts': async (page) => {
    await signUp(page);
    await page.goto('/my-posts');
    await expect(page.getByRole('link', { name: 'Upload Your First Post' })).toBeVisible();
    expect(await seriousFindings(page)).toEqual([]);
    await publish(page);
    await page.reload();
    await page.getByRole('article').hover();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: /^Delete the post/ }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
  },
  'empty search': async (page) => {
    await page.goto('/leaderboard?search=nobody-is-called-this');
    await expect(page.getByText('Try adjusting your search terms')).toBeVisible();
  },
  'leaderboard, week and post': async (page) => {
    await signUp(page);
    const id = await publish(page);
    await page.goto('/leaderboard');
    await expect(page.getByRole('region', { name: 'Posts' }).getByRole('link').first()).toBeVisible();
    expect(await seriousFindings(page)).toEqual([]);
    await page.goto('/leaderboard?tab=week&sort=top');
    await expect(page.getByText('1st', { exact: true })).toBeVisible();
    expect(await seriousFindings(page)).toEqual([]);
    await profileMenu(page).click();
    await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
    expect(await seriousFindings(page)).toEqual([]);
    await page.goto(`/post/${id}`);
    await expect(page.getByRole('img', { name: /^Photo posted by / })).toBeVisible();
  },
  'missing post': async (page) => {
    await page.goto('/post/00000000-0000-4000-8000-000000000000');
    await heading(page, 'Post not found');
  },
  'missing page': async (page) => {
    await page.goto('/nowhere');
    await heading(page, 'Page not found');
  },
  terms: async (page) => {
    await page.goto('/termsofservice');
    await heading(page, 'Terms of Service');
  },
  privacy: async (page) => {
    await page.goto('/privacypolicy');
    await heading(page, 'Privacy Policy');
  },
};

const sampled = ['home', 'login with errors', 'account settings', 'leaderboard, week and post'];

for (const [name, open] of sweep(Object.entries(screens), ([screen]) => screen, sampled)) {
  test(`${name}: no serious accessibility violation, light or dark`, async ({ page }) => {
    await open(page);
    expect(await seriousFindings(page)).toEqual([]);
  });
}

test.describe('before the age gate', () => {
  test.use({ isOfAge: false });

  test('age gate: no serious accessibility violation, light or dark', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await seriousFindings(page)).toEqual([]);
  });
});
