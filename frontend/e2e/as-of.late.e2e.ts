import { expect, type Page } from '@playwright/test';
import { call } from './support/api.ts';
import { expectWellAtWidths } from './support/axe.ts';
import { test } from './support/site.ts';

const row = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Then and now' }).getByRole('row').filter({ hasText: name });

test('a moderator moves through the history of a post that was hidden and shown, by keyboard', async ({
  moderator: page,
  post: id,
}) => {
  for (const decision of [
    { isPublic: false, reason: 'spam' },
    { isPublic: true, reason: null },
  ]) {
    expect((await call(page, 'PATCH', `/api/rtm-sys/posts/${id}`, decision)).ok()).toBe(true);
  }
  await page.goto(`/rtm-sys/post/${id}`);
  await page.getByRole('link', { name: 'Post as it was' }).click();
  const slider = page.getByRole('slider', { name: 'Moment' });
  await expect(slider).toHaveAttribute('aria-valuetext', /^Post shown, /);
  await expect(row(page, 'Hidden').getByRole('cell')).toHaveText(['no', 'no']);

  await slider.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(slider).toHaveAttribute('aria-valuetext', /^Post hidden, /);
  await expect(row(page, 'Hidden').getByRole('cell')).toHaveText(['yes', 'no']);
  await expect(row(page, 'Hidden')).toContainText('Differs');
  await expect(row(page, 'Public').getByRole('cell')).toHaveText(['no', 'yes']);
  await expectWellAtWidths(page);

  // The address has the moment.
  await page.reload();
  await expect(row(page, 'Hidden').getByRole('cell')).toHaveText(['yes', 'no']);
  await slider.focus();
  await page.keyboard.press('Home');
  await expect(page.getByText('Nothing had happened to it yet.')).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Then (did not exist)' })).toBeVisible();
  await page.getByRole('button', { name: 'Now' }).click();
  await expect(slider).toHaveAttribute('aria-valuetext', /^Post shown, /);
  await expect(page.getByText('Differs')).toHaveCount(0);

  await page.goto(`/rtm-sys/as-of/sock/${id}`);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});

test('an owner sees the board as it was, with its progress, by keyboard', async ({
  owner: page,
  post: id,
}) => {
  const at = Date.now();
  await page.goto('/rtm-sys/audit');
  await page.getByRole('link', { name: 'See the board as it was' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Board as It Was');
  // The lines of the server wait until the page has been seen without them.
  let letGo: () => void = () => undefined;
  const seen = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/api/rtm-sys/as-of/board?*', async (route) => {
    await seen;
    await route.continue();
  });
  await page.getByLabel('Time').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('progressbar', { name: 'Progress of the board' })).toBeVisible();
  await expectWellAtWidths(page);
  await page.getByRole('button', { name: 'Stop' }).press('Enter');
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect(page).toHaveURL('/rtm-sys/as-of/board');
  letGo();

  await page.getByRole('button', { name: 'Show the Board' }).press('Enter');
  const board = page.getByRole('table', { name: 'The board as it was' });
  const shown = board.getByRole('row').filter({ has: page.locator(`a[href*="${id}"]`) });
  await expect(shown).toBeVisible();
  expect(new Date(new URL(page.url()).searchParams.get('at') ?? 0).getTime()).toBeGreaterThanOrEqual(at);
  await expectWellAtWidths(page);

  // A post leads to what it was then, and that to its events.
  await shown.locator(`a[href*="${id}"]`).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^As it was: /);
  await page.getByRole('link', { name: 'Open the event' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Post published');
  await page
    .getByRole('link', { name: /as it was then$/ })
    .first()
    .press('Enter');
  await expect(page.getByRole('slider', { name: 'Moment' })).toHaveAttribute(
    'aria-valuetext',
    /^Post published, /,
  );

  await page.goto('/rtm-sys/as-of/board?at=1999-12-31T23:59:59Z');
  await expect(page.getByText(/^0 posts on .+, from \d+ events/)).toBeVisible();
});
