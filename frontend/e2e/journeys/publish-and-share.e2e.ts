import { expect } from '@playwright/test';
import { score, toast } from '../support/community.ts';
import { newSeed, photoWithLocation } from '../support/photo.ts';
import { test } from '../support/site.ts';
import { choosePhoto, openHomeAsUser, rateAsUser } from '../support/visitor.ts';

test('a photo is published once, although an answer is lost, and its shared link shows it to visitors', async ({
  user: page,
  context,
  newBrowser,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const seed = newSeed();
  await rateAsUser(page, seed);
  const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage }));
  const copy = await context.newPage();
  await copy.addInitScript((text) => Object.assign(sessionStorage, JSON.parse(text)), kept);
  await copy.goto('/');
  await expect(copy.getByRole('heading', { name: 'Your Rating' })).toBeVisible();
  const answers: { id: string }[] = [];
  await page.route('**/api/posts/publish', async (route) => {
    const response = await route.fetch();
    answers.push(await response.json());
    return answers.length === 1 ? route.abort('connectionreset') : route.fulfill({ response });
  });
  await page.getByRole('button', { name: 'Post to Leaderboard' }).click();
  await expect(page.getByRole('heading', { name: /^Current Rating/ })).toBeVisible();
  expect(answers).toHaveLength(2);
  const [{ id }, again] = answers as [{ id: string }, { id: string }];
  expect(again.id).toBe(id);
  const address = `${baseURL}/post/${id}`;
  await expect(page).toHaveURL(address);
  const moment = page.getByRole('heading', { name: 'On the board' });
  await expect(moment).toBeFocused();
  await expect(page.getByRole('img', { name: 'The share card of your post' })).toHaveJSProperty(
    'naturalWidth',
    1200,
  );
  // What is posted is not offered again; in a copy of the tab it leads to its post.
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Put your best foot forward.' })).toBeVisible();
  await page.goForward();
  await expect(page).toHaveURL(address);
  await expect(moment).toBeHidden();
  await copy.getByRole('button', { name: 'Post to Leaderboard' }).click();
  await expect(copy).toHaveURL(address);
  await copy.close();
  const rating = await score(page).textContent();

  await page.getByRole('button', { name: 'Share' }).click();
  const onX = new URL((await page.getByRole('menuitem', { name: /X/ }).getAttribute('href'))!);
  expect(Object.fromEntries(onX.searchParams)).toEqual({
    text: `Check out my ${rating}/10 rating...`,
    url: address,
  });
  await page.getByRole('menuitem', { name: 'Copy link' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Save share card' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.png$/);
  await expect(toast(page, 'Share card saved')).toBeVisible();

  // The page takes the head over that the server has rendered, and each tag stands in it once.
  const visitor = await newBrowser();
  const served = await (await visitor.request.get(address)).text();
  await visitor.goto(address);
  await expect(score(visitor)).toHaveText(rating!);
  const title = /<title[^>]*>([^<]+)</.exec(served)![1]!;
  expect(title).toMatch(/^Photo by .+ · Footnote$/);
  await expect(visitor).toHaveTitle(title);
  await expect(visitor.locator('head title')).toHaveCount(1);
  await expect(visitor.locator('head [rel=canonical]')).toHaveAttribute('href', address);
  const description = await visitor.locator('head [name=description]').getAttribute('content');
  expect(served).toContain(`content="${description}"`);
  const card = await visitor.locator('head [property="og:image"]').getAttribute('content');
  const picture = await visitor.request.get(card!);
  expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/png']);
  await visitor.getByRole('main').getByRole('link', { name: 'Leaderboard', exact: true }).click();
  await expect(visitor.locator(`a[href="/post/${id}"]`).first()).toBeVisible();
  await expect(visitor.locator('head [property="og:image"]')).toHaveCount(0);
  await expect(visitor).toHaveTitle('Leaderboard · Footnote');
  await expect(visitor.locator('head [rel=canonical]')).toHaveAttribute('href', `${baseURL}/leaderboard`);
  await expect(visitor.locator('head [name=description]')).not.toHaveAttribute('content', description!);
  await expect(visitor.locator('head [name=robots]')).toHaveCount(0);
  await visitor.goto('/post/00000000-0000-4000-8000-000000000000');
  await expect(visitor.getByRole('heading', { name: 'Post not found' })).toBeVisible();
  await expect(visitor.locator('head [name=robots]')).toHaveAttribute('content', 'noindex');

  // Without a rating, too, the same photo is not posted twice.
  await openHomeAsUser(page);
  await choosePhoto(page, await photoWithLocation(seed));
  await page.getByRole('button', { name: 'Post Without Rating' }).click();
  await expect(page.getByText('You have already published this photo.')).toBeVisible();
});
