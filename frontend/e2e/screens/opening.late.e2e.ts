import { expect, type Page } from '@playwright/test';
import { posts, week } from '../support/board.ts';
import { commentBy, score } from '../support/community.ts';
import { hold } from '../support/hold.ts';
import { listThenPost, loadPostCode, watchOpening } from '../support/opening.ts';
import { known, test } from '../support/screen.ts';

test.use({ viewport: { width: 360, height: 400 } });

const WEEK = '/leaderboard?tab=week&sort=recent';
const post = known.post!;

const author = (page: Page) => page.getByRole('region', { name: 'Author' });
const heading = (page: Page) => page.getByRole('heading', { name: /^Current Rating/ });
const backLink = (page: Page) =>
  page.getByRole('main').getByRole('link', { name: 'Leaderboard', exact: true });

/** Opens a list and waits until a post can be opened at once. */
async function openList(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await loadPostCode(page);
}

test.beforeEach(({ api }) => {
  api.answer('GET /api/posts', posts);
  api.answer('GET /api/leaderboard/weekly', week);
});

test.describe('signed in', () => {
  test.use({ viewer: 'member' });

  test('every list knows its posts before the server is asked', async ({ page, api }) => {
    const lists = [
      ['/leaderboard', post],
      [WEEK, post],
      [`/user/${known.author}`, post],
      ['/my-posts', known.ownPost!],
    ] as const;
    api.hold('GET /api/posts/{id}');
    const release = api.hold('GET /api/posts/{id}/comments');
    for (const [address, id] of lists) {
      await openList(page, address);
      await expect(page.locator(`main a[href="/post/${id}"]`).first()).toBeVisible();
      const frames = await watchOpening(page, id);
      expect(frames.map(({ shows }) => shows).join(' '), address).toMatch(listThenPost);
      await expect(score(page)).toBeVisible();
      await expect(author(page)).toContainText(/\w+/);
      await expect(author(page).getByText(/^Posted on/)).toBeVisible();
      await expect(page.getByText('Loading comments…')).toBeVisible();
    }
    release();
    await expect(page.getByText('No comments yet.')).toBeVisible();
  });
});

test('a busy browser shows no skeleton of a post that the list knows @verify', async ({ page }) => {
  await openList(page, WEEK);
  await page.evaluate(async (id) => {
    const main = document.querySelector('main')!;
    new MutationObserver(() => {
      if (main.textContent.includes('Loading post…')) main.dataset.skeleton = 'seen';
    }).observe(main, { childList: true, subtree: true });
    main.querySelector<HTMLElement>(`a[href="/post/${id}"]`)!.click();
    // The router has begun, and the browser is busy for longer than the router waits before it shows a skeleton.
    for (let turn = 0; turn < 20; turn += 1) await undefined;
    const end = performance.now() + 400;
    while (performance.now() < end);
  }, post);
  await expect(heading(page)).toBeVisible();
  await expect(page.locator('main')).not.toHaveAttribute('data-skeleton');
});

test('a search that was typed just before does not lead back to the board @verify', async ({ page }) => {
  await openList(page, '/leaderboard');
  const { release } = await hold(page, '**/assets/*.js');
  await page.getByLabel('Search by username').fill('nobody');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Service' }).click();
  // Longer than the pause before a search.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 400)));
  release();
  await expect(page.getByRole('heading', { name: 'Terms of Service', level: 1 })).toBeVisible();
  await expect(page).toHaveURL('/termsofservice');
});

test('a failure says so above what is known; a post that was removed in between leads to the page for that', async ({
  page,
  api,
}) => {
  await openList(page, '/leaderboard');
  api.on('GET /api/posts/{id}', async () => ({ status: 500, body: {} }));
  await page.locator(`main a[href="/post/${post}"]`).first().click();
  const alert = page.getByRole('alert').filter({ hasText: 'The latest figures could not be loaded.' });
  await expect(alert).toBeVisible();
  await expect(score(page)).toBeVisible();
  api.answer('GET /api/posts/{id}', (found) => found);
  await alert.getByRole('button', { name: 'Try Again' }).click();
  await expect(alert).toBeHidden();
  await expect(heading(page)).toBeVisible();

  await openList(page, '/leaderboard');
  api.refuse('GET /api/posts/{id}', 404, { code: 'not_found' });
  api.refuse('GET /api/posts/{id}/comments', 404, { code: 'not_found' });
  api.answer(
    'GET /api/posts',
    posts.filter(({ id }) => id !== post),
  );
  const release = api.hold('GET /api/posts/{id}');
  await page.locator(`main a[href="/post/${post}"]`).first().click();
  await expect(heading(page)).toBeFocused();
  release();
  await expect(page.getByRole('heading', { name: 'Post not found', level: 1 })).toBeFocused();
  await expect(page).toHaveTitle('Post not found · Footnote');
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Leaderboard', level: 1 })).toBeVisible();
  await expect(page.locator(`main a[href="/post/${post}"]`)).toHaveCount(0);
});

