import { expect, type Page } from '@playwright/test';
import { test } from './support/site.ts';
import { publish } from './support/visitor.ts';

/** The current values in the head of a page, as lists that show duplicate tags. */
async function headOf(page: Page) {
  const values = (selector: string, attribute: string) =>
    page
      .locator(`head ${selector}`)
      .evaluateAll((tags, name) => tags.map((tag) => tag.getAttribute(name)), attribute);
  return {
    titles: await page.locator('head title').allTextContents(),
    descriptions: await values('meta[name=description]', 'content'),
    canonicals: await values('link[rel=canonical]', 'href'),
    pictures: await values('meta[property="og:image"]', 'content'),
    robots: await values('meta[name=robots]', 'content'),
  };
}

test('the page replaces each tag of the head that the server has rendered', async ({
  user: page,
  baseURL,
}) => {
  const violations: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) violations.push(message.text());
  });
  const id = await publish(page, 71);
  const served = await (await page.request.get(`/post/${id}`)).text();
  const title = /<title[^>]*>([^<]+)</.exec(served)?.[1] ?? '';
  const description = /name="description" content="([^"]+)"/.exec(served)?.[1];
  expect(title).toMatch(/^Photo by .+ · Footnote$/);

  await page.goto(`/post/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect
    .poll(() => headOf(page))
    .toEqual({
      titles: [title],
      descriptions: [description],
      canonicals: [`${baseURL}/post/${id}`],
      pictures: [expect.stringContaining(`/api/posts/${id}/card.png`)],
      robots: [],
    });

  // After a navigation the tags of the post are gone.
  await page.getByRole('link', { name: 'Leaderboard' }).first().click();
  await expect(page).toHaveURL('/leaderboard');
  await expect
    .poll(() => headOf(page))
    .toEqual({
      titles: ['Leaderboard · Footnote'],
      descriptions: ['The best rated feet of all time and of this week.'],
      canonicals: [`${baseURL}/leaderboard`],
      pictures: [],
      robots: [],
    });
  expect(violations).toEqual([]);
});

test('a missing post has status 404, an error page and noindex', async ({ page, baseURL }) => {
  const path = '/post/00000000-0000-4000-8000-000000000000';
  const answer = await page.goto(path);
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Post not found' })).toBeVisible();
  await expect
    .poll(() => headOf(page))
    .toEqual({
      titles: ['Post not found · Footnote'],
      descriptions: ['This post does not exist.'],
      canonicals: [`${baseURL}${path}`],
      pictures: [],
      robots: ['noindex'],
    });
});
