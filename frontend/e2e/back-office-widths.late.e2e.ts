import { expect, type Locator, type Page } from '@playwright/test';
import { enterBackOffice, rowOfPost, widenNames } from './support/admins.ts';
import { call, me } from './support/api.ts';
import { comment, report, toast } from './support/community.ts';
import { buyBoost } from './support/checkout.ts';
import { test } from './support/site.ts';
import { editProfile, newName, publish } from './support/visitor.ts';

/** How far the page, and the boxes of its tables, can be scrolled sideways, in pixels. */
const sideways = (page: Page) =>
  page.evaluate(() => {
    const over = ({ scrollWidth, clientWidth }: Element): number => scrollWidth - clientWidth;
    const boxes = [...document.querySelectorAll('main .overflow-x-auto')].map(over);
    return { page: Math.max(0, over(document.documentElement)), boxes: Math.max(0, ...boxes) };
  });

const lists = ['posts', 'comments', 'reports', 'boosts', 'users', 'payments', 'queue', 'audit'];

test('the lists of the back office and their buttons fit at every width', async ({
  owner: page,
  other,
  newPerson,
  newBrowser,
}) => {
  await editProfile(other, { displayUsername: newName('WhimsicalNightingale2187') });
  const id = await publish(other);
  await comment(other, id, 'A comment that is long enough to take more than a line in a narrow column.');
  await report(await newPerson(), id, 'There is a face in the mirror behind the foot.', 'identifies');
  await buyBoost(other, 'mega');
  const reviewer = await newBrowser();
  await enterBackOffice(reviewer, 'moderator');
  const reporter = await newPerson();
  await report(reporter, id, 'It advertises a shop.');
  const dismissal = { status: 'dismissed', note: 'No shop is named.', together: false };
  for (const answer of [
    await call(reviewer, 'PATCH', `/api/rtm-sys/reports/${id}-${(await me(reporter)).id}`, dismissal),
    await call(reviewer, 'POST', `/api/rtm-sys/queue/${id}/claim`, {}),
  ]) {
    expect(answer.status()).toBe(200);
  }
  await widenNames(page);
  for (const list of lists) {
    await page.goto(`/rtm-sys/${list}`);
    await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible();
    for (const width of [...(list === 'boosts' ? [320] : []), 360, 768, 1024, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect({ list, width, ...(await sideways(page)) }).toEqual({ list, width, page: 0, boxes: 0 });
    }
  }
});

test('the checkboxes of a list are 24 pixels wide and high', async ({ moderator: page, post: _ }) => {
  await page.goto('/rtm-sys/posts');
  const boxes = page.getByRole('grid', { name: 'posts' }).getByRole('checkbox');
  await expect(boxes.nth(1)).toBeVisible();
  for (const box of await boxes.all()) {
    expect(await box.boundingBox()).toMatchObject({ width: 24, height: 24 });
  }
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('the menu begins at its first link, and its end is in view', async ({ owner: page }) => {
    await page.goto('/rtm-sys/posts');
    await page.getByRole('button', { name: 'Open menu' }).click();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await expect(menu.getByRole('link', { name: 'Posts' })).toBeFocused();
    await expect(menu.getByRole('button', { name: 'Logout' })).toBeInViewport({ ratio: 1 });
    await menu.getByRole('link', { name: 'Audit Trail' }).click();
    await expect(page).toHaveURL('/rtm-sys/audit');
  });
});

/** Whether a toast covers nothing of a row. */
async function isFree(row: Locator, said: Locator): Promise<boolean> {
  const [covered, box] = [(await row.boundingBox())!, (await said.boundingBox())!];
  return box.y >= covered.y + covered.height || box.y + box.height <= covered.y;
}

test('a toast leaves the row of an admin free that it speaks of', async ({ owner: page, newBrowser }) => {
  await enterBackOffice(await newBrowser(), 'moderator');
  await page.goto('/rtm-sys/admins');
  const row = page
    .getByRole('list', { name: 'Admins' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: /^Sign Out/ }) })
    .last();
  await page.setViewportSize({ width: 1440, height: 420 });
  for (const half of ['start', 'end'] as const) {
    await row.evaluate((element, block) => element.scrollIntoView({ block }), half);
    await row.getByRole('button', { name: /^Sign Out/ }).click();
    const said = page.locator('[data-toasts] li').filter({ hasText: 'Signed out:' });
    await expect(said).toBeVisible();
    expect({ half, isFree: await isFree(row, said) }).toEqual({ half, isFree: true });
    await said.getByRole('button', { name: 'Close' }).click();
    await expect(said).toBeHidden();
  }
});

test('a toast leaves the row free that it speaks of', async ({ moderator: page, other }) => {
  const ids = [];
  for (let count = 0; count < 6; count += 1) ids.push(await publish(other));
  await page.goto('/rtm-sys/posts');
  for (const height of [800, 420]) {
    await page.setViewportSize({ width: 1440, height });
    for (const id of [ids[0]!, ids[5]!]) {
      const row = rowOfPost(page, 'posts', id);
      await row.getByRole('button', { name: /^(Hide|Show)/ }).scrollIntoViewIfNeeded();
      await row.focus();
      await page.keyboard.press('a');
      const said = toast(page, 'Post approved');
      await expect(said).toBeVisible();
      expect({ height, id, isFree: await isFree(row, said) }).toEqual({ height, id, isFree: true });
      await said.getByRole('button', { name: 'Undo' }).click();
      await expect(toast(page, 'Undone')).toBeVisible();
    }
  }
});