test('the way back knows the last board of the tab', async ({ page }) => {
  await page.goto(`/post/${post}`);
  await backLink(page).click();
  await expect(page).toHaveURL('/leaderboard');
  await page.getByRole('link', { name: 'This Week' }).click();
  await page.getByRole('link', { name: 'Recent' }).click();
  await expect(page).toHaveURL(WEEK);
  await page.locator(`main a[href="/post/${post}"]`).first().click();
  await author(page).getByRole('link').click();
  await expect(page).toHaveURL(`/user/${known.author}`);
  await page.locator(`main a[href="/post/${post}"]`).click();
  await expect(heading(page)).toBeFocused();
  await page.reload();
  await expect(heading(page)).toBeVisible();
  await backLink(page).click();
  await expect(page).toHaveURL(WEEK);
  // Another way on from a page before the board: that board is no longer behind.
  for (let pages = 0; pages < 3; pages += 1) await page.goBack();
  await expect(page).toHaveURL(`/post/${post}`);
  await author(page).getByRole('link').click();
  await page.locator(`main a[href="/post/${post}"]`).click();
  await expect(heading(page)).toBeFocused();
  await backLink(page).click();
  await expect(page).toHaveURL('/leaderboard');
  await expect(page.getByRole('link', { name: 'All Posts' })).toHaveAttribute('aria-current', 'page');
});

test('the way back knows a board that was left before it was shown @verify', async ({ page }) => {
  await openList(page, '/leaderboard');
  await page.evaluate(async (id) => {
    document.querySelector<HTMLElement>('main a[href="/leaderboard?tab=week"]')!.click();
    await new Promise((resolve) => setTimeout(resolve));
    document.querySelector<HTMLElement>(`main a[href="/post/${id}"]`)!.click();
  }, post);
  await expect(heading(page)).toBeFocused();
  await backLink(page).click();
  await expect(page).toHaveURL('/leaderboard?tab=week');
});

/** What the page carries over from now on: the pictures named before and after each transition. */
async function watchTransitions(page: Page): Promise<() => Promise<string[]>> {
  const seen = await page.evaluateHandle(() => {
    const transitions: string[] = [];
    const named = () =>
      [...document.querySelectorAll('*')]
        .filter((element) => getComputedStyle(element).viewTransitionName === 'carried')
        .map((element) => element.closest('article, li')?.tagName);
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      const before = named();
      const transition = start(update);
      void transition.updateCallbackDone.then(() => {
        const after = named();
        void transition.finished.then(() => transitions.push(`${before} to ${after}`));
      });
      return transition;
    };
    return transitions;
  });
  return () => seen.jsonValue();
}

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('the picture carries over to the photo and back @verify', async ({ page, api }) => {
    api.answer(
      'GET /api/posts',
      posts.toSorted(({ id }) => (id === post ? -1 : 1)),
    );
    await openList(page, '/leaderboard');
    const transitions = await watchTransitions(page);
    const card = page.locator(`main a[href="/post/${post}"]`);
    const loaded = await card
      .locator('xpath=ancestor::li')
      .locator('img')
      .evaluate(async (image: HTMLImageElement) => {
        await image.decode();
        return new URL(image.currentSrc).pathname;
      });
    // The larger photo does not come.
    await page.route('**/images/*/1280.webp', () => undefined);
    await page.route('**/images/*/640.webp', () => undefined);
    await card.click();
    await expect.poll(transitions).toEqual(['ARTICLE to ARTICLE']);
    const photo = page.locator('article img.carried');
    expect(await photo.evaluate((image) => image.style.backgroundImage)).toContain(loaded);
    await expect(commentBy(page, 'Both are.')).toBeVisible();
    await backLink(page).click();
    await expect.poll(transitions).toEqual(['ARTICLE to ARTICLE', 'ARTICLE to ARTICLE']);
    // Other ways have none.
    await page.getByRole('link', { name: 'Top Rated' }).click();
    await page.goForward().catch(() => undefined);
    await page.getByRole('main').getByRole('link', { name: 'This Week' }).click();
    await expect(page).toHaveURL('/leaderboard?tab=week');
    expect((await transitions()).length).toBe(2);
  });
});

test('with reduced motion nothing carries over, and without the interface nothing breaks @verify', async ({
  page,
}) => {
  await openList(page, '/leaderboard');
  const transitions = await watchTransitions(page);
  await page.locator(`main a[href="/post/${post}"]`).click();
  await expect(heading(page)).toBeFocused();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Leaderboard', level: 1 })).toBeVisible();
  expect(await transitions()).toEqual([]);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.evaluate(() => Object.assign(document, { startViewTransition: undefined }));
  await page.locator(`main a[href="/post/${post}"]`).click();
  await expect(heading(page)).toBeFocused();
});
