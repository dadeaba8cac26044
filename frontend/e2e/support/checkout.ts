import { expect, type Page } from '@playwright/test';
import { call, type Person } from './api.ts';
import { operate } from './server.ts';

/** Buys a boost through the API and pays on the sandbox's checkout page. Waits until it is granted. */
export async function buyBoost(person: Person, boostType: 'regular' | 'mega'): Promise<void> {
  const started = await call(person, 'POST', '/api/boost/checkout', { boostType });
  expect(started.status()).toBe(200);
  const { url } = await started.json();
  const headers = { 'sec-fetch-site': 'same-origin' };
  const paid = await person.request.post(url, { headers, form: { act: 'pay' }, maxRedirects: 0 });
  expect(paid.status()).toBe(303);
  await operate('settle');
}

/** Presses a button of the newest payment in the payment sandbox. */
export async function actOnNewestPayment(page: Page, button: string): Promise<void> {
  await page.goto('/sandbox/payments');
  const newest = page.getByRole('region').first();
  await newest.getByRole('button', { name: button, exact: true }).click();
  await expect(newest).toBeVisible();
}

/** Waits until an answer of the API contains a text: what a webhook changes arrives a moment later. */
export async function answerContains(page: Page, path: string, text: string): Promise<void> {
  const answer = async () => (await page.request.get(path)).text();
  await expect.poll(answer, { intervals: [25] }).toContain(text);
}

/** The number of unused boosts in the header. */
export const badge = (page: Page, text: string) =>
  page.getByRole('banner').getByRole('button', { name: text, exact: true });

export const payments = (page: Page) => page.getByRole('list', { name: 'Boosts and donations' });
