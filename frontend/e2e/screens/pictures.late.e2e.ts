import { expect } from '@playwright/test';
import { copies, week } from '../support/board.ts';
import { known, test } from '../support/screen.ts';

const widths = [
  { width: 360, height: 740, deviceScaleFactor: 2, rendition: '320' },
  { width: 360, height: 740, deviceScaleFactor: 3, rendition: '480' },
  { width: 1440, height: 900, deviceScaleFactor: 1, rendition: '320' },
  { width: 1440, height: 900, deviceScaleFactor: 3, rendition: '480' },
];

for (const { rendition, width, height, deviceScaleFactor } of widths) {
  test(`the board loads what the window shows, then what is ahead, ${width} pixels times ${deviceScaleFactor}`, async ({
    page,
    api,
  }) => {
    const devtools = await page.context().newCDPSession(page);
    const screen = { width, height, deviceScaleFactor, mobile: false };
    await devtools.send('Emulation.setDeviceMetricsOverride', screen);
    const requested = new Set<string>();
    let finish = () => {};
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const posts = copies(60).map((post, index) => ({ ...post, imageUrl: `/images/${index}/1280.webp` }));
    api.answer('GET /api/posts', posts);
    await page.route(/\/images\/\d+\/\d+\.webp$/, async (route) => {
      const url = route.request().url();
      requested.add(url);
      await finished;
      await route.fallback();
    });
    // Its link to the board is in the window, so that nothing scrolls.
    await page.goto(`/post/${known.post}`);
    await page.getByRole('main').getByRole('link', { name: 'Leaderboard' }).click();
    const pictures = page.locator('main li img');
    await expect(pictures).toHaveCount(60);
    const withPlaceholder = () =>
      pictures.evaluateAll((images) => images.filter(({ style }) => style.backgroundImage !== '').length);
    await expect.poll(withPlaceholder).toBeGreaterThan(3);
    expect(await withPlaceholder()).toBeLessThan(30);
    finish();
    await page.waitForLoadState('networkidle');
    expect(requested.size).toBeGreaterThan(3);
    expect(requested.size).toBeLessThanOrEqual(10);
    expect([...requested].filter((url) => !url.endsWith(`/${rendition}.webp`))).toEqual([]);
    await page.evaluate(() => scrollBy(0, 10));
    await expect.poll(() => requested.size).toBeGreaterThan(12);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
}

test('the week loads larger pictures for the first three only, and none at full size, before the first scroll', async ({
  page,
  api,
}) => {
  const posts = copies(16).map((post, index) => ({
    ...post,
    averageRating: '7.0',
    imageUrl: `/images/${index}/1280.webp`,
    width: 1500,
    height: 1800,
    rank: index + 1,
    removed: false as const,
  }));
  api.answer('GET /api/leaderboard/weekly', { ...week, posts });
  const devtools = await page.context().newCDPSession(page);
  const screen = { width: 1440, height: 900, deviceScaleFactor: 3, mobile: false };
  await devtools.send('Emulation.setDeviceMetricsOverride', screen);
  const files: string[] = [];
  page.on('request', (request) => {
    if (/\/images\//.test(request.url())) files.push(request.url().split('/').at(-1)!);
  });
  await page.goto('/leaderboard?tab=week', { waitUntil: 'networkidle' });
  expect(files.length).toBeGreaterThanOrEqual(8);
  expect(files.filter((file) => file === '640.webp')).toHaveLength(3);
  expect(files.filter((file) => file === '1280.webp')).toEqual([]);
});
