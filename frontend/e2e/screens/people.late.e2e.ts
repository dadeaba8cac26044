import { expect } from '@playwright/test';
import type { OwnPost, PublicProfile } from '../../src/api/generated/schema.d.ts';
import { seriousFindings } from '../support/axe.ts';
import { toast } from '../support/community.ts';
import { recording } from '../support/screen-server.ts';
import { known, test } from '../support/screen.ts';

test.use({ viewer: 'member' });

const profile = recording.answers.visitor[`GET /api/users/${known.user}`]!.body as PublicProfile;
const posts = recording.answers.member['GET /api/user/posts']!.body as OwnPost[];

test('an unknown person is not found, and a new person has no posts yet', async ({ page, api }) => {
  api.refuse('GET /api/users/{id}', 404, { code: 'not_found' });
  await page.goto('/user/00000000-0000-4000-8000-000000000000');
  await expect(page.getByRole('heading', { name: 'User Not Found' })).toBeVisible();
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page).toHaveURL('/leaderboard');
  api.answer('GET /api/users/{id}', { ...profile, posts: [] });
  await page.goto(`/user/${known.user}`);
  await expect(page.getByText('No posts yet')).toBeVisible();
});

test('a member reports a profile of another person for what fits it', async ({ page, api }) => {
  api.answer('POST /api/users/{id}/report', { success: true });
  await page.goto(`/user/${known.author}`);
  await page.getByRole('button', { name: 'Report this profile' }).click();
  const dialog = page.getByRole('dialog', { name: 'Report Profile' });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByLabel('It is not their own photo')).toHaveCount(0);
  await dialog.getByRole('radio', { name: 'It insults or harasses somebody' }).check();
  expect(await seriousFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Submit Report' }).click();
  await expect(toast(page, 'Report submitted')).toContainText('We will review the profile');
  expect(api.calls('POST /api/users/{id}/report')[0]?.body).toMatchObject({ category: 'abuse' });
  await page.goto(`/user/${known.member}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Report/ })).toHaveCount(0);
});

test('a long bio is cut off, and the profile shows all of it on request', async ({ page, api }) => {
  const bioOf = (lines: number) => Array.from({ length: lines }, () => 'Toe.').join('\n');
  let bio = bioOf(100);
  const text = page.getByText(/^Toe\.\s/);
  const height = async () => (await text.boundingBox())?.height ?? 0;
  api.answer('GET /api/posts/{id}', (post) => ({ ...post, bio }));
  api.answer('GET /api/users/{id}', ({ user, ...rest }) => ({ ...rest, user: { ...user, bio } }));
  await page.goto(`/post/${known.post}`);
  await expect(text).toBeVisible();
  expect(await height()).toBeLessThan(130);
  await page.goto(`/user/${known.user}`);
  const more = page.getByRole('button', { name: 'Show More' });
  await expect(more).toHaveAttribute('aria-expanded', 'false');
  expect(await height()).toBeLessThan(300);
  await more.press('Enter');
  const less = page.getByRole('button', { name: 'Show Less' });
  await expect(less).toBeFocused();
  await expect(less).toHaveAttribute('aria-expanded', 'true');
  expect(await height()).toBeGreaterThan(2000);
  await less.press('Enter');
  await expect(more).toBeFocused();
  bio = bioOf(8);
  await page.reload();
  await expect(text).toBeVisible();
  await expect(more).toBeHidden();
});

test('an own post is deleted after a question, once, and the focus moves on', async ({ page, api }) => {
  let listed = posts.slice(0, 2);
  const [first, second] = listed as [OwnPost, OwnPost];
  api.answer('GET /api/user/posts', () => listed);
  await page.goto('/my-posts');
  const card = page.getByRole('article').first();
  await card.hover();
  await expect(card.getByText(/^\d+ votes?$/)).toBeVisible();
  const remove = card.getByRole('button', { name: /^Delete the post/ });
  const dialog = page.getByRole('alertdialog', { name: 'Delete Post?' });
  await remove.click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(remove).toBeFocused();
  api.on('DELETE /api/user/posts/{id}', async () => ({ status: 500 }));
  await remove.click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(
    'Failed to DeleteCould not delete post. Please try again.',
  );

  api.answer('DELETE /api/user/posts/{id}', (_, { params }) => {
    listed = listed.filter(({ id }) => id !== params['id']);
    return { success: true };
  });
  await dialog.getByRole('button', { name: 'Delete' }).dblclick();
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(card.getByRole('link')).toBeFocused();
  await expect(card.getByRole('link')).toHaveAttribute('href', `/post/${second.id}`);
  await remove.press('Enter');
  await dialog.getByRole('button', { name: 'Delete' }).press('Enter');
  await expect(page.getByRole('link', { name: 'Upload Your First Post' })).toHaveAttribute('href', '/');
  await expect(page.getByRole('heading', { name: 'My Posts' })).toBeFocused();
  const deleted = api.calls('DELETE /api/user/posts/{id}').slice(1);
  expect(deleted.map(({ params }) => params['id'])).toEqual([first.id, second.id]);
});

test('own posts and unused boosts are read again when the window gets the focus', async ({ page, api }) => {
  await page.goto('/my-posts');
  await expect(page.getByRole('article').first()).toBeVisible();
  for (const operation of ['GET /api/user/posts', 'GET /api/boosts/unclaimed'] as const) {
    await expect.poll(() => api.calls(operation).length).toBeGreaterThan(0);
    const before = api.calls(operation).length;
    // A read that is still in flight is not started again.
    await expect(async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('focus')));
      expect(api.calls(operation).length).toBeGreaterThan(before);
    }).toPass();
  }
});

test('a post in check says so to its owner', async ({ page, api }) => {
  const hidden = { isPublic: false, isInCheck: true, moderationFlags: [], decision: null };
  api.answer('GET /api/user/posts', ([post]) => [{ ...post!, ...hidden }]);
  api.answer('GET /api/posts/{id}', (post) => ({ ...post, ...hidden }));
  await page.goto('/my-posts');
  await expect(page.getByRole('article')).toContainText('Hidden. Being checked.');
  await page.goto(`/post/${known.ownPost}`);
  await expect(page.getByText('It is being checked: somebody reported it.')).toBeVisible();
});

test('a post in review shows the reason to its owner', async ({ page, api }) => {
  const flags = ['looks like the photo of another person'];
  const waiting = { isPublic: false, moderationFlags: flags, decision: null };
  api.answer('GET /api/user/posts', ([post]) => [{ ...post!, ...waiting }]);
  api.answer('GET /api/posts/{id}', (post) => ({ ...post, ...waiting }));
  await page.goto('/my-posts');
  await expect(page.getByRole('article')).toContainText('Hidden.');
  await expect(page.getByRole('article')).toContainText(flags[0]!);
  await page.goto(`/post/${known.ownPost}`);
  await expect(page.getByText(`It waits for a moderator: it ${flags[0]}.`)).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'My Posts' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Share' })).toHaveCount(0);
});
