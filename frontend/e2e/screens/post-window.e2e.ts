import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { copies } from '../support/board.ts';
import { sweep } from '../support/scope.ts';
import { known, now, test } from '../support/screen.ts';
import { choosePhoto } from '../support/visitor.ts';
import { answerUploads } from '../support/screen-answers.ts';
import { watchRequests } from '../support/settled.ts';

const WINDOWS = [
  { width: 360, height: 640 },
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];
const nameOf = ({ width, height }: (typeof WINDOWS)[number]) => `${width} × ${height}`;

/** The lower end of what is not behind the bar of phones. */
const bottomOf = (page: Page) =>
  page.evaluate(() => {
    const bar = document.querySelector('.bottom-bar')!.getBoundingClientRect();
    return bar.height > 0 ? bar.top : innerHeight;
  });

const scale = (page: Page) => page.locator('label').filter({ has: page.getByRole('radio') });

for (const window of sweep(WINDOWS, nameOf, ['360 × 640', '1440 × 900'])) {
  test(`photo, score and scale share the first window of ${nameOf(window)}`, async ({ page, api }) => {
    await api.become('member');
    const marks = { likedPosts: [], likedComments: [], ratings: {} };
    api.answer('GET /api/me/marks', marks);
    const expiresAt = new Date(Date.parse(now) + 86_400_000).toISOString();
    const boost = { boostType: 'regular', state: 'active', expiresAt, isActive: true } as const;
    api.answer('GET /api/posts/{id}/boost', { boost: { ...boost, remainingMs: 1, postId: known.post! } });
    await page.setViewportSize(window);
    for (const [width, height] of [
      [1500, 1800],
      [300, 1500],
      [1500, 300],
    ] as const) {
      api.answer('GET /api/posts/{id}', (post) => ({ ...post, width, height, isBoosted: true }));
      const picture = sharp({ create: { width, height, channels: 3, background: '#d02040' } });
      const body = await picture.webp().toBuffer();
      await page.route('**/images/**', (route) => route.fulfill({ contentType: 'image/webp', body }));
      await page.goto(`/post/${known.post}`);
      const image = page.getByRole('img', { name: /^Photo posted by/ });
      await expect(image).toHaveJSProperty('complete', true);
      const photo = (await image.boundingBox())!;
      expect(photo.height).toBeLessThanOrEqual(window.height * 0.55);
      const frame = (await page.getByRole('button', { name: 'Enlarge the photo' }).boundingBox())!;
      for (const text of [/^Current Rating/, 'BOOSTED', /^until/, /^\/10$/]) {
        const box = (await page.locator('article').getByText(text).first().boundingBox())!;
        expect(box.y).toBeGreaterThanOrEqual(frame.y);
        expect(box.y + box.height).toBeLessThanOrEqual(frame.y + frame.height);
      }
      const boxes = await scale(page).evaluateAll((labels) =>
        labels.map((label) => label.getBoundingClientRect().toJSON() as DOMRect),
      );
      expect(boxes).toHaveLength(11);
      expect(new Set(boxes.map(({ top }) => top)).size).toBe(1);
      expect(Math.min(...boxes.map((box) => box.width))).toBeGreaterThanOrEqual(24);
      expect(Math.min(...boxes.map((box) => box.height))).toBeGreaterThanOrEqual(44);
      const button = (await page.getByRole('button', { name: 'Submit Rating' }).boundingBox())!;
      expect(button.y + button.height).toBeLessThanOrEqual(await bottomOf(page));
    }
    await page.getByRole('radio', { name: '10', exact: true }).check();
    api.answer('POST /api/ratings/submit', { success: true, community: null, judge: null });
    api.answer('GET /api/me/marks', { ...marks, ratings: { [known.post!]: 10 } });
    await page.getByRole('button', { name: 'Submit Rating' }).click();
    const given = page.getByText('You rated this post 10 out of 10. Thank you!');
    await expect(given).toBeFocused();
    expect(await given.evaluate((line) => line.getClientRects().length)).toBe(1);
  });
}

