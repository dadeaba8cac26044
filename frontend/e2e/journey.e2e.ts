import { type APIRequestContext, expect } from '@playwright/test';
import sharp from 'sharp';
import { adminPassword, loginPathOf, newAdmin } from './support/admins.ts';
import { toast } from './support/community.ts';
import { noteFocus } from './support/passing.ts';
import { latitudeBytes, secrets } from './support/photo.ts';
import { test } from './support/site.ts';
import { getRating, logIn, newEmail, password, profileMenu, sendRegistration } from './support/visitor.ts';

// The program of the product with its limits, its cost of passwords and its pauses, as people meet it.
test.use({ program: 'product', isOfAge: false });
// All in one worker, so that the program starts once.
test.describe.configure({ mode: 'default' });

/** The link of a verification in the newest mail of the sandbox to this person, once it differs from `before`. */
async function mailedLink(request: APIRequestContext, email: string, before?: string): Promise<string> {
  let link: string | undefined;
  const isMailed = async () => {
    const list = await (await request.get('/sandbox/mail')).text();
    const entry = list.split('<li>').find((item) => item.includes(email));
    const mail = entry && /href="([^"]+)"/.exec(entry)?.[1];
    const text = mail ? await (await request.get(mail)).text() : '';
    link = /https?:\/\/[^\s"</]+\/verify-email\?token=[^\s"<]+/.exec(text)?.[0];
    return link !== undefined && link !== before;
  };
  await expect.poll(isMailed).toBe(true);
  return link!;
}

test.describe('of age', () => {
  test.use({ isOfAge: true });

  test('a person signs up, opens the mailed link, leaves, and logs in again', async ({ page }) => {
    await page.goto('/register');
    const email = await sendRegistration(page);
    await expect(page.getByRole('heading', { name: 'Check Your Email!' })).toBeFocused();
    await page.goto(await mailedLink(page.request, email));
    await expect(page.getByRole('heading', { name: 'Email Verified!' })).toBeVisible();
    await expect(page).toHaveURL('/');
    await profileMenu(page).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(profileMenu(page)).toBeHidden();
    await logIn(page, email);
    await expect(profileMenu(page)).toBeVisible();
  });

  test('an admin signs in with the login that an operator has made', async ({ page }) => {
    const username = await newAdmin('moderator');
    await page.goto(await loginPathOf(page));
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Password').fill(adminPassword);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(toast(page, 'Login successful')).toBeVisible();
    await expect(page).toHaveURL('/rtm-sys/posts');
    await expect(page.getByText(username)).toBeVisible();
  });
});

test('a visitor goes from the age gate to the leaderboard, and no picture reveals its location', async ({
  page,
  context,
}) => {
  const email = newEmail();

  await test.step('the gate opens when both statements are confirmed', async () => {
    await page.goto('/');
    const gate = page.getByRole('dialog', { name: 'Before you continue, please confirm the following' });
    const enter = gate.getByRole('button', { name: 'Continue to Site' });
    await expect(enter).toBeDisabled();
    await gate.getByLabel("I'm 18+ years old and this image shows my own feet.").click();
    await expect(enter).toBeDisabled();
    await gate.getByLabel('The image shows no faces, people, or identifiable features.').click();
    await enter.click();
    await expect(gate).toBeHidden();
    expect(await page.evaluate(() => localStorage.getItem('ageVerified'))).toBe('true');
  });

  const original = await test.step('the visitor uploads a photo and gets a rating', () => getRating(page));
  await expect(page.getByText('Demo judge')).toBeVisible();
  const result = page.getByRole('region', { name: 'Your Rating' });
  for (const category of ['Toe Alignment', 'Toe Nails', 'Foot Shape', 'Aesthetic']) {
    await expect(
      result.getByRole('listitem').filter({ hasText: new RegExp(`^${category}.*\\d out of 10`) }),
    ).toBeVisible();
  }

  await test.step('posting requires registration and keeps the rating', async () => {
    await page.getByRole('button', { name: 'Post to Leaderboard' }).click();
    await expect(page).toHaveURL('/register');
    const saved = JSON.parse((await page.evaluate(() => sessionStorage.getItem('pendingRating'))) ?? '{}');
    await expect(page.getByRole('region', { name: 'Saved rating' })).toContainText('is waiting.');
    expect(Object.keys(saved).toSorted()).toEqual([
      'aesthetic',
      'aiComment',
      'averageRating',
      'footShape',
      'imageHash',
      'imageUrl',
      'toeAlignment',
      'toeNails',
    ]);
  });

  await test.step('the visitor registers', async () => {
    const submit = page.getByRole('button', { name: 'Register' });
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await expect(submit).toBeDisabled();
    await page.getByLabel('Confirm Password').fill(password);
    await submit.click();
    await expect(page.getByRole('heading', { name: 'Check Your Email!' })).toBeFocused();
  });

  const replaced = await mailedLink(page.request, email);
  await test.step('the rating waits until the address is verified', async () => {
    // The person is already signed in, so the login form is not needed.
    await page.getByRole('link', { name: 'Go to Login' }).click();
    await expect(page).toHaveURL('/');
    const notice = page.getByRole('region', { name: 'Saved rating' });
    await expect(notice).toContainText('Please verify your email address first.');
    await notice.getByRole('button', { name: 'Resend Verification Email' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Check Your Email!' })).toContainText(
      'If an account exists, a verification email has been sent.',
    );
  });

  const tab = await context.newPage();
  await test.step('the link in the mail verifies in a new tab, which posts the saved rating', async () => {
    const focused = await noteFocus(tab);
    await tab.goto(await mailedLink(page.request, email, replaced));
    await focused('Email Verified!');
    await expect(tab).toHaveURL(/\/post\/[\w-]+$/);
    await expect(tab.getByText('Current Rating')).toBeVisible();
  });

  const picture = tab.getByRole('img', { name: /^Photo posted by / });
  const author = ((await picture.getAttribute('alt')) ?? '').replace('Photo posted by ', '');
  expect(author).toMatch(/^[A-Z][a-z]+[A-Z][a-z]+\d{4}$/);
  expect(email).not.toContain(author);

  await test.step('visitors see the post on the leaderboard', async () => {
    await tab.getByRole('link', { name: 'Leaderboard' }).first().click();
    await tab.getByLabel('Search by username').fill(author);
    await expect(tab).toHaveURL(new RegExp(`search=${author}`));
    await tab.getByRole('link', { name: new RegExp(`^Photo by ${author}`) }).click();
    await expect(tab).toHaveURL(/\/post\//);
  });

  await test.step('no served picture contains the metadata', async () => {
    const marks = [...Object.values(secrets).map((text) => Buffer.from(text)), latitudeBytes];
    for (const mark of marks) expect(original.includes(mark)).toBe(true);

    const shown = (await picture.getAttribute('srcset')) ?? '';
    const addresses = [...shown.matchAll(/(\S+) \d+w/g)].map(([, address]) => address!);
    expect(addresses).toHaveLength(5);
    for (const address of addresses) {
      const response = await tab.request.get(address);
      expect(response.status()).toBe(200);
      const served = await response.body();
      for (const mark of [...marks, Buffer.from('Exif'), Buffer.from('EXIF'), Buffer.from('GPS')]) {
        expect(served.includes(mark)).toBe(false);
      }
      const metadata = await sharp(served).metadata();
      expect(metadata.format).toBe('webp');
      expect([metadata.exif, metadata.xmp, metadata.iptc, metadata.icc]).toEqual(Array(4).fill(undefined));
    }
  });
});
