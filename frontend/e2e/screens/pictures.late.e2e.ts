import { expect } from '@playwright/test';
import { copies, week } from '../support/board.ts';
import { sweep } from '../support/scope.ts';
import { known, test } from '../support/screen.ts';
import { watchRequests } from '../support/settled.ts';

const widths = [
  { width: 360, height: 740, deviceScaleFactor: 2, rendition: '320' },
  { width: 360, height: 740, deviceScaleFactor: 3, rendition: '480' },
  { width: 1440, height: 900, deviceScaleFactor: 1, rendition: '320' },
  { width: 1440, height: 900, deviceScaleFactor: 3, rendition: '480' },
];

const nameOf = ({ width, deviceScaleFactor }: (typeof widths)[number]) =>
  `${width} pixels times ${deviceScaleFactor}`;

for (const screen of sweep(widths, nameOf, ['360 pixels times 3'])) {
  test(`the board loads what the window shows, then what is ahead, ${nameOf(screen)}`, async ({
    page,
    api,
  }) => {
    const { rendition, ...metrics } = screen;
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setDeviceMetricsOverride', { ...metrics, mobile: false });
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
    const settled = watchRequests(page);
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
    await settled();
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
  const settled = watchRequests(page);
  await page.goto('/leaderboard?tab=week');
  // Those that are in sight load once they are laid out.
  await expect.poll(() => files.length).toBeGreaterThanOrEqual(8);
  await settled();
  expect(files.filter((file) => file === '640.webp')).toHaveLength(3);
  expect(files.filter((file) => file === '1280.webp')).toEqual([]);
});
