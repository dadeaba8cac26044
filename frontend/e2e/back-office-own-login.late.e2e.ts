import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { adminPassword, codeAt, enterBackOffice, newAdmin, signInAdmin } from './support/admins.ts';
import { seriousFindings } from './support/axe.ts';
import { scriptWith } from './support/opening.ts';
import { test } from './support/site.ts';
import { typeNewPassword } from './support/visitor.ts';

const section = (page: Page, name: string) => page.getByRole('region', { name });
/** How high each of the elements begins, without repetitions. */
const topsOf = async (elements: Locator) =>
  new Set(await elements.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top)));
/** The words of an element that stand on two lines. */
const brokenWords = (element: Locator) =>
  element.evaluate((one) => {
    const text = one.firstChild as Text;
    return [...text.data.matchAll(/\S+/g)].flatMap(({ index, 0: word }) => {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      return range.getClientRects().length > 1 ? [word] : [];
    });
  });
const menu = (page: Page) => page.getByRole('dialog', { name: 'Menu' });

/** Answers the question who it is, with the password and a code. */
const showAgain = async (page: Page, code: string): Promise<void> => {
  const dialog = page.getByRole('dialog', { name: 'Is It Still You?' });
  await dialog.getByLabel('Password').fill(adminPassword);
  await dialog.getByLabel('Code', { exact: true }).fill(code);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog).toBeHidden();
};

