import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { call } from './support/api.ts';
import { expectWellAtWidths } from './support/axe.ts';
import { actOnNewestPayment } from './support/checkout.ts';
import { test } from './support/site.ts';
import { signUp } from './support/visitor.ts';

test.use({ settings: { ALLOW_SANDBOX: 'yes' } });

const banner = (page: Page) => page.getByText('Test site. Do not enter personal data.');

test('a test site says so on every page, the age gate included', async ({ newBrowser, page }) => {
  for (const address of ['/', '/leaderboard', '/nowhere', '/rtm-sys', '/sandbox/mail', '/api/docs']) {
    await page.goto(address);
    await expect(banner(page)).toBeInViewport({ ratio: 1 });
  }
  await page.goto('/boost');
  await expectWellAtWidths(page);

  const visitor = await newBrowser();
  await visitor.addInitScript(() => localStorage.removeItem('ageVerified'));
  await visitor.setViewportSize({ width: 360, height: 640 });
  await visitor.goto('/');
  await expect(visitor.getByRole('dialog')).toBeVisible();
  // Above the gate, not behind it.
  const { x, y, width, height } = (await banner(visitor).boundingBox())!;
  const isOnTop = await visitor.evaluate(
    ([left, top]) => document.elementFromPoint(left!, top!)?.matches('.test-site') === true,
    [x + width / 2, y + height / 2],
  );
  expect(isOnTop).toBe(true);
});

test('the sandboxes ask a browser for their code once', async ({ page, dataDir }) => {
  await page.goto('/sandbox/mail');
  await page.getByLabel('Code').fill('2222-2222-2222-2222');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert')).toContainText('This is not the code.');
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }

  const code = (await readFile(path.join(dataDir, 'sandbox-code'), 'utf8')).trim();
  await page.getByLabel('Code').fill(code.toLowerCase());
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/sandbox/mail');
  const email = await signUp(page);
  await page.reload();
  await page.getByRole('link').filter({ hasText: email }).first().click();
  await expect(page.frameLocator('iframe').getByText(/safety of your account/)).toBeVisible();

  const { url } = await (await call(page, 'POST', '/api/boost/checkout', { boostType: 'mega' })).json();
  await page.goto(url);
  await page.getByRole('button', { name: 'Pay USD 9.99' }).click();
  await expect(page.getByText('Boost Purchased!', { exact: true }).first()).toBeVisible();
  await actOnNewestPayment(page, 'Refund');
});
