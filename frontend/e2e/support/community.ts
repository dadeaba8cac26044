import { type Browser, expect, type Page } from '@playwright/test';
import { openLive } from './live.ts';
import { enter, signUp } from './visitor.ts';

const headers = { 'sec-fetch-site': 'same-origin' };

/** Another verified person in a separate browser context that has passed the age gate. The caller closes the context. */
export async function anotherPerson(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  await enter(page);
  await signUp(page);
  return page;
}

/** Posts a comment or a reply through the API as the page's person. Returns the id of the new comment. */
export async function comment(
  page: Page,
  postId: string,
  text: string,
  parentCommentId?: string,
): Promise<string> {
  const answer = await page.request.post(`/api/posts/${postId}/comments`, {
    headers,
    data: { text, ...(parentCommentId && { parentCommentId }) },
  });
  expect(answer.status()).toBe(201);
  return (await answer.json()).id;
}

/** Rates a post through the API as the page's person. */
export async function rate(page: Page, postId: string, overallScore: number): Promise<void> {
  const answer = await page.request.post('/api/ratings/submit', { headers, data: { postId, overallScore } });
  expect(answer.status()).toBe(200);
}

/** The toast with this title, even behind a dialog, which hides it from screen readers. */
export function toast(page: Page, title: string) {
  return page.locator('[data-toasts] li').filter({ has: page.getByText(title, { exact: true }) });
}

/** The button that likes the post. */
export const like = (page: Page) => page.getByRole('button', { name: /^\d+ likes?$/ });
/** The comments section of the page. */
export const comments = (page: Page) => page.getByRole('region', { name: /^Comments/ });
/** One comment, by its text, without the form below it, which may still contain the same text. */
export const commentBy = (page: Page, text: string) =>
  comments(page)
    .getByRole('article')
    .filter({ has: page.locator('p', { hasText: text }) });

/** Opens a post and waits until the session is checked and the page receives live updates. */
export async function open(page: Page, id: string): Promise<void> {
  await openLive(page, `/post/${id}`);
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
