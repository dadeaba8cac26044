import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, type Page } from '@playwright/test';
import { expectWellAtWidths } from './support/axe.ts';
import { toast } from './support/community.ts';
import { test } from './support/site.ts';

/** Puts a document into the live view that no event explains, as a fold with a fault would. */
async function falsify(dataDir: string): Promise<void> {
  const folder = path.join(dataDir, 'views');
  const [file = ''] = (await readdir(folder)).filter((name) => /^weekly_v.+\.db$/.test(name)).toSorted();
  const database = new DatabaseSync(path.join(folder, file));
  const body = JSON.stringify({
    week: '2020-W01',
    startsAt: '',
    endsAt: '',
    closing: 'x',
    ranks: 0,
    hasWinners: false,
  });
  database.prepare('INSERT INTO documents (id, position, body) VALUES (?, 1, ?)').run('2020-W01', body);
  database.close();
}

/** Does an operation by keyboard: opens its dialog, gives a reason, and sends it. */
async function operate(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `${name}…` }).press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await page.keyboard.type('A fold was corrected.');
  await dialog.getByRole('button', { name, exact: true }).press('Enter');
  await expect(dialog).toBeHidden();
}

test('an owner rebuilds a view, looks at the differences, switches and rolls back', async ({
  owner: page,
  dataDir,
}) => {
  await page.goto('/rtm-sys/projections');
  await falsify(dataDir);
  await expect(page.getByRole('table', { name: 'Reactions' })).toBeVisible();
  await expectWellAtWidths(page, [360, 1440]);
  await page.getByRole('table', { name: 'Views' }).getByRole('link', { name: 'weekly' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'weekly', level: 1 })).toBeVisible();

  await operate(page, 'Rebuild');
  await expect(toast(page, 'The build has started')).toBeVisible();
  const differences = page.getByRole('table', { name: 'Differences' });
  await expect(differences.getByRole('row', { name: '2020-W01 Missing in the build' })).toBeVisible();
  await expectWellAtWidths(page, [360, 1440]);
  await page.getByRole('link', { name: 'Projections' }).first().press('Enter');
  const view = page.getByRole('table', { name: 'Views' }).getByRole('row', { name: 'weekly' });
  await expect(view).toContainText('Build to decide on');
  await view.getByRole('link', { name: 'weekly' }).press('Enter');

  const generation = page.getByText('Generation', { exact: true }).locator('+ dd');
  const before = await generation.textContent();
  await operate(page, 'Switch');
  await expect(generation).not.toHaveText(before ?? '');
  await expect(differences).toBeHidden();
  await operate(page, 'Roll Back');
  await expect(generation).toHaveText(before ?? '');

  await operate(page, 'Rebuild');
  await expect(differences).toBeVisible();
  await operate(page, 'Throw Away');
  await expect(differences).toBeHidden();
});

test('an owner reads what stands still, since when, and what to do', async ({ owner: page }) => {
  const since = '2026-11-25T07:30:00.000Z';
  const alarms = [
    {
      name: 'view-stuck',
      about: 'leaderboard',
      problem: 'It is at position 1200, and the log ends at 1250: a document is too large.',
      since,
      remedy: 'Read its error, and rebuild it.',
    },
    {
      name: 'reaction-stuck',
      about: 'payment-fulfilment',
      problem: `It handles an event of ${'a-very-long-stream-name-'.repeat(8)}.`,
      since,
      remedy: 'Look at the provider.',
    },
  ];
  await page.route('**/api/rtm-sys/projections', async (route) => {
    const response = await route.fetch();
    const damage = 'The log has a gap: positions 7 to 9 are missing. Restore a backup.';
    await route.fulfill({ response, json: { ...(await response.json()), alarms, damage } });
  });
  await page.goto('/rtm-sys/projections');
  const list = page.getByRole('region', { name: 'Alarms' });
  await expect(list.getByText('positions 7 to 9 are missing')).toBeVisible();
  const [first] = await list.getByRole('listitem').all();
  await expect(first ?? list).toContainText(
    /leaderboard view-stuck since .*2026.*It is at position 1200.*Read its error, and rebuild it\./,
  );
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expectWellAtWidths(page, [360, 1440]);
});
