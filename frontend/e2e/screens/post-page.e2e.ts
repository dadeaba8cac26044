import { expect } from '@playwright/test';
import { comments, like, toast } from '../support/community.ts';
import { known, test } from '../support/screen.ts';
import { watchRequests } from '../support/settled.ts';

test.use({ viewer: 'member' });

test('a failed rating, comment, reply, report, like, copy or download says so and keeps the input', async ({
  page,
  api,
}) => {
  const marks = { likedPosts: [], likedComments: [], ratings: {} };
  api.answer('GET /api/me/marks', marks);
  await page.goto(`/post/${known.post}`);
  await page.getByRole('radio', { name: '9', exact: true }).check();
  // The same account has rated the post elsewhere in the meantime.
  const already = 'You may have already rated this post.';
  api.refuse('POST /api/ratings/submit', 409, { code: 'conflict', message: already });
  api.answer('GET /api/me/marks', { ...marks, ratings: { [known.post!]: 3 } });
  await page.getByRole('button', { name: 'Submit Rating' }).click();
  await expect(toast(page, 'Failed to Submit Rating')).toContainText(already);
  await expect(page.getByText('You rated this post 3 out of 10. Thank you!')).toBeVisible();

  const fail = { status: 500, body: '' };
  api.on('POST /api/posts/{id}/comments', async () => fail);
  await page.getByLabel('Add a comment').fill('Not lost.');
  await page.getByRole('button', { name: 'Post Comment' }).click();
  await expect(toast(page, 'Failed to post comment')).toContainText('Please try again');
  await expect(page.getByLabel('Add a comment')).toHaveValue('Not lost.');
  await page
    .getByRole('button', { name: /^Reply to/ })
    .first()
    .click();
  await page.getByLabel(/^Reply to/).fill('Not lost either.');
  await page.getByRole('button', { name: 'Post Reply' }).click();
  await expect(toast(page, 'Failed to post reply')).toContainText('Please try again');
  await expect(page.getByLabel(/^Reply to/)).toHaveValue('Not lost either.');

  api.on('POST /api/posts/{id}/report', async () => fail);
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  await page.getByLabel('Something else').check();
  await page.getByLabel('Reason').fill('A reason.');
  await page.getByRole('button', { name: 'Submit Report' }).click();
  // The error appears once, in the dialog, and not in a toast above it.
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('alert')).toHaveText('Failed to submit report Please try again');
  await expect(page.getByText('Failed to submit report')).toHaveCount(1);
  await expect(page.getByLabel('Reason')).toHaveValue('A reason.');
  await dialog.getByRole('button', { name: 'Close' }).click();

  // The first Escape closes the dialog, the second one the toast above it.
  api.refuse('POST /api/posts/{id}/like', 500, { message: 'The service is being restarted.' });
  const release = api.hold('POST /api/posts/{id}/like');
  await like(page).click();
  await expect(like(page)).toHaveAccessibleName('2 likes');
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  release();
  await expect(toast(page, 'Your like was not saved')).toContainText('The service is being restarted.');
  // The timer of a toast pauses while the window has no focus.
  await page.evaluate(() => window.dispatchEvent(new Event('blur')));
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(like(page)).toHaveAccessibleName('1 like');
  await expect(like(page)).toHaveAttribute('aria-pressed', 'false');
  await expect(toast(page, 'Your like was not saved')).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await page.keyboard.press('Escape');
  await expect(toast(page, 'Your like was not saved')).toBeHidden();

  api.refuse('GET /api/posts/{id}/card.png', 500);
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('menuitem', { name: 'Save share card' }).click();
  await expect(toast(page, 'Download failed')).toBeVisible();
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('forbidden'));
  });
  await page.getByRole('menuitem', { name: 'Copy link' }).click();
  await expect(toast(page, 'Failed to copy')).toBeVisible();
});