test.describe('the posts beside one in the list that it was opened from', () => {
  const listed = copies(3);
  const addressOf = (index: number) => `/post/${listed[index]!.id}`;
  const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

  /** Opens the second post of a board, after scrolling. Returns how far. */
  async function openSecond(page: Page): Promise<number> {
    await page.goto('/leaderboard?sort=top');
    const card = page.locator(`main a[href="${addressOf(1)}"]`);
    await card.scrollIntoViewIfNeeded();
    const offset = await page.evaluate(() => window.scrollY);
    await card.click();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(link(page, 'Next post')).toBeVisible();
    return offset;
  }

  test.beforeEach(async ({ page, api }) => {
    await page.setViewportSize({ width: 360, height: 400 });
    api.answer('GET /api/posts', listed);
    api.answer('GET /api/posts/{id}', (_, { params: { id } }) => listed.find((post) => post.id === id)!);
    api.answer('GET /api/posts/{id}/comments', []);
  });

  test('are read ahead, and reached by links and keys; the way back leads to the list', async ({
    page,
    api,
  }) => {
    const settled = watchRequests(page);
    const offset = await openSecond(page);
    await settled();
    const read = api.calls('GET /api/posts/{id}').map(({ params: { id } }) => `/post/${id}`);
    expect(read.toSorted()).toEqual([0, 1, 2].map(addressOf));
    await link(page, 'Next post').click();
    await expect(page).toHaveURL(addressOf(2));
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(link(page, 'Next post')).toHaveCount(0);
    for (const at of [1, 0, 0]) {
      await page.keyboard.press('ArrowLeft');
      await expect(page).toHaveURL(addressOf(at));
    }
    await page.keyboard.press('Alt+ArrowRight');
    await page.getByRole('radio', { name: '4', exact: true }).check();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('radio', { name: '5', exact: true })).toBeChecked();
    await page.getByRole('button', { name: 'Enlarge the photo' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page).toHaveURL(addressOf(0));
    await page.locator('article a[href$="#comments"]').click();
    await page.keyboard.press('ArrowRight');
    await expect(page).toHaveURL(addressOf(1));
    // The comments had an entry of their own.
    await page.goBack();
    await page.goBack();
    await expect(page).toHaveURL('/leaderboard?sort=top');
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(offset);
  });

  test('are reached by swipes, but not by scrolling or zooming; by a link there are none', async ({
    page,
  }) => {
    await openSecond(page);
    const devtools = await page.context().newCDPSession(page);
    const touch = async (...ways: readonly (readonly [number, number])[][]) => {
      for (const [step, points] of ways.entries()) {
        const type = step === 0 ? 'touchStart' : 'touchMove';
        const touchPoints = points.map(([x, y], id) => ({ x, y, id }));
        await devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
      }
      await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    };
    await touch([[300, 200]], [[200, 210]]);
    await expect(page).toHaveURL(addressOf(2));
    await touch([[100, 200]], [[200, 300]]);
    await touch([[100, 200]], [[140, 200]]);
    await touch([[100, 200], [200, 200]], [[140, 200], [160, 200]]); // prettier-ignore
    await touch([[100, 200]], [[200, 190]]);
    await expect(page).toHaveURL(addressOf(1));
    await page.goto(addressOf(1));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(link(page, 'Next post')).toHaveCount(0);
    await expect(page).toHaveURL(addressOf(1));
  });
});

test('the judge works on the photo, and a result is posted, above the bar of phones', async ({
  page,
  api,
}) => {
  answerUploads(api);
  for (const window of WINDOWS) {
    await page.setViewportSize(window);
    const release = api.hold('POST /api/upload');
    await page.goto('/');
    await choosePhoto(page);
    await page.getByRole('button', { name: 'Get My Rating' }).click();
    const steps = page.getByRole('progressbar', { name: 'Upload' });
    await expect(page.getByText('The judge is looking…')).toBeVisible();
    const [photo, bar] = [
      (await page.getByRole('img', { name: 'Preview of your choice' }).boundingBox())!,
      (await steps.boundingBox())!,
    ];
    expect(bar.y).toBeGreaterThan(photo.y);
    expect(bar.y + bar.height).toBeLessThan(photo.y + photo.height);
    expect(bar.y + bar.height).toBeLessThan(await bottomOf(page));
    release();
    await expect(page.getByRole('heading', { name: 'Your Rating' })).toBeVisible();
    await page.evaluate(() => scrollTo(0, 0));
    const post = page.getByRole('button', { name: 'Post to Leaderboard' });
    await expect(post).toBeInViewport({ ratio: 1 });
    const button = (await post.boundingBox())!;
    expect(button.y + button.height).toBeLessThanOrEqual(await bottomOf(page));
    await page.evaluate(() => sessionStorage.clear());
  }
});
