import { expect, type Locator, type Page } from '@playwright/test';
import type { BoardPost, Comment, OwnPost } from '../../src/api/generated/schema.d.ts';
import sharp from 'sharp';
import { copies, week } from '../support/board.ts';
import { sweep } from '../support/scope.ts';
import { known, test } from '../support/screen.ts';
import { recording } from '../support/screen-server.ts';

const boxOf = async (element: Locator) => (await element.boundingBox())!;

/** The cards of the list of posts. */
const cardsOf = (page: Page) =>
  page.getByRole('region', { name: 'Posts', exact: true }).getByRole('list').first().locator('> li');

test('cards show the ranks by rating, boosted ones the boost, and the first three of a week stand on a podium', async ({
  page,
  api,
}) => {
  const top: BoardPost[] = copies(7).map((post, index) => ({
    ...post,
    rank: index,
    averageRating: '7.0',
    aiScore: '7.0',
  }));
  Object.assign(top[0]!, { isBoosted: true, boostType: 'mega', rank: 5 });
  api.answer('GET /api/posts', top);
  api.answer('GET /api/leaderboard/weekly', {
    ...week,
    posts: top.map((post, index) => ({ ...post, rank: index + 1, removed: false })),
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/leaderboard?sort=top');
  const cards = cardsOf(page);
  await expect(cards.first().locator('a').first()).toHaveAccessibleName(/10, Mega Boost$/);
  await expect(cards.first().getByText('5th', { exact: true })).toHaveCount(0);
  for (const [place, rank] of ['1st', '2nd', '3rd', '#4'].entries()) {
    const card = cards.nth(place + 1);
    await expect(card.locator('a').first()).toHaveAccessibleName(new RegExp(`10, rank ${place + 1}$`));
    await expect(card.getByText(rank, { exact: true })).toHaveCount(1);
  }

  await page.goto('/leaderboard?tab=week');
  await expect(cards.nth(4).getByText('5th', { exact: true })).toBeVisible();
  const sizes = async () => {
    const boxes = await Promise.all([0, 1, 2, 3].map((index) => boxOf(cards.nth(index))));
    return boxes.map(({ x, y, width }) => ({ x, y, width: Math.round(width) }));
  };
  const [first, second, third, fourth] = await sizes();
  expect([second!.y, third!.y]).toEqual([first!.y, first!.y]);
  expect(fourth!.y).toBeGreaterThan(first!.y);
  expect(first!.width).toBeGreaterThan(1.5 * fourth!.width);

  await page.setViewportSize({ width: 360, height: 740 });
  const [alone, left, right] = await sizes();
  expect(alone!.width).toBeGreaterThan(2 * left!.width);
  expect(left!.y).toBe(right!.y);
  expect(left!.y).toBeGreaterThan(alone!.y);

  // Others have none, even if their first posts could stand on it.
  api.answer('GET /api/posts', [...top.slice(1), ...copies(1)]);
  for (const address of ['/leaderboard', '/leaderboard?sort=top&search=heron']) {
    await page.goto(address);
    await expect(cards.nth(3)).toBeVisible();
    const widths = new Set((await sizes()).map(({ width }) => width));
    expect(widths.size).toBe(1);
  }
});

test('cards show their votes, and use the room that there is', async ({ page, api }) => {
  const posts = copies(8).map((post, index) => ({ ...post, averageRating: '8.3', ratingsCount: index }));
  api.answer('GET /api/posts', posts);
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto('/leaderboard');
  const cards = cardsOf(page);
  await expect(cards.nth(1)).toContainText(/8\.3.*1 vote$/);
  await expect(cards.nth(2)).toContainText(/8\.3.*2 votes$/);
  const rows = await Promise.all([0, 5, 6].map(async (index) => (await boxOf(cards.nth(index))).y));
  expect(rows[1]).toBe(rows[0]);
  expect(rows[2]).toBeGreaterThan(rows[0]!);
  // A phone on its side shows a part of the first card.
  await page.setViewportSize({ width: 740, height: 360 });
  for (const address of ['/leaderboard', '/leaderboard?tab=week']) {
    await page.goto(address);
    expect((await boxOf(cards.first())).y).toBeLessThan(320);
  }
});

test('dots of the home page cross no text', async ({ page }) => {
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/');
    const [dots, text] = [
      await boxOf(page.locator('.halftone').first()),
      await boxOf(page.getByText('No registration needed.')),
    ];
    expect(text.x + text.width < dots.x || text.y + text.height < dots.y).toBe(true);
  }
});

test('a long name has room for all of it', async ({ page, api }) => {
  const displayUsername = 'Extraordinary Woodpecker 29';
  api.answer('GET /api/posts', [{ ...copies(1)[0]!, displayUsername }]);
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/leaderboard');
    const name = page.getByRole('link', { name: displayUsername, exact: true }).locator('[dir]');
    await expect(name).toBeVisible();
    expect(await name.evaluate((node) => node.scrollHeight <= node.clientHeight)).toBe(true);
    const [card, link] = [await boxOf(page.getByRole('article')), await boxOf(name)];
    expect(link.y + link.height).toBeLessThanOrEqual(card.y + card.height);
  }
});

