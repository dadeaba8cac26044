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
});
