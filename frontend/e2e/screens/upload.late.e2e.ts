import { rm, writeFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { hideCanvas } from '../support/false-canvas.ts';
import { photoWithLocation } from '../support/photo.ts';
import { me as member, rating } from '../support/screen-answers.ts';
import { test } from '../support/screen.ts';
import { choosePhoto, choosePicture, LARGE, nextForm } from '../support/visitor.ts';

const card = (page: Page) => page.getByRole('region', { name: 'Upload' });
const alert = (page: Page) => card(page).getByRole('alert');
const buttons = (page: Page) => card(page).getByRole('button');
const send = (page: Page) => page.getByRole('button', { name: 'Get My Rating' }).click();
const expectRating = (page: Page) => expect(page.getByRole('heading', { name: 'Your Rating' })).toBeVisible();
/** Opens home as in a new tab, without the rating of before. */
async function openHome(page: Page): Promise<void> {
  await page.evaluate(() => sessionStorage.clear());
  await page.goto('/');
}
const preview = (page: Page) => page.getByRole('img', { name: 'Preview of your choice' });

test('an upload is cancelled by its button, and ends after 5 minutes without a sign of life', async ({
  page,
  api,
}) => {
  await page.clock.install();
  await page.goto('/');
  api.hold('POST /api/upload');
  await choosePhoto(page);
  await send(page);
  await expect(page.getByRole('progressbar', { name: 'Upload' })).toBeVisible();
  const failed = page.waitForEvent('requestfailed');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await failed;
  await expect(page.getByText('Upload Failed')).toBeHidden();

  await send(page);
  // All of it is sent.
  await expect(page.getByText('The judge is looking…')).toBeVisible();
  await page.clock.runFor('04:30');
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
  await page.clock.runFor('01:00');
  await expect(alert(page)).toContainText('for 5 minutes');
  api.answer('POST /api/upload', rating);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expectRating(page);
  const [, ...keys] = api.calls('POST /api/upload').map(({ headers }) => headers['idempotency-key']);
  expect(keys).toEqual([keys[0], keys[0]]);
});

test('the page says why a photo did not arrive: offline, a network, or a file that is gone', async ({
  page,
  api,
  context,
}, info) => {
  await page.goto('/');
  await choosePhoto(page);
  await context.setOffline(true);
  await send(page);
  await expect(alert(page)).toContainText('You are offline.');
  await context.setOffline(false);
  const again = page.getByRole('button', { name: 'Try Again' });
  await page.route('**/api/upload', (route) => route.abort(), { times: 1 });
  await again.click();
  await expect(alert(page)).toContainText('could not be reached');
  const answers = [
    [{ status: 204 }, 'This network wants you to sign in first'],
    [{ status: 429, headers: { 'retry-after': '240' }, body: { message: 'Too many.' } }, 'in 4 minutes'],
  ] as const;
  for (const [answer, text] of answers) {
    api.on('POST /api/upload', async () => answer);
    await again.click();
    await expect(alert(page)).toContainText(text);
  }
  await page.getByRole('button', { name: 'Choose Another' }).click();

  const file = info.outputPath('gone.jpg');
  await writeFile(file, await photoWithLocation());
  await page.getByLabel('Photo', { exact: true }).setInputFiles(file);
  await expect(page.getByRole('button', { name: 'Get My Rating' })).toBeFocused();
  await rm(file);
  await send(page);
  await expect(alert(page)).toContainText('it was moved, changed or deleted');
  await expect(buttons(page)).toHaveText(['Choose Another']);
});

test('a photo that is too large for a proxy is sent as a smaller copy, if one can be made @verify', async ({
  page,
  api,
}) => {
  api.on('POST /api/upload', async () => ({ status: 413, body: 'Too large' }));
  await page.goto('/');
  await choosePhoto(page, await photoWithLocation(undefined, 2 * LARGE));
  await send(page);
  await expect(alert(page)).toContainText('too large for the network');
  await expect(buttons(page)).toHaveText(['Send a Smaller Copy', 'Choose Another']);
  await expect(buttons(page).first()).toBeFocused();
  api.answer('POST /api/upload', rating);
  await page.keyboard.press('Enter');
  await expectRating(page);
  const [before, after] = api
    .calls('POST /api/upload')
    .map(({ headers }) => Number(headers['content-length']));
  expect(after!).toBeLessThan(before! / 2);

  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.toBlob = (take) => take(null);
  });
  api.on('POST /api/upload', async () => ({ status: 413, body: 'Too large' }));
  await openHome(page);
  await choosePhoto(page);
  await send(page);
  await page.getByRole('button', { name: 'Send a Smaller Copy' }).click();
  await expect(alert(page)).toContainText('No smaller copy can be made.');
  await expect(buttons(page)).toHaveText(['Choose Another']);
});

test('the bytes of a file say whether it is a photo, and not its type', async ({ page, api }) => {
  await page.goto('/');
  const choose = (content: string | Buffer, mimeType: string) =>
    page
      .getByLabel('Photo', { exact: true })
      .setInputFiles({ name: 'foot.jpg', mimeType, buffer: Buffer.from(content) });
  await choose('I am not a picture at all.', 'image/jpeg');
  await expect(page.getByRole('alert')).toHaveText('Please upload an image file');
  await choose('<svg width="9" height="9"/>', 'image/jpeg');
  await expect(page.getByRole('alert')).toContainText('an SVG drawing');
  await choose(await photoWithLocation(), 'application/octet-stream');
  await expect(page.getByRole('button', { name: 'Get My Rating' })).toBeFocused();
  expect(api.calls('POST /api/upload')).toEqual([]);
});

