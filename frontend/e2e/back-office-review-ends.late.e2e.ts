import { expect, type Page } from '@playwright/test';
import { enterBackOffice, openReview } from './support/admins.ts';
import { call } from './support/api.ts';
import { expectWellAtWidths, seriousFindings } from './support/axe.ts';
import { toast } from './support/community.ts';
import { test } from './support/site.ts';

const MINUTE_MS = 60_000;

test('the claim ends when the admin leaves, closes the tab or signs out', async ({
  page,
  newBrowser,
  post: id,
}) => {
  const name = await enterBackOffice(page, 'moderator');
  const other = await newBrowser();
  await enterBackOffice(other, 'moderator');
  const holder = async (): Promise<string | null> => {
    const queue: { id: string; claimedBy: string | null }[] = await (
      await other.request.get('/api/rtm-sys/queue?limit=100')
    ).json();
    return queue.find((item) => item.id === id)?.claimedBy ?? null;
  };
  const ways: Record<string, (reviewing: Page) => Promise<unknown>> = {
    'a link': (reviewing) => reviewing.getByRole('link', { name: 'Posts' }).first().click(),
    'another page': (reviewing) => reviewing.goto('/leaderboard'),
    'a closed tab': (reviewing) => reviewing.close(),
    Logout: async (reviewing) => {
      await reviewing.getByRole('button', { name: 'Logout' }).click();
      await expect(reviewing.getByLabel('Username')).toBeVisible();
    },
  };
  for (const [way, leave] of Object.entries(ways)) {
    const reviewing = await page.context().newPage();
    await openReview(reviewing, id);
    await expect.poll(holder, way).toBe(name);
    await leave(reviewing);
    await expect.poll(holder, way).toBeNull();
    if (!reviewing.isClosed()) await reviewing.close();
  }
});

test('a claim that ends while the page is open is said, and nothing is decided', async ({
  moderator: page,
  post: id,
}) => {
  await page.clock.install();
  await openReview(page, id);
  await page.keyboard.press('h');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.clock.fastForward(9 * MINUTE_MS + 30_000);
  await expect(page.getByRole('dialog').getByText(/^Yours for 0:\d\d$/)).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep for 10 Minutes' }).click();
  await expect(page.getByRole('dialog').getByText(/^Yours for (10:00|9:\d\d)$/)).toBeVisible();
  await page.clock.fastForward(10 * MINUTE_MS + 1000);
  await expect(page.getByRole('alert').filter({ hasText: 'Your 10 minutes are over' })).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press('a');
  await page.getByRole('button', { name: 'Take It Again' }).click();
  await expect(page.getByRole('heading', { name: /^Post by / })).toBeFocused();
  await page.keyboard.press('a');
  await expect(toast(page, 'Post approved')).toBeVisible();
});

test('an admin whose session has ended decides nothing, and is led to the login', async ({
  moderator: page,
  newBrowser,
  post: id,
}) => {
  const other = await newBrowser();
  await enterBackOffice(other, 'moderator');
  await openReview(page, id);
  expect((await call(page, 'POST', '/api/rtm-sys/logout')).ok()).toBe(true);
  await page.keyboard.press('a');
  await expect(page.getByLabel('Username')).toBeVisible();
  expect(await (await other.request.get(`/api/rtm-sys/acts?subject=${id}`)).json()).toEqual([]);
});

test('the keys can be switched off, and do nothing with Ctrl', async ({ moderator: page, post: id }) => {
  await openReview(page, id);
  await page.keyboard.press('Control+a');
  await page.getByRole('button', { name: 'Help' }).click();
  // The help is open: the key belongs to it.
  await page.keyboard.press('a');
  await page.getByRole('switch', { name: 'Keys' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('a');
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(toast(page, 'Post approved')).toBeVisible();
  const acts = await (await page.request.get(`/api/rtm-sys/acts?subject=${id}`)).json();
  expect(acts.map(({ kind }: { kind: string }) => kind)).toEqual(['PostApproved']);
});

test('after thirty minutes of reviewing a break is suggested, and again later', async ({
  moderator: page,
  post: id,
}) => {
  await page.clock.install();
  await openReview(page, id);
  const banner = page.getByText('Time for a break');
  // In steps, because a longer absence is a break.
  const work = async (minutes: number): Promise<void> => {
    for (let left = minutes; left > 0; left -= 4) await page.clock.fastForward(Math.min(left, 4) * MINUTE_MS);
  };
  await work(12);
  await expect(page.getByRole('alert').filter({ hasText: 'Your 10 minutes are over' })).toBeVisible();
  await work(17);
  await expect(banner).toBeHidden();
  await work(1);
  await expect(banner).toBeVisible();
  await expectWellAtWidths(page);
  await page.getByRole('button', { name: 'Not Now' }).click();
  await expect(banner).toBeHidden();
  await work(30);
  await page.getByRole('button', { name: 'Take a Break' }).click();
  await expect(page).toHaveURL('/rtm-sys/queue');
});
