import { expect } from '@playwright/test';
import { me } from './support/api.ts';
import { hold } from './support/hold.ts';
import { listThenPost, scrolledBoard, watchOpening } from './support/opening.ts';
import { test } from './support/site.ts';
import { publish } from './support/visitor.ts';

test('a tapped card opens its post at once, and the way back leads to the same place @widths', async ({
  page,
  other,
}) => {
  await page.setViewportSize({ ...page.viewportSize()!, height: 400 });
  const ids = [await publish(other), await publish(other), await publish(other), await publish(other)];
  // However many posts of others there are.
  const { anonymousUsername } = await me(other);
  const offset = await scrolledBoard(page, `/leaderboard?sort=top&search=${anonymousUsername}`, ids);
  const card = page.getByRole('article').filter({ has: page.locator(`a[href="/post/${ids[0]}"]`) });
  const score = await card.getByText(/^\d+\.\d out of 10$/).innerText();
  const name = /^Photo by (.+?),/.exec((await card.getByLabel(/^Photo by/).getAttribute('aria-label'))!)![1]!;
  const { release } = await hold(page, '**/api/posts/**');
  const frames = await watchOpening(page, ids[0]!);
  expect(frames.map(({ shows }) => shows).join(' ')).toMatch(listThenPost);
  expect(new Set(frames.filter(({ shows }) => shows === 'post').map(({ top }) => top))).toEqual(new Set([0]));
  const sheet = page.locator('article');
  await expect(sheet.locator('.text-8xl')).toHaveText(score.replace(' out of 10', ''));
  await expect(sheet.getByRole('region', { name: 'Author' })).toContainText(name);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page).toHaveTitle(`Photo by ${name} · Footnote`);
  await expect(page.getByText('Loading comments…')).toBeVisible();
  release();
  await expect(page.getByText('No comments yet.')).toBeVisible();

  await page.getByRole('main').getByRole('link', { name: 'Leaderboard', exact: true }).click();
  await expect(page).toHaveURL(`/leaderboard?sort=top&search=${anonymousUsername}`);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(offset);
  // It went back: what comes next is the post.
  await page.goForward();
  await expect(page).toHaveURL(`/post/${ids[0]}`);
});
