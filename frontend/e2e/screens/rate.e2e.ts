import { expect, type Page } from '@playwright/test';
import { seriousFindings } from '../support/axe.ts';
import { toast } from '../support/community.ts';
import { type Api, now, test } from '../support/screen.ts';

const idOf = (number: number) => `00000000-0000-4000-8000-${`${number}`.padStart(12, '0')}`;
const photoOf = (number: number, isThisWeek = true) => ({
  id: idOf(number),
  imageUrl: `/images/${idOf(number)}/1280.webp`,
  thumbhash: 'ptYFFgZ9xbjGbqe1iARXrWVqBpUKDLg=',
  width: 640,
  height: 768,
  isThisWeek,
});

/** Answers with those of `photos` that the call does not leave out, three at most. */
function answerPhotos(api: Api, photos: ReturnType<typeof photoOf>[]): void {
  const rated = () =>
    api.calls('POST /api/ratings/submit').map(({ body }) => (body as { postId: string }).postId);
  api.answer('GET /api/rate', (_, { query }) => {
    const without = new Set(query['without']?.split('.'));
    const left = photos.filter(({ id }) => !without.has(id.slice(-12)) && !rated().includes(id));
    const next = left.slice(0, 3);
    const isWeekOver = !left.some((one) => one.isThisWeek && !next.includes(one));
    return { photos: next, isWeekOver };
  });
  api.answer('POST /api/ratings/submit', { success: true, community: '8.6', judge: '7.2' }, { status: 200 });
}

const photo = (page: Page) => page.getByRole('img', { name: 'Photo to rate' });
const score = (page: Page, value: number) =>
  page.getByRole('button', { name: `${value} out of 10`, exact: true });
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' });
const strip = (page: Page) => page.getByRole('main').getByRole('status');
const shown = (page: Page, number: number) =>
  expect(photo(page)).toHaveAttribute('src', `/images/${idOf(number)}/640.webp`);
const sent = (api: Api) => api.calls('POST /api/ratings/submit').map(({ body }) => body);
const given = (number: number, overallScore: number) => ({ postId: idOf(number), overallScore, via: 'rate' });
const photos = [1, 2, 3, 4, 5, 6].map((number) => photoOf(number));

async function open(page: Page): Promise<void> {
  await page.clock.install({ time: now });
  await page.goto('/rate');
  await shown(page, 1);
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
}

