import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import type { Post } from '../src/api/generated/schema.d.ts';
import { openLive, serveLive } from './support/live.ts';
import { emptyPages } from './support/server-pages.ts';
import { test } from './support/site.ts';
import { publish, signUp } from './support/visitor.ts';

const pill = (page: Page) => page.getByRole('button', { name: /^\d+ new posts? – show$/ });
const cards = (page: Page) => page.getByRole('region', { name: 'Posts' }).getByRole('article');

/** `count` copies of a real post with new ids. */
async function likePosts(page: Page, count: number): Promise<Post[]> {
  await signUp(page);
  const id = await publish(page);
  const post = (await (await page.request.get(`/api/posts/${id}`)).json()) as Post;
  return Array.from({ length: count }, () => ({ ...post, id: randomUUID() }));
}

interface Board {
  posts: Post[];
  /** The cursors of the requested pages. */
  reads: string[];
  /** Responses wait for it. */
  gate: Promise<void>;
}

/** Serves the page this board, with two posts per request. */
async function serveBoard(page: Page, board: Board): Promise<void> {
  await emptyPages(page);
  await page.route(
    ({ pathname }) => pathname === '/api/posts',
    async (route) => {
      const cursor = new URL(route.request().url()).searchParams.get('cursor') ?? '0';
      board.reads.push(cursor);
      await board.gate;
      const end = Number(cursor) + 2;
      await route.fulfill({
        json: board.posts.slice(Number(cursor), end),
        headers: end < board.posts.length ? { link: `</api/posts?cursor=${end}>; rel="next"` } : {},
      });
    },
  );
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 640 } });

  test('new posts appear on request, even after scrolling far down', async ({ page }) => {
    const [latest, ...before] = await likePosts(page, 7);
    const board: Board = { posts: before, reads: [], gate: Promise.resolve() };
    await serveBoard(page, board);
    const tell = await serveLive(page);
    await openLive(page, '/leaderboard');
    await expect(cards(page).first()).toBeVisible();
    await expect(async () => {
      await page.mouse.wheel(0, 2000);
      await expect(cards(page)).toHaveCount(6, { timeout: 500 });
    }).toPass();

    board.posts = [latest!, ...before];
    tell({ published: [latest!.id] });
    await expect(pill(page)).toBeVisible();
    await expect(cards(page)).toHaveCount(6);
    const { promise, resolve: release } = Promise.withResolvers<void>();
    board.gate = promise;
    board.reads.length = 0;
    await pill(page).click();
    await expect(cards(page)).toHaveCount(2);
    await expect.poll(() => board.reads).toEqual(['0']);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    // The end of the old list is in view all the time, and its button is pressed, too. Neither may load a page.
    await page.getByRole('button', { name: 'Load More' }).click();
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    expect(board.reads).toEqual(['0']);
    release();
    await expect(page.locator(`a[href="/post/${latest!.id}"]`)).toBeVisible();
    await expect(pill(page)).toBeHidden();
  });
});

test('after the list is loaded again, a new post outside the first page is no longer announced', async ({
  page,
}) => {
  // A post on no page at all is the extreme case.
  const [latest, ...before] = await likePosts(page, 3);
  const board: Board = { posts: before, reads: [], gate: Promise.resolve() };
  await serveBoard(page, board);
  const tell = await serveLive(page);
  await page.goto('/leaderboard?sort=top');
  await expect(cards(page).first()).toBeVisible();
  tell({ published: [latest!.id] });
  await pill(page).click();
  await expect(pill(page)).toBeHidden();
});

for (const address of ['/leaderboard', '/leaderboard?tab=week']) {
  test(`removed posts are no longer announced as new: ${address}`, async ({ page }) => {
    await likePosts(page, 1);
    const tell = await serveLive(page);
    await page.goto(address);
    await expect(cards(page).first()).toBeVisible();
    const [one, other] = [randomUUID(), randomUUID()];
    tell({ published: [one, other] });
    await expect(pill(page)).toHaveText('2 new posts – show');
    tell({ removed: [one] });
    await expect(pill(page)).toHaveText('1 new post – show');
    tell({ removed: [other] });
    await expect(pill(page)).toBeHidden();
  });
}
