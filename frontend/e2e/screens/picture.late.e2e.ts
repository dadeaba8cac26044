import { expect, type Page } from '@playwright/test';
import { photoWithLocation } from '../support/photo.ts';
import { sweep } from '../support/scope.ts';
import { me } from '../support/screen-answers.ts';
import { type Api, test } from '../support/screen.ts';
import { choosePicture } from '../support/visitor.ts';

test.use({ viewer: 'member' });

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Crop Your Picture' });
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name });
const opener = (page: Page) => page.getByRole('button', { name: 'Upload Picture' });
const hint = 'Drag it into place, or use the arrow keys.';

/** Chooses a picture with the button of this name, and waits until it can be cropped. */
async function choose(page: Page, name = 'Upload Picture'): Promise<void> {
  await choosePicture(page, name);
  await expect(button(page, 'Save Picture')).toBeEnabled();
}

/** Accepts the picture, and its removal. */
function accept(api: Api): void {
  api.answer('POST /api/user/profile/picture', { ...me, profilePictureUrl: '/images/picture/640.webp' });
  api.answer('DELETE /api/user/profile/picture', me);
}

test.beforeEach(({ page }) => page.goto('/profile/settings'));

test('what is no picture is refused, and a picture is cropped and sent once', async ({ page, api }) => {
  accept(api);
  const picker = page.getByLabel('Profile picture', { exact: true });
  for (const [file, mimeType] of [
    ['a.txt', 'text/plain'],
    ['a.jpg', 'image/jpeg'],
  ] as const) {
    await picker.setInputFiles({ name: file, mimeType, buffer: Buffer.from('no picture') });
    await expect(page.getByText('Please upload an image file')).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
  }
  const photo = await photoWithLocation();
  // Without the tables that its data needs.
  await choosePicture(page, 'Upload Picture', photo.subarray(0, photo.indexOf('\xff\xc4', 0, 'latin1')));
  await expect(dialog(page).getByRole('alert')).toHaveText(
    'This picture cannot be read. Please choose another one.',
  );
  await expect(dialog(page).getByText(hint)).toBeHidden();
  await expect(button(page, 'Close').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(opener(page)).toBeFocused();

  await choose(page);
  const zoom = dialog(page).getByLabel('Zoom');
  await zoom.press('ArrowRight');
  await expect(zoom).toHaveValue('1.1');
  await dialog(page).getByRole('group').press('ArrowRight');
  await button(page, 'Save Picture').dblclick();
  await expect(page.getByText('Picture saved')).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  expect(api.calls('POST /api/user/profile/picture')).toHaveLength(1);
  await expect(page.getByRole('button', { name: 'Change Picture' })).toBeFocused();
  await page.getByRole('button', { name: 'Remove' }).press('Enter');
  await expect(page.getByText('Picture removed')).toBeVisible();
  await expect(opener(page)).toBeFocused();
});

test('only its button cancels a running upload, and the focus stays', async ({ page, api }) => {
  const { promise: gate, resolve: release } = Promise.withResolvers<null>();
  api.on('POST /api/user/profile/picture', () => gate);
  await choose(page);
  await button(page, 'Save Picture').press('Enter');
  await expect(button(page, 'Uploading…')).toBeFocused();
  await page.keyboard.press('Escape');
  await button(page, 'Close').click({ force: true });
  await page.mouse.click(5, 5);
  await expect(dialog(page)).toBeVisible();
  await button(page, 'Uploading…').focus();
  release(null);
  await expect(dialog(page).getByText('The connection was lost.')).toBeVisible();
  await expect(button(page, 'Save Picture')).toBeFocused();

  api.hold('POST /api/user/profile/picture');
  // The browser itself repeats a call whose connection breaks.
  const sent = api.calls('POST /api/user/profile/picture').length;
  await page.keyboard.press('Enter');
  await expect.poll(() => api.calls('POST /api/user/profile/picture').length).toBeGreaterThan(sent);
  const failed = page.waitForEvent('requestfailed');
  await button(page, 'Cancel').click();
  await failed;
  await expect(dialog(page).getByRole('alert')).toBeHidden();
  accept(api);
  await button(page, 'Save Picture').click();
  await expect(page.getByText('Picture saved')).toBeVisible();
});

test('a picture that is too large for a proxy is sent smaller, or replaced', async ({ page, api }) => {
  const sizes: number[] = [];
  api.on('POST /api/user/profile/picture', async ({ body }) => {
    sizes.push((body as Buffer).length);
    return { status: 413, body: 'Too large' };
  });
  await choose(page);
  await button(page, 'Save Picture').click();
  await button(page, 'Send a Smaller Copy').click();
  const chooser = page.waitForEvent('filechooser');
  await button(page, 'Choose Another').click();
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
    await choose(page);
    for (const name of ['Close', 'Cancel', 'Save Picture'])
      await expect(button(page, name)).toBeInViewport({ ratio: 1 });
    await expect(dialog(page).getByLabel('Zoom')).toBeInViewport({ ratio: 1 });
    await expect(dialog(page).getByRole('group')).toBeInViewport({ ratio: 1 });
    await expect(dialog(page)).toHaveAccessibleDescription(hint);
  });
}
