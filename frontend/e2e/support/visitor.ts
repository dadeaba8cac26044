import { expect, type Locator, type Page } from '@playwright/test';
import { call, me, type Person } from './api.ts';
import { newSeed, photoWithLocation } from './photo.ts';
import { operate } from './server.ts';

/** The password of every test account. */
export const password = 'nine-toed-sloths-dance';

let names = 0;

/** Consonants that do not look like each other. */
const LETTERS = 'bcdfgklmnprstvxz';

/** An address that no other test uses. It fills a line of a phone, so that no line depends on it. */
export const newEmail = (): string => `walker-${`${newSeed()}`.padStart(17, '0')}@example.org`;

/** A new display name, because it must not look like that of another person: 'Sunny' becomes 'Sunny Kd'. */
export function newName(first: string): string {
  names += 1;
  const letters = [...names.toString(LETTERS.length)].map(
    (digit) => LETTERS[parseInt(digit, LETTERS.length)],
  );
  return `${first} K${letters.join('')}`;
}

/** Confirms the age gate in advance for every page of the visitor. */
export async function enter(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('ageVerified', 'true'));
}

/** The width of a photo from a phone, in pixels. */
export const LARGE = 1500;

/** Chooses a file on the home page that is a photo by name and type, by default a new photo. */
export async function choosePhoto(page: Page, file?: Buffer): Promise<void> {
  const buffer = file ?? (await photoWithLocation());
  await page
    .getByLabel('Photo', { exact: true })
    .setInputFiles({ name: 'foot.jpg', mimeType: 'image/jpeg', buffer });
}

/** Chooses a file, by default a new photo, as the profile picture with the button of this name. */
export async function choosePicture(page: Page, button: string, file?: Buffer): Promise<void> {
  const buffer = file ?? (await photoWithLocation());
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button }).press('Enter');
  await (await chooser).setFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer });
}

/** The next form with a file that the page sends: the bytes of the file, and its text field, if it has one. */
export async function nextForm(page: Page): Promise<{ file: Buffer; text: string | undefined }> {
  const [address, text] = await page.evaluate(async () => {
    const { send } = XMLHttpRequest.prototype;
    const form = await new Promise<FormData>((resolve) => {
      XMLHttpRequest.prototype.send = function (this: XMLHttpRequest, body) {
        XMLHttpRequest.prototype.send = send;
        resolve(body as FormData);
        send.call(this, body);
      };
    });
    const [file, crop] = [...form.values()];
    const reader = new FileReader();
    reader.readAsDataURL(file as File);
    await new Promise((resolve) => reader.addEventListener('load', resolve));
    return [reader.result as string, crop as string | undefined] as const;
  });
  return { file: Buffer.from(address.slice(address.indexOf(',') + 1), 'base64'), text };
}

/** Uploads a photo on the home page, which is open, and waits for its rating. */
export async function getRating(page: Page, seed = newSeed()): Promise<Buffer> {
  const photo = await photoWithLocation(seed, LARGE);
  await choosePhoto(page, photo);
  await page.getByRole('button', { name: 'Get My Rating' }).click();
  await expect(page.getByRole('heading', { name: 'Your Rating' })).toBeVisible();
  return photo;
}

/** Opens the home page and has a photo rated. */
export async function rateOnScreen(page: Page): Promise<void> {
  await page.goto('/');
  await getRating(page);
}

/** Opens the home page, and waits until it knows its user. */
export async function openHomeAsUser(page: Page): Promise<void> {
  const session = page.waitForResponse('**/api/auth/me');
  await page.goto('/');
  await session;
}

/** Has a photo of the user rated on the home page. */
export async function rateAsUser(page: Page, seed?: number): Promise<void> {
  await openHomeAsUser(page);
  await getRating(page, seed);
}

/**
 * Waits until a mail to this address has such a link. Returns the newest.
 * @param target  the path of the link and the name of its parameter, as a regular expression
 */
async function mailedLink(email: string, target: string): Promise<string> {
  const [link] = await operate('mailed-link', email, target);
  return link!;
}

/** The address of the verification page, from the newest mail to this person. */
export const verificationLink = (email: string): Promise<string> =>
  mailedLink(email, '/verify-email\\?token');

/** The address of the page to reset the password, from the newest mail to this person. */
export const resetLink = (email: string): Promise<string> => mailedLink(email, '/reset-password\\?token');

/** The address of the page to create a login for the back office, from the newest mail to this address. */
export const invitationLink = (email: string): Promise<string> =>
  mailedLink(email, '/[^\\s"<]*\\?invitation');

/** The button for the menu of a signed-in user. */
export const profileMenu = (page: Page) => page.getByRole('button', { name: /^Profile menu/ });

/** Types a new password into both fields. */
export async function typeNewPassword(form: Page | Locator, secret: string): Promise<void> {
  await form.getByLabel('New Password', { exact: true }).fill(secret);
  await form.getByLabel('Confirm New Password').fill(secret);
}

/** Fills in and sends the login form of the page. */
export async function sendLogin(page: Page, email: string, secret = password): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(secret);
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
}

/** Logs in on the login page, and waits until the page has navigated away. */
export async function logIn(page: Page, email: string, secret = password): Promise<void> {
  await page.goto('/login');
  await sendLogin(page, email, secret);
  await expect(page).toHaveURL('/');
}

/** Fills in and sends the registration form of the page. Returns the email address. */
export async function sendRegistration(page: Page): Promise<string> {
  const email = newEmail();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password').fill(password);
  await page.getByRole('button', { name: 'Register' }).click();
  return email;
}

/** Makes an account and signs the person in to it. Returns its email address. */
async function join(person: Person, stage: 'registered' | 'verified'): Promise<string> {
  const email = newEmail();
  await operate('new-account', email, password, stage);
  const signedIn = await call(person, 'POST', '/api/auth/login', { email, password });
  expect(signedIn.status()).toBe(200);
  return email;
}

/** Makes the person an account that is not verified, and signs them in. Returns its email address. */
export const register = (person: Person): Promise<string> => join(person, 'registered');

/** Makes the person a verified account, and signs them in. Returns its email address. */
export const signUp = (person: Person): Promise<string> => join(person, 'verified');

export async function editProfile(person: Person, changes: object): Promise<void> {
  const answer = await call(person, 'PATCH', '/api/user/profile', changes);
  expect(answer.status()).toBe(200);
}

/** The default width of a photo in pixels: a small photo is cheap for the server. */
const SMALL = 500;

/** Publishes a photo of the person, made by the server. Returns the id of the post. */
export async function publish(person: Person, seed = newSeed(), width = SMALL): Promise<string> {
  const [id] = await operate('new-post', (await me(person)).id, `${seed}`, `${width}`);
  return id!;
}

/** Uploads and publishes a photo through the API. Returns the id of the post. */
export async function upload(person: Person, seed: number, width: number): Promise<string> {
  const uploaded = await person.request.post('/api/upload', {
    headers: { 'sec-fetch-site': 'same-origin' },
    multipart: {
      image: { name: 'foot.jpg', mimeType: 'image/jpeg', buffer: await photoWithLocation(seed, width) },
    },
  });
  expect(uploaded.status()).toBe(201);
  const published = await call(person, 'POST', '/api/posts/publish', await uploaded.json());
  expect(published.status()).toBe(201);
  return (await published.json()).id;
}