test('a pasted photo is accepted, and stays in memory only while it is shown', async ({ page }) => {
  await page.goto('/');
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
  const bytes = (await photoWithLocation()).toString('base64');
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
    await expect(preview(page)).toBeVisible({ timeout: 1000 });
  }).toPass();
  expect(await open()).toBe(1);
  await page.getByRole('button', { name: 'Choose Another' }).click();
  await expect(page.getByRole('button', { name: 'Choose a Photo' })).toBeVisible();
  expect(await open()).toBe(0);
});

/** An AVIF as a new phone makes it. */
const avif = async (): Promise<Buffer> =>
  sharp(await photoWithLocation())
    .avif({ effort: 0 })
    .toBuffer();

/** A photo whose left half, which is above when it is upright, is red. */
function turned(width: number, height: number): Promise<Buffer> {
  const blue = { width, height, channels: 3, background: '#2040d0' } as const;
  const red = { create: { ...blue, width: width / 2, background: '#d02040' } };
  return sharp({ create: blue })
    .composite([{ input: red, left: 0, top: 0 }])
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}

/** Whether the upper and the lower part of a picture are red. */
async function redParts(picture: Buffer): Promise<boolean[]> {
  const { width, height } = await sharp(picture).metadata();
  const parts = [0, Math.ceil(height * 0.6)].map(async (top) => {
    const part = sharp(picture).extract({ left: 0, top, width, height: Math.floor(height * 0.4) });
    const [red, , blue] = await part.resize(1, 1).raw().toBuffer();
    return red! > blue!;
  });
  return Promise.all(parts);
}

test('an AVIF becomes a JPEG, a photo of more than 10 MB a smaller and upright one, and the page says so @verify', async ({
  page,
  api,
}) => {
  api.answer('POST /api/upload', rating);
  await page.goto('/');
  const sent = nextForm(page);
  await choosePhoto(page, await avif());
  await expect(preview(page)).toBeVisible();
  await expect(page.getByText('Your photo was turned into a JPG: 1,500 × 1,800.')).toBeVisible();
  await send(page);
  await expectRating(page);
  const copy = { format: 'jpeg', width: 1500, height: 1800 };
  expect(await sharp((await sent).file).metadata()).toMatchObject(copy);

  await openHome(page);
  const large = nextForm(page);
  // With what editors leave behind the end.
  await choosePhoto(page, Buffer.concat([await turned(4000, 3000), Buffer.alloc(10 * 1024 * 1024)]));
  await expect(page.getByText('Your photo was made smaller to fit: 2,560 × 3,413.')).toBeVisible();
  await send(page);
  const { file } = await large;
  const { format, width, height, exif } = await sharp(file).metadata();
  expect({ format, width, height, exif }).toEqual({ format: 'jpeg', width: 2560, height: 3413 });
  expect(await redParts(file)).toEqual([true, false]);

  const whole = await turned(1200, 900);
  const half = Buffer.concat([whole.subarray(0, whole.length / 2), Buffer.of(0xff, 0xd9)]);
  await openHome(page);
  await choosePhoto(page, Buffer.concat([half, Buffer.alloc(10 * 1024 * 1024)]));
  await expect(page.getByRole('alert')).toContainText('The photo is damaged or incomplete');
});

test.describe('a profile picture', () => {
  test.use({ viewer: 'member' });

  test('is cropped upright here, or by the server where the canvas is hidden @verify', async ({
    page,
    api,
  }) => {
    api.answer('POST /api/user/profile/picture', { ...member, profilePictureUrl: rating.imageUrl });
    await page.goto('/profile/settings');
    const whole = await turned(900, 600);
    const sent = nextForm(page);
    await choosePicture(page, 'Upload Picture', whole);
    await page.getByRole('button', { name: 'Save Picture' }).click();
    const { file, text } = await sent;
    expect(await sharp(file).metadata()).toMatchObject({ width: 600, height: 600 });
    expect([await redParts(file), text]).toEqual([[true, false], undefined]);
    await expect(page.getByText('Picture saved')).toBeVisible();

    await hideCanvas(page);
    await page.goto('/profile/settings');
    const uncut = nextForm(page);
    await choosePicture(page, 'Upload Picture', whole);
    await page.getByLabel('Zoom').fill('2');
    await page.getByRole('button', { name: 'Save Picture' }).click();
    const { file: same, text: crop } = await uncut;
    expect([same.equals(whole), crop]).toEqual([true, '0.250000,0.333333,0.500000,0.333333']);

    // No copy can be made of a photo, either.
    await page.goto('/');
    await choosePhoto(page, await avif());
    await expect(page.getByRole('alert')).toContainText('This is an AVIF picture');
    await expect(page.getByRole('alert')).toContainText('export it as JPG');
    await expect(preview(page)).toBeHidden();
  });
});