test('the share menu has four sites and a copy of the link, which says so for two seconds', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.clock.install();
  await page.goto(`/post/${known.post}`);
  await page.getByRole('button', { name: 'Share' }).click();
  const sites = page.getByRole('menuitem').filter({ hasText: 'opens in a new tab' });
  await expect(sites).toHaveCount(4);
  const links = await sites.evaluateAll((items) =>
    items.map((item) => [item.getAttribute('href'), item.getAttribute('rel')]),
  );
  expect(links.map(([href]) => new URL(href!).host)).toEqual([
    'x.com',
    'www.facebook.com',
    'wa.me',
    'www.reddit.com',
  ]);
  expect(links.map(([, rel]) => rel)).toEqual(Array(4).fill('noopener noreferrer'));
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  await page.getByRole('menuitem', { name: 'Copy link' }).click();
  await expect(page.getByRole('menuitem', { name: 'Link copied!' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
  await page.clock.runFor(2000);
  await expect(page.getByRole('menuitem', { name: 'Copy link' })).toBeVisible();
});

test('the rank is explained, social links pass nothing on, and texts follow the direction of their script', async ({
  page,
  api,
}) => {
  api.answer('GET /api/posts/{id}', (post) => ({
    ...post,
    averageRating: '6.7',
    displayUsername: 'דנה כהן',
    bio: 'יחפה מאז 1999.',
    socialLinks: { instagram: 'sunny_soles', youtube: 'https://www.youtube.com/@soles' },
  }));
  api.answer('GET /api/posts/{id}/comments', (found) =>
    found.map((comment) => ({ ...comment, text: 'שלום, world!', displayUsername: 'דנה כהן' })),
  );
  api.answer('GET /api/posts/{id}/rank', {
    aiScore: '4.4',
    ratingsCount: 1,
    ratingsSum: 9,
    averageRating: '6.7',
    boost: null,
    boostEndsAt: null,
    board: { place: 3, of: 9 },
    allTime: { place: 8, of: 9 },
    week: { place: 1, of: 6, week: '2035-W21', isClosed: false },
  });
  await page.goto(`/post/${known.post}`);
  await page.getByRole('button', { name: 'Why this rank' }).click();
  const value = (name: string) => page.locator('dl > div').filter({ hasText: name }).locator('dd');
  await expect(value('AI score')).toHaveText('4.4');
  await expect(value('1 rating by people, together')).toHaveText('9');
  await expect(value('Sum')).toHaveText('13.4');
  await expect(value('Divided by 2 scores')).toHaveText('6.7');
  await expect(value('Boost')).toHaveText('None');
  await expect(value('Rank by rating')).toHaveText('8');
  await expect(value('Rank this week')).toHaveText('1 of 6');

  const author = page.getByRole('region', { name: 'Author' });
  const links = author.getByRole('list', { name: 'Social links' }).getByRole('link');
  await expect(links).toHaveText(['Instagram(opens in a new tab)', 'YouTube(opens in a new tab)']);
  expect(
    await links.evaluateAll((all) =>
      all.map((link) => ['href', 'target', 'rel'].map((name) => link.getAttribute(name))),
    ),
  ).toEqual([
    ['https://www.instagram.com/sunny_soles', '_blank', 'nofollow ugc noopener'],
    ['https://www.youtube.com/@soles', '_blank', 'nofollow ugc noopener'],
  ]);

  await expect(author.locator('bdi')).toHaveText('דנה כהן');
  await expect(author.getByText('יחפה מאז 1999.')).toHaveCSS('direction', 'rtl');
  await expect(comments(page).getByText('שלום, world!').first()).toHaveCSS('direction', 'rtl');
  await expect(comments(page).locator('bdi').first()).toHaveText('דנה כהן');
  const box = page.getByLabel('Add a comment');
  await expect(box).toHaveCSS('direction', 'ltr');
  // Two code points that are stored as one, once the rules of counting have loaded.
  await box.fill('e\u0301');
  await expect(page.getByText(/^1\/500/)).toBeVisible();
  await box.fill('תודה');
  await expect(box).toHaveCSS('direction', 'rtl');
  api.answer('GET /api/posts', (posts) => posts.map((post) => ({ ...post, displayUsername: 'דנה כהן' })));
  await page.goto('/leaderboard');
  const name = page.getByRole('link', { name: 'דנה כהן', exact: true }).first().locator('[dir=auto]');
  await expect(name).toHaveCSS('direction', 'rtl');
  await expect(name).toHaveCSS('text-align', 'left');
});

test('a photo is enlarged, and closed by Escape, its button and the back button', async ({ page, api }) => {
  api.answer('GET /api/posts/{id}', (post) => ({ ...post, width: 1500, height: 1800 }));
  const largest = `/images/${known.post}/1280.webp`;
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  const settled = watchRequests(page);
  await page.setViewportSize({ width: 620, height: 1300 });
  await page.goto(`/post/${known.post}`);
  const enlarge = page.getByRole('button', { name: 'Enlarge the photo' });
  const dialog = page.getByRole('dialog', { name: 'Enlarged photo' });
  await enlarge.press('Enter');
  const photo = dialog.getByRole('img', { name: /^Photo posted by / });
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth > 0)).toBe(true);
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
  const { width: shown, height } = (await photo.boundingBox())!;
  // It touches two sides of the window, but for a margin.
  expect(Math.max(shown / 620, height / 1300)).toBeGreaterThan(0.93);
  expect(Math.max(shown / 620, height / 1300)).toBeLessThanOrEqual(1);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(enlarge).toBeFocused();
  expect(loaded).not.toContain(largest);

  // A larger window needs the largest file, which the page does not load before.
  await page.setViewportSize({ width: 1100, height: 1300 });
  await settled();
  expect(loaded).not.toContain(largest);
  await enlarge.click();
  await expect.poll(() => loaded).toContain(largest);
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(`/post/${known.post}`);
  await expect(enlarge).toBeFocused();
  await page.goForward();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(`/post/${known.post}`);
});
