import { expect } from '@playwright/test';
import { enterBackOffice, openReview } from './support/admins.ts';
import { call } from './support/api.ts';
import { seriousFindings } from './support/axe.ts';
import { moveClock } from './support/server.ts';
import { test } from './support/site.ts';

// In a file of its own: what follows on the same server has a clock that is ahead of the browser's.
test.use({ program: 'moving' });

const MINUTE_MS = 60_000;

test('a post that another admin has decided about is not decided again', async ({
  moderator: page,
  newBrowser,
  post: id,
}) => {
  const other = await newBrowser();
  const name = await enterBackOffice(other, 'moderator');
  await openReview(page, id);
  await moveClock(10 * MINUTE_MS);
  expect((await call(other, 'POST', `/api/rtm-sys/queue/${id}/claim`, {})).status()).toBe(200);
  expect(
    (await call(other, 'POST', `/api/rtm-sys/queue/${id}/decide`, { decision: 'approve' })).status(),
  ).toBe(200);
  await page.keyboard.press('h');
  const dialog = page.getByRole('dialog', { name: 'Hide This Post?' });
  await dialog.getByRole('radio', { name: 'Advertising or spam' }).check();
  await dialog.getByRole('button', { name: 'Hide', exact: true }).click();
  await expect(page.getByText(`This post was decided already by ${name}.`)).toBeVisible();
  await expect(dialog).toBeHidden();
  expect((await page.request.get(`/api/posts/${id}`)).status()).toBe(200);
  await page.route('**/api/rtm-sys/queue/next', (route) => route.fulfill({ json: { item: null } }));
  await page.keyboard.press('n');
  await expect(page.getByText('All done. Thank you!')).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
});
