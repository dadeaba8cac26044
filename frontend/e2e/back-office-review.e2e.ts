import { expect, type Page } from '@playwright/test';
import { enterBackOffice, newAdmin, signInAdmin } from './support/admins.ts';
import { seriousFindings } from './support/axe.ts';
import { anotherPerson, tabTo, toast } from './support/community.ts';
import { test } from './support/site.ts';
import { newSeed, publish } from './support/visitor.ts';

const headers = { 'sec-fetch-site': 'same-origin' };
const review = (id: string) => `/rtm-sys/review?post=${id}`;
const picture = (page: Page) => page.getByRole('img', { name: /^Photo posted by / });

/** Opens a review and waits for the post. */
async function open(page: Page, id: string): Promise<void> {
  await page.goto(review(id));
  await expect(page.getByRole('heading', { name: /^Post by / })).toBeFocused();
}

test('a moderator approves and hides by keyboard, and undoes it', async ({
  page,
  browser,
  running: { dataDir },
}) => {
  const [owner, reporter] = [await anotherPerson(browser), await anotherPerson(browser)];
  const { anonymousUsername } = await (await owner.request.get('/api/auth/me')).json();
  const [first, second] = [await publish(owner, newSeed()), await publish(owner, newSeed())];
  for (const id of [first, second]) {
    const data = { category: 'explicit', reason: `Look at ${id}` };
    expect((await reporter.request.post(`/api/posts/${id}/report`, { headers, data })).ok()).toBe(true);
  }
  await enterBackOffice(page, dataDir, 'moderator');
  await page.goto('/rtm-sys/queue');
  const row = (id: string) =>
    page
      .getByRole('grid', { name: 'posts to review' })
      .getByRole('row')
      .filter({ has: page.locator(`a[href="/rtm-sys/post/${id}"]`) });
  await expect(row(first)).toContainText('1 report: Nudity or sexual content');
  await expect(row(first)).toContainText('target 4 hours');
  await expect(page.getByRole('navigation', { name: 'Dashboard' })).toContainText(/Review Queue\d+/);
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await seriousFindings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  await page.setViewportSize({ width: 1440, height: 900 });

  await row(first).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(review(first));
  const heading = page.getByRole('heading', { name: `Post by ${anonymousUsername}` });
  await expect(heading).toBeFocused();
  await expect(page.getByText(`Look at ${first}`)).toBeVisible();
  await expect(page.getByText(/^Yours for (10:00|9:\d\d)$/)).toBeVisible();
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await seriousFindings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press('a');
  await expect(toast(page, 'Post approved')).toBeVisible();
  // The reports are most harmful, so that the second post is next.
  await expect(page.getByText(`Look at ${second}`)).toBeVisible();

  await page.keyboard.press('h');
  const dialog = page.getByRole('dialog', { name: 'Hide This Post?' });
  await expect(dialog.getByRole('radio').first()).toBeFocused();
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press('Space');
  await tabTo(page, /^$/);
  await expect(dialog.getByLabel('Note')).toBeFocused();
  await page.keyboard.type('a hub on a nap');
  await tabTo(page, /^Hide$/);
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Post hidden')).toBeVisible();
  await expect(dialog).toBeHidden();
  expect((await page.request.get(`/api/posts/${second}`)).status()).toBe(404);
  await owner.goto(`/post/${second}`);
  const note = owner.getByRole('region', { name: 'About this post' });
  await expect(note).toContainText('Reason: Shows something other than feet');
  await expect(note).toContainText('“a hub on a nap”');

  await page.keyboard.press('u');
  await expect(toast(page, 'Decision undone')).toBeVisible();
  await expect(page.getByText(`Look at ${second}`)).toBeVisible();
  expect((await page.request.get(`/api/posts/${second}`)).status()).toBe(200);
  await Promise.all([owner, reporter].map((person) => person.context().close()));
});

test('pictures are blurred until an admin asks for them, and the choice is kept for this admin', async ({
  page,
  browser,
  running: { dataDir },
}) => {
  const owner = await anotherPerson(browser);
  const [first, second] = [await publish(owner, newSeed()), await publish(owner, newSeed())];
  await enterBackOffice(page, dataDir, 'moderator');
  await open(page, first);
  const isBlurred = (blurred: boolean) =>
    blurred
      ? expect(picture(page)).toHaveCSS('filter', /^blur\(.+\) grayscale\(/)
      : expect(picture(page)).toHaveCSS('filter', 'none');
  await isBlurred(true);
  await page.keyboard.press('b');
  await isBlurred(false);
  await page.keyboard.press('b');
  await isBlurred(true);
  await page.getByRole('button', { name: 'Show Picture' }).click();
  await isBlurred(false);
  // Each picture is asked for.
  await open(page, second);
  await isBlurred(true);

  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'How Reviews Work' });
  expect(await seriousFindings(page)).toEqual([]);
  await help.getByRole('switch', { name: 'Blur pictures' }).click();
  await page.keyboard.press('Escape');
  await isBlurred(false);
  await open(page, first);
  await isBlurred(false);
  await signInAdmin(page, await newAdmin(dataDir, 'moderator'));
  await open(page, second);
  await isBlurred(true);
  await owner.context().close();
});
