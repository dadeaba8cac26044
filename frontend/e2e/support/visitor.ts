import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { photoWithLocation } from './photo.ts';

/** The password of every account of the tests. */
export const password = 'nine-toed-sloths-dance';

let accounts = 0;
let photos = 0;

/** An address that no other test uses. */
export function newEmail(): string {
  accounts += 1;
  return `walker-${process.env.TEST_WORKER_INDEX}-${accounts}-${Date.now()}@example.org`;
}

/** A seed for a photo that no other test uploads, as a near-copy of somebody else's would go to review. */
export function newSeed(): number {
  photos += 1;
  return 1000 * (Number(process.env.TEST_WORKER_INDEX) + 1) + photos;
}

/** Confirms the age gate beforehand for every page of the visitor. */
export async function enter(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('ageVerified', 'true'));
}

/** The width of photos as phones take them, in pixels. */
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

/** The address of a page in the newest mail to this person, as it stands in the sandbox, once it is another than before. */
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

/** The address of the verification page from the mail to this person; after another was asked for, that of the next mail. */
export function verificationLink(
  request: APIRequestContext,
  email: string,
  before?: string,
): Promise<string> {
  return mailedLink(request, email, 'verify-email', before);
}

/** The address of the page that stops mails, from the footer of the newest mail to this person. */
export function unsubscribeLink(request: APIRequestContext, email: string): Promise<string> {
  return mailedLink(request, email, 'unsubscribe');
}

/** The address of the page that sets a new password, from the newest mail to this person. */
export function resetLink(request: APIRequestContext, email: string): Promise<string> {
  return mailedLink(request, email, 'reset-password');
}

/** Logs in on the login page, and waits until it has led on. */
export async function logIn(page: Page, email: string, secret = password): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(secret);
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL('/');
}

/** Makes a verified account through the API; the page is signed in to it afterwards. */
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

/** The width of photos that only have to be there, in pixels: a small one costs the server little. */
const SMALL = 500;

/** Publishes a photo through the API as the page's person; answers with the post's id. */
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
