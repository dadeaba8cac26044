import { expect } from '@playwright/test';
import sharp from 'sharp';
import { emptyPages } from './support/server-pages.ts';
import { test } from './support/site.ts';
import { LARGE, publish } from './support/visitor.ts';

const widths = [
  { width: 360, height: 740, deviceScaleFactor: 2, rendition: '320' },
  { width: 360, height: 740, deviceScaleFactor: 3, rendition: '480' },
  { width: 1440, height: 900, deviceScaleFactor: 1, rendition: '320' },
  { width: 1440, height: 900, deviceScaleFactor: 3, rendition: '480' },
];

for (const { rendition, width, height, deviceScaleFactor } of widths) {
  test(`the board loads what the window shows, then what is ahead, ${width} pixels times ${deviceScaleFactor}`, async ({
    newBrowser,
    post,
  }) => {
    const page = await newBrowser();
    const devtools = await page.context().newCDPSession(page);
    const screen = { width, height, deviceScaleFactor, mobile: false };
    await devtools.send('Emulation.setDeviceMetricsOverride', screen);
    const requested = new Set<string>();
    let finish = () => {};
    const finished = new Promise<void>((resolve) => (finish = resolve));
    await page.route('**/api/posts?*', async (route) => {
      const response = await route.fetch();
      const [shown] = (await response.json()) as object[];
      const posts = Array.from({ length: 60 }, (_, index) => ({
        ...shown,
        id: `${index}`,
        imageUrl: `/images/${index}/1280.webp`,
      }));
      await route.fulfill({ response, json: posts });
    });
    await page.route(/\/images\/\d+\/\d+\.webp$/, async (route) => {
      const url = route.request().url();
      requested.add(url);
      await finished;
      await route.fulfill({
        response: await route.fetch({ url: url.replace(/images\/\d+\//, `images/${post}/`) }),
      });
    });
    // Its link to the board is in the window, so that nothing scrolls.
    await page.goto(`/post/${post}`);
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

test('the week loads at most 250 kB of pictures before the first scroll, even at three times the density', async ({
  newBrowser,
  other,
}) => {
  for (let count = 0; count < 16; count += 1) await publish(other, undefined, LARGE);
  const page = await newBrowser();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setDeviceMetricsOverride', {
    width: 1440,
    height: 900,
    deviceScaleFactor: 3,
    mobile: false,
  });
  await page.goto('/leaderboard?tab=week', { waitUntil: 'networkidle' });
  const pictures = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.includes('/images/'))
      .map(
        (entry) =>
          [
            new URL(entry.name).pathname.split('/').at(-1),
            (entry as PerformanceResourceTiming).encodedBodySize,
          ] as const,
      ),
  );
  const sum = pictures.reduce((bytes, [, size]) => bytes + size, 0);
  expect(pictures.length).toBeGreaterThanOrEqual(8);
  expect(pictures.filter(([file]) => file === '640.webp')).toHaveLength(3);
  expect(pictures.filter(([file]) => file === '1280.webp')).toEqual([]);
  expect(sum).toBeLessThanOrEqual(250_000);
});

for (const [width, height] of [
  [1, 9000],
  [9000, 1],
] as const) {
  test(`an old photo of ${width} × ${height} pixels fits the window`, async ({ page, post }) => {
    const picture = sharp({ create: { width, height, channels: 3, background: '#d02040' } });
    const body = await picture.webp().toBuffer();
    await emptyPages(page);
    await page.route(`**/images/**`, (route) => route.fulfill({ contentType: 'image/webp', body }));
    await page.route(`**/api/posts/${post}`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), width, height } });
    });
    for (const window of [
      { width: 360, height: 740 },
      { width: 1440, height: 900 },
    ]) {
      await page.setViewportSize(window);
      await page.goto(`/post/${post}`);
      const photo = page.getByRole('img', { name: /^Photo posted by/ });
      await expect(photo).toHaveJSProperty('complete', true);
      const box = (await photo.boundingBox())!;
      expect(box.height).toBeLessThanOrEqual(window.height * 0.81);
      expect(Math.min(box.width, box.height)).toBeGreaterThan(60);
    }
  });
}
