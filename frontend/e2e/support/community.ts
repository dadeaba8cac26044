import { expect, type Page } from '@playwright/test';
import { call, type Person } from './api.ts';
import { openLive } from './live.ts';

/** Posts a comment or a reply through the API. Returns the id of the new comment. */
export async function comment(
  person: Person,
  postId: string,
  text: string,
  parentCommentId?: string,
): Promise<string> {
  const data = { text, ...(parentCommentId && { parentCommentId }) };
  const answer = await call(person, 'POST', `/api/posts/${postId}/comments`, data);
  expect(answer.status()).toBe(201);
  return (await answer.json()).id;
}

export async function rate(person: Person, postId: string, overallScore: number): Promise<void> {
  const answer = await call(person, 'POST', '/api/ratings/submit', { postId, overallScore });
  expect(answer.status()).toBe(200);
}

export async function report(
  person: Person,
  postId: string,
  reason: string,
  category = 'spam',
): Promise<void> {
  const answer = await call(person, 'POST', `/api/posts/${postId}/report`, { category, reason });
  expect(answer.ok()).toBe(true);
}

/** The toast with this title, even behind a dialog, which hides it from screen readers. */
export function toast(page: Page, title: string) {
  return page.locator('[data-toasts] li').filter({ has: page.getByText(title, { exact: true }) });
}

/** The button that likes the post. */
export const like = (page: Page) => page.getByRole('button', { name: /^\d+ likes?$/ });
/** The current score on the photo of a post. */
export const score = (page: Page) => page.locator('[aria-live] .text-4xl');
export const comments = (page: Page) => page.getByRole('region', { name: /^Comments/ });
/** One comment, by its text, without the form below it, which may still contain the same text. */
export const commentBy = (page: Page, text: string) =>
  comments(page)
    .getByRole('article')
    .filter({ has: page.locator('p', { hasText: text }) });

/** Opens a post and waits until the session is checked and the page receives live updates. */
export async function open(page: Page, id: string): Promise<void> {
  const isSignedIn = (await page.request.get('/api/auth/me')).ok();
  // The page is there before they are.
  const marks = isSignedIn && page.waitForResponse('**/api/me/marks*');
  await openLive(page, `/post/${id}`);
  await marks;
  await expect(page.getByRole('heading', { name: /^Current Rating/ })).toBeVisible();
}

/** Presses Tab until the focused element has this name. */
export async function tabTo(page: Page, name: RegExp): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus');
    expect(
      await focused.evaluate((element) => element.getAttribute('aria-label') ?? element.textContent),
    ).toMatch(name);
  }).toPass({ intervals: [0], timeout: 20_000 });
}
