import { expect, type Page } from '@playwright/test';
import { call } from './support/api.ts';
import { hold } from './support/hold.ts';
import { sweep } from './support/scope.ts';
import { photoWithLocation } from './support/photo.ts';
import { test } from './support/site.ts';
import { choosePicture, publish } from './support/visitor.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Crop Your Picture' });
const hint = 'Drag it into place, or use the arrow keys.';

/** Chooses a picture with the button of this name, and waits until it can be cropped. */
async function choose(page: Page, button: string): Promise<void> {
  await choosePicture(page, button);
  await expect(dialog(page).getByRole('button', { name: 'Save Picture' })).toBeEnabled();
}

test.beforeEach(({ user }) => user.goto('/profile/settings'));

test('only its button cancels a running upload, and the focus stays', async ({ page }) => {
  const { release } = await hold(page, '**/api/user/profile/picture', { act: (route) => route.abort() });
  await choose(page, 'Upload Picture');
  await dialog(page).getByRole('button', { name: 'Save Picture' }).press('Enter');
  await expect(dialog(page).getByRole('button', { name: 'Uploading…' })).toBeFocused();
  await page.keyboard.press('Escape');
  await dialog(page).getByRole('button', { name: 'Close' }).click({ force: true });
  await page.mouse.click(5, 5);
  await expect(dialog(page)).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Uploading…' }).focus();
  release();
  await expect(dialog(page).getByText('The site could not be reached.')).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: 'Save Picture' })).toBeFocused();

  await page.unroute('**/api/user/profile/picture');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Change Picture' })).toBeFocused();
  await page.getByRole('button', { name: 'Remove' }).press('Enter');
  await expect(page.getByText('Picture removed')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Upload Picture' })).toBeFocused();
});

test('a running upload can be cancelled, and started again', async ({ page }) => {
  await hold(page, '**/api/user/profile/picture');
  await choose(page, 'Upload Picture');
  const sent = page.waitForRequest('**/api/user/profile/picture');
  await dialog(page).getByRole('button', { name: 'Save Picture' }).click();
  await sent;
  const failed = page.waitForEvent('requestfailed');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await failed;
  await expect(dialog(page).getByRole('alert')).toBeHidden();
  await page.unroute('**/api/user/profile/picture');
  await dialog(page).getByRole('button', { name: 'Save Picture' }).click();
  await expect(page.getByText('Picture saved')).toBeVisible();
});

test('a picture that is too large for a proxy is sent smaller, or replaced', async ({ page }) => {
  const sizes: number[] = [];
  await page.route('**/api/user/profile/picture', (route) => {
    const size = Number(route.request().headers()['content-length']);
    sizes.push(route.request().postDataBuffer()?.length ?? size);
    return route.fulfill({ status: 413, body: 'Too large' });
  });
  await choose(page, 'Upload Picture');
  await dialog(page).getByRole('button', { name: 'Save Picture' }).click();
  await dialog(page).getByRole('button', { name: 'Send a Smaller Copy' }).click();
  const chooser = page.waitForEvent('filechooser');
  await dialog(page).getByRole('button', { name: 'Choose Another' }).click();
  await chooser;
  await expect(dialog(page)).toBeHidden();
  expect(sizes).toHaveLength(2);
  expect(sizes[1]!).toBeLessThan(sizes[0]! / 2);
});

const windows = [
  [360, 740],
  [740, 360],
  [1440, 900],
] as const;
for (const [width, height] of sweep(windows, String, ['360,740'])) {
  test(`zoom and buttons are visible in a window of ${width} × ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await choose(page, 'Upload Picture');
    await expect(dialog(page).getByLabel('Zoom')).toBeInViewport({ ratio: 1 });
    for (const name of ['Close', 'Cancel', 'Save Picture']) {
      await expect(dialog(page).getByRole('button', { name })).toBeInViewport({ ratio: 1 });
    }
    await expect(dialog(page).getByRole('group')).toBeInViewport({ ratio: 1 });
    await expect(dialog(page)).toHaveAccessibleDescription(hint);
  });
}

test('a picture that cannot be read gets no hint to position it', async ({ page }) => {
  const photo = await photoWithLocation();
  // Without the tables that its data needs.
  await choosePicture(page, 'Upload Picture', photo.subarray(0, photo.indexOf('\xff\xc4', 0, 'latin1')));
  await expect(dialog(page).getByRole('alert')).toHaveText(
    'This picture cannot be read. Please choose another one.',
  );
  await expect(dialog(page).getByText(hint)).toBeHidden();
  await expect(dialog(page).getByRole('button', { name: 'Close' }).first()).toBeFocused();
});

test('a long bio is cut off, and the profile shows all of it on request', async ({ page }) => {
  const post = await publish(page);
  const lines = (count: number): string => Array.from({ length: count }, () => 'Toe.').join('\n');
  const write = async (bio: string): Promise<string> => {
    const answer = await call(page, 'PATCH', '/api/user/profile', { bio });
    expect(answer.status()).toBe(200);
    return (await answer.json()).id;
  };
  const heightOf = async (text: RegExp): Promise<number> =>
    (await page.getByText(text).boundingBox())?.height ?? 0;

  const id = await write(lines(100));
  await page.goto(`/post/${post}`);
  expect(await heightOf(/^Toe\.\s/)).toBeLessThan(130);
  await page.goto(`/user/${id}`);
  const more = page.getByRole('button', { name: 'Show More' });
  await expect(more).toHaveAttribute('aria-expanded', 'false');
  expect(await heightOf(/^Toe\.\s/)).toBeLessThan(300);
  await more.press('Enter');
  const less = page.getByRole('button', { name: 'Show Less' });
  await expect(less).toBeFocused();
  await expect(less).toHaveAttribute('aria-expanded', 'true');
  expect(await heightOf(/^Toe\.\s/)).toBeGreaterThan(2000);
  await less.press('Enter');
  await expect(more).toBeFocused();

  await write(lines(8));
  await page.reload();
  await expect(page.getByText(/^Toe\.\s/)).toBeVisible();
  await expect(more).toBeHidden();
});