test.describe('signed in', () => {
  test.use({ viewer: 'member' });
  test.beforeEach(({ api }) => answerPhotos(api, photos));

  test('a score can be taken back until the next one or for 4 s, and is final then', async ({
    page,
    api,
  }) => {
    await open(page);
    await expect(page.getByRole('main').getByRole('img', { name: 'Photo to rate' })).toHaveCount(1);
    await score(page, 3).click();
    await shown(page, 2);
    await expect(strip(page)).toHaveText('You 3 · final with the next score, or in 4 seconds');
    await undo(page).click();
    await shown(page, 1);
    await expect(strip(page)).toHaveText('');

    await score(page, 8).click();
    await page.clock.runFor(3999);
    await expect(undo(page)).toBeVisible();
    expect(sent(api)).toEqual([]);
    await page.clock.runFor(1);
    await expect(strip(page)).toHaveText('You 8 · community 8.6 (yours not in it) · judge 7.2');
    await expect(undo(page)).toBeHidden();
    expect(sent(api)).toEqual([given(1, 8)]);

    api.answer('POST /api/ratings/submit', { success: true, community: null, judge: '5.0' });
    await score(page, 6).click();
    await score(page, 0).click();
    await expect.poll(() => sent(api)).toEqual([given(1, 8), given(2, 6)]);
    await shown(page, 4);
    await expect(strip(page)).toHaveText('You 0 · final with the next score, or in 4 seconds');
    // To leave the page sends the last one.
    await page.getByRole('banner').getByRole('link', { name: 'Leaderboard' }).click();
    await expect.poll(() => sent(api)).toEqual([given(1, 8), given(2, 6), given(3, 0)]);
  });

  test('keys rate, 1 and 0 within half a second are 10, and they can be switched off', async ({
    page,
    api,
  }) => {
    api.answer('POST /api/posts/{id}/like', {} as never, { status: 200 });
    api.answer('GET /api/posts/{id}', {} as never, { status: 200 });
    await open(page);
    await page.keyboard.press('7');
    await shown(page, 2);
    await page.keyboard.press('1');
    await page.clock.runFor(499);
    await shown(page, 2);
    await page.keyboard.press('0');
    await shown(page, 3);
    await page.keyboard.press('1');
    await page.clock.runFor(500);
    await shown(page, 4);
    // Another key ends the wait.
    await page.keyboard.press('1');
    await page.keyboard.press('5');
    await shown(page, 6);
    await page.keyboard.press('l');
    await page.clock.runFor(100);
    await expect(page.getByRole('button', { name: 'Like' })).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('ArrowRight');
    await expect(score(page, 5)).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(score(page, 6)).toBeFocused();
    await page.keyboard.press('r');
    await expect(page.getByRole('dialog', { name: 'Report Post' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    const keys = page.getByRole('switch', { name: 'Keys' });
    await keys.click();
    await page.keyboard.press('s');
    await shown(page, 6);
    // What has no answer yet is sent again after the reload.
    await page.clock.runFor(4000);
    await expect(strip(page)).toContainText('You 5 · community');
    await page.reload();
    await expect(keys).not.toBeChecked();
    const expected = [given(1, 7), given(2, 10), given(3, 1), given(4, 1), given(5, 5)];
    await expect.poll(() => sent(api)).toEqual(expected);
  });

  test('a score that can still be taken back is sent before the person signs out', async ({ page, api }) => {
    api.answer('POST /api/auth/logout', undefined, { status: 204, as: 'visitor' });
    await open(page);
    await score(page, 6).click();
    await shown(page, 2);
    await page.getByRole('button', { name: /^Profile menu/ }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect.poll(() => api.calls('POST /api/auth/logout').length).toBe(1);
    expect(sent(api)).toEqual([given(1, 6)]);
  });

  test('what is skipped or reported does not come again', async ({ page, api }) => {
    api.answer('POST /api/posts/{id}/report', {} as never, { status: 201 });
    await open(page);
    await page.getByRole('button', { name: 'Skip' }).click();
    await shown(page, 2);
    await page.getByRole('button', { name: 'Report' }).click();
    await page.getByLabel('It is spam or advertising').check();
    await page.getByRole('button', { name: 'Submit Report' }).click();
    await shown(page, 3);
    await page.reload();
    await shown(page, 3);
    const { query } = api.calls('GET /api/rate').at(-1)!;
    expect(query['without']).toMatch(/^0{11}1\.0{11}2\b/);
    expect(sent(api)).toEqual([]);
  });

  test('a refused score is passed over, one without a network is kept, and too many lead to a break', async ({
    page,
    api,
  }) => {
    await open(page);
    api.refuse('POST /api/ratings/submit', 409, { code: 'conflict' });
    await score(page, 4).click();
    await page.clock.runFor(4000);
    await expect(strip(page)).toHaveText('');
    await expect(toast(page, 'Failed to Submit Rating')).toHaveCount(0);

    await page.context().setOffline(true);
    await score(page, 5).click();
    await page.clock.runFor(4000);
    await expect(strip(page)).toHaveText('You are offline. Your 5 is kept, and sent from this page later.');
    answerPhotos(api, photos);
    await page.context().setOffline(false);
    await page.clock.runFor(1000);
    await expect(strip(page)).toContainText('You 5 · community');

    api.refuse('POST /api/ratings/submit', 429, { code: 'too_many_requests' }, { 'retry-after': '600' });
    await score(page, 9).click();
    await page.clock.runFor(4000);
    await expect(page.getByRole('heading', { name: 'That was a good run' })).toBeVisible();
    await expect(score(page, 9)).toBeHidden();
    answerPhotos(api, photos);
    await page.clock.runFor(600_000);
    await shown(page, 4);
    await expect.poll(() => sent(api).at(-1)).toEqual(given(3, 9));
  });

  test('the end of the week is told before older photos come, and the end of all of them', async ({
    page,
    api,
  }) => {
    answerPhotos(api, [photoOf(1), photoOf(2, false)]);
    await page.goto('/rate');
    await shown(page, 1);
    await score(page, 8).click();
    await expect(page.getByRole('heading', { name: 'You have seen all of this week' })).toBeFocused();
    await undo(page).click();
    await shown(page, 1);
    await score(page, 9).click();
    await page.getByRole('button', { name: 'Go on with older ones' }).click();
    await shown(page, 2);
    await expect(score(page, 5)).toBeFocused();
    await page.keyboard.press('s');
    await expect(page.getByRole('heading', { name: 'You have seen them all' })).toBeVisible();
    expect(await seriousFindings(page)).toEqual([]);
  });

  for (const [width, height] of [
    [360, 640],
    [390, 844],
    [1440, 900],
  ] as const) {
    test(`at ${width} x ${height} photo and scale need no scrolling`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await page.goto('/rate');
      await shown(page, 1);
      await score(page, 8).click();
      for (const part of [
        photo(page),
        score(page, 0),
        score(page, 10),
        undo(page),
        page.getByRole('switch'),
      ]) {
        await expect(part).toBeInViewport({ ratio: 1 });
      }
      const { width: wide, height: high } = (await score(page, 10).boundingBox())!;
      expect(wide).toBeGreaterThanOrEqual(24);
      expect(high).toBeGreaterThanOrEqual(44);
      const bar = await page.locator('.bottom-bar').boundingBox();
      const { y } = (await page.getByRole('switch').boundingBox())!;
      expect(y + 44).toBeLessThanOrEqual(bar?.y ?? height);
      expect(await seriousFindings(page)).toEqual([]);
      await page.screenshot({ path: `/tmp/n/rate-${width}-light.png` });
      await page.evaluate(() => (document.documentElement.dataset.theme = 'dark'));
      await page.screenshot({ path: `/tmp/n/rate-${width}-dark.png` });
    });
  }
});

test('the first score of a visitor is kept, and sent as one of this page once they may rate', async ({
  page,
  api,
}) => {
  answerPhotos(api, photos);
  await page.goto('/rate');
  await shown(page, 1);
  await score(page, 8).click();
  const dialog = page.getByRole('dialog', { name: 'Sign Up to Continue' });
  await expect(dialog.getByRole('link', { name: 'Register' })).toHaveAttribute(
    'href',
    '/register?next=%2Frate',
  );
  await page.keyboard.press('Escape');
  await shown(page, 1);
  await expect(strip(page)).toHaveText('Your 8 out of 10 is sent after you register.');
  await api.become('member');
  await page.reload();
  await expect(toast(page, 'Your 8 out of 10 is sent')).toBeVisible();
  expect(sent(api)).toEqual([given(1, 8)]);
  await shown(page, 2);
});

test('before they verify their address, people see how', async ({ page, api }) => {
  answerPhotos(api, photos);
  await api.become('member');
  api.answer('GET /api/auth/me', (user) => ({ ...user, emailVerified: false }));
  await page.goto('/rate');
  await expect(page.getByText('Please verify your email address first.')).toBeVisible();
  await expect(score(page, 8)).toBeHidden();
});

test('a list that cannot be read says so, and is read again', async ({ page, api }) => {
  answerPhotos(api, photos);
  api.refuse('GET /api/rate', 500, { message: 'Sorry.' });
  await page.goto('/rate');
  await expect(page.getByRole('alert')).toHaveText('Sorry.');
  answerPhotos(api, photos);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await shown(page, 1);
});
