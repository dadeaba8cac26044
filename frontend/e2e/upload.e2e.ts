import { expect, type Route } from '@playwright/test';
import { photoWithLocation } from './support/photo.ts';
import { sweep } from './support/scope.ts';
import { test } from './support/site.ts';
import { choosePhoto } from './support/visitor.ts';

test.beforeEach(({ page }) => page.goto('/'));

test('a photo that the server refuses can be replaced', async ({ page }) => {
  const answer = page.waitForResponse((response) => response.url().endsWith('/api/upload'));
  await choosePhoto(page, (await photoWithLocation(21)).subarray(0, 20_000));
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
  await expect(card.getByRole('button', { name: 'Choose a Photo' })).toBeFocused();
});

/** A page of a network, a proxy or a firewall. */
const foreign = { contentType: 'text/html', body: '<!doctype html><title>Not the site</title>' };

const passing: readonly [name: string, fail: (route: Route) => Promise<void>, text: string][] = [
  ['the connection is lost', (route) => route.abort(), 'could not be reached'],
  [
    'the judge is unavailable',
    (route) => {
      const json = { message: 'The judge is away.', code: 'unavailable', requestId: 'a' };
      return route.fulfill({ status: 503, json });
    },
    'The judge is away.',
  ],
  ['a network shows its own page', (route) => route.fulfill({ status: 200, ...foreign }), 'sign in first'],
  ['a network answers nothing', (route) => route.fulfill({ status: 204 }), 'sign in first'],
  ['a network answers other JSON', (route) => route.fulfill({ json: { id: 1 } }), 'sign in first'],
  ['a proxy restarts', (route) => route.fulfill({ status: 502, ...foreign }), 'busy or restarting'],
  ['a firewall refuses', (route) => route.fulfill({ status: 403, ...foreign }), 'another network'],
  [
    'a proxy limits requests',
    (route) => {
      const json = { message: 'API rate limit exceeded' };
      return route.fulfill({ status: 429, headers: { 'retry-after': '240' }, json });
    },
    'in 4 minutes',
  ],
];

for (const [name, fail, text] of sweep(passing, ([cause]) => cause, [
  'the connection is lost',
  'a network shows its own page',
])) {
  test(`when ${name}, the same photo can be sent again`, async ({ page }) => {
    const keys: unknown[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/upload')) keys.push(request.headers()['idempotency-key']);
    });
    await page.route('**/api/upload', fail, { times: 1 });
    await choosePhoto(page);
    await page.getByRole('button', { name: 'Get My Rating' }).click();
    const card = page.getByRole('region', { name: 'Upload' });
    await expect(card.getByRole('alert')).toContainText(text);
    const buttons = card.getByRole('button');
    await expect(buttons).toHaveText(['Try Again', 'Choose Another', 'Post Without Rating']);
    await expect(buttons.first()).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Your Rating' })).toBeVisible();
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });
}

test('the bytes of a file say whether it is a photo, and not its type', async ({ page }) => {
  let uploads = 0;
  page.on('request', (request) => (uploads += request.url().endsWith('/api/upload') ? 1 : 0));
  const picker = page.getByLabel('Photo', { exact: true });
  const text = {
    name: 'foot.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from('I am not a picture at all.'),
  };
  await picker.setInputFiles(text);
  await expect(page.getByRole('alert')).toHaveText('Please upload an image file');
  const drawing = {
    name: 'foot.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from('<svg width="9" height="9"/>'),
  };
  await picker.setInputFiles(drawing);
  await expect(page.getByRole('alert')).toContainText('an SVG drawing');
  const photo = { name: 'foot', mimeType: 'application/octet-stream', buffer: await photoWithLocation() };
  await picker.setInputFiles(photo);
  await expect(page.getByRole('button', { name: 'Get My Rating' })).toBeFocused();
  expect(uploads).toBe(0);
});

test('a pasted photo is accepted, and stays in memory only while it is shown', async ({ page }) => {
  const addresses = await page.evaluateHandle(() => {
    const { createObjectURL, revokeObjectURL } = URL;
    const open = new Set<string>();
    URL.createObjectURL = (file) => {
      const url = createObjectURL(file);
      open.add(url);
      return url;
    };
    URL.revokeObjectURL = (url) => {
      open.delete(url);
      revokeObjectURL(url);
    };
    return open;
  });
  const open = () => addresses.evaluate(({ size }) => size);
  const bytes = (await photoWithLocation(22)).toString('base64');
  // Twice, faster than a file is read.
  const paste = () =>
    page.evaluate((content) => {
      const decoded = Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
      for (const name of ['first.jpg', 'second.jpg']) {
        const clipboardData = new DataTransfer();
        clipboardData.items.add(new File([decoded], name));
        window.dispatchEvent(new ClipboardEvent('paste', { clipboardData }));
      }
    }, bytes);
  // Unlike a person, a test could paste before the page listens.
  await expect(async () => {
    await paste();
    await expect(page.getByRole('img', { name: 'Preview of your choice' })).toBeVisible({ timeout: 1000 });
  }).toPass();
  expect(await open()).toBe(1);
  await page.getByRole('button', { name: 'Choose Another' }).click();
  await expect(page.getByRole('button', { name: 'Choose a Photo' })).toBeVisible();
  expect(await open()).toBe(0);
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
