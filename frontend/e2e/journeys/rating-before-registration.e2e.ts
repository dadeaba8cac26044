import { expect } from '@playwright/test';
import sharp from 'sharp';
import { noteFocus } from '../support/passing.ts';
import { latitudeBytes, secrets } from '../support/photo.ts';
import { test } from '../support/site.ts';
import { getRating, sendRegistration, verificationLink } from '../support/visitor.ts';

test.use({ isOfAge: false });

test('a rating before registration is kept, and posted when the address is verified', async ({
  page,
  context,
}) => {
  await page.goto('/');
  const gate = page.getByRole('dialog', { name: 'Before you continue, please confirm the following' });
  const enter = gate.getByRole('button', { name: 'Continue to Site' });
  await gate.getByLabel("I'm 18+ years old and this image shows my own feet.").click();
  await expect(enter).toBeDisabled();
  await gate.getByLabel('The image shows no faces, people, or identifiable features.').click();
  await enter.click();
  await expect(gate).toBeHidden();

  const original = await getRating(page);
  const score = await page.locator('.text-8xl .sr-only').textContent();
  await page.getByRole('button', { name: 'Post to Leaderboard' }).click();
  await expect(page).toHaveURL('/register');
  await expect(page.getByRole('region', { name: 'Saved rating' })).toContainText('is waiting.');
  const email = await sendRegistration(page);
  await expect(page.getByRole('heading', { name: 'Check Your Email!' })).toBeFocused();
  // The person is already signed in, so the login form is not needed.
  await page.getByRole('link', { name: 'Go to Login' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('region', { name: 'Saved rating' })).toContainText(
    'Please verify your email address first.',
  );

  // An open page that looks at the session first posts the rating itself.
  await page.close();
  const tab = await context.newPage();
  const focused = await noteFocus(tab);
  await tab.goto(await verificationLink(email));
  await focused('Email Verified!');
  await expect(tab).toHaveURL(/\/post\/[\w-]+$/);
  await expect(tab.locator('[aria-live] .text-4xl')).toHaveText(score!);
  const picture = tab.getByRole('img', { name: /^Photo posted by / });
  const author = (await picture.getAttribute('alt'))!.replace('Photo posted by ', '');
  expect(author).toMatch(/^[A-Z][a-z]+[A-Z][a-z]+\d{4}$/);

  // No served picture has the metadata of the photo.
  const marks = [...Object.values(secrets).map((text) => Buffer.from(text)), latitudeBytes];
  for (const mark of marks) expect(original.includes(mark)).toBe(true);
  const addresses = [...(await picture.getAttribute('srcset'))!.matchAll(/(\S+) \d+w/g)];
  expect(addresses).toHaveLength(5);
  for (const [, address] of addresses) {
    const served = await (await tab.request.get(address!)).body();
    const { format, exif, xmp, iptc, icc } = await sharp(served).metadata();
    expect({ format, exif, xmp, iptc, icc }).toEqual({ format: 'webp' });
    for (const mark of marks) expect(served.includes(mark)).toBe(false);
  }

  await tab.getByRole('main').getByRole('link', { name: 'Leaderboard', exact: true }).click();
  await tab.getByLabel('Search by username').fill(author);
  await expect(tab).toHaveURL(`/leaderboard?search=${author}`);
  await expect(tab.getByRole('article')).toHaveCount(1);
  await expect(tab.getByRole('link', { name: new RegExp(`^Photo by ${author}`) })).toBeVisible();
});
