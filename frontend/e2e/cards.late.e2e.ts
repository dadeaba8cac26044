import { expect, type Locator, type Page } from '@playwright/test';
import type { BoardPost, PostRank } from '../src/api/generated/schema.d.ts';
import { enterBackOffice } from './support/admins.ts';
import { call, me } from './support/api.ts';
import { comment } from './support/community.ts';
import { newSeed } from './support/photo.ts';
import { test } from './support/site.ts';
import { editProfile, publish } from './support/visitor.ts';

const boxOf = async (element: Locator) => (await element.boundingBox())!;

/** The cards of the list of posts. */
const cardsOf = (page: Page) =>
  page.getByRole('region', { name: 'Posts', exact: true }).getByRole('list').first().locator('> li');

test('cards show the ranks by rating, boosted ones the boost, and the first three of a week stand on a podium', async ({
  page,
  other,
}) => {
  for (let count = 0; count < 7; count += 1) await publish(other);
  const posts: BoardPost[] = await (await page.request.get('/api/posts?sort=top')).json();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/leaderboard?sort=top');
  const cards = cardsOf(page);
  for (const [index, { id, isBoosted }] of posts.slice(0, 7).entries()) {
    const { allTime }: PostRank = await (await page.request.get(`/api/posts/${id}/rank`)).json();
    const link = cards.nth(index).locator(`a[href="/post/${id}"]`);
    const rank = ['1st', '2nd', '3rd'][allTime.place! - 1] ?? `#${allTime.place}`;
    const said = isBoosted ? /10, (Boosted|Mega Boost)$/ : new RegExp(`10, rank ${allTime.place}$`);
    await expect(link).toHaveAccessibleName(said);
    await expect(cards.nth(index).getByText(rank, { exact: true })).toHaveCount(isBoosted ? 0 : 1);
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

  const { anonymousUsername } = await me(other);
  for (const address of ['/leaderboard', `/leaderboard?sort=top&search=${anonymousUsername}`]) {
    await page.goto(address);
    await expect(cards.first()).toBeVisible();
    await expect(page.getByText('1st', { exact: true })).toHaveCount(0);
    const widths = new Set((await sizes()).map(({ width }) => width));
    expect(widths.size).toBe(1);
  }
});

test('a long name has room for all of it', async ({ user: page, ownPost: id }) => {
  await editProfile(page, { displayUsername: 'Extraordinary Woodpecker 29' });
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/leaderboard?search=Extraordinary');
    const name = page
      .getByRole('link', { name: 'Extraordinary Woodpecker 29', exact: true })
      .locator('[dir]');
    await expect(name).toBeVisible();
    expect(await name.evaluate((node) => node.scrollHeight <= node.clientHeight)).toBe(true);
    const [card, link] = [await boxOf(page.getByRole('article')), await boxOf(name)];
    expect(link.y + link.height).toBeLessThanOrEqual(card.y + card.height);
  }
  expect(id).toBeTruthy();
});

for (const width of [320, 360, 768]) {
  test(`the bin of an own post covers nothing, ${width} pixels wide`, async ({
    user: page,
    other,
    newBrowser,
  }) => {
    const seed = newSeed();
    await publish(other, seed);
    // A copy waits for review; the other one is hidden by a moderator.
    await publish(page, seed);
    const hidden = await publish(page);
    const admin = await newBrowser();
    await enterBackOffice(admin, 'moderator');
    const decision = { isPublic: false, reason: 'identifies', note: '' };
    expect((await call(admin, 'PATCH', `/api/rtm-sys/posts/${hidden}`, decision)).ok()).toBe(true);
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/my-posts');
    const cards = page.getByRole('article');
    await expect(cards).toHaveCount(2);
    for (const card of await cards.all()) {
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
    }
  });
}

test('the score sheet stays beside a long thread, and scrolls with the page in a low window', async ({
  page,
  post: id,
  other,
}) => {
  for (let count = 0; count < 12; count += 1) await comment(other, id, `A comment, the ${count}th of them.`);
  const sheet = page.locator('.score-sheet');
  const atTheEnd = async (width: number, height: number) => {
    await page.setViewportSize({ width, height });
    await page.goto(`/post/${id}`);
    await expect(page.getByText('the 11th of them')).toBeVisible();
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
    const thread = await boxOf(page.getByRole('region', { name: /^Comments/ }));
    expect(thread.x + thread.width).toBeLessThanOrEqual(box.x);
  }
  expect((await atTheEnd(1440, 500)).y).toBeLessThan(0);
  expect((await atTheEnd(768, 1000)).y).toBeLessThan(0);
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

test('pages print as a whole, in ink on white, without controls', async ({ user: page, ownPost: id }) => {
  await comment(page, id, 'To be printed.');
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'));
  for (const address of [
    '/termsofservice',
    '/privacypolicy',
    `/post/${id}`,
    '/leaderboard?sort=top',
    '/my-posts',
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
  await page.goto('/termsofservice');
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
  expect(pdf.match(/\/Type \/Page\b/g)?.length).toBeGreaterThanOrEqual(3);
});

test('the table of the privacy policy fits a small window', async ({ page }) => {
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

test('pages have one of two widths', async ({ user: page, ownPost: id }) => {
  await page.setViewportSize({ width: 1600, height: 900 });
  const { id: userId } = await me(page);
  for (const address of [
    '/',
    '/leaderboard',
    '/leaderboard?tab=week',
    `/post/${id}`,
    `/user/${userId}`,
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
