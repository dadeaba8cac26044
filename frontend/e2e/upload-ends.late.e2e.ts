import { rm, writeFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { photoWithLocation } from './support/photo.ts';
import { test } from './support/site.ts';
import { choosePhoto, LARGE } from './support/visitor.ts';

test.beforeEach(({ page }) => page.goto('/'));

test('an upload without a sign of life ends after 5 minutes, and is repeated with the same key', async ({
  page,
}) => {
  const keys: unknown[] = [];
  await page.route('**/api/upload', (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    return keys.length > 1 ? route.continue() : undefined;
  });
  await page.clock.install();
  await choosePhoto(page);
  await page.getByRole('button', { name: 'Get My Rating' }).click();
  await expect(page.getByText(/Uploading…|The judge is looking…/)).toBeVisible();
  await expect.poll(() => keys.length).toBe(1);
  await page.clock.runFor('04:30');
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
  await page.clock.runFor('01:00');
  await expect(page.getByRole('alert')).toContainText('for 5 minutes');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('heading', { name: 'Your Rating' })).toBeVisible();
  expect(new Set(keys).size).toBe(1);
});

test('a photo that is too large for a proxy is sent as a smaller copy', async ({ page }) => {
  const sizes: number[] = [];
  await page.route('**/api/upload', (route) => {
    const size = Number(route.request().headers()['content-length']);
    sizes.push(route.request().postDataBuffer()?.length ?? size);
    return sizes.length > 1
      ? route.continue()
      : route.fulfill({ status: 413, json: { message: 'Request Too Long' } });
  });
  await choosePhoto(page, await photoWithLocation(undefined, 2 * LARGE));
  await page.getByRole('button', { name: 'Get My Rating' }).click();
  const card = page.getByRole('region', { name: 'Upload' });
  await expect(card.getByRole('alert')).toContainText('too large for the network');
  await expect(card.getByRole('button')).toHaveText(['Send a Smaller Copy', 'Choose Another']);
  await expect(card.getByRole('button').first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Your Rating' })).toBeVisible();
  expect(sizes).toHaveLength(2);
  expect(sizes[1]!).toBeLessThan(sizes[0]! / 2);
});

test('a photo for which no smaller copy can be made can only be replaced', async ({ page }) => {
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.toBlob = (take) => take(null);
  });
  await page.reload();
  await page.route('**/api/upload', (route) => route.fulfill({ status: 413, body: 'Too large' }));
  await choosePhoto(page);
  await page.getByRole('button', { name: 'Get My Rating' }).click();
  await page.getByRole('button', { name: 'Send a Smaller Copy' }).click();
  await expect(page.getByRole('alert')).toContainText('No smaller copy can be made.');
  await expect(page.getByRole('region', { name: 'Upload' }).getByRole('button')).toHaveText([
    'Choose Another',
  ]);
});

test('a file that has gone before it is sent can be chosen again', async ({ page, dataDir }) => {
  const file = `${dataDir}/gone.jpg`;
  await writeFile(file, await photoWithLocation());
  await page.getByLabel('Photo', { exact: true }).setInputFiles(file);
  await expect(page.getByRole('button', { name: 'Get My Rating' })).toBeFocused();
  await rm(file);
  await page.getByRole('button', { name: 'Get My Rating' }).click();
  await expect(page.getByRole('alert')).toContainText('it was moved, changed or deleted');
  await expect(page.getByRole('region', { name: 'Upload' }).getByRole('button')).toHaveText([
    'Choose Another',
  ]);
});

test('an offline browser says so', async ({ page, context }) => {
  await choosePhoto(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Get My Rating' }).click();
  await expect(page.getByRole('alert')).toContainText('You are offline.');
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('heading', { name: 'Your Rating' })).toBeVisible();
});

test('a redirect to the page of a network says that it wants a sign-in', async ({ page }) => {
  const location = 'http://portal.example/';
  await page.route('**/api/upload', (route) => route.fulfill({ status: 302, headers: { location } }));
  // The policy blocks what the test makes.
  await page.evaluate(() => Object.assign(window, { reportViolation: () => undefined }));
  await choosePhoto(page);
  await page.getByRole('button', { name: 'Get My Rating' }).click();
  await expect(page.getByRole('alert')).toContainText('sign in first');
});
