import { type Browser, expect, type Page } from '@playwright/test';
import { enter, signUp } from './visitor.ts';

const headers = { 'sec-fetch-site': 'same-origin' };

/** Another verified person, in a browser of their own that has passed the gate. Close its context when it is done. */
export async function anotherPerson(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  await enter(page);
  await signUp(page);
  return page;
}

/** Comments through the API as the page's person, or replies to a comment; answers with the new one's id. */
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

/** The toast with this title; also behind a dialog, which hides it from screen readers. */
export function toast(page: Page, title: string) {
  return page.locator('[data-toasts] li').filter({ has: page.getByText(title, { exact: true }) });
}
