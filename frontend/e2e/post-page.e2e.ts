import { expect } from '@playwright/test';
import { open, rate } from './support/community.ts';
import { test } from './support/site.ts';
import { editProfile, LARGE, publish } from './support/visitor.ts';

test('share links contain the rating of the post, and its link can be copied', async ({
  page,
  context,
  post: id,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, id);
  const rating = await page.locator('.text-8xl').textContent();
  await page.getByRole('button', { name: 'Share' }).click();
  // Its code loads at the first move of the pointer.
  await expect(page.getByRole('menu')).toBeVisible();
  const links = await page
    .getByRole('menuitem')
    .filter({ hasText: 'opens in a new tab' })
    .evaluateAll((items) => items.map((item) => [item.getAttribute('href'), item.getAttribute('rel')]));
  expect(links.map(([href]) => new URL(href!).host)).toEqual([
    'x.com',
    'www.facebook.com',
    'wa.me',
    'www.reddit.com',
  ]);
  expect(links.map(([, rel]) => rel)).toEqual(Array(4).fill('noopener noreferrer'));
  const address = page.url();
  expect(new URL(links[0]![0]!).searchParams.get('text')).toBe(`Check out this ${rating}/10 rating...`);
  expect(new URL(links[0]![0]!).searchParams.get('url')).toBe(address);
  // The message is visible for two seconds only, so check at every frame, starting before the click.
  const confirmed = page.waitForFunction(() =>
    [...document.querySelectorAll('[role=menuitem]')].some((item) => item.textContent === 'Link copied!'),
  );
  await page.getByRole('menuitem', { name: 'Copy link' }).click();
  await confirmed;
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  await expect(page.getByRole('menuitem', { name: 'Copy link' })).toBeVisible();
});

test('a photo is enlarged, and closed by Escape, its button and the back button', async ({ page, other }) => {
  const id = await publish(other, undefined, LARGE);
  const largest = `/images/${id}/1280.webp`;
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  await page.setViewportSize({ width: 620, height: 1300 });
  await open(page, id);
  const enlarge = page.getByRole('button', { name: 'Enlarge the photo' });
  const dialog = page.getByRole('dialog', { name: 'Enlarged photo' });
  await enlarge.press('Enter');
  const photo = dialog.getByRole('img', { name: /^Photo posted by / });
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth > 0)).toBe(true);
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
  const { width: shown, height } = (await photo.boundingBox())!;
  // It touches two sides of the window, but for a margin.
  expect(Math.max(shown / 620, height / 1300)).toBeGreaterThan(0.93);
  expect(Math.max(shown / 620, height / 1300)).toBeLessThanOrEqual(1);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(enlarge).toBeFocused();
  expect(loaded).not.toContain(largest);

  // A larger window needs the largest file, which the page does not load before.
  await page.setViewportSize({ width: 1100, height: 1300 });
  await page.waitForLoadState('networkidle');
  expect(loaded).not.toContain(largest);
  await enlarge.click();
  await expect.poll(() => loaded).toContain(largest);
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(`/post/${id}`);
  await expect(enlarge).toBeFocused();
  await page.goForward();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(`/post/${id}`);
});

test('the figures that explain a rank add up', async ({ user: page, post: id }) => {
  await rate(page, id, 9);
  await open(page, id);
  await page.getByRole('button', { name: 'Why this rank' }).click();
  const value = (name: string) => page.locator('dl > div').filter({ hasText: name }).locator('dd');
  const ai = Number(await value('AI score').textContent());
  await expect(value('1 rating by people, together')).toHaveText('9');
  await expect(value('Sum')).toHaveText((ai + 9).toFixed(1));
  const shown = await page.locator('.text-8xl').textContent();
  await expect(value('Divided by 2 scores')).toHaveText(shown!);
  await expect(value('Boost')).toHaveText('None');
  await expect(value('Rank by rating')).toHaveText(/^\d+ of \d+$/);
  await expect(value('Rank this week')).toHaveText(/^\d+ of \d+$/);
});

test('the social links of the author open in new tabs and pass nothing on', async ({
  user: page,
  ownPost: id,
}) => {
  await open(page, id);
  const links = page.getByRole('region', { name: 'Author' }).getByRole('list', { name: 'Social links' });
  await expect(links).toHaveCount(0);
  const socialLinks = { instagram: 'sunny_soles', youtube: 'https://www.youtube.com/@soles' };
  await editProfile(page, { socialLinks });
  await page.reload();
  await expect(links.getByRole('link')).toHaveText([
    'Instagram(opens in a new tab)',
    'YouTube(opens in a new tab)',
  ]);
  const found = await links
    .getByRole('link')
    .evaluateAll((all) =>
      all.map((link) => ['href', 'target', 'rel'].map((name) => link.getAttribute(name))),
    );
  expect(found).toEqual([
    ['https://www.instagram.com/sunny_soles', '_blank', 'nofollow ugc noopener'],
    ['https://www.youtube.com/@soles', '_blank', 'nofollow ugc noopener'],
  ]);
});
