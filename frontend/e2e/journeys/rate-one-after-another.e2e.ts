import { expect, type Page } from '@playwright/test';
import { publish } from '../support/visitor.ts';
import { test } from '../support/site.ts';

const photo = (page: Page) => page.getByRole('img', { name: 'Photo to rate' });

/** The id of the post whose photo is on the screen. */
async function shownPost(page: Page): Promise<string> {
  await expect(photo(page)).toBeVisible();
  return /\/images\/([\w-]+)\//.exec((await photo(page).getAttribute('src'))!)![1]!;
}

/** Gives the photo on the screen a score, and waits for the next one. Returns the id of its post. */
async function give(page: Page, score: number): Promise<string> {
  const post = await shownPost(page);
  await page.getByRole('button', { name: `${score} out of 10`, exact: true }).click();
  await expect.poll(() => shownPost(page)).not.toBe(post);
  return post;
}

test('three photos are rated in a row, the last by leaving the page, and a reported one never comes again', async ({
  user: page,
  newPerson,
}) => {
  const author = await newPerson();
  for (let post = 0; post < 6; post += 1) await publish(author);
  const ratingOf = async (post: string) =>
    (await (await page.request.get(`/api/posts/${post}/user-rating`)).json()).rating;
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto('/rate');
  const reported = await shownPost(page);
  await page.getByRole('button', { name: 'Report' }).click();
  await page.getByLabel('It is explicit or violent').check();
  await page.getByRole('button', { name: 'Submit Report' }).click();
  await expect.poll(() => shownPost(page)).not.toBe(reported);

  const first = await give(page, 8);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => shownPost(page)).toBe(first);
  await give(page, 7);
  const second = await give(page, 10);
  await expect.poll(() => ratingOf(first)).toBe(7);
  await page.getByRole('link', { name: 'Board', exact: true }).click();
  await expect.poll(() => ratingOf(second)).toBe(10);

  await page.goto('/rate');
  const third = await give(page, 0);
  // The browser closes the page.
  await page.goto('/health/live');
  await expect.poll(() => ratingOf(third)).toBe(0);

  // Nobody is served it any more, whatever the browser remembers.
  const left: string[] = [];
  for (let isMore = true; isMore;) {
    const query = left.length > 0 ? `?without=${left.map((id) => id.slice(-12)).join('.')}` : '';
    const { photos } = await (await page.request.get(`/api/rate${query}`)).json();
    left.push(...photos.map(({ id }: { id: string }) => id));
    isMore = photos.length > 0;
  }
  expect(left.length).toBeGreaterThanOrEqual(2);
  expect(left.filter((id) => [reported, first, second, third].includes(id))).toEqual([]);
});