test('an admin connects an authenticator app, replaces it with a recovery code, and disconnects it', async ({
  moderator: page,
}) => {
  await page.goto('/rtm-sys/account');
  const app = section(page, 'Authenticator App');
  await app.getByRole('button', { name: 'Connect an App' }).click();
  await expect(app.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 900 });
  expect(await brokenWords(app.locator('code'))).toEqual([]);
  const secret = (await app.locator('code').innerText()).replaceAll(' ', '');
  await app.getByLabel('Code', { exact: true }).fill(codeAt(secret, Date.now() - 5 * 60_000));
  await app.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(app.getByRole('alert')).toContainText('Please check the clock of your phone');
  await app.getByLabel('Code', { exact: true }).fill(codeAt(secret, Date.now()));
  await app.getByRole('button', { name: 'Connect', exact: true }).click();

  const dialog = page.getByRole('dialog', { name: 'Your Recovery Codes' });
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  expect(await seriousFindings(page)).toEqual([]);
  // Ten codes of two halves, each whole.
  expect((await topsOf(dialog.locator('li > span'))).size).toBe(20);
  await page.setViewportSize({ width: 1440, height: 900 });
  expect((await topsOf(dialog.locator('li > span'))).size).toBe(10);
  const codes = await dialog.getByRole('listitem').allInnerTexts();
  const download = page.waitForEvent('download');
  await dialog.getByRole('link', { name: 'Download' }).click();
  expect(await readFile(await (await download).path(), 'utf8')).toBe(`${codes.join('\n')}\n`);
  await dialog.getByRole('button', { name: 'I Have Kept Them' }).click();
  await expect(page.getByRole('heading', { name: 'Authenticator App' })).toBeFocused();
  await expect(app).toContainText('Connected. 10 recovery codes left.');

  // The phone is lost: the password and a recovery code replace the app.
  await app.getByRole('button', { name: 'Connect Another' }).click();
  const again = page.getByRole('dialog', { name: 'Is It Still You?' });
  await expect(again).toContainText('or a recovery code if it is lost');
  expect(await seriousFindings(page)).toEqual([]);
  await showAgain(page, codes[0]!);
  const newSecret = (await app.locator('code').innerText()).replaceAll(' ', '');
  await app.getByLabel('Code', { exact: true }).fill(codeAt(newSecret, Date.now()));
  await app.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  await dialog.getByRole('button', { name: 'I Have Kept Them' }).click();

  await app.getByRole('button', { name: 'Disconnect…' }).click();
  const question = page.getByRole('dialog', { name: 'Disconnect the app?' });
  await question.getByRole('button', { name: 'Disconnect' }).click();
  await expect(again).not.toContainText('recovery code');
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await seriousFindings(page)).toEqual([]);
  await showAgain(page, codeAt(newSecret, Date.now() + 30_000));
  await expect(app.getByRole('button', { name: 'Connect an App' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Authenticator App' })).toBeFocused();
});

test('an admin changes the password, which ends their other sessions', async ({ page, newBrowser }) => {
  const username = await enterBackOffice(page, 'finance');
  const elsewhere = await newBrowser();
  await signInAdmin(elsewhere, username);
  await page.goto('/rtm-sys/account');
  const sessions = section(page, 'Sessions').getByRole('list').getByRole('listitem');
  await expect(sessions).toHaveCount(2);
  const form = section(page, 'Change Password');
  await form.getByLabel('Current Password').fill(adminPassword);
  await typeNewPassword(form, 'too short');
  await form.getByRole('button', { name: 'Update Password' }).click();
  await expect(form.getByText('Password must be at least 12 characters')).toBeVisible();
  await typeNewPassword(form, 'eleven snails in the rain');
  await form.getByRole('button', { name: 'Update Password' }).click();
  await expect(form.getByText('Password updated')).toBeVisible();
  await expect(sessions).toHaveCount(1);
  expect((await elsewhere.request.get('/api/rtm-sys/me')).status()).toBe(401);
});

test('an admin ends a session elsewhere', async ({ page, newBrowser }) => {
  const username = await newAdmin('moderator');
  const elsewhere = await newBrowser();
  await signInAdmin(elsewhere, username);
  await signInAdmin(page, username);
  await page.goto('/rtm-sys/account');
  const sessions = section(page, 'Sessions');
  await sessions.getByRole('button', { name: /^Sign out/ }).click();
  await expect(sessions.getByText(/^Signed out: /)).toBeVisible();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  expect((await elsewhere.request.get('/api/rtm-sys/me')).status()).toBe(401);
});

test('the drawer of small screens works by keyboard', async ({ owner: page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/rtm-sys/payments');
  const opener = page.getByRole('button', { name: 'Open menu' });
  await opener.press('Enter');
  await expect(menu(page)).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  // The focus stays inside, all the way round.
  const stops = await menu(page).locator('a, button').count();
  for (let stop = 0; stop <= stops; stop += 1) {
    await page.keyboard.press('Tab');
    await expect(menu(page).locator(':focus')).toHaveCount(1);
  }
  // Not from an icon, whose tooltip Escape closes first.
  await menu(page).getByRole('link').first().focus();
  await page.keyboard.press('Escape');
  await expect(menu(page)).toBeHidden();
  await expect(opener).toBeFocused();
  await opener.press('Enter');
  await menu(page).getByRole('link', { name: 'Statistics' }).press('Enter');
  await expect(page).toHaveURL('/rtm-sys/statistics');
  await expect(menu(page)).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Statistics' })).toBeFocused();
  expect(await seriousFindings(page)).toEqual([]);
});

test('visitors load nothing of the back office, and its pages are kept from search engines', async ({
  page,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  for (const path of ['/', '/leaderboard', '/nowhere']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  const backOffice = expect.stringContaining(await scriptWith('The reporter learns that the post stays.'));
  expect(scripts).not.toContainEqual(backOffice);
  await enterBackOffice(page, 'finance');
  // Only what the role can use is offered.
  await page.goto('/rtm-sys');
  await expect(page).toHaveURL('/rtm-sys/boosts');
  expect(scripts).toContainEqual(backOffice);
  const links = page.getByRole('navigation', { name: 'Back office' }).getByRole('link');
  await expect(links).toHaveText(['Boosts', 'Users', 'Payments', 'Statistics', 'Audit Trail']);
  await page.goto('/rtm-sys/statistics');
  await expect(page.getByRole('heading', { name: 'Statistics' })).toBeVisible();
  await expect(page.locator('meta[name=robots]:not([data-served])')).toHaveAttribute('content', 'noindex');
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
});
