import { expect } from '@playwright/test';
import { call } from './support/api.ts';
import { test } from './support/site.ts';

test('without scripts a visitor goes from the board to a post and its author', async ({
  browser,
  site,
  other,
  post,
}) => {
  await call(other, 'POST', `/api/posts/${post}/comments`, { text: 'Read without scripts' });
  const context = await browser.newContext({ baseURL: site, javaScriptEnabled: false });
  const page = await context.newPage();
  const enter = async () => {
    for (const box of await page.getByRole('checkbox').all()) await box.check();
  };
  await page.goto('/leaderboard');
  await expect(page.getByRole('heading', { name: 'Leaderboard' })).toBeHidden();
  await enter();
  await page.getByRole('link', { name: 'This Week' }).click();
  await expect(page).toHaveURL('/leaderboard?tab=week');
  // Without scripts nothing remembers it.
  await enter();
  // The best of the week are first.
  await page.getByRole('link', { name: 'Recent' }).click();
  await expect(page).toHaveURL('/leaderboard?tab=week&sort=recent');
  await enter();
  await page.locator(`a[href="/post/${post}"]`).first().click();
  await enter();
  await expect(page.getByText('Read without scripts')).toBeVisible();
  await page.getByRole('region', { name: 'Author' }).getByRole('link').click();
  await enter();
  const name = await page.getByRole('heading', { level: 1 }).innerText();
  await page.goto('/leaderboard');
  await enter();
  await page.getByLabel('Search by username').fill(name);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\?search=/);
  await enter();
  await expect(page.locator(`a[href="/post/${post}"]`)).toBeVisible();
  await context.close();
});

test('the browser takes a page of the server over, and asks for nothing again', async ({
  page,
  other,
  post,
}) => {
  await call(other, 'POST', `/api/posts/${post}/comments`, { text: 'What a calm picture' });
  const asked: string[] = [];
  const problems: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  page.on('pageerror', ({ message }) => problems.push(message));
  for (const address of ['/leaderboard', '/leaderboard?tab=week', `/post/${post}`]) {
    await page.goto(address);
    await expect(page.locator('#state')).toBeAttached();
    // The header shows it when the session is known.
    await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible();
  }
  // Dates are the reader's now, and the page can be used.
  await expect(page.getByText('Just now')).toBeVisible();
  await expect(page.locator('[inert]')).toHaveCount(0);
  expect(problems).toEqual([]);
  // A visitor has no session to ask for.
  expect(new Set(asked.filter((path) => path.startsWith('/api/')))).toEqual(new Set(['/api/live']));
});
