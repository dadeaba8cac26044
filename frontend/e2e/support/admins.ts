import { createHmac } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import { call, type Person } from './api.ts';
import { operate } from './server.ts';

export const adminPassword = 'lanterns on the stairs';
export type AdminRole = 'moderator' | 'finance' | 'owner';

let admins = 0;

/** Creates a login for the back office, as the operator's command does. Returns its username. */
export async function newAdmin(role: AdminRole, email: string | null = null): Promise<string> {
  admins += 1;
  const username = `${role}.${process.env.TEST_WORKER_INDEX}.${admins}`;
  const login = { username, role, email, password: adminPassword };
  await operate('admin-create', JSON.stringify(login));
  return username;
}

/** Signs the browser of a page in to the back office through the API. */
export async function signInAdmin(person: Person, username: string): Promise<void> {
  const answer = await call(person, 'POST', '/api/rtm-sys/login', { username, password: adminPassword });
  expect(answer.status()).toBe(200);
}

/** Signs the browser of a page in to the back office as a new admin. Returns their username. */
export async function enterBackOffice(page: Page, role: AdminRole): Promise<string> {
  const username = await newAdmin(role);
  await signInAdmin(page, username);
  return username;
}

const PERIOD_MS = 30_000;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The rows of the list with this name. */
export const rowsOf = (page: Page, list: string) => page.getByRole('grid', { name: list }).getByRole('row');

/** The row of a post in the list with this name. */
export const rowOfPost = (page: Page, list: string, id: string) =>
  rowsOf(page, list).filter({ has: page.locator(`a[href="/rtm-sys/post/${id}"]`) });

/** Chooses something in the menu of a row. */
export async function chooseInMenu(row: Locator, name: string | RegExp): Promise<void> {
  await row.getByRole('button', { name: /^More for/ }).click();
  await row.page().getByRole('menuitem', { name }).click();
}

/** Opens a review and waits for the post. */
export async function openReview(page: Page, id: string): Promise<void> {
  await page.goto(`/rtm-sys/review?post=${id}`);
  await expect(page.getByRole('heading', { name: /^Post by / })).toBeFocused();
}

/** The code that an authenticator app shows at a time (RFC 6238). */
export function codeAt(secret: string, at: number): string {
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(at / PERIOD_MS)));
  const digest = createHmac('sha1', key).update(step).digest();
  const number = digest.readUInt32BE(digest.at(-1)! & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}

/** The path of the login, which the tests' server tells anybody. */
export async function loginPathOf(page: Page): Promise<string> {
  const { login } = await (await page.request.get('/api/rtm-sys/entry')).json();
  expect(login).toMatch(/^\/./);
  return login;
}
