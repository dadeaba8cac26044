import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import type { Post } from '../src/api/types.ts';
import { openLive, serveLive } from './support/live.ts';
import { test } from './support/site.ts';
import { enter, newSeed, publish, signUp } from './support/visitor.ts';

test.beforeEach(({ page }) => enter(page));

const pill = (page: Page) => page.getByRole('button', { name: /^\d+ new posts? – show$/ });
const cards = (page: Page) => page.getByRole('tabpanel').getByRole('article');

/** So many posts, newest first, that look like one that is there. */
async function likePosts(page: Page, count: number): Promise<Post[]> {
  await signUp(page);
  const id = await publish(page, newSeed());
  const post = (await (await page.request.get(`/api/posts/${id}`)).json()) as Post;
  return Array.from({ length: count }, () => ({ ...post, id: randomUUID() }));
}

interface Board {
  posts: Post[];
  /** Where the pages began that were asked for. */
  reads: string[];
  /** Answers wait for it. */
  gate: Promise<void>;
}

/** Gives the page a board of the test's own, two posts a page. */
async function serveBoard(page: Page, board: Board): Promise<void> {
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

  test('new posts come when they are wanted, however far one has read on', async ({ page }) => {
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
    let release = (): void => undefined;
    board.gate = new Promise((resolve) => {
      release = resolve;
    });
    board.reads.length = 0;
    await pill(page).click();
    await expect(cards(page)).toHaveCount(2);
    await expect.poll(() => board.reads).toEqual(['0']);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    // The end of the page that is left is near all the while, and its button is pressed, too.
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

test('a new post that is not among the first is announced no more once the list was read', async ({
  page,
}) => {
  // What comes on no page at all is as far behind as can be.
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
  test(`nobody waits for new posts that are gone again: ${address}`, async ({ page }) => {
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
