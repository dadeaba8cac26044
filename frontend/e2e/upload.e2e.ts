import { expect, type Route } from '@playwright/test';
import sharp from 'sharp';
import { photoWithLocation } from './support/photo.ts';
import { sweep } from './support/scope.ts';
import { test } from './support/site.ts';
import { choosePhoto } from './support/visitor.ts';

test.beforeEach(({ page }) => page.goto('/'));

const refused = [
  ['a text file named like a JPEG', async () => Buffer.from('I am not a picture at all.')],
  ['a truncated JPEG', async () => (await photoWithLocation(21)).subarray(0, 20_000)],
  ['an SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
  [
    'a GIF',
    () =>
      sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
        .gif()
        .toBuffer(),
  ],
] as const;

for (const [name, make] of sweep(refused, ([file]) => file, ['a truncated JPEG', 'an SVG'])) {
  test(`${name} is rejected with the message of the server, and another file can be chosen`, async ({
    page,
  }) => {
    const answer = page.waitForResponse((response) => response.url().endsWith('/api/upload'));
    await choosePhoto(page, await make());
    await page.getByRole('button', { name: 'Get My Rating' }).click();
    const response = await answer;
    expect(response.status()).toBe(422);
    const { message } = await response.json();
    expect(message).toMatch(/\w+ \w+/);
    // Once, with the photo that it is about.
    const card = page.getByRole('region', { name: 'Upload' });
    await expect(card.getByRole('alert')).toHaveText(`Upload Failed${message}`);
    await expect(page.getByText(message)).toHaveCount(1);
    // Retrying the same file cannot succeed.
    await expect(card.getByRole('button')).toHaveText(['Choose Another']);
    await expect(card.getByRole('button')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('JPG, PNG or WEBP (max 10MB)')).toBeVisible();
  });
}

const passing = [
  ['the connection is lost', (route: Route) => route.abort()],
  [
    'the judge is unavailable',
    (route: Route) =>
      route.fulfill({ status: 503, json: { message: 'The judge is away. Please try again in a moment.' } }),
  ],
] as const;

for (const [name, fail] of passing) {
  test(`when ${name}, the same photo can be sent again`, async ({ page }) => {
    await page.route('**/api/upload', fail, { times: 1 });
    await choosePhoto(page);
    await page.getByRole('button', { name: 'Get My Rating' }).click();
    const buttons = page.getByRole('region', { name: 'Upload' }).getByRole('button');
    await expect(buttons).toHaveText(['Try Again', 'Choose Another', 'Post Without Rating']);
    await expect(buttons.first()).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Your Rating' })).toBeVisible();
  });
}

test('the browser does not send a file that is not an image', async ({ page }) => {
  let uploads = 0;
  page.on('request', (request) => (uploads += request.url().endsWith('/api/upload') ? 1 : 0));
  const file = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') };
  await page.getByLabel('Photo', { exact: true }).setInputFiles(file);
  await expect(page.getByRole('alert')).toHaveText('Please upload an image file');
  const large = { name: 'foot.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(10 * 1024 * 1024 + 1) };
  await page.getByLabel('Photo', { exact: true }).setInputFiles(large);
  await expect(page.getByRole('alert')).toContainText('10MB');
  expect(uploads).toBe(0);
});

test('a pasted photo is accepted', async ({ page }) => {
  const bytes = (await photoWithLocation(22)).toString('base64');
  const paste = () =>
    page.evaluate((content) => {
      const decoded = Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([decoded], 'pasted.jpg', { type: 'image/jpeg' }));
      window.dispatchEvent(new ClipboardEvent('paste', { clipboardData }));
    }, bytes);
  // Unlike a person, a test could paste before the page listens.
  await expect(async () => {
    await paste();
    await expect(page.getByRole('img', { name: 'Preview of your choice' })).toBeVisible({ timeout: 1000 });
  }).toPass();
});

test('a running upload can be cancelled', async ({ page }) => {
  await page.route('**/api/upload', () => {
    // No response, so that the upload runs until it is cancelled.
  });
  await choosePhoto(page, await photoWithLocation(23));
  await page.getByRole('button', { name: 'Get My Rating' }).click();
  await expect(page.getByRole('progressbar', { name: 'Upload' })).toBeVisible();
  const failed = page.waitForEvent('requestfailed');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await failed;
  await expect(page.getByRole('button', { name: 'Get My Rating' })).toBeVisible();
  await expect(page.getByText('Upload Failed')).toBeHidden();
});
