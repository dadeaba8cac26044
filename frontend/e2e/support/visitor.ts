import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { photoWithLocation } from './photo.ts';

/** The password of every test account. */
export const password = 'nine-toed-sloths-dance';

let accounts = 0;
let names = 0;
let photos = 0;

/** Consonants that do not look like each other. */
const LETTERS = 'bcdfgklmnprstvxz';

/** An address that no other test uses. */
export function newEmail(): string {
  accounts += 1;
  return `walker-${process.env.TEST_WORKER_INDEX}-${accounts}-${Date.now()}@example.org`;
}

/** A new display name, because it must not look like that of another person: 'Sunny' becomes 'Sunny Kd'. */
export function newName(first: string): string {
  names += 1;
  const letters = [...names.toString(LETTERS.length)].map(
    (digit) => LETTERS[parseInt(digit, LETTERS.length)],
  );
  return `${first} K${letters.join('')}`;
}

/** A new seed for a photo, because a near-copy of another person's photo would go to review. */
export function newSeed(): number {
  photos += 1;
  return 1000 * (Number(process.env.TEST_WORKER_INDEX) + 1) + photos;
}

/** Confirms the age gate in advance for every page of the visitor. */
export async function enter(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('ageVerified', 'true'));
}

/** The width of a photo from a phone, in pixels. */
export const LARGE = 1500;

/** Uploads a photo on the home page and waits for its rating. */
export async function rateOnScreen(page: Page, seed: number): Promise<Buffer> {
  const photo = await photoWithLocation(seed, LARGE);
  await page.getByLabel('Photo', { exact: true }).setInputFiles({
    name: 'foot.jpg',
    mimeType: 'image/jpeg',
    buffer: photo,
  });
  await page.getByRole('button', { name: 'Get My Rating' }).click();
  await expect(page.getByRole('heading', { name: 'Your Rating' })).toBeVisible();
  return photo;
}

/** Waits until the newest sandbox mail to this person links to `page`, with another link than `before`. Returns the link. */
async function mailedLink(
  request: APIRequestContext,
  email: string,
  page: string,
  before?: string,
): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(
      async () => {
        const list = await (await request.get('/sandbox/mail')).text();
        const entry = list.split('<li>').find((item) => item.includes(email));
        const mail = entry && /href="([^"]+)"/.exec(entry)?.[1];
        const text = mail ? await (await request.get(mail)).text() : '';
        link = new RegExp(`https?://[^\\s"</]+/${page}\\?token=[^\\s"<]+`).exec(text)?.[0];
        return link !== undefined && link !== before;
      },
      { intervals: [25] },
    )
    .toBe(true);
  return link!;
}

/** The address of the verification page from the newest mail to this person, once it differs from `before`. */
export function verificationLink(
  request: APIRequestContext,
  email: string,
  before?: string,
): Promise<string> {
  return mailedLink(request, email, 'verify-email', before);
}

/** The address of the unsubscribe page, from the footer of the newest mail to this person. */
export function unsubscribeLink(request: APIRequestContext, email: string): Promise<string> {
  return mailedLink(request, email, 'unsubscribe');
}

/** The address of the page to reset the password, from the newest mail to this person. */
export function resetLink(request: APIRequestContext, email: string): Promise<string> {
  return mailedLink(request, email, 'reset-password');
}

/** Logs in on the login page, and waits until the page has navigated away. */
export async function logIn(page: Page, email: string, secret = password): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(secret);
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL('/');
}

/** Creates a verified account through the API and signs the page in. Returns the email address. */
export async function signUp(page: Page): Promise<string> {
  const email = newEmail();
  const headers = { 'sec-fetch-site': 'same-origin' };
  const registered = await page.request.post('/api/auth/register', { data: { email, password }, headers });
  expect(registered.status()).toBe(201);
  const token = new URL(await verificationLink(page.request, email)).searchParams.get('token');
  const verified = await page.request.post('/api/auth/verify-email', { data: { token }, headers });
  expect(verified.status()).toBe(200);
  return email;
}

/** The default width of a photo in pixels: a small photo is cheap for the server. */
const SMALL = 500;

/** Publishes a photo through the API as the page's person. Returns the id of the post. */
export async function publish(page: Page, seed: number, width = SMALL): Promise<string> {
  const headers = { 'sec-fetch-site': 'same-origin' };
  const uploaded = await page.request.post('/api/upload', {
    headers,
    multipart: {
      image: { name: 'foot.jpg', mimeType: 'image/jpeg', buffer: await photoWithLocation(seed, width) },
    },
  });
  expect(uploaded.status()).toBe(201);
  const published = await page.request.post('/api/posts/publish', { headers, data: await uploaded.json() });
  expect(published.status()).toBe(201);
  return (await published.json()).id;
}
