import type { Page } from '@playwright/test';
import { me, type Person } from './api.ts';
import { publish } from './visitor.ts';

/** A page whose script runs: without anything from the server, or after it has taken that over. */
const TAKEN_OVER = 'html:not(:has(#state)), html:has(link[rel=canonical]:not([data-served]))';

/** Waits until the script has taken over the page of the server. By then the router has scrolled if it wanted to. */
export const takenOver = (page: Page): Promise<void> =>
  page.locator(TAKEN_OVER).waitFor({ state: 'attached' });

/**
 * Lets `goto` and `reload` wait until the script has taken the page of the server over, because before that nothing answers
 * a test that is faster than people. Not with `waitUntil: 'commit'`.
 */
export function waitForScripts(page: Page): void {
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (address, options) => {
    const response = await goto(address, options);
    if (options?.waitUntil !== 'commit') await takenOver(page);
    return response;
  };
  page.reload = async (options) => {
    const response = await reload(options);
    if (options?.waitUntil !== 'commit') await takenOver(page);
    return response;
  };
}

/** Sends pages without what the server has rendered, to a test that itself answers what they ask. */
export async function emptyPages(page: Page): Promise<void> {
  await page.route(
    () => true,
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback();
      const response = await route.fetch();
      const html = (await response.text()).replace(
        /(<div id="root">).*(<\/div>)<script type="application\/json" id="state">.*?<\/script>/s,
        '$1$2',
      );
      return route.fulfill({ response, body: html });
    },
  );
}

const MISSING = '00000000-0000-4000-8000-000000000000';

/** The addresses that the server renders, with the text of their main heading. The author has one more post then. */
export async function renderedPages(post: string, author: Person): Promise<Readonly<Record<string, RegExp>>> {
  const { id } = await me(author);
  await publish(author);
  const { link = '' } = (await author.request.get('/api/posts?limit=1')).headers();
  const after = /cursor=([\w-]+)/.exec(link)?.[1];
  return {
    '/': /Put your best foot forward/,
    '/leaderboard': /Leaderboard/,
    '/leaderboard?sort=top': /Leaderboard/,
    [`/leaderboard?after=${after}`]: /Leaderboard/,
    '/leaderboard?search=nobody': /Leaderboard/,
    '/leaderboard?utm_source=x': /Leaderboard/,
    '/leaderboard?tab=week': /Leaderboard/,
    '/leaderboard?tab=week&sort=recent': /Leaderboard/,
    '/leaderboard?tab=week&week=2099-W01': /Leaderboard/,
    [`/post/${post}`]: /Current Rating/i,
    [`/post/${MISSING}`]: /Post not found/,
    [`/user/${id}`]: /./,
    [`/user/${MISSING}`]: /User Not Found/,
    '/rate': /Rate/,
    '/login': /Login/,
    '/register': /Register/,
    '/termsofservice': /Terms of Service/,
    '/privacypolicy': /Privacy Policy/,
  };
}