test('the score sheet stays beside a long thread, and scrolls with the page in a low window', async ({
  page,
  api,
}) => {
  const comments = recording.answers.visitor[`GET /api/posts/${known.post}/comments`]!.body as Comment[];
  const thread = Array.from({ length: 12 }, (_, index) => ({
    ...comments[0]!,
    id: `comment-${index}`,
    text: `A comment, the ${index}th of them.`,
    replies: [],
  }));
  api.answer('GET /api/posts/{id}/comments', thread.toReversed());
  const sheet = page.locator('.score-sheet');
  const atTheEnd = async (width: number, height: number) => {
    await page.setViewportSize({ width, height });
    await page.goto(`/post/${known.post}`);
    await page.getByText('the 11th of them').scrollIntoViewIfNeeded();
    return boxOf(sheet);
  };
  for (const height of [1000, 700]) {
    const box = await atTheEnd(1440, height);
    expect(box.y).toBeGreaterThanOrEqual(0);
    expect(box.y + box.height).toBeLessThanOrEqual(height);
    // What does not fit is reached by keyboard, inside of the sheet.
    await page.getByRole('button', { name: 'Why this rank' }).focus();
    const why = await boxOf(page.getByRole('button', { name: 'Why this rank' }));
    expect(why.y + why.height).toBeLessThanOrEqual(height);
    const found = await boxOf(page.getByRole('region', { name: /^Comments/ }));
    expect(found.x + found.width).toBeLessThanOrEqual(box.x);
  }
  expect((await atTheEnd(1440, 500)).y).toBeLessThan(0);
  expect((await atTheEnd(768, 1000)).y).toBeLessThan(0);
});

test('an old photo that is a line fits the window @verify', async ({ page, api }) => {
  for (const [width, height] of [
    [1, 9000],
    [9000, 1],
  ] as const) {
    const picture = sharp({ create: { width, height, channels: 3, background: '#d02040' } });
    const body = await picture.webp().toBuffer();
    await page.unrouteAll();
    await page.route('**/images/**', (route) => route.fulfill({ contentType: 'image/webp', body }));
    api.answer('GET /api/posts/{id}', (post) => ({ ...post, width, height }));
    for (const window of [
      { width: 360, height: 740 },
      { width: 1440, height: 900 },
    ]) {
      await page.setViewportSize(window);
      await page.goto(`/post/${known.post}`);
      const photo = page.getByRole('img', { name: /^Photo posted by/ });
      await expect(photo).toHaveJSProperty('complete', true);
      const box = (await photo.boundingBox())!;
      expect(box.height).toBeLessThanOrEqual(window.height * 0.81);
      expect(Math.min(box.width, box.height)).toBeGreaterThan(60);
    }
  }
});

