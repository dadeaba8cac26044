import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { me } from './support/api.ts';
import { hideCanvas } from './support/false-canvas.ts';
import { photoWithLocation } from './support/photo.ts';
import { test } from './support/site.ts';
import { choosePhoto, choosePicture, nextForm } from './support/visitor.ts';

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

const preview = (page: Page) => page.getByRole('img', { name: 'Preview of your choice' });

test('an AVIF is turned into a JPEG, and the page says so', async ({ page }) => {
  await page.goto('/');
  const sent = nextForm(page);
  await choosePhoto(page, await avif());
  await expect(preview(page)).toBeVisible();
  await expect(page.getByText('Your photo was turned into a JPG: 1,500 × 1,800.')).toBeVisible();
  await page.getByRole('button', { name: 'Get My Rating' }).click();
  await expect(page.getByRole('heading', { name: 'Your Rating' })).toBeVisible();
  expect(await sharp((await sent).file).metadata()).toMatchObject({
    format: 'jpeg',
    width: 1500,
    height: 1800,
  });
});

test('a photo of more than 10 MB is made smaller and upright', async ({ page }) => {
  // With what editors leave behind the end.
  const large = Buffer.concat([await turned(4000, 3000), Buffer.alloc(10 * 1024 * 1024)]);
  await page.goto('/');
  const sent = nextForm(page);
  await choosePhoto(page, large);
  await expect(page.getByText('Your photo was made smaller to fit: 2,560 × 3,413.')).toBeVisible();
  await page.getByRole('button', { name: 'Get My Rating' }).click();
  const { file } = await sent;
  const { format, width, height, exif } = await sharp(file).metadata();
  expect({ format, width, height, exif }).toEqual({
    format: 'jpeg',
    width: 2560,
    height: 3413,
    exif: undefined,
  });
  expect(await redParts(file)).toEqual([true, false]);
});

test('no copy is made of a photo that is damaged', async ({ user: page }) => {
  const whole = await turned(1200, 900);
  const half = Buffer.concat([whole.subarray(0, whole.length / 2), Buffer.of(0xff, 0xd9)]);
  await page.goto('/');
  await choosePhoto(page, Buffer.concat([half, Buffer.alloc(10 * 1024 * 1024)]));
  await expect(page.getByRole('alert')).toContainText('The photo is damaged or incomplete');
  await page.goto('/profile/settings');
  await choosePicture(page, 'Upload Picture', half);
  await page.getByRole('button', { name: 'Save Picture' }).click();
  await expect(page.getByRole('dialog').getByText('The photo is damaged or incomplete')).toBeVisible();
});

test('where the canvas is hidden, no copy is made, and the page says what to do', async ({ page }) => {
  await hideCanvas(page);
  await page.goto('/');
  await choosePhoto(page, await avif());
  await expect(page.getByRole('alert')).toContainText('This is an AVIF picture');
  await expect(page.getByRole('alert')).toContainText('export it as JPG');
  await expect(preview(page)).toBeHidden();
});

test('a profile picture is cropped upright', async ({ user: page }) => {
  await page.goto('/profile/settings');
  const sent = nextForm(page);
  await choosePicture(page, 'Upload Picture', await turned(900, 600));
  await page.getByRole('button', { name: 'Save Picture' }).click();
  const { file, text } = await sent;
  expect(await sharp(file).metadata()).toMatchObject({ width: 600, height: 600 });
  expect([await redParts(file), text]).toEqual([[true, false], undefined]);
  await expect(page.getByText('Picture saved')).toBeVisible();
});

test('where the canvas is hidden, the server crops a profile picture', async ({ user: page }) => {
  await hideCanvas(page);
  await page.goto('/profile/settings');
  const sent = nextForm(page);
  const photo = await turned(900, 600);
  await choosePicture(page, 'Upload Picture', photo);
  await page.getByLabel('Zoom').fill('2');
  await page.getByRole('button', { name: 'Save Picture' }).click();
  const { file, text } = await sent;
  expect([file.equals(photo), text]).toEqual([true, '0.250000,0.333333,0.500000,0.333333']);
  await expect(page.getByText('Picture saved')).toBeVisible();
  const { profilePictureUrl } = await me(page);
  const kept = await page.request.get(profilePictureUrl!);
  expect(await redParts(await kept.body())).toEqual([true, false]);
});
