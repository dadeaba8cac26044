import { expect } from '@playwright/test';
import { enterBackOffice, rowsOf } from './support/admins.ts';
import { me } from './support/api.ts';
import { expectWellAtWidths, seriousFindings } from './support/axe.ts';
import { buyBoost } from './support/checkout.ts';
import { report, toast } from './support/community.ts';
import { test } from './support/site.ts';

test('a moderator takes a report, notes something, and decides all reports on a post', async ({
  page,
  post: id,
  newPerson,
}) => {
  const words = `buy my socks ${id}`;
  for (let reports = 0; reports < 2; reports += 1) await report(await newPerson(), id, words);
  const username = await enterBackOffice(page, 'moderator');
  await page.goto(`/rtm-sys/reports?search=${encodeURIComponent(words)}`);
  const rows = rowsOf(page, 'reports').filter({ hasText: words });
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('2 open reports');
  await expect(page.getByRole('navigation', { name: 'Dashboard' })).toContainText(/Reports\d+/);
  await expectWellAtWidths(page, [360, 1440]);

  const more = rows.first().getByRole('button', { name: /^More for/ });
  await more.click();
  await page.getByRole('menuitem', { name: 'Assign to me' }).click();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Assigned to' }).click();
  await page.keyboard.press('Escape');
  await expect(rows.first()).toContainText(username);
  await more.click();
  await page.getByRole('menuitem', { name: 'Add a note…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('alert')).toBeEmpty();
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Please write something first');
  await dialog.getByLabel('Note').fill('Same shop as last week.');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(rows.first()).toContainText('Same shop as last week.');
  await more.click();
  await page.getByRole('menuitemradio', { name: 'Insults or harassment' }).click();
  await expect(rows.first()).toContainText('Insults or harassment');

  await rows.first().focus();
  await page.keyboard.press('r');
  await expect(
    dialog.getByRole('checkbox', { name: 'Decide all 2 pending reports on the post' }),
  ).toBeChecked();
  expect(await seriousFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Review' }).click();
  await expect(toast(page, 'Report reviewed')).toBeVisible();
  for (const row of [rows.first(), rows.last()]) {
    await expect(row).toContainText('Reviewed');
    await expect(row.getByRole('button', { name: /^(Review|Dismiss)/ })).toHaveCount(0);
  }
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, 'Undone')).toBeVisible();
  await expect(rows.last()).toContainText('Pending');
});

test('an update or a decision of a report that fails says so', async ({
  moderator: page,
  post: id,
  newPerson,
}) => {
  await report(await newPerson(), id, `failing ${id}`);
  await page.goto(`/rtm-sys/reports?search=${encodeURIComponent(`failing ${id}`)}`);
  await page.route('**/api/rtm-sys/reports/*/assign', (route) => route.abort());
  await page.getByRole('button', { name: /^More for/ }).click();
  await page.getByRole('menuitem', { name: 'Assign to me' }).click();
  await expect(toast(page, 'Failed to update report')).toBeVisible();

  await page.route('**/api/rtm-sys/reports/*', (route) => route.fulfill({ status: 502, body: '' }));
  for (const act of ['Review', 'Dismiss']) {
    await toast(page, 'Failed to update report').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: new RegExp(`^${act}`) }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: act }).click();
    await expect(toast(page, 'Failed to update report')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
});

test('boosts are listed with their receipt', async ({ user: page }) => {
  await buyBoost(page, 'mega');
  const { anonymousUsername } = await me(page);
  await enterBackOffice(page, 'finance');
  await page.goto(`/rtm-sys/boosts?search=${anonymousUsername}`);
  const row = rowsOf(page, 'boosts').filter({ hasText: anonymousUsername });
  await expect(row).toContainText('Mega');
  await expect(row).toContainText('Unclaimed');
  expect(await seriousFindings(page)).toEqual([]);
  await page.route('**/api/rtm-sys/boosts/*/receipt', (route) => route.fulfill({ status: 502, body: '' }));
  await row.getByRole('button', { name: /^Receipt/ }).click();
  await expect(toast(page, 'Failed to fetch receipt')).toBeVisible();
});

// The answers are made up: the list depends on what is removed elsewhere.
test('the block of a picture is explained and lifted, which can be undone', async ({ moderator: page }) => {
  const picture = {
    imageHash: 'a'.repeat(64),
    isBlocked: true,
    postId: '00000000-0000-4000-8000-000000000000',
    reason: 'spam',
    blockedAt: '2026-11-20T10:00:00.000Z',
    liftingId: null as string | null,
    notes: [{ at: '2026-11-20T10:05:00.000Z', by: 'mo', note: 'A shop photo.' }],
  };
  const lifting = '00000000-0000-4000-8000-000000000001';
  const sent: unknown[] = [];
  await page.route('**/api/rtm-sys/blocked-pictures**', async (route) => {
    const request = route.request();
    if (request.method() === 'GET') return route.fulfill({ json: [picture] });
    sent.push(request.postDataJSON());
    if (request.method() === 'POST') return route.fulfill({ json: picture });
    picture.isBlocked = false;
    picture.liftingId = lifting;
    return route.fulfill({ json: { actId: lifting, picture } });
  });
  const undone: unknown[] = [];
  await page.route(`**/api/rtm-sys/acts/${lifting}/undo`, (route) => {
    undone.push(route.request().postDataJSON());
    picture.isBlocked = true;
    picture.liftingId = null;
    return route.fulfill({ json: { waitsUntil: null } });
  });
  await page.goto('/rtm-sys/blocked');
  const row = rowsOf(page, 'blocked pictures').last();
  await expect(row).toContainText('A shop photo.');
  await expectWellAtWidths(page);
  const dialog = page.getByRole('dialog');
  await row.getByRole('button', { name: /^Explain/ }).click();
  await dialog.getByLabel('Note').fill('Seen in two shops.');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(dialog).toBeHidden();
  await row.getByRole('button', { name: /^Lift/ }).click();
  await dialog.getByRole('radio', { name: 'Shows too little to be recognized' }).check();
  await dialog.getByRole('button', { name: 'Lift', exact: true }).click();
  await expect(toast(page, 'Picture can be uploaded again')).toBeVisible();
  expect(sent).toEqual([{ note: 'Seen in two shops.' }, { reason: 'quality', note: '' }]);
  await row.getByRole('button', { name: /^Undo the lifting/ }).click();
  await dialog.getByLabel('Reason').fill('It is the same.');
  await dialog.getByRole('button', { name: 'Block Again' }).click();
  await expect(toast(page, 'Undone')).toBeVisible();
  await expect(row).toContainText('Blocked');
  expect(undone).toEqual([{ reason: 'It is the same.' }]);
});
