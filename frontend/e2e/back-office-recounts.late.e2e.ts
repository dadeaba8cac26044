import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, type Page } from '@playwright/test';
import { enterBackOffice } from './support/admins.ts';
import { expectWellAtWidths } from './support/axe.ts';
import { toast } from './support/community.ts';
import { moveClock, operate } from './support/server.ts';
import { test } from './support/site.ts';
import { publish } from './support/visitor.ts';

const WEEK_MS = 7 * 86_400_000;

test.use({ program: 'moving' });

/** Gives a post other scores in the archive than its events have, as a fold with a fault would. */
async function falsify(dataDir: string, postId: string): Promise<void> {
  const folder = path.join(dataDir, 'views');
  const file = (await readdir(folder)).find((name) => /^standings_v.+\.db$/.test(name)) ?? '';
  const database = new DatabaseSync(path.join(folder, file));
  const { changes } = database
    .prepare(`UPDATE documents SET body = json_set(body, '$.standing.scoreCount', 99) WHERE id = ?`)
    .run(postId);
  database.close();
  expect(changes).toBe(1);
}

/** Asks for an operation by keyboard, with a reason. */
async function decide(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `${name}…` }).press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await page.keyboard.type('The archive lost scores.');
  await dialog.getByRole('button', { name, exact: true }).press('Enter');
  await expect(dialog).toBeHidden();
}

test('an owner counts a closed week again, throws the recount away, and accepts another one', async ({
  user: page,
  dataDir,
}) => {
  const postId = await publish(page);
  await moveClock(WEEK_MS);
  await operate('weeks', 'close', 'olga', '');
  await falsify(dataDir, postId);
  await enterBackOffice(page, 'owner');
  await page.goto('/rtm-sys/projection/weekly');
  await expect(page.getByLabel('Week', { exact: true })).toHaveValue(/^\d{4}-W\d{2}$/);
  const week = await page.getByLabel('Week', { exact: true }).inputValue();

  const row = page.getByRole('table', { name: 'Differences of the archive' }).getByRole('row').nth(1);
  await decide(page, 'Recount');
  await expect(row).toContainText(postId);
  await expect(row).toContainText('in 99 scores');
  await expect(row).toContainText('in 1 score');
  await expectWellAtWidths(page, [360, 1440]);
  await page.getByRole('link', { name: 'Projections' }).first().click();
  const overview = page.getByRole('table', { name: 'Views' });
  await expect(overview).toContainText(`Recount of ${week} to decide on`);
  await overview.getByRole('link', { name: 'weekly' }).click();
  await decide(page, 'Throw Away');
  await expect(row).toBeHidden();

  await decide(page, 'Recount');
  await expect(row).toContainText(postId);
  await decide(page, 'Accept');
  await expect(toast(page, 'The week is closed with the ranks of the recount')).toBeVisible();
  await expect(row).toBeHidden();
  await decide(page, 'Recount');
  await expect(page.getByText(`The archive of ${week} equals the recount: 1 rank.`)).toBeVisible();
  await expectWellAtWidths(page, [360, 1440]);
  await decide(page, 'Throw Away');
});