/** What is seen on paper: the colours, and controls that should not be there. */
const onPaper = (page: Page) =>
  page.evaluate(() => {
    const isShown = (node: Element) => node.checkVisibility() && node.getClientRects().length > 0;
    return {
      paper: getComputedStyle(document.body).backgroundColor,
      ink: getComputedStyle(document.body).color,
      controls: [...document.querySelectorAll('button, header, footer, nav, textarea')]
        .filter(isShown)
        .map((node) => node.outerHTML.slice(0, 80)),
      cut: [...document.querySelectorAll('main *')]
        .filter((node) => isShown(node) && /auto|scroll/.test(getComputedStyle(node).overflowY))
        .filter((node) => node.scrollHeight > node.clientHeight + 1)
        .map((node) => node.outerHTML.slice(0, 80)),
    };
  });

test.describe('signed in', () => {
  test.use({ viewer: 'member' });

  test('pages print as a whole, in ink on white, without controls', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('theme', 'dark'));
    for (const address of [
      '/privacypolicy',
      `/post/${known.post}`,
      '/leaderboard?sort=top',
      '/my-posts',
      '/termsofservice',
    ]) {
      await page.emulateMedia({ media: 'screen' });
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.emulateMedia({ media: 'print' });
      // Chromium applies another medium in steps.
      await expect
        .poll(() => onPaper(page), address)
        .toEqual({
          paper: 'rgb(255, 255, 255)',
          ink: 'rgb(34, 28, 20)',
          controls: [],
          cut: [],
        });
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    }
    const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
    expect(pdf.match(/\/Type \/Page\b/g)?.length).toBeGreaterThanOrEqual(3);
  });

  test('the table of the privacy policy fits a small window @verify', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto('/privacypolicy');
    const [table, box] = [
      await boxOf(page.getByRole('table')),
      await boxOf(page.getByRole('region', { name: 'Privacy Policy' })),
    ];
    expect(table.x + table.width).toBeLessThanOrEqual(box.x + box.width);
    const isCut = await page
      .getByRole('region', { name: 'Privacy Policy' })
      .evaluate((node) => node.scrollWidth > node.clientWidth);
    expect(isCut).toBe(false);
  });

  test('pages have one of two widths @verify', async ({ page }) => {
    await page.setViewportSize({ width: 1600, height: 900 });
    for (const address of [
      '/',
      '/leaderboard',
      '/leaderboard?tab=week',
      `/post/${known.post}`,
      `/user/${known.user}`,
      '/my-posts',
      '/boost',
      '/account/settings',
      '/account/timeline',
      '/profile/settings',
      '/termsofservice',
      '/nowhere',
    ]) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const widths = await page
        .locator('main > *, header > *, footer')
        .evaluateAll((parts) =>
          parts.filter((part) => part.checkVisibility()).map((part) => part.getBoundingClientRect().width),
        );
      for (const width of widths) expect([1280, 832], address).toContain(width);
    }
  });

  for (const width of sweep([320, 360, 768], String, ['320'])) {
    test(`the bin of an own post covers nothing, ${width} pixels wide`, async ({ page, api }) => {
      const own = recording.answers.member['GET /api/user/posts']!.body as OwnPost[];
      const hidden = own.find(({ id }) => id === known.hiddenPost)!;
      api.answer('GET /api/user/posts', [hidden]);
      await page.setViewportSize({ width, height: 800 });
      await page.goto('/my-posts');
      const card = page.getByRole('article');
      await card.hover();
      const bin = await boxOf(card.getByRole('button', { name: /^Delete the post/ }));
      expect(Math.min(bin.width, bin.height)).toBeGreaterThanOrEqual(44);
      const texts = [card.getByText('Hidden.'), card.getByText(/votes?$/).first(), card.locator('time')];
      const boxes = await Promise.all(
        texts.map((text) =>
          boxOf(text.locator('xpath=ancestor-or-self::*[self::p or self::span or self::time][last()]')),
        ),
      );
      for (const { x, y, width: wide, height } of boxes) {
        const isApart = x + wide <= bin.x + 0.5 || y + height <= bin.y + 0.5 || y >= bin.y + bin.height - 0.5;
        expect(isApart).toBe(true);
      }
      const [reason, counts] = boxes;
      expect(counts!.y + counts!.height).toBeLessThanOrEqual(reason!.y);
    });
  }
});
