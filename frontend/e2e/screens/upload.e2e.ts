import { expect, type Page } from '@playwright/test';
import { rating } from '../support/screen-answers.ts';
import { test } from '../support/screen.ts';
import { choosePhoto } from '../support/visitor.ts';

const card = (page: Page) => page.getByRole('region', { name: 'Upload' });
const buttons = (page: Page) => card(page).getByRole('button');

test('a photo that the site refuses can be replaced, and what a network breaks is sent again', async ({
  page,
  api,
}) => {
  const message = 'The photo is damaged or incomplete.';
  api.refuse('POST /api/upload', 422, { message });
  await page.goto('/');
  await choosePhoto(page);
  await page.getByRole('button', { name: 'Get My Rating' }).click();
  // Once, with the photo that it is about.
  await expect(card(page).getByRole('alert')).toHaveText(`Upload Failed${message}`);
  await expect(page.getByText(message)).toHaveCount(1);
  // Retrying the same file cannot succeed.
  await expect(buttons(page)).toHaveText(['Choose Another']);
  await expect(buttons(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('JPG, PNG or WEBP (max 10MB)')).toBeVisible();
  await expect(card(page).getByRole('button', { name: 'Choose a Photo' })).toBeFocused();

  api.cut('POST /api/upload');
  await choosePhoto(page);
  await page.getByRole('button', { name: 'Get My Rating' }).click();
  await expect(card(page).getByRole('alert')).toContainText('The connection was lost.');
  await expect(buttons(page)).toHaveText(['Try Again', 'Choose Another', 'Post Without Rating']);
  await expect(buttons(page).first()).toBeFocused();
  // A page of a network, which is no answer of the site.
  api.on('POST /api/upload', async () => ({
    status: 200,
    body: '<!doctype html><title>Not the site</title>',
  }));
  await page.keyboard.press('Enter');
  await expect(card(page).getByRole('alert')).toContainText('sign in first');
  api.answer('POST /api/upload', rating);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('heading', { name: 'Your Rating' })).toBeVisible();
  const keys = api.calls('POST /api/upload').map(({ headers }) => headers['idempotency-key']);
  expect(keys.length).toBeGreaterThan(3);
  expect(new Set(keys.slice(1)).size).toBe(1);
});
