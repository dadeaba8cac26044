import { expect } from '@playwright/test';
import { copies, posts } from '../support/board.ts';
import { score } from '../support/community.ts';
import { listThenPost, scrolledBoard, watchOpening } from '../support/opening.ts';
import { known, test } from '../support/screen.ts';

test('a tapped card opens its post at once, and the way back leads to the same place @widths', async ({
  page,
  api,
}) => {
  await page.setViewportSize({ ...page.viewportSize()!, height: 400 });
  const id = known.post!;
  api.answer('GET /api/posts', [...posts, ...copies(8)]);
  const offset = await scrolledBoard(page, '/leaderboard?sort=top', [id]);
  const card = page.getByRole('article').filter({ has: page.locator(`a[href="/post/${id}"]`) });
  const shown = await card.getByText(/^\d+\.\d out of 10$/).innerText();
  const name = /^Photo by (.+?),/.exec((await card.getByLabel(/^Photo by/).getAttribute('aria-label'))!)![1]!;
  const releases = [api.hold('GET /api/posts/{id}'), api.hold('GET /api/posts/{id}/comments')];
  const frames = await watchOpening(page, id);
  expect(frames.map(({ shows }) => shows).join(' ')).toMatch(listThenPost);
  expect(new Set(frames.filter(({ shows }) => shows === 'post').map(({ top }) => top))).toEqual(new Set([0]));
  const sheet = page.locator('article');
  await expect(score(page)).toHaveText(shown.replace(' out of 10', ''));
  await expect(sheet.getByRole('region', { name: 'Author' })).toContainText(name);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page).toHaveTitle(`Photo by ${name} · Footnote`);
  await expect(page.getByText('Loading comments…')).toBeVisible();
  for (const release of releases) release();
  await expect(page.getByRole('heading', { name: 'Comments (2)' })).toBeVisible();

  await page.getByRole('main').getByRole('link', { name: 'Leaderboard', exact: true }).click();
  await expect(page).toHaveURL('/leaderboard?sort=top');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(offset);
  // It went back: what comes next is the post.
  await page.goForward();
  await expect(page).toHaveURL(`/post/${id}`);
});
